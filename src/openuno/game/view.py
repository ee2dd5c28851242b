"""What one player, or someone watching, may know of a game."""

from typing import TypeVar

import msgspec

from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.rules import Rules
from openuno.engine.view import View, is_public, redact, redact_action, view
from openuno.game.events import AtTable, GameEvent
from openuno.game.formats import Format
from openuno.game.state import Act, Game

C = TypeVar("C")


class TableView(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A table as the player sees it: its own from its seat, another's as one who watches."""

    players: tuple[int, ...]
    view: View


class GameView(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A game as `player` sees it; `player` is None for someone watching."""

    rules: Rules
    format: Format
    player: int | None
    dealer: int | None
    round_number: int = msgspec.field(name="hand")
    tables: tuple[TableView, ...]
    scores: tuple[int, ...]
    wins: tuple[int, ...]
    out: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...] | None


def view_game(game: Game, player: int | None) -> GameView:
    """What the player may know of the game."""
    if player is not None and not 0 <= player < len(game.scores):
        raise IllegalAction(Reason.NO_SUCH_SEAT, case="player", player=player)
    return GameView(
        rules=game.rules,
        format=game.format,
        player=player,
        dealer=game.dealer,
        round_number=game.round_number,
        tables=tuple(
            TableView(table.players, view(table.round, _seat(table.players, player)))
            for table in game.tables
        ),
        scores=game.scores,
        wins=game.wins,
        out=game.out,
        winners=game.winners,
    )


def redact_game(game: Game, event: GameEvent, player: int | None) -> GameEvent:
    """The event as the player sees it; `game` is the game after it, or after its whole step."""
    if is_public_event(event):
        return event
    assert isinstance(event, AtTable), "what happens to the game itself is public"
    seat = _seat(game.tables[event.table].players, player)
    return AtTable(event.table, redact(event.what, seat))


def redact_command(command: C, player: int | None) -> C | Act:
    """The command as the player may know it: which card another chose is told by the event."""
    if not isinstance(command, Act):
        return command
    action = redact_action(command.action, command.player, player)
    return command if action is command.action else Act(command.player, action)


def is_public_event(event: GameEvent) -> bool:
    """Whether everyone may see all of the event."""
    return not isinstance(event, AtTable) or is_public(event.what)


def _seat(players: tuple[int, ...], player: int | None) -> int | None:
    return players.index(player) if player in players else None
