"""Nobody gets in as somebody else, and nothing is done in a person's name that he has not done himself."""

from __future__ import annotations

import json
import re
from random import Random

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.web.clients import Client, table_of
from tests.web.serving import Running

EVIL = "https://evil.example.com"


class Browser:
    """Somebody with a cookie, as a browser has it."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=f"{address}/api/v1", timeout=30)
        self.welcome = self.http.post("/guests", json={"name": name}).raise_for_status()
        self.csrf: str = self.welcome.json()["csrf"]
        self.cookie: str = self.http.cookies["backroom"]
        self.table: str = self.post("/tables", {"game": "boss", "seats": ["host", "random", "random"]}).json()["id"]

    def post(self, path: str, body: object = None, **headers: str) -> httpx.Response:
        return self.http.post(path, json=body, headers={"X-CSRF-Token": self.csrf, **headers})


@pytest.fixture(scope="module")
def browser(running: Running) -> Browser:
    return Browser(running.address, "Ann of the browser")


def code(answer: httpx.Response) -> str:
    """A problem's code."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    told: str = answer.json()["code"]
    return told


def test_the_cookie_is_for_the_browser_alone(browser: Browser) -> None:
    flags = browser.welcome.headers["set-cookie"].lower()
    assert "httponly" in flags
    assert "samesite=lax" in flags
    assert "path=/" in flags
    assert browser.http.get("/me").json()["name"] == "Ann of the browser"
    assert browser.csrf == browser.http.get("/me").json()["csrf"]
    assert browser.csrf not in browser.cookie
    assert browser.cookie not in browser.welcome.text


def test_another_site_can_do_nothing_in_a_browsers_name(browser: Browser) -> None:
    path = f"/tables/{browser.table}/talk"
    line = {"text": "hello"}
    assert browser.post(path, line, origin=browser.address).status_code == 201
    assert browser.post(path, line).status_code == 201, "a program without any Origin, with the proof"
    for origin in (EVIL, "null", browser.address.replace("http", "https") + ".evil.example.com", "", "::", "http://[x"):
        assert code(browser.post(path, line, origin=origin)) == "wrong_origin", origin
    assert code(browser.post(path, line, **{"sec-fetch-site": "cross-site"})) == "wrong_origin"
    for proof in ("", "wrong", browser.csrf[:-1], browser.csrf + "x", Browser(browser.address, "Bob").csrf):
        assert code(browser.http.post(path, json=line, headers={"X-CSRF-Token": proof})) == "wrong_form", proof
    assert code(browser.http.post(path, json=line)) == "wrong_form"
    for method in ("PUT", "PATCH", "DELETE"):
        assert code(browser.http.request(method, "/me", json={"name": "Eve"})) == "wrong_form"
    moves = f"/tables/{browser.table}/moves"
    assert code(browser.http.post(moves, json={"tokens": ["x"], "client": "1"})) == "wrong_form"
    assert code(browser.post(moves, {"tokens": ["x"], "client": "1"}, origin=EVIL)) == "wrong_origin"
    assert code(browser.post(moves, {"tokens": ["x"], "client": "1"})) == "not_started"
    socket = f"{browser.address.replace('http', 'ws')}/api/v1/tables/{browser.table}/socket"
    with pytest.raises(InvalidStatus) as refused:
        connect(socket, additional_headers={"Cookie": f"backroom={browser.cookie}", "Origin": EVIL})
    assert refused.value.response.status_code == 403


def test_forms_carry_the_proof_in_a_field(browser: Browser) -> None:
    path = f"/tables/{browser.table}/leave"
    assert code(browser.http.post(path, data={"csrf": "wrong"})) == "wrong_form"
    assert code(browser.http.post(path, data={})) == "wrong_form"
    assert code(browser.http.post(path, files={"csrf": (None, "forged")})) == "wrong_form", "with files, too"
    other = Browser(browser.address, "Cid of the browser")
    assert other.http.post(f"/tables/{other.table}/leave", data={"csrf": other.csrf}).status_code == 200


def test_a_forged_cookie_is_nobodys(browser: Browser) -> None:
    person, epoch, given, signature = browser.cookie.split("~")
    other = Browser(browser.address, "Dee of the browser")
    theirs = other.cookie.split("~")
    forged = [
        f"{theirs[0]}~{epoch}~{given}~{signature}",
        f"{person}~{int(epoch) + 1}~{given}~{signature}",
        f"{person}~{epoch}~{int(given) + 1}~{signature}",
        f"{person}~{epoch}~{given}~{signature[:-1]}",
        f"{person}~{epoch}~{given}~{theirs[3]}",
        f"{person}~{epoch}~{given}~",
        f"{person}~{epoch}~{given}",
        f"proof~{browser.cookie}",
        f"proof~{person}~{epoch}~{given}~{browser.csrf}",
        "", "~", "~~~", "é~ü~1~x", '"', "x" * 4000,
    ]  # fmt: skip
    chooser = Random(1)
    for _ in range(200):
        spoilt = list(browser.cookie)
        at = chooser.randrange(len(spoilt) - 1)  # the last letter of a signature holds four idle bits
        spoilt[at] = chooser.choice([each for each in "abcXYZ019-_~" if each != spoilt[at]])
        forged.append("".join(spoilt))
    for value in forged:
        answer = httpx.get(f"{browser.address}/api/v1/me", headers={b"Cookie": f"backroom={value}".encode()})
        assert (answer.status_code, code(answer)) == (401, "sign_in_first"), value


