"""The server asks its bots in the order in which the terminal asks them (UNO-8)."""

from random import Random

import pytest
from msgspec.structs import replace

from openuno import EDITIONS, with_switches
from openuno.bots.bot import Answer, Mind, due_call
from openuno.bots.registry import BOTS
from openuno.bots.regular import regular
from openuno.engine.actions import Catch, Play, SayUno
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rules import rules_text
from openuno.engine.view import View
from openuno.game.events import GameEvent
from openuno.game.play import apply_command
from openuno.game.state import Act, Game, NextRound
from openuno.game.view import redact_game
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import ask_next
from openuno.room import commands as ask
from openuno.room.deadlines import NO_CALLS_SEEN, next_deadline, note_calls_seen
from openuno.room.facts import Fact, GameStarted, Moved
from openuno.room.settings import Clock, Settings
from openuno.room.state import BotSeat, is_game_on
from openuno.server.rooms.autoplay import facts_due
from openuno.server.rooms.bots import RoomBots
from tests.room.driver import HOST, RoomDriver, open_room
from tests.room.driver import start_game as people
from tests.room.games import game_of

MOST_MOVES = 300
SECRET = b"of no use: these bots ask no chance"


def forgetful(view: View, mind: Mind) -> Answer:
    """As `regular`, but it never says UNO: there must be somebody to catch."""
    call = due_call(view)
    if isinstance(call, Catch):
        return call, mind
    action, mind = regular(replace(view, owes_uno=None), mind)
    return (replace(action, uno=False) if isinstance(action, Play) else action), mind


def game_events(facts: tuple[Fact, ...]) -> list[GameEvent]:
    return [
        event for fact in facts if isinstance(fact, GameStarted | Moved) for event in fact.events
    ]


def started(
    settings: Settings, kinds: list[str], salt: bytes
) -> tuple[RoomDriver, list[GameEvent]]:
    """A table of bots at which a game has just been dealt, and what has happened in it."""
    driven = open_room(settings, salt).comes(HOST)
    for seat, kind in enumerate(kinds):
        driven.asks(HOST, ask.AddBot(seat, kind))
    return driven, game_events(driven.asks(HOST, ask.Start()))


def acts_at_the_server(driven: RoomDriver, dealt: list[GameEvent]) -> list[Act]:
    minds = RoomBots(bytes)
    minds.observe(dealt)
    looked, acts = NO_CALLS_SEEN, list[Act]()
    while is_game_on(driven.table) and len(acts) < MOST_MOVES:
        due = next_deadline(driven.table, looked)
        assert due is not None
        driven.now = max(driven.now, due.at)
        looked = note_calls_seen(driven.table, looked, due)
        facts = facts_due(driven.table, due, minds, driven.secrets)
        if facts:
            driven.happens(*facts)
            minds.observe(game_events(facts))
            acts += [f.command for f in facts if isinstance(f, Moved) if isinstance(f.command, Act)]
    return acts


def acts_at_the_terminal(game: Game, kinds: list[str], dealt: list[GameEvent]) -> list[Act]:
    bots = [BotPlayer(BOTS[kind], SECRET, player, game.format) for player, kind in enumerate(kinds)]

    def observe(events: list[GameEvent]) -> None:
        for player, bot in enumerate(bots):
            bot.observe(tuple(redact_game(game, event, player) for event in events), None)

    observe(dealt)
    acts = list[Act]()
    while game.winners is None and len(acts) < MOST_MOVES:
        (table,) = game.tables
        act = ask_next(table, bots)
        assert isinstance(act, Act)
        acts.append(act)
        step = apply_command(game, acts[-1])
        game = step.game
        observe(list(step.events))
    return acts


def told(acts: list[Act]) -> list[str]:
    return [f"{act.player}:{action_text(act.action)}" for act in acts]


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize("pace", [0, 1])
def test_bots_play_the_same_rounds_at_the_server_and_at_the_terminal(
    pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(BOTS, "forgetful", forgetful)
    chance = Random(7)
    seen: set[type] = set()
    for number in range(30):
        rules = with_switches(
            EDITIONS["house"],
            hand_size=chance.choice((2, 3, 5)),
            seven_zero=chance.random() < 0.6,
            jump_in=chance.random() < 0.6,
            swap_cards=chance.choice((0, 4)),
            shuffle_cards=chance.choice((0, 4)),
        )
        seats = chance.randint(2, 6)
        kinds = [chance.choice(("regular", "forgetful")) for _ in range(seats)]
        clock = Clock(bots=pace)
        settings = Settings(rules=rules_text(rules), format="single", seats=seats, clock=clock)
        driven, dealt = started(settings, kinds, b"%d" % number)
        game = game_of(driven.table)
        wanted = acts_at_the_terminal(game, kinds, dealt)
        assert told(acts_at_the_server(driven, dealt)) == told(wanted)
        seen |= {type(act.action) for act in wanted}
    assert {SayUno, Catch} <= seen, "rounds without calls prove nothing"
    assert NextRound not in seen


def test_a_bot_that_has_overlooked_a_catch_does_not_notice_it_when_its_turn_comes() -> None:
    position = "house hands=R7,G1/B1,R2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    driven = people(3, Settings(rules="house")).puts(position)
    driven.moves("ann", "R7")
    game = game_of(driven.table)
    answers = set()
    for number in range(40):
        minds = RoomBots(Random(number).randbytes)
        first = minds.choose(game, 1, BotSeat("casual", "Cas"))
        assert minds.choose(game, 1, BotSeat("casual", "Cas")) == first
        answers.add(type(first))
    assert answers == {Catch, Play}, "it catches, or has overlooked that and plays"


def test_a_gentle_bot_knows_the_rounds_that_everyone_has_won() -> None:
    position = "house hands=Y9/B1,R2/G3,G4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=1 laid=0"
    game = game_of(people(3, Settings(rules="house")).puts(position).table)
    minds = RoomBots(Random(1).randbytes)
    assert minds.choose(replace(game, wins=(5, 0, 0)), 2, BotSeat("gentle", "Mia")) == Catch(0)
    minds = RoomBots(Random(1).randbytes)
    assert minds.choose(replace(game, wins=(0, 0, 5)), 2, BotSeat("gentle", "Mia")) is None
