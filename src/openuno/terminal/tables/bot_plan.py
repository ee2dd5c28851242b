"""What the bots at a table in this process do next, and how long they leave a person."""

from typing import NamedTuple

from openuno.bots.characters import find_character
from openuno.engine.actions import Action, SayUno
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.state import seat_to_act
from openuno.engine.view import view
from openuno.game.state import Act, Table
from openuno.local.loop import refusals_at
from openuno.room.manners import thinking_time
from openuno.terminal.preferences import Preferences
from openuno.terminal.tables.memory import Memory

OWN_CALL = 0.5
"""Seconds after which a bot that owes UNO is asked for it."""
NOTICING = 0.5
"""The part of the time to call in which bots notice what a person has forgotten."""


class Plan(NamedTuple):
    """What happens unless the person does something first, and in how many seconds."""

    command: Act | None
    delay: float | None
    offered: tuple[Action, ...]


def make_plan(
    table: Table, person: int | None, memory: Memory, names: tuple[str, ...], chosen: Preferences
) -> Plan:
    """What the bots at this table do next, and how long they leave the person."""
    round, limit = table.round, chosen.call_seconds
    offered: tuple[Action, ...] = ()
    command, delay = None, 0.0
    for seat, what in questions_out_of_turn(round):
        player = table.players[seat]
        if player == person:
            offered += what
        elif command is None:
            bot = memory.bots[player]
            action = bot.answer_out_of_turn(view(round, seat), what, never_refused)
            if action is not None:
                command = Act(player, action)
                own = isinstance(action, SayUno)
                delay = OWN_CALL if own else NOTICING * (limit or 0)
    acting = seat_to_act(round)
    assert acting is not None, "a round that is not over waits for somebody"
    player = table.players[acting]
    if command is None:
        if player == person:
            return Plan(None, None, offered)
        seen = view(round, acting)
        command = Act(player, memory.bots[player].take_turn(seen, refusals_at(round, acting)))
        delay = thinking_seconds(table, player, memory, names, chosen)
        if offered:
            delay = max(delay, limit or 0)
    return Plan(command, None if offered and limit is None else delay, offered)


def thinking_seconds(
    table: Table, player: int, memory: Memory, names: tuple[str, ...], chosen: Preferences
) -> float:
    """How long this bot thinks about its move, by its character and the pace chosen."""
    number = memory.game.round_number
    manner = thinking_time(find_character(names[player]), table, player, number)
    return chosen.pace.seconds * manner


def never_refused(_: Action) -> None:
    """Bots answer what is legal; nobody has to tell them why not."""
