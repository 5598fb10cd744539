"""What a browser needs to install the house, and the one page it keeps."""

from __future__ import annotations

import json
import re
import struct

import httpx

from backroom.web.statics import statics
from tests.web.serving import Running
from tests.web.test_pages import Sitter


def test_the_manifest_names_icons_of_the_sizes_they_have() -> None:
    manifest = json.loads(statics()["backroom.webmanifest"].plain)
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    seen = set()
    for icon in manifest["icons"]:
        file = statics()[icon["src"]]
        assert file.kind == icon["type"]
        if icon["type"] == "image/png":
            assert file.plain.startswith(b"\x89PNG")
            width, height = struct.unpack("!II", file.plain[16:24])
            assert icon["sizes"] == f"{width}x{height}"
            seen.add((width, icon.get("purpose", "any")))
    assert {(192, "any"), (512, "any"), (512, "maskable")} <= seen


def test_the_one_page_that_is_kept_is_nobodys(running: Running) -> None:
    anna = Sitter(running.address)
    anna.go("/people/me")
    anna.send("/people/name", name="Anna of the offline page")
    worker = anna.go("/worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    found = re.match(r"const KEPT = (.*);", worker.text)
    assert found is not None
    kept = json.loads(found[1])
    assert kept[0] == "/offline"
    assert all(place.startswith("/static/") for place in kept[1:])
    for place in kept:
        answer = anna.http.get(place)
        assert answer.status_code == 200
        assert "Anna" not in answer.text
        assert "csrf" not in answer.text
    assert anna.http.get("/offline").text == httpx.get(f"{running.address}/offline").text
