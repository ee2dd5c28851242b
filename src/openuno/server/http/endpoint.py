"""One endpoint as a value: how it is called, what it takes, what it answers.

An endpoint is a coroutine function whose annotations say it all. Its first argument is the `Call`;
of the others, `me` asks for a token, `operator` for the admin token, `body` and `query` are read as
their types, and whatever else there is must be named in the path.
"""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, get_type_hints

import msgspec

from openuno.game.notation import FORMAT_NAMES
from openuno.server.events.hub import EventHub
from openuno.server.http.state import AppState
from openuno.server.net.admission import Admission
from openuno.server.rooms.hub import Hub
from openuno.server.store import Store

JSON = "application/json"
PATTERNS = {
    "code": "[0-9A-Za-z]{1,12}",
    "event": "[0-9A-Za-z]{1,12}",
    "game": "[0-9a-z]{1,64}",
    "kind": "|".join(FORMAT_NAMES),
    "person": "[0-9a-z]{1,64}",
    "report": "[0-9a-f]{1,64}",
}
"""What can stand for each name in a path; whatever does not match is not there."""


class Call(msgspec.Struct, frozen=True):
    """What a request comes with: the shared context, and who asks from where."""

    state: AppState
    address: str
    site: str
    """Scheme and host as the client wrote them, or nothing if it wrote none."""
    listening: tuple[str, int] | None = None
    """Our own address and port that the connection came to, if it came over a network."""

    @property
    def hub(self) -> Hub:
        """The tables."""
        return self.state["hub"]

    @property
    def events(self) -> EventHub:
        """The events."""
        return self.state["events"]

    @property
    def admission(self) -> Admission:
        """Who may come in."""
        return self.state["admission"]

    @property
    def store(self) -> Store:
        """Where everything is kept."""
        return self.hub.context.store


class Operator(msgspec.Struct, frozen=True, gc=False):
    """The person who runs the server, and the address they ask from."""

    address: str


class File(msgspec.Struct, frozen=True, gc=False):
    """An answer that is not JSON; with a `name`, it is a download."""

    content: bytes
    name: str | None = None


class NoContent(msgspec.Struct, frozen=True, gc=False):
    """An answer without a body."""


Work = Callable[..., Awaitable[Any]]


class Endpoint(msgspec.Struct, frozen=True):
    """A method of a path. `answer` is encoded as JSON unless `media` says otherwise."""

    method: str
    path: str
    work: Work
    answer: Any
    status: int
    media: str
    body: Any
    query: Any
    token: bool
    operator: bool
    errors: tuple[int, ...]
    weight: int
    """How many ordinary requests this one counts for, where those of an address are counted."""
    constant: bool
    """Whether a process answers everyone the same from start to end."""

    @property
    def name(self) -> str:
        """What it is called in the document."""
        return self.work.__name__

    @property
    def summary(self) -> str:
        """What it does, in one line."""
        return inspect.getdoc(self.work) or ""

    @property
    def topic(self) -> str:
        """The concept it belongs to."""
        return self.work.__module__.rpartition(".")[2]


def endpoint(  # noqa: PLR0913 - each is a fact about the endpoint, and most have a usual value
    method: str,
    path: str,
    *,
    status: int = 200,
    media: str = JSON,
    errors: tuple[int, ...] = (),
    weight: int = 1,
    constant: bool = False,
) -> Callable[[Work], Endpoint]:
    """Declare an endpoint; `errors` are the refusals of its own, beside those all share.

    The answer of a `constant` endpoint is worked out once and kept; it may not depend on the call.
    """

    def declare(work: Work) -> Endpoint:
        hints = get_type_hints(work, include_extras=True)
        named = set(hints) - {"call", "me", "operator", "body", "query", "return"}
        assert not constant or set(hints) == {"call", "return"}, f"{path} depends on the request"
        for name in named:
            assert f"{{{name}}}" in path, f"{path} does not name {name}"
        own = {*errors, *(() if not named else (404,))}
        own |= {401} if "me" in hints else set()
        own |= {401, 404} if "operator" in hints else set()
        own |= {400, 408, 413, 415} if "body" in hints else set()
        own |= {400} if "query" in hints else set()
        return Endpoint(
            method=method,
            path=path,
            work=work,
            answer=hints["return"],
            status=204 if hints["return"] is NoContent else status,
            media=media,
            body=hints.get("body"),
            query=hints.get("query"),
            token="me" in hints,
            operator="operator" in hints,
            errors=tuple(sorted(own)),
            weight=weight,
            constant=constant,
        )

    return declare
