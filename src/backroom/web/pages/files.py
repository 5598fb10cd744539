"""Style, drawings and the script, for ever the same under their address."""

from __future__ import annotations

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Redirect, Response
from msgspec import json

from backroom.web.pages.shell import Ask, caller_of, html, templates
from backroom.web.statics import address, statics, version

FOREVER = "public, max-age=31536000, immutable"


@get("/static/{digest:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
def static(request: Ask, digest: str, name: str) -> Response[bytes] | Redirect:
    """One file. An address of another version leads to this one's."""
    found = statics().get(name)
    if found is None:
        raise NotFoundException
    if digest != version():
        return Redirect(address(name), status_code=307)
    headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
    body = found.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = found.packed
        headers["content-encoding"] = "gzip"
    return Response(body, media_type=found.kind, headers=headers)


@get("/offline", include_in_schema=False, sync_to_thread=False)
def offline(request: Ask) -> Response[bytes]:
    """The one page a browser keeps: nothing in it is anybody's."""
    return html(request, templates(caller_of(request).language).get_template("offline.html").render())


@get("/worker.js", include_in_schema=False, sync_to_thread=False)
def worker() -> Response[bytes]:
    """The service worker. It stands at the root, since it serves no page beside it otherwise."""
    kept = json.encode(["/offline", *map(address, ("backroom.css", "theme.js"))])
    icon = json.encode(address("icon-192.png"))
    body = b"const KEPT = " + kept + b";\nconst ICON = " + icon + b";\n" + statics()["worker.js"].plain
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


@get("/favicon.ico", include_in_schema=False, sync_to_thread=False)
def favicon() -> Redirect:
    """For browsers that ask without having been told."""
    return Redirect(address("favicon.svg"), status_code=307)
