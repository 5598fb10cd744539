"""The API's own description: OpenAPI for programs, and a page for people, with nothing from elsewhere."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, Final

import msgspec
from litestar import Litestar, Request, get
from litestar.enums import MediaType
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag
from litestar.response import Response

from backroom.bots import BOTS
from backroom.kernel.registry import games as names
from backroom.web.api.errors import MOVES, SIGHT, errors
from backroom.web.frames import Frame
from backroom.web.live import Answer, MoveBody
from backroom.web.problems import MEDIA, SENTENCES, Problem

TEXT: Final = """Programs can do here what people can do in the house. Start with `POST /api/v1/guests` and a name
for a token; send it as `Authorization: Bearer …`. Times are milliseconds since 1970. Errors are
[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457) problems: look at `code`, show `detail`."""


class Whole(OpenAPIRenderPlugin):
    """Litestar serves the schema somewhere whatever one says; so it is the whole of it there too."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        return _document(request.app)


CONFIG: Final = OpenAPIConfig(
    path="/api/v1/schema",
    render_plugins=[Whole(path=["/openapi.json", "/"], media_type=MediaType.JSON)],
    title="Back Room",
    version="1",
    description=TEXT,
    use_handler_docstrings=True,
    components=Components(
        security_schemes={
            "token": SecurityScheme(type="http", scheme="bearer", description="A token of a person's."),
            "cookie": SecurityScheme(
                type="apiKey", name="backroom", security_scheme_in="cookie",
                description="A browser's; with X-CSRF-Token for everything that is not GET.",
            ),
        }
    ),
    security=[{"token": []}, {"cookie": []}, {}],
    tags=[
        Tag("games", "What can be played"),
        Tag("people", "Who is who"),
        Tag("tables", "Opening tables, sitting down, getting up"),
        Tag("play", "Looking and moving"),
        Tag("live", "Being told at once"),
        Tag("talk", "Talk at a table"),
    ],
)  # fmt: skip
_REF: Final = "#/components/schemas/{name}"
_PLAY: Final = "/api/v1/tables/{table}/"


EXAMPLES: Final[dict[str, Any]] = {
    "guest": {"name": "Anna", "token": "my program"},
    "rename": {"name": "Anna B."},
    "give_token": {"name": "my program"},
    "create_table": {"game": "boss", "seats": ["host", "sensible"], "tempo": {"seconds": 60, "reserve": 300}},
    "join": {"seat": 1},
    "seat_bot": {"bot": "sensible"},
    "move": {"tokens": ["send:boston:1v2r", "lay:boston:3"], "client": "move 1", "seen": 0},
    "take_back": {"client": "move 2"},
    "say": {"text": "Good evening."},
}
"""Bodies that can be sent, by operation."""


