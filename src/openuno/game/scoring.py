"""What a round is worth in each format, and when the game is over."""

from typing import assert_never

from openuno.engine.scoring import hand_points
from openuno.engine.state import RoundOver
from openuno.game import schedule
from openuno.game.formats import (
    ROUNDS_PER_PARTNER,
    BestOf,
    Elimination,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.state import Game, Table, is_round_on, remaining_players


def score_changes(game: Game, table: Table) -> tuple[int, ...]:
    """How much each player's score grows by the round just ended at this table."""
    phase = table.round.phase
    assert isinstance(phase, RoundOver), "a round is scored when it is over"
    caught = hand_points(table.round.rules, table.round.hands)
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


def eliminated_players(game: Game) -> tuple[int, ...]:
    """The players who leave the game after this round, if any (FMT-7)."""
    if not isinstance(game.format, Elimination):
        return ()
    limit = game.format.limit
    return tuple(player for player in remaining_players(game) if game.scores[player] >= limit)


def game_winners(game: Game) -> tuple[int, ...] | None:
    """Who has won, now that every table's round is scored; None while the game goes on."""
    if is_round_on(game):
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
            cycle = schedule.stage_count(len(game.scores)) * ROUNDS_PER_PARTNER
            return _best(game.scores) if game.round_number >= game.format.cycles * cycle else None
        case Elimination():
            return _last_in(game)
        case Single():
            return _best(game.wins) if any(game.wins) else None
        case BestOf():
            return _best(game.wins) if _is_decided(game.wins, game.format.rounds) else None
        case _:
            assert_never(game.format)


def _best(values: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player for player, value in enumerate(values) if value == max(values))


def _is_decided(wins: tuple[int, ...], rounds: int) -> bool:
    """Whether all rounds are won, or too few are left for anyone to draw level with the first."""
    second, first = sorted(wins)[-2:]
    left = rounds - sum(wins)
    return left == 0 or second + left < first


def _last_in(game: Game) -> tuple[int, ...] | None:
    left = remaining_players(game)
    if left:
        return left if len(left) == 1 else None
    # All who were left reached the limit together, as in a dead round: the lowest tally wins.
    together = game.out[-1]
    lowest = min(game.scores[player] for player in together)
    return tuple(player for player in together if game.scores[player] == lowest)
