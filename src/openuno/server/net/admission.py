"""Who may come in: pages of our own, and not too many from one address."""

from collections import Counter
from collections.abc import Sequence

from openuno.server.limits import Limits
from openuno.server.net.descriptors import max_connections
from openuno.server.net.hosts import read_address
from openuno.server.net.rate_limits import household
from openuno.server.notices import Notices


class Admission:
    """Counts connections, and knows which pages may speak to us.

    A browser says which page it shows (`Origin`); that page must be ours, or one the operator
    named. Programs say none: they have no other page's visitor to speak for.
    """

    def __init__(
        self,
        limits: Limits,
        origins: Sequence[str] = (),
        *,
        behind_proxy: bool = False,
        notices: Notices | None = None,
    ) -> None:
        self._limits = limits
        self._behind_proxy = behind_proxy
        self._notices = notices
        self._origins = frozenset(origin.rstrip("/") for origin in origins)
        self._inside: Counter[str] = Counter()
        self.inside = 0
        """How many connections there are, of every kind."""
        self.websockets = 0
        """How many of them are WebSockets."""

    def allows_origin(self, origins: Sequence[str], host: str | None) -> bool:
        """Whether a page from there may speak to the server it calls `host`."""
        if not origins:
            return True
        if len(origins) != 1:
            return False
        scheme, _, name = origins[0].partition("://")
        ours = scheme in ("http", "https") and host is not None and name.lower() == host.lower()
        return origins[0] in self._origins or (ours and name != "")

    def address(self, peer: str, forwarded: Sequence[str]) -> str:
        """Where a client really is: behind our proxy, the last address in its header.

        Some proxies add the client's port, which is another one for each connection. If the last
        one is no address, it is the proxy itself that counts.
        """
        if self._behind_proxy and forwarded:
            peer = read_address(forwarded[-1].rpartition(",")[2].strip()) or peer
        return household(peer)

    def peer_address(self, peer: str) -> str:
        """Where a connection comes from before it says anything; nothing if a proxy is between.

        A proxy uses a connection for one client after the other, so that it counts for none.
        """
        return "" if self._behind_proxy else household(peer)

    def enter(self, address: str, descriptor: int = 0) -> bool:
        """Count one more connection, if there is room; `descriptor` is the file it is to us."""
        limits = self._limits
        room = max_connections()
        if room is not None and descriptor >= room:
            self._warn("no file descriptors left for connections", address, room)
        elif self.inside >= limits.connections:
            self._warn("too many connections", address, limits.connections)
        elif address and self._inside[address] >= limits.connections_per_address:
            at_most = limits.connections_per_address
            self._warn("too many connections from one address", address, at_most)
        else:
            self.inside += 1
            self._inside[address] += 1
            return True
        return False

    def leave(self, address: str) -> None:
        """One connection less."""
        self.inside -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]

    def _warn(self, event: str, address: str, at_most: int) -> None:
        if self._notices is not None:
            self._notices.warn(event, address=address or None, at_most=at_most)
