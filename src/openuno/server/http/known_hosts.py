"""Requests for a name that is not ours: refused before anything else is looked at."""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from openuno.server.http.dispatch import refusal
from openuno.server.http.state import AppState
from openuno.server.net.problems import HttpKind, Problem

MAX_LOGGED = 255
"""Characters of a name that go into the log: no real one is longer."""


class KnownHosts:
    """Lets requests through to the application if they are for one of our names."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state: AppState = scope["state"]
        hosts = Request(scope).headers.getlist("host")
        if len(hosts) > 1:
            problem = Problem.of(HttpKind.HOST_TWICE)
        elif hosts and not state["hosts"].serve(hosts[0]):
            name = hosts[0][:MAX_LOGGED]
            state["hub"].context.notices.warn("a request for a name that is not ours", host=name)
            problem = Problem.of(HttpKind.WRONG_HOST)
        else:
            await self._app(scope, receive, send)
            return
        state["rate_limits"].count(problem)
        await refusal(problem)(scope, receive, send)
