"""Points by partnership, where partners rotate (FMT-4, FMT-5)."""

from collections.abc import Sequence

import msgspec

from openuno.game import schedule
from openuno.game.formats import ROUNDS_PER_PARTNER


class Partnership(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """Two partners in one stage: the rounds they played together, and the points of each."""

    players: tuple[int, int]
    rounds: tuple[int, ...] = msgspec.field(name="hands")
    points: tuple[int, ...]


Stage = tuple[Partnership, ...]
"""Everyone who played together at the same time."""


def partnerships(points: Sequence[Sequence[int]]) -> tuple[Stage, ...]:
    """Every partnership of every stage begun; `points` are those of each round, by player."""
    stages = []
    for start in range(0, len(points), ROUNDS_PER_PARTNER):
        played = points[start : start + ROUNDS_PER_PARTNER]
        players = len(played[0])
        number = start // ROUNDS_PER_PARTNER % schedule.stage_count(players)
        rounds = tuple(range(start + 1, start + len(played) + 1))
        stages.append(
            tuple(
                Partnership(pair, rounds, tuple(scored[pair[0]] for scored in played))
                for north, east, south, west in schedule.tables_at_stage(players, number)
                for pair in (_pair(north, south), _pair(east, west))
            )
        )
    return tuple(stages)


def partner_points(players: int, stages: Sequence[Stage]) -> tuple[tuple[int, ...], ...]:
    """What each player has scored with each other player as partner."""
    together = [[0] * players for _ in range(players)]
    for stage in stages:
        for pair in stage:
            one, other = pair.players
            together[one][other] += sum(pair.points)
            together[other][one] += sum(pair.points)
    return tuple(map(tuple, together))


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)