def test_a_forged_or_revoked_token_is_refused_and_never_falls_back_to_the_cookie(browser: Browser) -> None:
    given = browser.post("/me/tokens", {"name": "my program"}).json()
    assert given["token"] not in browser.http.get("/me/tokens").text
    program = httpx.Client(base_url=browser.http.base_url, headers={"Authorization": f"Bearer {given['token']}"})
    assert program.get("/me").json()["name"] == "Ann of the browser"
    assert program.get("/me").json()["csrf"] == ""
    for text in ("br_", "br_" + "x" * 43, given["token"][:-1], given["token"].upper(), "é" * 20):
        for kind in ("Bearer", "Basic", "bearer"):
            spoilt = {b"Authorization": f"{kind} {text}".encode()}
            assert code(browser.http.get("/me", headers=spoilt)) == "bad_token", (kind, text)
    assert browser.http.delete(f"/me/tokens/{given['id']}", headers={"X-CSRF-Token": browser.csrf}).status_code == 204
    assert code(program.get("/me")) == "bad_token"
    others = Browser(browser.address, "Eve of the browser")
    kept = browser.post("/me/tokens", {"name": "another"}).json()
    stolen = others.http.delete(f"/me/tokens/{kept['id']}", headers={"X-CSRF-Token": others.csrf})
    assert code(stolen) == "no_such_token"


def test_signing_out_everywhere_and_leaving_end_every_cookie(running: Running) -> None:
    browser = Browser(running.address, "Fay")
    assert browser.post("/me/claim", {"passphrase": "correct horse"}).json()["claimed"]
    again = httpx.Client(base_url=f"{running.address}/api/v1")
    wrong = again.post("/session", json={"name": "fay", "passphrase": "correct house"})
    assert (wrong.status_code, code(wrong)) == (403, "wrong_sign_in")
    signed = again.post("/session", json={"name": "fay", "passphrase": "correct horse"})
    assert signed.status_code == 201
    assert signed.json()["id"] == browser.http.get("/me").json()["id"]
    taken = httpx.post(f"{running.address}/api/v1/guests", json={"name": "FAY"})
    assert (taken.status_code, code(taken)) == (409, "name_taken")
    assert again.delete("/sessions", headers={"X-CSRF-Token": signed.json()["csrf"]}).status_code == 204
    assert code(browser.http.get("/me")) == "sign_in_first"
    assert code(again.get("/me")) == "sign_in_first"
    third = httpx.Client(base_url=f"{running.address}/api/v1")
    csrf = third.post("/session", json={"name": "Fay", "passphrase": "correct horse"}).json()["csrf"]
    assert third.delete("/me", headers={"X-CSRF-Token": csrf}).status_code == 204
    assert third.post("/session", json={"name": "Fay", "passphrase": "correct horse"}).status_code == 403


def test_nobody_acts_for_a_seat_that_is_not_his_or_sees_its_view(running: Running) -> None:
    ann, bob, eve = (Client(running.address) for _ in range(3))
    table = table_of(ann, bob, game="boss")
    views = {who.id: who.http.get(f"/tables/{table}/view").content for who in (ann, bob, eve)}
    assert [json.loads(views[who.id])["seat"] for who in (ann, bob, eve)] == [0, 1, None]
    assert len(set(views.values())) == 3
    nobody = httpx.get(f"{running.address}/api/v1/tables/{table}/view")
    assert nobody.content == views[eve.id], "who looks on sees what every spectator sees, to the byte"
    legal = ann.get(f"/tables/{table}/legal")["tokens"] or bob.get(f"/tables/{table}/legal")["tokens"]
    answer = eve.move(table, legal[0])
    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")
    for path in ("resign", "leave", "start", "abort", "rematch", "take-back"):
        status, _ = eve.refused("POST", f"/tables/{table}/{path}", {"client": "x"} if path == "take-back" else None)
        assert status in (403, 409)
    assert eve.refused("POST", f"/tables/{table}/talk", {"text": "let me in"}) == (403, "not_your_seat")
    assert eve.refused("GET", f"/tables/{table}/legal/{legal[0]}") == (403, "not_your_seat")
    assert eve.refused("PUT", f"/tables/{table}/mutes/{bob.id}") == (403, "not_the_host")
    assert eve.refused("PUT", f"/tables/{table}/seats/0/bot", {"bot": "random"})[0] == 409
    assert eve.refused("POST", f"/tables/{table}/seats/0/take-over") == (409, "not_abandoned")
    private = table_of(ann, bob, game="boss", spectators=False)
    for path in ("view", "legal", "events", "talk", "stream"):
        assert eve.refused("GET", f"/tables/{private}/{path}") == (403, "no_spectators"), path