def describe(app: Litestar) -> dict[str, Any]:
    """The whole document: what Litestar knows of its handlers, and what `live.py` serves beside it."""
    found = app.openapi_schema.to_schema()
    paths: dict[str, Any] = {
        path: each for path, each in found["paths"].items() if path.startswith("/api/v1/")
    }  # pages are no API
    (problem, answer, body, frame), shapes = msgspec.json.schema_components(
        [Problem, Answer, MoveBody, Frame], ref_template=_REF
    )
    schemas = found["components"].setdefault("schemas", {})
    for name, shape in shapes.items():
        schemas.setdefault(name, shape)
    table = {
        "name": "table",
        "in": "path",
        "required": True,
        "schema": {"type": "string"},
        "description": "A table's id.",
    }
    paths[f"{_PLAY}moves"] = {
        "post": {
            "tags": ["play"],
            "summary": "Move",
            "operationId": "move",
            "description": "One token or several, which stand or fall together. Whatever was answered is written down;"
            " sent again with the same `client` it counts once and is answered alike.",
            "parameters": [table],
            "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
            "responses": {
                "200": {
                    "description": "The version the move brought.",
                    "content": {"application/json": {"schema": answer}},
                },
                **_problems(problem, *MOVES, "no_move", "long_move", "no_such_move", "illegal_move", "not_so"),
            },
        }
    }
    paths[f"{_PLAY}stream"] = {
        "get": {
            "tags": ["live"],
            "summary": "Look on",
            "operationId": "stream",
            "description": "Server-sent events. `view`: a frame as `GET …/view` answers it, with the version as its id;"
            " you always get the present, so versions may be left out. `news`: who sits there or what was said has"
            " changed. `hello` comes first, `problem` last.",
            "parameters": [
                table,
                {"name": "Last-Event-ID", "in": "header", "schema": {"type": "string"},
                 "description": "The version you have: nothing is sent until there is a newer one."},
            ],
            "responses": {
                "200": {"description": "Until you hang up.", "content": {"text/event-stream": {"schema": frame}}},
                **_problems(problem, *SIGHT, "too_many_streams", "not_so"),
            },
        }
    }  # fmt: skip
    paths[f"{_PLAY}socket"] = {
        "get": {
            "tags": ["live"],
            "summary": "Look on and move",
            "operationId": "socket",
            "description": "A WebSocket. You hear `hello`, `view` (frames), `news`, `done` and `problem`; you say"
            ' `{"type": "move", "tokens": […], "client": "…", "seen": 7}` or `{"type": "take_back", "client": "…"}`.',
            "parameters": [table],
            "responses": {
                "101": {"description": "From here on messages as JSON, each with its `type`."},
                **_problems(problem, *SIGHT, "too_many_streams", "wrong_origin"),
            },
        }
    }
    schemas["TableIn"]["properties"]["game"]["enum"] = names()
    schemas["TableIn"]["properties"]["seats"]["items"]["enum"] = ["host", "open", *BOTS]
    for item in paths.values():
        for operation in item.values():
            operation["responses"].get("204", {}).pop("content", None)  # there is nothing in it
            if operation["operationId"] in EXAMPLES:
                for content in operation["requestBody"]["content"].values():
                    content["example"] = EXAMPLES[operation["operationId"]]
    paths[f"{_PLAY}view"]["get"]["responses"]["200"]["content"] = {"application/json": {"schema": frame}}
    _link(paths)
    return {**found, "paths": dict(sorted(paths.items()))}


def _problems(schema: Any, *codes: str) -> dict[str, Any]:
    return {
        str(status): {"description": spec.description, "content": {MEDIA: {"schema": schema}}}
        for status, spec in errors(*codes).items()
    }


def _link(paths: dict[str, Any]) -> None:
    """From an answer to what one can do with what it tells: a table, a person, a token, a line, a game."""

    def link(path: str, method: str, status: str, to: str, **given: str) -> None:
        links = paths[f"/api/v1/{path}"][method]["responses"][status].setdefault("links", {})
        links[to] = {"operationId": to, "parameters": given}

    told = {"table": "$response.body#/id", "seat": "1", "person": "$response.body#/host/id"}
    for path, item in paths.items():
        for operation in item.values():
            needed = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "path"}
            if "{table}" in path and needed <= told.keys():
                given = {name: told[name] for name in sorted(needed)}
                link("tables", "post", "201", operation["operationId"], **given)
                link("tables/{table}/rematch", "post", "200", operation["operationId"], **given)
    table = "$request.path.table"
    link("guests", "post", "201", "person", person="$response.body#/id")
    link("me/tokens", "post", "201", "revoke_token", token="$response.body#/id")
    link("tables/{table}/talk", "post", "201", "delete_line", table=table, line="$response.body#/id")
    link("tables/{table}/legal", "get", "200", "why_not", table=table, token="$response.body#/tokens/0")
    link("games", "get", "200", "game", game="$response.body#/games/0/name")


@cache
def _document(app: Litestar) -> bytes:
    return msgspec.json.encode(describe(app))


