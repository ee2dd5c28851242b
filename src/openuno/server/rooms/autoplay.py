"""What a table does though nobody asks: facts that follow from its deadlines, and from its bots."""

from typing import assert_never

from openuno.engine.actions import Action, SayUno
from openuno.engine.questions import questions_out_of_turn
from openuno.game.state import Act, Game, NextRound
from openuno.room import deadlines as due
from openuno.room.decide import carry_out
from openuno.room.facts import (
    AccusationClosed,
    Archived,
    Back,
    Came,
    Fact,
    HostIs,
    Late,
    TableClosed,
    Warned,
    Went,
)
from openuno.room.host import is_acting
from openuno.room.secret import Secrets
from openuno.room.starting import go_on_without
from openuno.room.state import Table, seat_of
from openuno.room.view import moves
from openuno.server.rooms.bots import Minds


def carried_out(table: Table, what: due.Due, minds: Minds, secrets: Secrets) -> tuple[Fact, ...]:
    """What comes of a deadline that has passed."""
    match what:
        case due.BotMoves(_, place):
            action = minds.thought(_game(table), place, table.seats[place])
            # A bot that lets go what the game waits for would stop everyone.
            return _bot_acts(table, place, action or moves(table, place)[0], secrets)
        case due.BotSaysUno(_, place):
            says = minds.thought(_game(table), place, table.seats[place]) == SayUno()
            return _bot_acts(table, place, SayUno(), secrets) if says else ()
        case due.BotsLook(_, index):
            return _bots_look(table, index, minds, secrets)
        case due.Warn(_, place):
            return (Warned(place),)
        case due.TimeUp(_, place):
            return (Late(place),)
        case due.GoOnStarting():
            return go_on_without(table, secrets)
        case due.DealNext():
            game = _game(table)
            return carry_out(game, NextRound(), "clock", secrets.current, secrets.spare)
        case due.PassHost(_, guest):
            return (HostIs(guest, acting=is_acting(table, guest)),)
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


def presences(
    table: Table, here: dict[str, str], process: str, alive: frozenset[str]
) -> tuple[Fact, ...]:
    """Who has come or gone, going by the people connected `here` and the processes that live."""
    facts: list[Fact] = []
    through_us = set()
    for person in table.people:
        for via in person.via:
            if via == process and person.guest in here:
                through_us.add(person.guest)
            elif via == process or via not in alive:
                facts.append(Went(person.guest, via))
    for guest, name in here.items():
        if guest not in through_us:
            facts.append(Came(guest, name, process))
            if guest == table.owner != table.host:
                facts.append(HostIs(guest))  # at once: an acting host must not be quicker
            seat = seat_of(table, guest)
            if seat is not None and table.seats[seat].late:
                facts.append(Back(seat))
    return tuple(facts)


def _bots_look(table: Table, index: int, minds: Minds, secrets: Secrets) -> tuple[Fact, ...]:
    """What the first bot does that takes a chance out of turn, asked in the one order (UNO-8)."""
    game = _game(table)
    inner = game.tables[index]
    for seat, offered in questions_out_of_turn(inner.round):
        player = inner.players[seat]
        if not table.seats[player].by_itself or SayUno() in offered:
            continue  # a person speaks up unasked, and the player who owes UNO was asked before
        action = minds.thought(game, player, table.seats[player])
        if action is not None and action in offered:
            return _bot_acts(table, player, action, secrets)
    return ()


def _bot_acts(table: Table, place: int, action: Action, secrets: Secrets) -> tuple[Fact, ...]:
    by = "bot" if table.seats[place].bot else "clock"
    return carry_out(_game(table), Act(place, action), by, secrets.current, secrets.spare)


def _game(table: Table) -> Game:
    assert table.game is not None, "due only while a game is on"
    return table.game
