"""What a result brings: points, a share of the table, matchpoints against the field."""

from collections.abc import Iterator, Sequence

import msgspec

from openuno.event.settings import KnockOut, Swiss
from openuno.event.state import Cancelled, Event, Scored, Sitting, Table

WIN = 100
"""The share of an entrant that has beaten everyone it is compared with, in percent."""
LEVEL = 50


class Score(msgspec.Struct, frozen=True, gc=False):
    """What one sitting brought one entrant.

    `share` is the percentage of the other sides at its table that it has beaten, `matchpoints` the
    same against those who held the same cards at other tables; level counts half.
    """

    points: int
    share: int
    matchpoints: int
    played: bool = True


def sitting_scores(event: Event, sitting: Sitting) -> dict[int, Score]:
    """What the sitting has brought each entrant so far, also those who sat out."""
    scores: dict[int, Score] = {}
    for table in sitting.tables:
        if isinstance(table.outcome, Scored):
            points = table.outcome.points
            for side, entrants in enumerate(table.sides):
                score = Score(
                    points[side],
                    share(points[side], (*points[:side], *points[side + 1 :])),
                    _matchpoints(sitting, table, side),
                )
                scores.update(dict.fromkeys(entrants, score))
    mean = _rounded_mean([score.points for score in scores.values()])
    scores.update(_idle_scores(event, sitting, mean))
    return scores


def share(own: int, others: Sequence[int]) -> int:
    """The percentage of the others that are lower, level ones half, rounded; alone it is 50."""
    if not others:
        return LEVEL
    beaten = sum(2 * (other < own) + (other == own) for other in others)
    return (2 * WIN * beaten + 2 * len(others)) // (4 * len(others))


def _matchpoints(sitting: Sitting, table: Table, side: int) -> int:
    own = _net(table, side)
    assert own is not None, "only a result is compared"
    others = [
        net
        for each in sitting.tables
        if each is not table
        and len(each.sides) == len(table.sides)
        and (net := _net(each, side)) is not None
    ]
    return share(own, others)


def _net(table: Table, side: int) -> int | None:
    """What a side is compared by: its points less the others', times the number of sides."""
    if not isinstance(table.outcome, Scored):
        return None
    points = table.outcome.points
    return len(points) * points[side] - sum(points)


def _idle_scores(event: Event, sitting: Sitting, mean: int) -> Iterator[tuple[int, Score]]:
    """A bye brings the mean points of the sitting; a win in a Swiss event, else half a table."""
    if isinstance(event.settings.kind, KnockOut):
        mean = 0
    value = WIN if isinstance(event.settings.kind, Swiss) else LEVEL
    for entrant in sitting.byes:
        yield entrant, Score(mean, value, LEVEL, played=False)
    for table in sitting.tables:
        if isinstance(table.outcome, Cancelled):
            for side in table.sides:
                for entrant in side:
                    yield entrant, Score(mean, LEVEL, LEVEL, played=False)


def _rounded_mean(values: Sequence[int]) -> int:
    if not values:
        return 0
    return (2 * sum(values) + len(values)) // (2 * len(values))
