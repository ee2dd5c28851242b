"""The web client: its page and the files it loads, as `make web` built them into the package."""

import asyncio
import gzip
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from openuno.room.refusals import Refused
from openuno.server.http.dispatch import (
    REVALIDATE,
    known_tags,
    not_found,
    refusal,
    request_call,
    taken_encodings,
)
from openuno.server.http.endpoint import PATTERNS
from openuno.server.http.preview.tags import with_preview
from openuno.server.http.shared_links import find_preview, picture_link, table_link
from openuno.server.http.state import AppState
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.store import Unavailable

FOLDER = Path(__file__).parents[1] / "pages"
INDEX = "/index.html"
ADDRESSES = (
    "/",
    "/new",
    "/t/{code:str}",
    "/event",
    "/e/{event:str}",
    "/e/{event:str}/screen",
    "/e/{event:str}/print",
    "/screen",
    "/screen/{code:str}",
    "/watch",
    "/replay",
    "/replay/{game:str}",
    "/learn",
    "/puzzle",
    "/puzzle/{number:str}",
    "/rules",
    "/rules/{edition:str}",
    "/history",
    "/settings",
)
"""Where a person can be: everywhere the same page, which looks at its own address."""
UNBUILT = (
    "The tables are open, but this server came without its pages: `make web` builds them. "
    "Programs find what they need at /openapi.json.\n"
)
HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",  # the address of a table lets people in
    "X-Content-Type-Options": "nosniff",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; connect-src 'self'{sockets}; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
ALONE = "default-src 'none'; frame-ancestors 'none'"
"""For a file: a picture opened by itself is a page, too."""
WORKER = "/sw.js"
"""The service worker, which keeps what can be read without us."""
WORKERS = f"{ALONE}; connect-src 'self'"
HASHED = "/assets/"
"""Here a file's name says what is in it, so that it never changes."""
FOR_EVER = "public, max-age=31536000, immutable"
LOOK_UP = 2.0
"""Seconds that looking for a table may hold up its page."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Ways a file may lie there compressed, the best first."""
_ALLOWED = "GET, HEAD"
_MEDIA = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class Built(msgspec.Struct, frozen=True):
    """A file of the client; `bodies` has it by encoding, as it is under the empty one."""

    media: str
    tag: str
    bodies: Mapping[str, bytes]


def load(folder: Path) -> dict[str, Built]:
    """Every file by its address. They are few and small, and from here on no path leads out."""
    compressed = tuple(ENCODINGS.values())
    return {
        f"/{path.relative_to(folder).as_posix()}": _read_page(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.endswith(compressed)
    }


def routes(folder: Path | None = None) -> Sequence[BaseRoute]:
    """The page wherever a person can be, then every file; they come after all other routes."""
    pages = Pages(load(folder or FOLDER))
    return [Route(path, pages) for path in (*ADDRESSES, "/{file:path}")]


class Pages:
    """Answers with what was built and with nothing else, as an ASGI application."""

    def __init__(self, files: Mapping[str, Built]) -> None:
        self._files = files

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever it is."""
        state: AppState = scope["state"]
        request = Request(scope)
        if "file" in request.path_params:
            response = await self._file(request, state)
        else:
            response = await self._table_page(request, state) or self._page(request, state)
        state["rate_limits"].answers[response.status_code] += 1
        await response(scope, receive, send)

    def _page(self, request: Request, state: AppState, status: int = 200) -> Response:
        index = self._files.get(INDEX)
        if index is None:
            headers = {**HEADERS, "Cache-Control": "no-store"}
            return Response(UNBUILT, 503, headers, "text/plain")
        headers = {"Content-Security-Policy": _policy(request, state), "Cache-Control": REVALIDATE}
        return _sent(request, index, headers, status)

    async def _table_page(self, request: Request, state: AppState) -> Response | None:
        """The page of a table, with the tags of an invitation; None if there is no such table.

        Wherever that is hindered, the page itself says what is wrong: this is for those who do
        not open it.
        """
        index, code = self._files.get(INDEX), request.path_params.get("code", "")
        if index is None or not re.fullmatch(PATTERNS["code"], code):
            return None
        call = request_call(request, state)
        limits = state["rate_limits"]
        try:
            limits.requests.take(call.address, limits.now())
            async with asyncio.timeout(LOOK_UP):
                subject = await find_preview(call, code, page=True)
        except (Problem, Refused, Unavailable, TimeoutError):
            return None
        links = table_link(call, code.upper()), picture_link(call, code.upper())
        body = with_preview(index.bodies[""], subject, *links)
        page = Built(
            index.media,
            sha256(body).hexdigest()[:24],
            {"": body, "gzip": gzip.compress(body, compresslevel=5, mtime=0)},
        )
        headers = {"Content-Security-Policy": _policy(request, state), "Cache-Control": REVALIDATE}
        return _sent(request, page, headers)

    async def _file(self, request: Request, state: AppState) -> Response:
        path: str = request.scope["path"]
        found = self._files.get(path)
        if found is not None and path != INDEX:
            caching = FOR_EVER if path.startswith(HASHED) else REVALIDATE
            policy = WORKERS if path == WORKER else ALONE
            return _sent(
                request, found, {"Content-Security-Policy": policy, "Cache-Control": caching}
            )
        if INDEX in self._files and _read_by_a_person(request):
            return self._page(request, state, 404)
        return await not_found(request, LookupError(path))


def _read_page(path: Path) -> Built:
    content = path.read_bytes()
    bodies = {"": content}
    for encoding, suffix in ENCODINGS.items():
        beside = path.with_name(path.name + suffix)
        if beside.is_file():
            bodies[encoding] = beside.read_bytes()
    media = _MEDIA.get(path.suffix, "application/octet-stream")
    return Built(media, sha256(content).hexdigest()[:24], bodies)


def _sent(request: Request, built: Built, headers: dict[str, str], status: int = 200) -> Response:
    if request.method not in ("GET", "HEAD"):
        path, allow = request.scope["path"], {"Allow": _ALLOWED}
        no = Problem.of(HttpKind.WRONG_METHOD, allow, path=path, allowed=_ALLOWED)
        return refusal(no)
    encoding = _encoding(request, built)
    # Compressed it is another body, so it has another tag.
    tag = f'"{built.tag}-{encoding}"' if encoding else f'"{built.tag}"'
    headers |= {**HEADERS, "ETag": tag, "Vary": "Accept-Encoding"}
    if status == 200 and tag in known_tags(request):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    headers["Content-Type"] = built.media
    return Response(built.bodies[encoding], status, headers)


def _encoding(request: Request, built: Built) -> str:
    """The best encoding that the client takes and we have."""
    taken = taken_encodings(request)
    return next((name for name in ENCODINGS if name in taken and name in built.bodies), "")


def _policy(request: Request, state: AppState) -> str:
    """What the page may do; not every browser takes our WebSockets for `'self'`."""
    sites = (request_call(request, state).site, state["options"].public_url or "")
    hosts = dict.fromkeys(site.partition("://")[2] for site in sites if site)
    return POLICY.format(sockets="".join(f" ws://{host} wss://{host}" for host in hosts))


def _read_by_a_person(request: Request) -> bool:
    """Whether someone opened this address in a browser: our own page tells them more."""
    asked = request.method in ("GET", "HEAD") and not request.scope["path"].startswith("/api/")
    return asked and "text/html" in request.headers.get("accept", "")
