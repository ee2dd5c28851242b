"""Who is ahead, by the figures that count in each kind of event."""

from typing import assert_never

import msgspec

from openuno.event.history import opponents
from openuno.event.scoring import WIN, Score, sitting_scores
from openuno.event.settings import (
    EventSettings,
    FixedTeams,
    KnockOut,
    Ladder,
    RotatingPartners,
    Swiss,
)
from openuno.event.state import (
    Event,
    Scored,
    bye_counts,
    is_bot_entrant,
    is_complete,
    table_entrants,
)


class Standing(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A row of the standings; `figures` are those of `columns`, the first counts first."""

    rank: int
    entrant: int
    figures: tuple[int, ...]
    played: int
    byes: int
    present: bool


class Partnership(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Two rotating partners at one table: what they scored together, None until it is entered."""

    sitting: int
    table: int
    entrants: tuple[int, int]
    points: int | None


def columns(settings: EventSettings) -> tuple[str, ...]:
    """What ranks an entrant: the first figure, and where it is level the next; higher is better."""
    score = "matchpoints" if settings.duplicate else "score"
    match settings.kind:
        case RotatingPartners() if settings.duplicate:
            return "matchpoints", "points"
        case RotatingPartners():
            return "points", "tables won"
        case Swiss():
            return score, "opponents", "points"
        case FixedTeams():
            return score, "points"
        case KnockOut():
            return "sittings won", "points"
        case Ladder():
            return "tables won", "points"
        case _:
            assert_never(settings.kind)


def standings(event: Event) -> tuple[Standing, ...]:
    """Every entrant, best first; those who are level in every figure share a rank: 1, 2, 2, 4.

    On a ladder the rank is the rung, whatever the figures say.
    """
    rows = {
        entrant: figures
        for entrant, figures in enumerate(_all_figures(event))
        if not is_bot_entrant(event, entrant)
    }
    if isinstance(event.settings.kind, Ladder):
        order = [entrant for entrant in ladder(event) if entrant in rows]
        ranks = {entrant: rung for rung, entrant in enumerate(order, 1)}
    else:
        order = sorted(rows, key=lambda entrant: (tuple(-f for f in rows[entrant]), entrant))
        every = list(rows.values())
        ranks = {each: 1 + sum(other > rows[each] for other in every) for each in order}
    scores = [sitting_scores(event, sitting) for sitting in event.sittings]
    byes = bye_counts(event)
    return tuple(
        Standing(
            ranks[entrant],
            entrant,
            rows[entrant],
            played=sum(entrant in each and each[entrant].played for each in scores),
            byes=byes[entrant],
            present=is_complete(event, entrant),
        )
        for entrant in order
    )


def ladder(event: Event) -> list[int]:
    """The rungs from the top: after a table its people take its rungs in the order of points."""
    rungs = list(range(len(event.entrants)))
    results = [
        (table.outcome, table_entrants(table))
        for sitting in event.sittings
        for table in sitting.tables
        if isinstance(table.outcome, Scored)
    ]
    for outcome, seats in sorted(results, key=lambda result: result[0].order):
        points = dict(zip(seats, outcome.points, strict=True))
        held = sorted(rungs.index(entrant) for entrant in seats)
        climbing = sorted(seats, key=lambda each: (-points[each], rungs.index(each)))
        for rung, entrant in zip(held, climbing, strict=True):
            rungs[rung] = entrant
    return rungs


def partnerships(event: Event) -> tuple[Partnership, ...]:
    """With rotating partners: every partnership so far and its points."""
    if not isinstance(event.settings.kind, RotatingPartners):
        return ()
    return tuple(
        Partnership(
            sitting_number,
            table_number,
            (side[0], side[1]),
            table.outcome.points[index] if isinstance(table.outcome, Scored) else None,
        )
        for sitting_number, sitting in enumerate(event.sittings, 1)
        for table_number, table in enumerate(sitting.tables, 1)
        for index, side in enumerate(table.sides)
    )


def _all_figures(event: Event) -> list[tuple[int, ...]]:
    totals = _totals(event)
    duplicate = event.settings.duplicate
    scores = [total.matchpoints if duplicate else total.share for total in totals]
    points = [total.points for total in totals]
    match event.settings.kind:
        case RotatingPartners() if duplicate:
            return list(zip(scores, points, strict=True))
        case RotatingPartners():
            return list(zip(points, _tables_won(event), strict=True))
        case Swiss():
            return list(zip(scores, _opponents_scores(event, scores), points, strict=True))
        case FixedTeams():
            return list(zip(scores, points, strict=True))
        case KnockOut():
            return list(zip(_sittings_won(event), points, strict=True))
        case Ladder():
            return list(zip(_tables_won(event), points, strict=True))
        case _:
            assert_never(event.settings.kind)


def _totals(event: Event) -> list[Score]:
    totals = [Score(0, 0, 0)] * len(event.entrants)
    for sitting in event.sittings:
        for entrant, score in sitting_scores(event, sitting).items():
            total = totals[entrant]
            totals[entrant] = Score(
                total.points + score.points,
                total.share + score.share,
                total.matchpoints + score.matchpoints,
            )
    return totals


def _tables_won(event: Event) -> list[int]:
    won = [0] * len(event.entrants)
    for sitting in event.sittings:
        for entrant, score in sitting_scores(event, sitting).items():
            won[entrant] += score.played and score.share == WIN
    return won


def _opponents_scores(event: Event, scores: list[int]) -> list[int]:
    """What everyone an entrant has met has scored, once for each time they met (Buchholz)."""
    sums = [0] * len(scores)
    for (one, other), times in opponents(event).items():
        sums[one] += times * scores[other]
        sums[other] += times * scores[one]
    return sums


def _sittings_won(event: Event) -> list[int]:
    won = [0] * len(event.entrants)
    for sitting in event.sittings:
        for entrant in sitting.byes:
            won[entrant] += 1
        for table in sitting.tables:
            if isinstance(table.outcome, Scored):
                for entrant in table.outcome.through:
                    won[entrant] += 1
    return won
