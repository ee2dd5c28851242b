"""Guessing the codes and passwords of tables: a few tries are free, then each costs more time."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from hashlib import blake2b
from hmac import compare_digest
from math import ceil, inf
from secrets import token_bytes

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.limits import Limits

FIRST_WAIT, LONGEST_WAIT = 2.0, 3600.0
"""Seconds after the first try that was not free; each one doubles them, up to the longest."""
LONGEST_CODE_WAIT = 60.0
"""Seconds for codes: they are long, and those who share an address with a guesser mistype some."""
FORGIVEN = 24 * 3600.0
"""Seconds without a failure after which all is forgotten."""
MOST_KEYS = 10_000
"""Of each kind are remembered; the one whose last failure is longest ago makes room."""
ANYWHERE = 4
"""How many times the free tries of one table an address has at all tables together."""
BESIEGED = 50
"""Failures at one table, by anyone, from which on an address has one free try there."""
REPORTED = 10
"""Failures at one table that its host hears of; then twice as many, and so on."""


class Failures:
    """Failures by key, and how long each key must wait before it tries again."""

    def __init__(self, free: int, longest: float = LONGEST_WAIT) -> None:
        self._free = free
        self._longest = longest
        self._known: OrderedDict[Hashable, tuple[int, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._known)

    def count(self, key: Hashable, now: float) -> int:
        """How many there were."""
        count, last = self._known.get(key, (0, -inf))
        return count if now - last < FORGIVEN else 0

    def wait(self, key: Hashable, now: float, free: int | None = None) -> float:
        """Seconds until the key may try again; `now` is in seconds, too."""
        count = self.count(key, now)
        over = count - (self._free if free is None else min(free, self._free))
        if not count or over < 0:
            return 0.0
        # The exponent is bounded: a number that large is none any more.
        pause = min(self._longest, FIRST_WAIT * 2.0 ** min(over, 30))
        return max(0.0, self._known[key][1] + pause - now)

    def add(self, key: Hashable, now: float) -> int:
        """Count one more; how many there are now."""
        count = self.count(key, now) + 1
        self._known[key] = (count, now)
        self._known.move_to_end(key)
        if len(self._known) > MOST_KEYS:
            self._known.popitem(last=False)
        return count

    def forget(self, key: Hashable) -> None:
        """The key was right at last."""
        self._known.pop(key, None)


class Guesses:
    """Wrong codes by address; wrong passwords by address and by person at each table.

    They are counted for the process, so a table that leaves memory forgets nothing. Nobody waits
    for what strangers do elsewhere: a person who was right before is counted by themselves alone.
    """

    def __init__(self, limits: Limits) -> None:
        self._codes = Failures(limits.wrong_codes, LONGEST_CODE_WAIT)
        self._address = Failures(limits.wrong_passwords)
        self._person = Failures(limits.wrong_passwords)
        self._anywhere = Failures(ANYWHERE * limits.wrong_passwords)
        self._table = Failures(limits.wrong_passwords)
        self._reported: OrderedDict[str, int] = OrderedDict()
        self._right: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._key = token_bytes(32)
        """What is kept of right passwords is worth nothing without it."""
        self._turns: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    # ---- codes ----

    def code_wait(self, address: str, now: float) -> float:
        """Seconds until this address may try another code."""
        return self._codes.wait(address, now)

    def wrong_code(self, address: str, now: float) -> None:
        """There is no table of that code."""
        self._codes.add(address, now)

    # ---- passwords ----

    @asynccontextmanager
    async def turn(self, address: str, table: str) -> AsyncIterator[None]:
        """One guess after the other from an address, or many at once would all be free."""
        key = (address, table)
        lock, users = self._turns.get(key, (asyncio.Lock(), 0))
        self._turns[key] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._turns.pop(key)
            if users > 1:
                self._turns[key] = (lock, users - 1)

    def check_password(self, address: str, guest: str, table: str, now: float) -> None:
        """Refuse another guess before its time has come."""
        wait = self._person.wait((guest, table), now)
        if (guest, table) not in self._right:
            free = 1 if self._table.count(table, now) >= BESIEGED else None
            wait = max(
                wait,
                self._address.wait((address, table), now, free),
                self._anywhere.wait(address, now),
            )
        if wait:
            raise too_many_guesses(RefusalKind.WRONG_PASSWORDS, wait)

    def wrong_password(self, address: str, guest: str, table: str, now: float) -> int:
        """Count a guess that failed; how many there have been at the table lately."""
        self._person.add((guest, table), now)
        if (guest, table) not in self._right:
            self._address.add((address, table), now)
            self._anywhere.add(address, now)
        return self._table.add(table, now)

    def is_right(self, guest: str, table: str, password: str) -> bool:
        """Whether this person gave this very password before: to check it again is slow."""
        known = self._right.get((guest, table))
        return known is not None and compare_digest(known, self._digest(password))

    def right_password(self, address: str, guest: str, table: str, password: str) -> None:
        """Whatever went wrong before, this person knows it."""
        self._person.forget((guest, table))
        self._address.forget((address, table))
        self._right[guest, table] = self._digest(password)
        self._right.move_to_end((guest, table))
        if len(self._right) > MOST_KEYS:
            self._right.popitem(last=False)

    def _digest(self, password: str) -> bytes:
        return blake2b(password.encode(errors="surrogatepass"), key=self._key).digest()

    def to_report(self, table: str, now: float) -> int:
        """How many failures the host should hear of now, and has not; each is given once."""
        count = self._table.count(table, now)
        reported = min(self._reported.get(table, 0), count)
        if count < max(REPORTED, 2 * reported):
            return 0
        self._reported[table] = count
        self._reported.move_to_end(table)
        if len(self._reported) > MOST_KEYS:
            self._reported.popitem(last=False)
        return count - reported


def too_many_guesses(kind: RefusalKind, seconds: float) -> Refused:
    """The refusal of one who guesses too often."""
    return Refused(kind, seconds=ceil(seconds), retry=ceil(seconds * 1000))