@get("/openapi.json", include_in_schema=False)
async def openapi(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The document for programs."""
    return Response(_document(request.app), media_type=MediaType.JSON, headers={"cache-control": "max-age=300"})


@get("/style.css", include_in_schema=False)
async def style() -> Response[bytes]:
    """How the page looks."""
    sheet = (files("backroom.web.api") / "document.css").read_bytes()
    return Response(sheet, media_type="text/css", headers={"cache-control": "max-age=300"})


@get("/", include_in_schema=False, media_type=MediaType.HTML)
async def page(request: Request[Any, Any, Any]) -> Response[str]:
    """The document for people."""
    return Response(_page(request.app), media_type=MediaType.HTML, headers={"cache-control": "max-age=300"})


@cache
def _page(app: Litestar) -> str:
    document = msgspec.json.decode(_document(app))
    by_tag: dict[str, list[str]] = {tag["name"]: [] for tag in document["tags"]}
    for path, item in document["paths"].items():
        for method, operation in item.items():
            by_tag[operation["tags"][0]].append(_operation(path, method, operation))
    chapters = [
        f'<section id="{tag["name"]}"><h2>{escape(tag["description"])}</h2>{"".join(by_tag[tag["name"]])}</section>'
        for tag in document["tags"]
    ]
    schemas = document["components"]["schemas"]
    shapes = [_shape(name, schema) for name, schema in sorted(schemas.items())]
    codes = [
        f'<tr id="{code}"><td><code>{code}</code><td>{status}<td>{escape(words)}'
        for code, (status, words) in sorted(SENTENCES.items())
    ]
    menu = "".join(f'<a href="#{tag["name"]}">{tag["name"]}</a> ' for tag in document["tags"])
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        '<title>Back Room: the API</title><link rel="stylesheet" href="/api/v1/style.css">'
        f"<header><h1>Back Room: the API</h1><p>{_prose(document['info']['description'])}</p><nav>{menu}"
        '<a href="#shapes">shapes</a> <a href="#problems">problems</a> <a href="/api/v1/openapi.json">openapi.json</a>'
        f"</nav></header><main>{''.join(chapters)}"
        f'<section id="shapes"><h2>Shapes</h2>{"".join(shapes)}</section>'
        f'<section id="problems"><h2>Problems</h2><table>{"".join(codes)}</table></section></main></html>'
    )


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    parts = [f"<p>{_prose(operation.get('description', ''))}</p>"]
    rows = [
        f"<tr><td><code>{escape(each['name'])}</code><td>{each['in']}<td>{_type(each.get('schema', {}))}"
        f"<td>{_prose(each.get('description', ''))}"
        for each in operation.get("parameters", ())
    ]
    if rows:
        parts.append(f"<table>{''.join(rows)}</table>")
    for content in operation.get("requestBody", {}).get("content", {}).values():
        parts.append(f"<p>Body: {_type(content['schema'])}</p>")
        if "example" in content:
            example = msgspec.json.encode(content["example"]).decode()
            parts.append(f"<p><code>{escape(example, quote=False)}</code></p>")
    answers = []
    for status, answer in operation["responses"].items():
        shown = ", ".join(_type(each.get("schema", {})) for each in answer.get("content", {}).values())
        answers.append(f"<tr><td>{status}<td>{shown}<td>{_prose(answer.get('description', ''))}")
    parts.append(f"<table>{''.join(answers)}</table>")
    name = operation["operationId"]
    return (
        f'<details id="op-{name}"><summary><b>{method.upper()}</b> <code>{escape(path)}</code>'
        f" {escape(operation.get('summary', ''))}</summary>{''.join(parts)}</details>"
    )


def _shape(name: str, schema: dict[str, Any]) -> str:
    rows = [
        f"<tr><td><code>{escape(field)}</code><td>{_type(each)}<td>{_prose(each.get('description', ''))}"
        for field, each in schema.get("properties", {}).items()
    ]
    return (
        f'<h3 id="shape-{escape(name)}">{escape(name)}</h3><p>{_prose(schema.get("description", ""))}</p>'
        f"<table>{''.join(rows)}</table>"
    )


def _type(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f'<a href="#shape-{escape(name)}">{escape(name)}</a>'
    for several in ("oneOf", "anyOf"):
        if several in schema:
            return " or ".join(_type(each) for each in schema[several])
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(each))}</code>" for each in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(" or ".join(kind) if isinstance(kind, list) else str(kind))


def _prose(text: str) -> str:
    """A sentence or two with `code` in it."""
    parts = escape(text, quote=False).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


ROUTES = [openapi, style, page]
