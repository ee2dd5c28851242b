"""Who is ahead: the score sheet in order, with ranks."""

from typing import assert_never

import msgspec

from openuno.game.formats import (
    BestOf,
    Elimination,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
    sides,
)
from openuno.game.state import Game
from openuno.game.view import GameView


class Standing(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A row of the sheet, for a player or a team; `wins` are rounds in which one went out."""

    rank: int
    players: tuple[int, ...]
    score: int
    wins: int


def standings(game: Game | GameView) -> tuple[Standing, ...]:
    """Every player, or team, best first. Those who are level share a rank: 1, 2, 2, 4."""
    rows = sides(game.format, len(game.scores))
    keys = {side: _key(game, side) for side in rows}
    return tuple(
        Standing(
            rank=1 + sum(key < keys[side] for key in keys.values()),
            players=side,
            score=game.scores[side[0]],
            wins=_wins(game, side),
        )
        for side in sorted(rows, key=lambda side: (keys[side], side))
    )


def _key(game: Game | GameView, side: tuple[int, ...]) -> tuple[int, ...]:
    """What this side is ranked by, the best lowest; partners have the same score."""
    player = side[0]
    score = game.scores[player]
    match game.format:
        case Race() | Partners() | Teams() | Rotating():
            return (-score,)
        case LowTally():
            return (score,)
        case Elimination():
            # The later one left the better; together, the lower tally.
            left_after = [index for index, gone in enumerate(game.out) if player in gone]
            return len(game.out) - left_after[0] if left_after else 0, score
        case Single() | BestOf():
            return (-_wins(game, side),)
        case _:
            assert_never(game.format)


def _wins(game: Game | GameView, side: tuple[int, ...]) -> int:
    return sum(game.wins[player] for player in side)
