"""From a request to an endpoint and back: origin, rate, token, body, answer, and every refusal."""

import asyncio
import gzip
import re
from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest
from http import HTTPStatus
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from openuno.engine.errors import SetupError
from openuno.event.refusals import EventRefused
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.events.problems import event_problem
from openuno.server.guests import authenticate, token_hash
from openuno.server.http.endpoint import (
    JSON,
    PATTERNS,
    Call,
    Endpoint,
    File,
    NoContent,
    Operator,
)
from openuno.server.http.state import AppState
from openuno.server.net.hosts import is_host
from openuno.server.net.problems import (
    HttpKind,
    Problem,
    bad_built_rule,
    to_problem,
    unavailable,
)
from openuno.server.store import Guest, Unavailable

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""On every answer: it is data, only for the client that asked."""
REVALIDATE = "no-cache"
"""A cache may keep the answer, and asks every time whether it is still right."""
MAX_QUERY = 1000
MAX_TAGS = 1000
"""Characters of a query, and of the tags a client says it has; what is longer is not read."""
MAX_ENCODINGS = 1000
"""Characters of what a client says it can unpack; what is longer is not read."""
COMPRESS_FROM = 4096
"""Bytes of JSON from which on it is compressed: an event is sent to sixty phones at a time."""
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
PREFLIGHT_SECONDS = 600
_MISSING = {
    "code": HttpKind.TABLE_NAME,
    "game": HttpKind.GAME_NAME,
    "person": HttpKind.PERSON_NAME,
}
_NOT_AT_ALL = re.compile(r"q=0(\.0*)?")
_ENCODER = msgspec.json.Encoder()


class Place:
    """One path with its methods, as an ASGI application."""

    def __init__(self, endpoints: Sequence[Endpoint]) -> None:
        self._methods = {each.method: each for each in endpoints}
        if "GET" in self._methods:
            self._methods["HEAD"] = self._methods["GET"]
        self._allowed = ", ".join(sorted({*self._methods, "OPTIONS"}))
        self._for_operators = all(each.operator for each in endpoints)
        self._for_everyone = all(each.operator or each.topic == "health" for each in endpoints)
        self._kept: dict[str, tuple[bytes, str]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, whatever it is."""
        request = Request(scope, receive)
        state: AppState = scope["state"]
        log = state["hub"].context.log
        try:
            response = await self._answer(request, state)
        except Problem as problem:
            response = _refuse(problem, state)
        except Refused as refused:
            response = _refuse(to_problem(refused), state)
        except Unavailable as error:
            state["hub"].context.note_failure(error)
            response = _refuse(unavailable(), state)
        except ClientDisconnect:
            return
        except Exception:
            log.exception("a request failed", method=request.method)
            response = _refuse(Problem.of(HttpKind.FAILED), state)
        state["rate_limits"].answers[response.status_code] += 1
        _let_pages_read(response, request, state)
        await response(scope, receive, send)

    async def _answer(self, request: Request, state: AppState) -> Response:
        call = request_call(request, state)
        chosen = self._methods.get(request.method)
        weight = 1 if chosen is None else chosen.weight
        limits = state["rate_limits"]
        limits.requests.take(call.address, limits.now(), weight)
        if self._for_operators and state["options"].admin_token_hash is None:
            raise Problem.of(HttpKind.NO_SUCH_ADDRESS)
        if request.method == "OPTIONS":
            return Response(status_code=204, headers={"Allow": self._allowed, **HEADERS})
        if chosen is None:
            path, allowed = request.url.path, self._allowed
            headers = {"Allow": allowed}
            raise Problem.of(HttpKind.WRONG_METHOD, headers, path=path, allowed=allowed)
        if request.method not in HARMLESS and not _ours(request, state):
            raise Problem.of(HttpKind.WRONG_ORIGIN)
        if not self._for_everyone:
            state["hub"].context.operator.check_ban(None, call.address)
        arguments = _path_values(request)
        if chosen.query is not None:
            arguments["query"] = _query(request, chosen.query)
        if chosen.token:
            arguments["me"] = me = await _who(request, state)
            state["hub"].context.operator.check_ban(me.id, call.address)
        if chosen.operator:
            arguments["operator"] = _operator(request, state, call.address)
        if chosen.body is not None:
            arguments["body"] = await _body(request, state, chosen.body)
        if chosen.constant:
            return await self._constant(chosen, call, request)
        return _response(chosen, request, await chosen.work(call, **arguments))

    async def _constant(self, chosen: Endpoint, call: Call, request: Request) -> Response:
        """The answer as it was encoded the first time, or the word that the client has it."""
        kept = self._kept.get(chosen.name)
        if kept is None:
            content = _ENCODER.encode(await chosen.work(call))
            kept = self._kept[chosen.name] = (content, f'"{sha256(content).hexdigest()[:24]}"')
        content, tag = kept
        headers = {**HEADERS, "Cache-Control": REVALIDATE, "ETag": tag}
        if tag in known_tags(request):
            return Response(status_code=304, headers=headers)
        return Response(content, chosen.status, headers, chosen.media)


