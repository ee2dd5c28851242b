"""Who has met whom so far."""

from collections import Counter
from itertools import combinations

from openuno.event.matching import Meetings
from openuno.event.state import Cancelled, Event, table_entrants

Pairs = Counter[tuple[int, int]]


def opponents(event: Event) -> Pairs:
    """How often any two entrants have been opponents, the lower number first."""
    met: Pairs = Counter()
    for sitting in event.sittings:
        for table in sitting.tables:
            if isinstance(table.outcome, Cancelled):
                continue
            for one, other in combinations(table.sides, 2):
                met.update((min(a, b), max(a, b)) for a in one for b in other)
    return met


def partners(event: Event) -> Pairs:
    """How often any two entrants have been partners, the lower number first."""
    met: Pairs = Counter()
    for sitting in event.sittings:
        for table in sitting.tables:
            if not isinstance(table.outcome, Cancelled):
                for side in table.sides:
                    met.update(combinations(sorted(side), 2))
    return met


def meetings_in(pairs: Pairs) -> Meetings:
    """The count as a function of two entrants."""
    return lambda one, other: pairs[min(one, other), max(one, other)]


def missed_sittings(event: Event, entrant: int) -> int:
    """In how many sittings the entrant neither played nor sat out: it was not there."""
    return sum(
        entrant not in sitting.byes
        and all(entrant not in table_entrants(table) for table in sitting.tables)
        for sitting in event.sittings
    )
