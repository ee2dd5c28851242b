"""What a room does by itself: facts that follow from its deadlines, and from its bots."""

from typing import assert_never

from openuno.engine.actions import Action, SayUno
from openuno.engine.questions import questions_out_of_turn
from openuno.game.state import Act, Game, NextRound
from openuno.room import deadlines as due
from openuno.room.decide.moves import apply_game_command
from openuno.room.facts import (
    AccusationClosed,
    Archived,
    Fact,
    HostChanged,
    MovedBy,
    TableClosed,
    TimedOut,
    Warned,
)
from openuno.room.host import is_acting
from openuno.room.secret import Secrets
from openuno.room.starting import continue_start
from openuno.room.state import BotSeat, GameOn, Room, is_played_by_bot
from openuno.room.view import legal_actions
from openuno.server.rooms.bots import RoomBots


def facts_due(room: Room, what: due.Due, bots: RoomBots, secrets: Secrets) -> tuple[Fact, ...]:
    """What comes of a deadline that has passed."""
    match what:
        case due.BotMoves(_, seat):
            action = bots.choose(_game(room), seat, room.seats[seat])
            # A bot that lets go what the game waits for would stop everyone.
            return _bot_acts(room, seat, action or legal_actions(room, seat)[0], secrets)
        case due.BotSaysUno(_, seat):
            says = bots.choose(_game(room), seat, room.seats[seat]) == SayUno()
            return _bot_acts(room, seat, SayUno(), secrets) if says else ()
        case due.BotCallsDue(_, index):
            return _bot_calls(room, index, bots, secrets)
        case due.Warn(_, seat):
            return (Warned(seat),)
        case due.TimeoutDue(_, seat):
            return (TimedOut(seat),)
        case due.StartDue():
            return continue_start(room, secrets)
        case due.NextRoundDue():
            return apply_game_command(_game(room), NextRound(), secrets, MovedBy.CLOCK)
        case due.HostChangeDue(_, guest):
            return (HostChanged(guest, acting=is_acting(room, guest)),)
        case due.VerdictDue():
            return (AccusationClosed(upheld=False),)
        case due.Archive():
            return (Archived(),)
        case due.Expire():
            return (TableClosed("unused"),)
        case due.Delete():
            return ()  # there is nothing to write down: the store forgets the table
        case _:
            assert_never(what)


def _bot_calls(room: Room, index: int, bots: RoomBots, secrets: Secrets) -> tuple[Fact, ...]:
    """What the first bot does that takes a chance out of turn, asked in the one order (UNO-8)."""
    game = _game(room)
    inner = game.tables[index]
    for seat, offered in questions_out_of_turn(inner.round):
        player = inner.players[seat]
        if not is_played_by_bot(room.seats[player]) or SayUno() in offered:
            continue  # a person speaks up unasked, and the player who owes UNO was asked before
        action = bots.choose(game, player, room.seats[player])
        if action is not None and action in offered:
            return _bot_acts(room, player, action, secrets)
    return ()


def _bot_acts(room: Room, seat: int, action: Action, secrets: Secrets) -> tuple[Fact, ...]:
    by = MovedBy.BOT if isinstance(room.seats[seat], BotSeat) else MovedBy.CLOCK
    return apply_game_command(_game(room), Act(seat, action), secrets, by)


def _game(room: Room) -> Game:
    assert isinstance(room.game, GameOn), "due only while a game is on"
    return room.game.game
