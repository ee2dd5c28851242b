"""Asking a server as its operator."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from openuno.terminal.remote.api import RequestRefused, ServerUnreachable, ask_server

NOT_FOUND = 404


class AdminError(Exception):
    """The server does not do what was asked; the sentence says why."""


class AdminClient:
    """Speaks to the admin addresses of one server, with its admin token."""

    def __init__(self, server: str, token: str) -> None:
        self._server = check_server(server)
        self._token = token

    def get(self, path: str, **query: object) -> Any:
        """What is there; values of the query that are None are left out."""
        return self._ask("GET", path + _query(query))

    def post(self, path: str, **body: object) -> Any:
        """Ask for something to be done."""
        return self._ask("POST", path, _without_nones(body))

    def put(self, path: str, **body: object) -> Any:
        """Ask for something to be so from now on."""
        return self._ask("PUT", path, _without_nones(body))

    def delete(self, path: str, **query: object) -> Any:
        """Ask for something to be removed or closed."""
        return self._ask("DELETE", path + _query(query))

    def _ask(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        try:
            return ask_server(self._server, f"/api/admin/{path}", body, self._token, method=method)
        except RequestRefused as refused:
            if refused.status == NOT_FOUND and refused.code == "no-such-address":
                raise AdminError(
                    f"{self._server} has no admin addresses; start it with an admin token:"
                    " uno serve --admin-token, or $UNO_ADMIN_TOKEN"
                ) from None
            raise AdminError(str(refused)) from None
        except ServerUnreachable as error:
            raise AdminError(str(error)) from None


def path_part(text: str) -> str:
    """A word to put into a path."""
    return quote(text, safe="")


def check_server(written: str) -> str:
    """The address of a server without anything behind it; or `AdminError`."""
    full = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(full)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/"):
        raise AdminError(f"{written!r} is no server; write it like http://127.0.0.1:8000")
    return f"{parts.scheme}://{parts.netloc}"


def read_token(file: Path) -> str:
    """The token in a file, without what surrounds it; or `AdminError`."""
    try:
        token = file.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise AdminError(f"cannot read {file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise AdminError(f"{file} is not text in UTF-8") from None
    return check_token(token, str(file))


def check_token(token: str, source: str) -> str:
    """The token as a header can carry it; or `AdminError`, which does not repeat it."""
    if not token or not all("!" <= sign <= "~" for sign in token):
        raise AdminError(f"{source} holds no admin token: a word of letters, digits and signs")
    return token


def _query(given: Mapping[str, object]) -> str:
    known = _without_nones(given)
    words = {name: _word(value) for name, value in known.items()}
    return f"?{urlencode(words)}" if words else ""


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _without_nones(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if value is not None}
