"""The API against its own description.

Schemathesis asks every operation whatever its schema allows, and much that it does not, and follows its links from
answer to request.

`BACKROOM_FUZZ` asks for more examples of each operation than the few that CI has time for.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.web.clients import Client, table_of
from tests.web.serving import GENEROUS, Running, serving

EXAMPLES = os.environ.get("BACKROOM_FUZZ", "4")
CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance",
)  # fmt: skip
ENDLESS = ("stream", "socket")
"""These do not come to an end by themselves; `test_every_way_in_answers_whatever_it_is_sent` tries them."""
REACHED = (
    "GET /games", "GET /games/X", "POST /guests", "GET /me", "PATCH /me", "POST /me/tokens", "POST /tables",
    "GET /tables/X", "POST /tables/X/start", "POST /tables/X/abort", "GET /tables/X/view", "GET /tables/X/legal",
    "GET /tables/X/events", "POST /tables/X/talk", "GET /people/X",
)  # fmt: skip
"""What has to have been answered well at least once, or the links lead nowhere."""


def asked_everything(running: Running, folder: Path, *more: str) -> str:
    """Schemathesis's report, if it found nothing."""
    without = [word for each in ENDLESS for word in ("--exclude-operation-id", each)]
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "run", f"{running.address}/api/v1/openapi.json",
            "--url", running.address, "--checks", ",".join(CHECKS), "--max-examples", EXAMPLES, "--seed", "1",
            "--continue-on-failure", "--no-color", "--generation-database", "none", *without, *more,
        ],
        cwd=folder, capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_operation_answers_as_it_is_described(tmp_path: Path) -> None:
    with serving(tmp_path, {**GENEROUS, "BACKROOM_LOG": "json"}) as running:
        ann = Client(running.address)
        told = asked_everything(
            running, tmp_path, "--header", f"Authorization: Bearer {ann.token}", "--exclude-operation-id", "leave_house"
        )
        assert "39/42" in told, "all but three operations were asked"
        # Once more with a game that is being played, which links reach by luck alone.
        (tmp_path / "schemathesis.toml").write_text(
            f'[parameters]\n"path.table" = "{table_of(ann, bots=1)}"\n"path.person" = "{ann.id}"\n', encoding="utf-8"
        )
        asked_everything(
            running, tmp_path, "--header", f"Authorization: Bearer {ann.token}", "--phases", "examples,coverage",
            "--include-path-regex", "/(tables/{table}/(view|legal|events|record|talk|take-back|moves|mutes)|people/)",
        )  # fmt: skip
        assert ann.get("/me")["id"] == ann.id
        lines = [json.loads(line) for line in running.said().splitlines() if line.startswith("{")]
    answered = {
        each["method"] + " " + re.sub("/(tables|games|people)/[^/]+", r"/\1/X", each["path"].removeprefix("/api/v1"))
        for each in lines
        if each["event"] == "request" and each["status"] < 300
    }
    assert set(REACHED) <= answered, set(REACHED) - answered
    assert not [each for each in lines if each["level"] == "error"]


def test_nobody_is_answered_as_it_is_described(tmp_path: Path) -> None:
    with serving(tmp_path, {**GENEROUS, "BACKROOM_LOG": "json"}) as running:
        asked_everything(running, tmp_path, "--phases", "examples,coverage")
        assert '"level": "error"' not in running.said()


def test_leaving_for_good_is_answered_as_it_is_described(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        ann = Client(running.address)
        told = asked_everything(
            running, tmp_path, "--header", f"Authorization: Bearer {ann.token}",
            "--include-operation-id", "leave_house", "--phases", "fuzzing",
        )  # fmt: skip
        assert "1 passed" in told or "Tested: 1" in told
        assert ann.http.get("/me").status_code == 401


OPEN = [
    ("GET", "/api/v1/tables/{}"), ("GET", "/tables/{}"), ("POST", "/api/v1/guests"), ("GET", "/api/v1/people/{}"),
]  # fmt: skip
CLOSED = [
    ("GET", "/api/v1/me"), ("DELETE", "/api/v1/me/tokens/{}"), ("POST", "/api/v1/tables"),
    ("GET", "/api/v1/tables/{}/view"), ("GET", "/api/v1/tables/{}/legal/{}"), ("GET", "/api/v1/tables/{}/stream"),
    ("GET", "/api/v1/tables/{}/socket"), ("GET", "/tables/{}/live"), ("POST", "/api/v1/tables/{}/moves"),
    ("POST", "/api/v1/tables/{}/join"), ("POST", "/tables/{}/moves"),
]  # fmt: skip
"""Where nobody gets in who is nobody."""
PRINTED = st.characters(min_codepoint=0x21, max_codepoint=0xFF, exclude_characters="\x7f")
HEADER = st.text(PRINTED, min_size=1, max_size=80)
BODIES = st.one_of(
    st.binary(max_size=200),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["tokens", "client", "seen", "name", "game", "seats", "seat", "token"]), inner
            )
        ),
        max_leaves=8,
    ).map(lambda told: json.dumps(told).encode()),
)


@pytest.fixture(scope="module")
def table(running: Running) -> str:
    """A table somebody else sits at, at which nobody may look on."""
    return table_of(Client(running.address), Client(running.address), spectators=False)


@given(
    way=st.sampled_from(OPEN + CLOSED),
    name=st.none() | st.text(max_size=30),
    cookie=HEADER,
    token=HEADER | HEADER.map("br_{}".format),
    known_by=st.sets(st.sampled_from(["cookie", "token"])),
    body=BODIES,
    media=st.sampled_from(["application/json", "application/x-www-form-urlencoded", "text/plain", ""]),
)
@settings(max_examples=40 * int(EXAMPLES), deadline=None, derandomize=True)
def test_every_way_in_answers_whatever_it_is_sent(
    running: Running, table: str, way: tuple[str, str], name: str | None, cookie: str, token: str, known_by: set[str],
    body: bytes, media: str,
) -> None:  # fmt: skip
    method, path = way
    place = path.format(*[table if name is None else quote(name, safe="")] * 2)
    headers = [(b"content-type", media.encode())]
    if "cookie" in known_by:
        headers.append((b"cookie", f"backroom={cookie}".encode("latin-1")))
    if "token" in known_by:
        headers.append((b"authorization", f"Bearer {token}".encode("latin-1")))
    content = body if method == "POST" else None
    with httpx.stream(method, running.address + place, headers=headers, content=content, timeout=20) as answer:
        assert answer.status_code < 500
        assert answer.status_code >= 400 or (way in OPEN and "token" not in known_by), "nobody is let in here"
