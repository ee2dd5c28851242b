"""What a round is worth in each format, and when the game is over."""

from typing import assert_never

from openuno.engine.scoring import caught_with
from openuno.engine.state import Over
from openuno.game import schedule
from openuno.game.formats import (
    HANDS_A_PARTNER,
    BestOf,
    Elimination,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.state import Game, Table, players_in, playing


def hand_points(game: Game, table: Table) -> tuple[int, ...]:
    """How much each player's score grows by the round just ended at this table."""
    phase = table.round.phase
    assert isinstance(phase, Over), "a hand is scored when it is over"
    caught = caught_with(table.round.rules, table.round.hands)
    gains = [0] * len(game.scores)
    match game.format:
        case LowTally() | Elimination():
            # A dead round counts too: everyone was caught with something (OUT-4).
            for player, points in zip(table.players, caught, strict=True):
                gains[player] = points
        case Race() | Single() | BestOf():
            if phase.winner is not None:
                gains[table.players[phase.winner]] = sum(caught)
        case Partners() | Teams() | Rotating():
            if phase.winner is not None:
                team = phase.winner % 2
                theirs = sum(caught[seat] for seat in range(len(caught)) if seat % 2 != team)
                for player in table.players[team::2]:
                    gains[player] = theirs
        case _:
            assert_never(game.format)
    return tuple(gains)


def put_out(game: Game) -> tuple[int, ...]:
    """The players who leave the game after this hand (FMT-7)."""
    if not isinstance(game.format, Elimination):
        return ()
    limit = game.format.limit
    return tuple(player for player in players_in(game) if game.scores[player] >= limit)


def winners(game: Game) -> tuple[int, ...] | None:
    """Who has won, now that every table's hand is scored; None while the game goes on."""
    if playing(game):
        return None
    everyone = range(len(game.scores))
    match game.format:
        case Race() | Partners() | Teams():
            return _best(game.scores) if max(game.scores) >= game.format.limit else None
        case LowTally():
            if max(game.scores) < game.format.limit:
                return None
            return tuple(p for p in everyone if game.scores[p] == min(game.scores))
        case Rotating():
            cycle = schedule.stages(len(game.scores)) * HANDS_A_PARTNER
            return _best(game.scores) if game.hand >= game.format.cycles * cycle else None
        case Elimination():
            return _last_in(game)
        case Single():
            return _best(game.wins) if any(game.wins) else None
        case BestOf():
            needed = game.format.rounds // 2 + 1
            over = max(game.wins) >= needed or sum(game.wins) >= game.format.rounds
            return _best(game.wins) if over else None
        case _:
            assert_never(game.format)


def _best(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player for player, value in enumerate(values) if value == max(values))


def _last_in(game: Game) -> tuple[int, ...] | None:
    left = players_in(game)
    if len(left) > 1:
        return None
    if left:
        return left
    # All who were left reached the limit together, as in a dead round: the lowest tally wins.
    last = [player for player in game.out if player in game.tables[0].players]
    lowest = min(game.scores[player] for player in last)
    return tuple(sorted(player for player in last if game.scores[player] == lowest))
