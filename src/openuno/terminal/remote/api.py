"""What a client asks of a server over HTTP: who one is, and a new table."""

import json
import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import msgspec

from openuno.room.settings import Settings
from openuno.terminal.remote.link import TableLink, is_nearby

SECONDS = 15.0
"""How long an answer is waited for."""
MAX_BYTES = 1 << 24
NO_CONTENT, UNAUTHORIZED = 204, 401


class ServerUnreachable(Exception):
    """Nobody answers there, or something that is not an openuno server."""


class RequestRefused(Exception):
    """The server does not do what was asked; the sentence says why."""

    def __init__(self, status: int, sentence: str, code: str | None = None) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code


def create_guest(server: str, name: str) -> str:
    """Become someone new on this server; the token proves it."""
    return _text(server, ask_server(server, "/api/guests", {"name": name}), "token")


def is_known(server: str, token: str) -> bool:
    """Whether the server still knows who this token belongs to."""
    try:
        ask_server(server, "/api/me", token=token)
    except RequestRefused as refused:
        if refused.status == UNAUTHORIZED:
            return False
        raise
    return True


def open_table(server: str, token: str, settings: Settings, password: str | None) -> TableLink:
    """Open a table, with the token's person as host."""
    body: dict[str, object] = {"settings": msgspec.to_builtins(settings)}
    if password is not None:
        body["password"] = password
    return TableLink(server, _text(server, ask_server(server, "/api/tables", body, token), "code"))


def shared_server(server: str) -> str:
    """The address under which others open this server."""
    return _text(server, ask_server(server, "/api/site"), "url")


def ask_server(
    server: str,
    path: str,
    body: Mapping[str, object] | None = None,
    token: str | None = None,
    *,
    method: str | None = None,
) -> Any:
    """What the server answers, None if nothing; a `body` is posted unless `method` says otherwise.

    `RequestRefused` if it does not do it, `ServerUnreachable` if there is none.
    """
    headers = {"Accept": "application/json"}
    data = None
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    asked = Request(server + path, data, headers, method=method)
    try:
        with _opener(server).open(asked, timeout=SECONDS) as answer:
            content = answer.read(MAX_BYTES)
            return None if answer.status == NO_CONTENT else _decode(server, content)
    except HTTPError as error:
        with error:
            raise _refusal(server, error.code, error.read(MAX_BYTES)) from None
    except (OSError, HTTPException) as error:
        raise ServerUnreachable(f"{server} can't be reached: {_reason(error)}") from None


def _opener(server: str) -> OpenerDirector:
    return build_opener(ProxyHandler({})) if is_nearby(server) else build_opener()


def _decode(server: str, answer: bytes) -> Any:
    try:
        return json.loads(answer)
    except ValueError:
        raise ServerUnreachable(f"{server} is not an openuno server") from None


def _refusal(server: str, status: int, answer: bytes) -> Exception:
    found = _decode(server, answer)
    sentence = found.get("sentence") if isinstance(found, dict) else None
    if isinstance(sentence, str) and sentence:
        return RequestRefused(status, sentence, found.get("code"))
    return ServerUnreachable(f"{server} is not an openuno server")


def _text(server: str, answer: Any, name: str) -> str:
    found = answer.get(name) if isinstance(answer, dict) else None
    if not isinstance(found, str):
        raise ServerUnreachable(f"{server} is not an openuno server")
    return found


def _reason(error: Exception) -> str:
    cause = error.reason if isinstance(error, URLError) else error
    match cause:
        case TimeoutError():
            return "it does not answer"
        case ConnectionRefusedError():
            return "nothing listens there; is the server running, and is the address right?"
        case socket.gaierror():
            return "there is no such address"
        case ssl.SSLError():
            return "its certificate is not accepted"
        case OSError(strerror=str(said)):
            return said.lower()
        case _:
            return str(cause) or "the connection broke"
