"""Who sits where next: by a fixed schedule while there is one, else drawn by stated rules."""

from collections.abc import Sequence
from typing import assert_never

from openuno.engine.rng import Generator, fork
from openuno.event.facts import SittingDrawn
from openuno.event.history import meetings_in, missed_sittings, opponents, partners
from openuno.event.lots import draw_lots
from openuno.event.matching import Meetings, count_repeats, pair_up
from openuno.event.settings import FixedTeams, KnockOut, Ladder, RotatingPartners, Swiss
from openuno.event.standings import ladder, standings
from openuno.event.state import Event, bye_counts, is_on_schedule
from openuno.game import schedule

Sides = tuple[tuple[int, ...], ...]


def draw_sitting(event: Event, entrants: Sequence[int]) -> SittingDrawn:
    """The tables for these entrants, and who sits out."""
    rng = fork(event.rng, event.draws)
    match event.settings.kind:
        case RotatingPartners() | FixedTeams() if is_on_schedule(event) and set(entrants) == set(
            event.numbers
        ):
            return _follow_schedule(event)
        case RotatingPartners():
            return _draw_partners(event, entrants, rng)
        case Swiss(_, table_size):
            rank = {row.entrant: row.rank for row in standings(event)}
            last = len(event.entrants)
            order = sorted(draw_lots(entrants, rng), key=lambda each: rank.get(each, last))
            meetings = meetings_in(opponents(event))
            if table_size == 2:
                return _draw_pairs(event, order, meetings)
            return _group(order, table_size, meetings)
        case FixedTeams():
            return _draw_pairs(event, draw_lots(entrants, rng), meetings_in(opponents(event)))
        case KnockOut(_, table_size):
            lots = draw_lots(entrants, rng)
            if table_size == 2:
                return _draw_pairs(event, lots, _never_met)
            return _group(lots, table_size, _never_met)
        case Ladder(table_size):
            chosen = set(entrants)
            order = [entrant for entrant in ladder(event) if entrant in chosen]
            meetings = meetings_in(opponents(event))
            if table_size == 2:
                return _draw_pairs(event, order, meetings)
            return _group(order, table_size, meetings)
        case _:
            assert_never(event.settings.kind)


def stage_count(event: Event, numbers: int) -> int:
    """How many stages a cycle of the fixed schedule has, by how many numbers it is for."""
    if isinstance(event.settings.kind, RotatingPartners):
        return schedule.stage_count(numbers)
    return numbers - 1 if numbers % 2 == 0 else numbers


def _follow_schedule(event: Event) -> SittingDrawn:
    numbers = event.numbers
    stage = len(event.sittings) % stage_count(event, len(numbers))
    if isinstance(event.settings.kind, RotatingPartners):
        seats = schedule.tables_at_stage(len(numbers), stage)
        tables: tuple[Sides, ...] = tuple(
            ((numbers[north], numbers[south]), (numbers[east], numbers[west]))
            for north, east, south, west in seats
        )
        return SittingDrawn(tables, stage=stage)
    pairs, byes = _round_robin(len(numbers), stage)
    tables = tuple(((numbers[one],), (numbers[other],)) for one, other in pairs)
    return SittingDrawn(tables, tuple(numbers[each] for each in byes), stage)


def _round_robin(count: int, stage: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The circle method: the last stays, the others move on; with an odd number one is idle."""
    moving = count - 1 if count % 2 == 0 else count
    pairs = [
        ((stage + step) % moving, (stage - step) % moving) for step in range(1, (moving + 1) // 2)
    ]
    if count % 2 == 0:
        return [(stage, moving), *pairs], []
    return pairs, [stage]


def _draw_partners(event: Event, entrants: Sequence[int], rng: Generator) -> SittingDrawn:
    """Partners who have not played together, then opponents, both with the fewest repeats."""
    lots = draw_lots(entrants, rng)
    byes = _choose_idle(event, lots, len(lots) % 4)
    playing = [entrant for entrant in lots if entrant not in byes]
    pairs = pair_up(playing, meetings_in(partners(event)))
    against = meetings_in(opponents(event))

    def pair_meetings(one: int, other: int) -> int:
        return sum(against(a, b) for a in pairs[one] for b in pairs[other])

    tables = pair_up(range(len(pairs)), pair_meetings)
    return SittingDrawn(tuple((pairs[one], pairs[other]) for one, other in tables), tuple(byes))


def _draw_pairs(event: Event, order: Sequence[int], meetings: Meetings) -> SittingDrawn:
    """Two sides at every table; of an odd number the last in the order that can sits out."""
    byes: list[int] = []
    if len(order) % 2:
        candidates = _least_idle(event, tuple(reversed(order)))
        byes = [min(candidates, key=lambda each: count_repeats(_without(order, each), meetings))]
    playing = [entrant for entrant in order if entrant not in byes]
    pairs = pair_up(playing, meetings)
    return SittingDrawn(tuple(((one,), (other,)) for one, other in pairs), tuple(byes))


def _group(order: Sequence[int], table_size: int, meetings: Meetings) -> SittingDrawn:
    """Tables of nearly equal size: the next in the order, with those it has met least."""
    left = list(order)
    tables = -(-len(left) // table_size)
    groups: list[Sides] = []
    for number in range(tables, 0, -1):
        group = [left.pop(0)]
        while len(group) < -(-(len(left) + len(group)) // number):
            group.append(min(left, key=lambda each: sum(meetings(each, other) for other in group)))
            left.remove(group[-1])
        groups.append(tuple((entrant,) for entrant in group))
    return SittingDrawn(tuple(groups))


def _choose_idle(event: Event, order: Sequence[int], count: int) -> list[int]:
    """Who sits out: nobody a second time before everyone here has."""
    chosen: list[int] = []
    while len(chosen) < count:
        rest = [entrant for entrant in order if entrant not in chosen]
        chosen.append(_least_idle(event, rest)[0])
    return chosen


def _least_idle(event: Event, order: Sequence[int]) -> list[int]:
    """Those with the fewest byes; of these, those who have not missed a sitting anyway."""
    counts = bye_counts(event)
    fewest = min(counts[entrant] for entrant in order)
    candidates = [entrant for entrant in order if counts[entrant] == fewest]
    punctual = [each for each in candidates if missed_sittings(event, each) == 0]
    return punctual or candidates


def _without(order: Sequence[int], entrant: int) -> list[int]:
    return [each for each in order if each != entrant]


def _never_met(_one: int, _other: int) -> int:
    return 0
