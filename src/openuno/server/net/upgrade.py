"""Whether a client may open a WebSocket: the checks of its request to upgrade."""

from typing import Any, NamedTuple

from websockets.http11 import Request

from openuno.server.net.admission import Admission
from openuno.server.net.hosts import Hosts
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.net.rate_limits import RateLimits
from openuno.server.rooms.hub import Hub

PATH = "/ws"


class Rejection(NamedTuple):
    """Why a client is not let in: the status and the text of the answer."""

    status: int
    text: str


class Upgrades:
    """Lets clients in, and counts them until they leave."""

    def __init__(self, app_state: dict[str, Any]) -> None:
        self._hub: Hub = app_state["hub"]
        self._admission: Admission = app_state["admission"]
        self._hosts: Hosts = app_state["hosts"]
        self._rate_limits: RateLimits = app_state["rate_limits"]

    def address(self, peer: str, request: Request) -> str:
        """Where a client is, as limits count it."""
        return self._admission.address(peer, request.headers.get_all("X-Forwarded-For"))

    def enter(self, address: str, request: Request) -> Rejection | None:
        """Count a client, or say why it is not let in."""
        hosts = request.headers.get_all("Host")
        if len(hosts) != 1:
            return Rejection(400, "name one host\n")
        if request.path.partition("?")[0] != PATH:
            return Rejection(404, f"the tables are at {PATH}\n")
        if not self._hosts.serve(hosts[0]):
            return Rejection(421, f"{HttpKind.WRONG_HOST.template}\n")
        if not self._admission.allows_origin(request.headers.get_all("Origin"), hosts[0]):
            return Rejection(403, "this page may not speak to this server\n")
        if not self._may_ask(address):
            return Rejection(429, "too many connections one after the other; wait\n")
        if self._hub.stopping or not self._admission.enter(address):
            return Rejection(503, "too many connections; try again later\n")
        self._admission.websockets += 1
        return None

    def leave(self, address: str) -> None:
        """One client less."""
        self._admission.websockets -= 1
        self._admission.leave(address)

    def _may_ask(self, address: str) -> bool:
        """Whether this address has not asked too often; a connection is a request, too."""
        try:
            self._rate_limits.requests.take(address, self._rate_limits.now())
        except Problem:
            return False
        return True