def _refuse(problem: Problem, state: AppState) -> Response:
    state["rate_limits"].refusals[problem.refusal.code] += 1
    return refusal(problem)


def refusal(problem: Problem) -> Response:
    """A refusal as an answer."""
    content = _ENCODER.encode(problem.refusal)
    headers = {**HEADERS, **problem.headers}
    return Response(content, int(problem.status), headers, JSON)


async def not_found(request: Request, _: Exception) -> Response:
    """The answer at an address that does not exist."""
    del request
    return refusal(Problem.of(HttpKind.NO_SUCH_ADDRESS))


# ---- what a request says ----


def known_tags(request: Request) -> set[str]:
    """The versions of an answer that the client has already."""
    given = request.headers.get("if-none-match", "")
    if len(given) > MAX_TAGS:
        return set()
    return {each.strip().removeprefix("W/") for each in given.split(",")}


def taken_encodings(request: Request) -> set[str]:
    """The encodings of an answer that the client can unpack."""
    taken: set[str] = set()
    given = request.headers.get("accept-encoding", "")
    for each in given.split(",") if len(given) <= MAX_ENCODINGS else ():
        name, _, weight = (part.strip().lower() for part in each.partition(";"))
        if not _NOT_AT_ALL.fullmatch(weight):
            taken.add(name)
    return taken


def request_call(request: Request, state: AppState) -> Call:
    """Who asks, and from where."""
    peer = request.client.host if request.client is not None else ""
    headers = request.headers
    address = state["admission"].address(peer, headers.getlist("x-forwarded-for"))
    scheme = request.url.scheme
    if state["options"].behind_proxy and headers.get("x-forwarded-proto") in ("http", "https"):
        scheme = headers["x-forwarded-proto"]
    host = headers.get("host", "")
    site = f"{scheme}://{host}" if is_host(host) else ""
    return Call(state, address, site, request.scope.get("server"))


def _ours(request: Request, state: AppState) -> bool:
    return state["admission"].allows_origin(
        request.headers.getlist("origin"), request.headers.get("host")
    )


def _path_values(request: Request) -> dict[str, Any]:
    for name, value in request.path_params.items():
        if not re.fullmatch(PATTERNS[name], value):
            raise Problem.of(_MISSING.get(name, HttpKind.OTHER_NAME), name=name)
    return dict(request.path_params)


def _query(request: Request, kind: Any) -> Any:
    if len(request.scope["query_string"]) > MAX_QUERY:
        raise Problem.of(HttpKind.QUERY_TOO_LONG, most=MAX_QUERY)
    given = request.query_params.multi_items()
    if len({name for name, _ in given}) < len(given):
        raise Problem.of(HttpKind.PARAMETER_TWICE)
    try:
        return msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise _not_understood(error) from None


