"""How much one address may ask for over HTTP."""

from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.clock import Now
from openuno.server.limits import Limits
from openuno.server.net.problems import Problem, to_problem
from openuno.server.pace import Buckets

GUESTS_AT_ONCE = 60
TABLES_AT_ONCE = 600
REQUESTS_AT_ONCE = 10
"""How many seconds' worth an address may ask for at once."""
REPORT_SECONDS, REPORTS_AT_ONCE = 60, 5
"""How long an address that has reported people a few times waits for each further report."""
ANALYSIS_SECONDS, ANALYSES_AT_ONCE = 60, 5
"""How long an address that has had a few games analysed waits for each further one."""
ADMIN_TOKEN_SECONDS = 10
"""How long an address that has tried too many wrong admin tokens waits for each further one."""


class AddressBuckets:
    """How many requests each address may make; those that are too many are refused."""

    def __init__(self, rate: float, seconds: float) -> None:
        self._buckets = Buckets(rate, rate * seconds)

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, address: str, now: float, weight: float = 1) -> None:
        """Count a request; refuse it if this address asks too often. `now` is in seconds.

        An expensive request has the `weight` of several, but never of more than may come at once.
        """
        wait = self._buckets.wait(household(address), now, weight)
        if wait:
            raise to_problem(Refused(RefusalKind.TOO_MANY_REQUESTS, retry=ceil(wait * 1000)))

    def give_back(self, address: str, now: float) -> None:
        """Do not count a request after all."""
        self._buckets.give_back(household(address), now)


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
        self.reports = AddressBuckets(1 / REPORT_SECONDS, REPORTS_AT_ONCE * REPORT_SECONDS)
        self.analyses = AddressBuckets(1 / ANALYSIS_SECONDS, ANALYSES_AT_ONCE * ANALYSIS_SECONDS)
        self.admin_tokens = AddressBuckets(
            1 / ADMIN_TOKEN_SECONDS, limits.wrong_admin_tokens * ADMIN_TOKEN_SECONDS
        )

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
