"""Omerta: moves in words, for buttons."""

from __future__ import annotations

from markupsafe import Markup

from backroom.games.omerta.reading import saying
from backroom.games.omerta.view import OmertaView
from backroom.web.scene import Scene


def plain(text: Markup | str, **values: object) -> str:
    """A sentence without any mark-up, not escaped: for the names of buttons, which are escaped where they stand."""
    return (text.unescape() if isinstance(text, Markup) else text).format(**values)


def done(scene: Scene, view: OmertaView, token: str, now: OmertaView | None = None) -> str:
    """A move in words, beginning with a capital: "Swap slot 2"."""
    code, gaps = saying(now or view, token)
    told = scene.speaker.phrase(code, {key: value for key, value in gaps.items() if value is not None}) or token
    return told[:1].upper() + told[1:]