def _token(request: Request) -> str:
    given = request.headers.getlist("authorization")
    scheme, _, token = given[0].partition(" ") if len(given) == 1 else ("", "", "")
    if scheme.lower() != "bearer" or not token.strip():
        raise Refused(RefusalKind.NO_TOKEN)
    return token.strip()


async def _who(request: Request, state: AppState) -> Guest:
    return await authenticate(state["hub"].context, _token(request))


def _operator(request: Request, state: AppState, address: str) -> Operator:
    """The operator, by the admin token; an address that tries wrong ones has to wait."""
    right = state["options"].admin_token_hash
    assert right is not None, "without one there is no such address"
    token, limits = _token(request), state["rate_limits"]
    limits.admin_tokens.take(address, limits.now())
    if not compare_digest(token_hash(token), right):
        state["hub"].context.notices.warn("a wrong admin token", address=address)
        raise Problem.of(HttpKind.WRONG_ADMIN_TOKEN, {"WWW-Authenticate": "Bearer"})
    limits.admin_tokens.give_back(address, limits.now())
    return Operator(address)


async def _body(request: Request, state: AppState, kind: Any) -> Any:
    limits = state["options"].limits
    media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media != JSON:
        raise Problem.of(HttpKind.WRONG_MEDIA_TYPE, media=JSON)
    try:
        async with asyncio.timeout(limits.patience):
            content = await _read(request, limits.body)
    except TimeoutError:
        raise Problem.of(HttpKind.TOO_SLOW, {"Connection": "close"}) from None
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        if isinstance(error.__cause__, SetupError):
            raise bad_built_rule(error.__cause__) from None
        if isinstance(error.__cause__, EventRefused):
            raise event_problem(error.__cause__) from None
        raise _not_understood(error) from None


async def _read(request: Request, most: int) -> bytes:
    """The body, never more of it than is allowed: its length may not be said, or be a lie."""
    content = bytearray()
    said = request.headers.get("content-length", "0")
    too_large = said.isdecimal() and int(said) > most
    if not too_large:
        async for part in request.stream():
            content += part
            if len(content) > most:
                too_large = True
                break
    if too_large:
        # What is still on its way is not read.
        raise Problem.of(HttpKind.BODY_TOO_LARGE, {"Connection": "close"}, most=most)
    return bytes(content)


def _not_understood(error: Exception) -> Problem:
    return Problem.of(HttpKind.NOT_UNDERSTOOD, detail=str(error)[:200])


# ---- what is answered ----


def _response(chosen: Endpoint, request: Request, answer: object) -> Response:
    headers = dict(HEADERS)
    match answer:
        case NoContent():
            return Response(status_code=chosen.status, headers=headers)
        case File(content, name):
            if name is not None:
                headers["Content-Disposition"] = f'attachment; filename="{name}"'
            return Response(content, chosen.status, headers, chosen.media)
        case _:
            content = _ENCODER.encode(answer)
            if len(content) >= COMPRESS_FROM:
                headers["Vary"] = "Accept-Encoding"
                if "gzip" in taken_encodings(request):
                    headers["Content-Encoding"] = "gzip"
                    content = gzip.compress(content, compresslevel=1, mtime=0)
            return Response(content, chosen.status, headers, chosen.media)


def _let_pages_read(response: Response, request: Request, state: AppState) -> None:
    """Let a page that may speak to us read what we say; browsers ask first (CORS).

    Starlette's middleware cannot do this: it compares the origin with a list made at the start,
    while a page of this server is one whose origin agrees with the Host of its request. It would
    also answer a preflight before the rate limits and the metrics have counted it, and leave
    Cross-Origin-Resource-Policy to us.
    """
    origins = request.headers.getlist("origin")
    if not origins:
        return
    response.headers.add_vary_header("Origin")
    if not _ours(request, state):
        return
    response.headers["Access-Control-Allow-Origin"] = origins[0]
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS" and response.status_code == HTTPStatus.NO_CONTENT:
        response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
        response.headers["Access-Control-Allow-Headers"] = "authorization, content-type"
        response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
