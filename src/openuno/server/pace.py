"""How fast each person and each address may ask for things: every message passes here."""

from math import ceil

from openuno.room import commands
from openuno.room.protocol.messages import Ask, Join, WhyNot
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.limits import Bucket, Limits

FORGET_EVERY = 60.0
"""Seconds between two looks for people and addresses that have been quiet."""


class Buckets:
    """A bucket for each key; one that has filled up again is forgotten."""

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate = rate
        self._burst = max(1.0, at_once)
        self._buckets: dict[str, Bucket] = {}
        self._swept = 0.0

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, key: str, now: float, count: float = 1) -> float:
        """Take `count` and return 0, or return in how many seconds there will be that many.

        Nobody waits for more than may come at once.
        """
        count = min(count, self._burst)
        if now - self._swept > FORGET_EVERY:
            self._swept = now
            self._buckets = {key: each for key, each in self._buckets.items() if not each.full(now)}
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
        return 0.0 if bucket.take(now, count) else bucket.wait(count)

    def give_back(self, key: str, now: float) -> None:
        """Put back one that was taken."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.take(now, -1)


class Pace:
    """The rate limits of everything that is asked over a WebSocket, for a whole process.

    What a person says, sets up or changes is counted apart from moves, each by its own limit; all
    of it together is counted once more for the person, on however many devices, and for the
    address.
    """

    def __init__(self, limits: Limits) -> None:
        self._person = Buckets(limits.commands, 5 * limits.commands)
        self._address = Buckets(limits.commands_per_address, 10 * limits.commands_per_address)
        self._chat = Buckets(limits.chat, 5)
        self._settings = Buckets(limits.settings, 5)
        self._changes = Buckets(limits.changes, 15 * limits.changes)

    def check(self, guest: str, address: str, message: Ask | Join | WhyNot, now: float) -> None:
        """Count a message; `Refused` with the time to wait if it comes too fast.

        `now` is in seconds.
        """
        wait = self._person.wait(guest, now)
        if wait:
            raise _refuse(RefusalKind.TOO_MANY_COMMANDS, wait)
        kind = self._kind(message)
        wait = 0.0 if kind is None else kind.wait(guest, now)
        if wait:
            raise _refuse(RefusalKind.TOO_FAST, wait)
        # Last, so that what one person is refused uses up nothing of the others at the address.
        wait = self._address.wait(address, now)
        if wait:
            raise _refuse(RefusalKind.TOO_MANY_FROM_ADDRESS, wait)

    def _kind(self, message: Ask | Join | WhyNot) -> Buckets | None:
        if not isinstance(message, Ask):
            return None
        match message.command:
            case commands.Move() | commands.DealNextRound() | commands.Return():
                return None
            case commands.Say() | commands.Emote() | commands.Rename():
                return self._chat  # what everyone reads
            case commands.SetUp():
                return self._settings  # written rules take long to read
            case _:
                return self._changes


def _refuse(kind: RefusalKind, seconds: float) -> Refused:
    return Refused(kind, seconds=ceil(seconds), retry=ceil(seconds * 1000))