def test_the_seed_is_out_of_reach_until_the_end(running: Running) -> None:
    ann, bob = Client(running.address), Client(running.address)
    table = table_of(ann, bob, game="boss")
    told = [
        ann.http.get(f"/tables/{table}{path}").text
        for path in ("", "/view", "/legal", "/events", "/talk", "/record", "/legal/nonsense")
    ]
    told += [ann.http.get("/tables").text, ann.http.get("/me/tables").text, ann.move(table, "nonsense").text]
    assert ann.refused("GET", f"/tables/{table}/record") == (409, "not_over")
    ann.post(f"/tables/{table}/abort")
    seed = ann.get(f"/tables/{table}")["seed"]
    assert len(seed) > 20
    for text in told:
        assert seed not in text
        assert f"{int(seed):x}" not in text


def test_every_answer_has_the_headers_that_keep_it_safe(running: Running) -> None:
    for path in (
        "/",
        "/health",
        "/api/v1",
        "/api/v1/games",
        "/nowhere",
        "/api/v1/tables/x/view",
        "/api/v1/tables/x/moves",
    ):
        answer = httpx.get(running.address + path, follow_redirects=True)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert "server" not in answer.headers
        assert re.fullmatch("[0-9a-f]{16}", answer.headers["x-request-id"])
    assert httpx.get(f"{running.address}/api/v1/me").headers["cache-control"] == "no-store"


def test_what_is_too_much_or_not_for_this_house_is_refused_early(running: Running) -> None:
    client = Client(running.address)
    big = client.http.post("/guests", content=b"x" * 200_000, headers={"content-type": "application/json"})
    assert (big.status_code, code(big)) == (413, "big_body")

    def drop_by_drop() -> object:
        for _ in range(300):
            yield b"x" * 1000

    for path in ("/guests", "/tables/x/moves"):
        chunked = client.http.post(path, content=drop_by_drop(), headers={"content-type": "application/json"})  # type: ignore[arg-type]  # a generator of bytes
        assert (chunked.status_code, code(chunked)) == (413, "big_body")
    long = client.http.get("/games/" + "x" * 3000)
    assert (long.status_code, code(long)) == (414, "long_address")
    host = client.http.get("/games", headers={"host": "rebound.example.com"})
    assert (host.status_code, code(host)) == (400, "wrong_host")
    assert client.refused("GET", "/games/boss%00") == (404, "no_such_page")
    assert client.refused("PATCH", "/games") == (405, "not_so")
    assert client.refused("POST", "/guests", {"name": 5})[1] == "bad_request"
    assert client.refused("POST", "/guests", {"name": "x", "admin": True})[1] == "bad_request"
    for nonsense in (b"{not json", b'{"name":"\xff"}', b'{"name":"\\ud800"}', b"[" * 5_000, b"\xff\xfe"):
        body = client.http.post("/guests", content=nonsense, headers={"content-type": "application/json"})
        assert (body.status_code, code(body)) == (400, "bad_request"), nonsense
    deep = {"game": "boss", "seats": ["host", "random"], "tempo": {"seconds": 30}, "edition": "x = " + "[" * 5_000}
    assert client.refused("POST", "/tables", deep) == (422, "bad_edition")


def test_problems_speak_of_the_rule_and_in_sentences(running: Running) -> None:
    ann, bob = Client(running.address), Client(running.address)
    table = table_of(ann, bob, game="boss")
    mover = ann if ann.get(f"/tables/{table}/legal")["tokens"] else bob
    refused = mover.move(table, "send:chicago:1v")
    told = refused.json()
    assert (refused.status_code, told["code"], told["reason"], told["rule"]) == (
        422, "illegal_move", "chicago_not_yet", "B-18",
    )  # fmt: skip
    assert told["rule_url"] == "/rules/boss#B-18"
    assert told["detail"].endswith(".")
    assert told["type"] == "/api/v1#illegal_move"
    asked = mover.get(f"/tables/{table}/legal/send:chicago:1v")
    assert not asked["legal"]
    assert asked["problem"]["detail"] == told["detail"]
    assert mover.get("/games/boss/rules/B-18")["number"] == "B-18"
    assert mover.move(table, "nonsense").json()["code"] == "no_such_move"
    legal = mover.get(f"/tables/{table}/legal")["tokens"]
    assert all(mover.get(f"/tables/{table}/legal/{token}")["legal"] for token in legal[:5])
    first = mover.move(table, legal[0], client="same").json()
    assert first == mover.move(table, legal[0], client="same").json(), "sent twice, it counts once"
    assert mover.move(table, legal[-1], client="same").json()["code"] == "client_reused"
