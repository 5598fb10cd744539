"""What can be pressed: buttons of the one form, refusals with their paragraph, clocks, the log. For all drawings.

Every button belongs to the form `moves` that the page around the zones holds, so it works without a script wherever
it stands. Two kinds: `play` sends its tokens at once; `pick` carries the draft as it will be when it is pressed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup, escape

from backroom.web.art import icon
from backroom.web.company import face, level
from backroom.web.scene import Scene

Words = str | Markup


def play(tokens: Iterable[str], label: Words, kind: str = "btn", *, name: str = "", extra: str = "") -> Markup:
    """A button that makes these moves, all in one go."""
    return _button("play", " ".join(tokens), "", label, kind, name, extra)


def pick(
    draft: Iterable[str], label: Words, kind: str = "btn", *, action: str = "", name: str = "", extra: str = ""
) -> Markup:
    """A button that changes the draft to this; `action` is the token it is about, `name` what a reader calls it."""
    return _button("draft", " ".join(draft), action, label, kind, name, extra)


def _button(field: str, value: str, action: str, label: Words, kind: str, name: str, extra: str) -> Markup:
    told = f' aria-label="{escape(name)}"' if name else ""
    about = action or (value if field == "play" else "")
    return Markup(
        f'<button form="moves" name="{field}" value="{escape(value)}" data-action="{escape(about)}"'
        f' class="{kind}"{told}{extra and " " + extra}>{escape(label)}</button>'
    )


def rule_link(scene: Scene, rule: str) -> Markup:
    """The way to a paragraph of the rulebook."""
    return Markup(
        f'<a class="rule" href="/rules/{escape(scene.game.name)}#{escape(rule)}">'
        f'<bdi dir="ltr">{escape(rule)}</bdi></a>'
    )


def why(scene: Scene, sentence: Words, rule: str = "", subject: Words = "") -> Markup:
    """Why something is not possible: the sentence, and its paragraph as a link."""
    about = Markup("<b>{}</b> ").format(subject) if subject else Markup("")
    link = Markup(" ") + rule_link(scene, rule) if rule else Markup("")
    return Markup('<p class="why">{}<span>{}{}{}</span></p>').format(icon("lock", "i16"), about, sentence, link)


def barred(scene: Scene, label: Words, token: str, kind: str = "no") -> Markup:
    """In the place of a button: what is not possible, and why, for who asks (a disclosure, so also by keyboard)."""
    found = scene.why_not(token)
    if found is None:
        return Markup('<span class="{}">{}</span>').format(kind, label)
    sentence, rule = found
    return Markup('<details class="barred"><summary class="{}">{}</summary>{}</details>').format(
        kind, label, why(scene, sentence, rule)
    )


def all_moves(scene: Scene, named: Iterable[tuple[str, Iterable[tuple[Sequence[str], Words]]]]) -> Markup:
    """The list of everything that may be done: groups of (the tokens in a row, what it is called)."""
    groups = []
    count = 0
    for title, moves in named:
        buttons = []
        for tokens, label in moves:
            buttons.append(Markup("<li>{}</li>").format(play(tokens, label, "btn line slim")))
            scene.named[" ".join(tokens)] = title, label
            count += 1
        if buttons:
            head = Markup("<h4>{}</h4>").format(title) if title else Markup("")
            groups.append(Markup("{}<ul>{}</ul>").format(head, Markup("").join(buttons)))
    head = scene.texts("All you may do: {n} move", "All you may do: {n} moves", count).format(n=count)
    return Markup('<details class="all" data-keep="all"><summary>{}<span>{}</span></summary>{}</details>').format(
        icon("menu", "i16"), head, Markup("").join(groups)
    )


def clock(scene: Scene, seat: int, always: bool = False) -> Markup:
    """A seat's running clock, where seconds count (or always); the script lets it run, the server says when it ends."""
    until = scene.deadlines[seat] if seat < len(scene.deadlines) else None
    if until is None or not (scene.live or always):
        return Markup("")
    return Markup('<span class="clock num" data-until="{}">{}<span class="left"></span></span>').format(
        until, icon("clock")
    )


def kind_of(scene: Scene, seat: int) -> Markup:
    """The face of the program in a seat, dressed by its level."""
    bot = scene.bots[seat] if seat < len(scene.bots) else None
    if bot is None:
        return Markup("")
    word = scene.fill(scene.text("bot: {level}"), level=level(bot, scene.speaker.language))
    return Markup('<span class="bot" title="{}">{}<span class="sr">({})</span></span>').format(
        word, face(bot, seat), word
    )


def waiting_dots() -> Markup:
    """Three dots beside a name: this one is thinking."""
    return Markup('<span class="waiting" aria-hidden="true"><i></i><i></i><i></i></span>')


def log_lines(scene: Scene, lines: Iterable[tuple[int, Words]], most: int = 40) -> Markup:
    """The log, newest first; what came since this seat's own last move is marked. Lines are (version, sentence)."""
    kept = list(lines)[-most:][::-1]
    if not kept:
        return Markup('<p class="dim small">{}</p>').format(scene.text("Nothing has happened yet."))
    shown = [
        Markup("<li{}><span>{}</span></li>").format(Markup(' class="news"') if version > scene.since else "", line)
        for version, line in kept
    ]
    return Markup('<ol class="log" tabindex="0" aria-label="{}">{}</ol>').format(
        scene.text("What happened"), Markup("").join(shown)
    )
