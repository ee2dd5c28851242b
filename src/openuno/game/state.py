"""A game as a value: the format, the tables, the score."""

from itertools import chain

import msgspec

from openuno.engine.actions import Action
from openuno.engine.rng import Generator
from openuno.engine.rules import Rules
from openuno.engine.state import Round, RoundOver, seat_to_act
from openuno.game.events import GameEvent
from openuno.game.formats import Format


class Table(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """The players at a table by seat, and their round."""

    players: tuple[int, ...]
    round: Round


class Game(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A game. Players count from 0 to the left; `round_number` counts the rounds dealt.

    `dealer` dealt last, or is to deal first; None until found, and where partners rotate: there
    the deal follows the seats. `scores` and `wins` (rounds gone out) are by player; partners have
    the same score. `out` are those who have left the game, together if in the same round; `winners`
    is None until it is over.
    """

    rules: Rules
    format: Format
    rng: Generator
    dealer: int | None
    round_number: int = msgspec.field(name="hand")
    tables: tuple[Table, ...]
    scores: tuple[int, ...]
    wins: tuple[int, ...]
    out: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...] | None


class NextRound(
    msgspec.Struct,
    frozen=True,
    repr_omit_defaults=True,
    gc=False,
    tag_field="command",
    tag="next-hand",
    forbid_unknown_fields=True,
):
    """Deal the next round at every table."""


class Act(
    msgspec.Struct,
    frozen=True,
    repr_omit_defaults=True,
    gc=False,
    tag_field="command",
    tag="act",
    forbid_unknown_fields=True,
):
    """A player does something in the round at its table."""

    player: int
    action: Action


class Penalty(
    msgspec.Struct,
    frozen=True,
    repr_omit_defaults=True,
    gc=False,
    tag_field="command",
    tag="penalty",
    forbid_unknown_fields=True,
):
    """A player pays for an honour rule that, as the table has decided, they did not keep."""

    player: int


Command = NextRound | Act | Penalty


class GameStep(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A game and the events that led to it."""

    game: Game
    events: tuple[GameEvent, ...]


def remaining_players(game: Game) -> tuple[int, ...]:
    """The players still in the game, in the order they sit."""
    gone = frozenset(chain.from_iterable(game.out))
    return tuple(player for player in range(len(game.scores)) if player not in gone)


def is_round_on(game: Game) -> bool:
    """Whether a round is under way at some table."""
    return any(not isinstance(table.round.phase, RoundOver) for table in game.tables)


def find_player(game: Game, player: int) -> tuple[int, int] | None:
    """The table and seat of a player in the round under way or just played."""
    for table_index, table in enumerate(game.tables):
        if player in table.players:
            return table_index, table.players.index(player)
    return None


def players_to_act(game: Game) -> tuple[int, ...]:
    """The players the game waits for, one at each table still playing."""
    return tuple(
        [
            table.players[seat]
            for table in game.tables
            if (seat := seat_to_act(table.round)) is not None
        ]
    )
