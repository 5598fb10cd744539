"""What each operation can answer but its answer, for the document."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from litestar.openapi.datastructures import ResponseSpec

from backroom.web.problems import MEDIA, SENTENCES, Problem

ALWAYS: Final = ("bad_request", "wrong_host", "bad_token", "big_body", "long_address", "too_many_requests", "closing")
CHANGES: Final = ("wrong_origin", "wrong_form")
PERSON: Final = ("sign_in_first",)
TABLE: Final = ("no_such_table",)
GOING: Final = ("not_started", "rules_changed", "edition_unfit", "opening_unfit", "log_unfit", "no_such_game")
SIGHT: Final = (*TABLE, *GOING, "no_spectators")
MOVES: Final = (
    *PERSON, *TABLE, *GOING, *CHANGES, "not_your_seat", "bad_client", "client_reused", "stale", "table_closed",
    "log_unavailable",
)  # fmt: skip


def errors(*codes: str) -> dict[int, ResponseSpec]:
    """The problems of an operation, by status."""
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys((*codes, *ALWAYS)):
        by_status[SENTENCES[code][0]].append(code)
    return {
        status: ResponseSpec(
            Problem,
            description="; ".join(f"`{code}`: {SENTENCES[code][1]}" for code in found),
            media_type=MEDIA,
            generate_examples=False,
        )
        for status, found in sorted(by_status.items())
    }
