"""How much one person, one address or one table may ask for."""

import msgspec

_ROUNDING = 1e-6
"""What adding up fractions may lack of a whole one after exactly the time that was to be waited."""


class Limits(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Ceilings an operator can move; each is refused by a sentence, never in silence."""

    tables: int = 10_000
    """Tables in all that are not archived."""
    tables_hosted: int = 20
    """Tables that one person hosts."""
    openings: float = 0.05
    """New tables a second from one address, and thirty at once."""
    events: int = 2000
    """Events in all."""
    events_hosted: int = 10
    """Events that one person hosts."""
    log_entries: int = 100_000
    """Entries in the log of one table, after which it closes."""
    game_entries: int = 50_000
    """Entries of one game, after which it is broken off."""
    people: int = 250
    """People at one table, those who watch included."""
    connections: int = 20_000
    """Connections to one process."""
    connections_per_address: int = 200
    frame: int = 64 * 1024
    """Bytes of one message from a client."""
    body: int = 64 * 1024
    """Bytes of one HTTP request."""
    messages: float = 40
    """Messages a second from one connection, and twice as many at once."""
    chat: float = 1
    """Things said a second by one person, and five at once."""
    settings: float = 1
    """Changes of a table's settings a second by one person, and five at once."""
    changes: float = 2
    """Other commands that are no moves, a second by one person: to sit, to be ready, to add a bot.
    Fifteen seconds' worth at once."""
    commands: float = 40
    """Commands of any kind a second by one person, on all devices; five seconds' worth at once."""
    commands_per_address: float = 400
    """The same from one address, ten seconds' worth at once."""
    coming: float = 5
    """People who come to one table a second, and as many at once as may be there."""
    wrong_codes: int = 20
    """Codes of no table that an address may try before it has to wait, longer each time."""
    wrong_passwords: int = 5
    """Wrong passwords that an address or a person may try at a table before they have to wait,
    twice as long each time."""
    wrong_admin_tokens: int = 10
    """Wrong admin tokens that an address may try at once; then one more every ten seconds."""
    guests: float = 0.5
    """New people a second from one address, and sixty times as many at once."""
    backlog: int = 64 * 1024
    """Bytes a slow reader may be behind before it gets a snapshot instead of the news."""
    patience: float = 30
    """Seconds a slow reader, or one who says nothing, is kept."""


class Bucket:
    """Lets a number per second through, and a burst at once."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, now: float, count: float = 1) -> bool:
        """Take this many if they are there; `now` is in seconds."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if self._left < count - _ROUNDING:
            return False
        self._left -= count
        return True

    def wait(self, count: float = 1) -> float:
        """In how many seconds there will be that many, as of the last `take`."""
        return max(0.0, count - self._left) / self._rate

    def full(self, now: float) -> bool:
        """Whether nothing has been taken for so long that it can be forgotten."""
        return self._left + (now - self._at) * self._rate >= self._burst
