"""The only writer of a game: one event turns it into the next."""

from functools import reduce
from typing import assert_never

from msgspec.structs import replace

from openuno.engine.deal import undealt_round
from openuno.engine.evolve import evolve
from openuno.engine.rng import fork
from openuno.engine.rules import Rules
from openuno.game.events import (
    AtTable,
    DealerFound,
    DrewForDeal,
    Eliminated,
    GameEnded,
    GameEvent,
    RoundBegan,
    RoundScored,
)
from openuno.game.formats import Elimination, Rotating, is_team_format
from openuno.game.state import Game, Table

_latest: tuple[Game | None, tuple[GameEvent, ...], Game | None] = (None, (), None)


def remember_step(before: Game, events: tuple[GameEvent, ...], after: Game) -> None:
    """Keep the latest step: the code that applies a command evolves its events a moment later."""
    global _latest  # noqa: PLW0603 - a memo; the answer is the same with and without it
    _latest = (before, events, after)


def evolve_events(game: Game, events: tuple[GameEvent, ...]) -> Game:
    """The game after all of the events."""
    before, known, after = _latest
    if known is events and before is game and after is not None:
        return after
    return reduce(evolve_game, events, game)


def evolve_game(game: Game, event: GameEvent) -> Game:
    """The game after the event."""
    match event:
        case AtTable(table_index, what):
            table = game.tables[table_index]
            table = replace(table, round=evolve(table.round, what))
            tables = (*game.tables[:table_index], table, *game.tables[table_index + 1 :])
            return replace(game, tables=tables)
        case RoundBegan():
            return _set_tables(game, event)
        case RoundScored(_, winner, points):
            scores = tuple(map(sum, zip(game.scores, points, strict=True)))
            wins = tuple(won + (player == winner) for player, won in enumerate(game.wins))
            return replace(game, scores=scores, wins=wins)
        case Eliminated(players):
            return replace(game, out=(*game.out, players))
        case DealerFound(player):
            return replace(game, dealer=player)
        case GameEnded(winners):
            return replace(game, winners=winners)
        case DrewForDeal():
            return game
        case _:
            assert_never(event)


def _set_tables(game: Game, began: RoundBegan) -> Game:
    rules = _table_rules(game, len(began.tables[0]))
    tables = tuple(
        Table(
            players,
            undealt_round(
                rules,
                len(players),
                players.index(dealer),
                fork(game.rng, began.round_number, table_index),
            ),
        )
        for table_index, (players, dealer) in enumerate(
            zip(began.tables, began.dealers, strict=True)
        )
    )
    dealer = None if isinstance(game.format, Rotating) else began.dealers[0]
    return replace(game, round_number=began.round_number, tables=tables, dealer=dealer)


def _table_rules(game: Game, seats: int) -> Rules:
    """The rules of the next round: teams if any; the last two by the two-player rules (FMT-7)."""
    rules = game.rules
    if is_team_format(game.format):
        rules = replace(rules, teams=True)
    if isinstance(game.format, Elimination) and seats == 2:
        rules = replace(rules, two_player_reverse=True)
    return rules
