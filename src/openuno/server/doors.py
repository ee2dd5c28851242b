"""Who may come in: pages of our own, and not too many from one address."""

from collections import Counter
from collections.abc import Sequence

from openuno.server.http.gate import household
from openuno.server.limits import Limits


class Doors:
    """Counts connections, and knows which pages may speak to us.

    A browser says which page it shows (`Origin`); that page must be ours, or one the operator
    named. Programs say none: they have no other page's visitor to speak for.
    """

    def __init__(
        self, limits: Limits, origins: Sequence[str] = (), *, behind_proxy: bool = False
    ) -> None:
        self._limits = limits
        self._behind_proxy = behind_proxy
        self._origins = frozenset(origin.rstrip("/") for origin in origins)
        self._inside: Counter[str] = Counter()

    @property
    def inside(self) -> int:
        """How many connections there are."""
        return self._inside.total()

    def admits(self, origins: Sequence[str], host: str | None) -> bool:
        """Whether a page from there may speak to the server it calls `host`."""
        if not origins:
            return True
        if len(origins) != 1:
            return False
        scheme, _, place = origins[0].partition("://")
        ours = scheme in ("http", "https") and host is not None and place.lower() == host.lower()
        return origins[0] in self._origins or (ours and place != "")

    def address(self, peer: str, forwarded: Sequence[str]) -> str:
        """Where a client really is: behind a proxy of ours, the last address the proxy was told."""
        if self._behind_proxy and forwarded:
            peer = forwarded[-1].rpartition(",")[2].strip()
        return household(peer)

    def enter(self, address: str) -> bool:
        """Count one more connection, if there is room."""
        if self._inside.total() >= self._limits.connections:
            return False
        if self._inside[address] >= self._limits.connections_per_address:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One connection less."""
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
