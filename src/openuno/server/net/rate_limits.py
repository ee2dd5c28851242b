"""How much one address may ask for over HTTP."""

from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from openuno.room.refusals import RefusalCode
from openuno.server.clock import Now
from openuno.server.limits import Bucket, Limits
from openuno.server.net.problems import Problem

GUESTS_AT_ONCE = 60
TABLES_AT_ONCE = 600
REQUESTS_AT_ONCE = 10
"""How many seconds' worth an address may ask for at once."""
FORGET_EVERY = 60.0
"""Seconds between two looks for addresses that have been quiet."""


class AddressBuckets:
    """A bucket for each address; one that has filled up again is forgotten."""

    def __init__(self, rate: float, at_once: float) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * at_once)
        self._buckets: dict[str, Bucket] = {}
        self._swept = 0.0

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float, weight: float = 1) -> None:
        """Count a request; refuse it if this address asks too often. `now` is in seconds.

        A dear request has the `weight` of several, but never of more than may come at once.
        """
        weight = min(weight, self._burst)
        address = household(address)
        if now - self._swept > FORGET_EVERY:
            self._swept = now
            self._buckets = {a: b for a, b in self._buckets.items() if not b.full(now)}
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
        if not bucket.take(now, weight):
            raise Problem(
                429,
                RefusalCode.TOO_FAST,
                "too many requests from your address; wait a little",
                headers={"Retry-After": str(ceil(weight / self._rate))},
            )


class RateLimits:
    """Counts what each address asks for; new people and new tables are counted apart."""

    def __init__(self, limits: Limits, steady: Now) -> None:
        self._steady = steady
        self.answers: Counter[int] = Counter()
        """How many there were of each status."""
        self.refusals: Counter[str] = Counter()
        """How many of them were refusals, by the code of each."""
        self.requests = AddressBuckets(limits.messages, REQUESTS_AT_ONCE)
        self.guests = AddressBuckets(limits.guests, GUESTS_AT_ONCE)
        self.tables = AddressBuckets(limits.openings, TABLES_AT_ONCE)

    def now(self) -> float:
        """Seconds, to count by."""
        return self._steady() / 1000

    def count(self, problem: Problem) -> None:
        """Count a refusal that is given before a request is read."""
        self.answers[int(problem.status)] += 1
        self.refusals[problem.refusal.code] += 1


def household(address: str) -> str:
    """Whom an address stands for: a home has a whole /64 of IPv6 addresses to ask from."""
    try:
        read = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return str(ip_network((read, 64), strict=False))
    return address
