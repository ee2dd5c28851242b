from dataclasses import dataclass, field

import pytest

from openuno import Action, Card, Fast, Game, GameStep, View, parse_format, start_game
from openuno.bots.regular import regular
from openuno.engine.actions import Catch, SayUno
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.events import Caught, Drew, RoundEnded, SaidUno
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.game.events import AtTable, DealerFound, GameEnded, GameEvent, RoundBegan
from openuno.game.state import Act, Command, Table
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import Player, SeenEvents, WhyNot, ask_next, notify_all, play_to_end


@dataclass
class Scripted:
    """Gives a fixed answer; remembers what it was asked and what it saw."""

    answer: Action | None = None
    asked: list[View] = field(default_factory=list)
    observed: list[GameEvent] = field(default_factory=list)

    def observe(self, events: SeenEvents, _: int | None, /) -> None:
        self.observed.extend(events)

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], _: WhyNot, /
    ) -> Action | None:
        assert set(offered) <= set(view.legal)
        self.asked.append(view)
        return self.answer

    def take_turn(self, view: View, _: WhyNot, /) -> Action:
        self.asked.append(view)
        return view.legal[0]


@dataclass
class Watching:
    """A host that remembers; `order` is what it did when."""

    commands: list[Command] = field(default_factory=list)
    observed: list[GameEvent] = field(default_factory=list)
    order: list[str] = field(default_factory=list)

    def log(self, what: Command, step: GameStep, /) -> None:
        assert step.events
        self.commands.append(what)
        self.order.append("log")

    def observe(self, events: SeenEvents, _: int | None, /) -> None:
        self.observed.extend(events)
        self.order.append("observe")

    def wait_for_deal(self, _: Game, /) -> None:
        self.order.append("ready")


OWING = "mattel-2016 hands=Y9/B1,B2/G1,G2 pile=Y1,Y2 discard=R5 turn=1 laid=0"


def table(position: str) -> Table:
    round = parse_round(position)
    return Table(tuple(range(len(round.hands))), round)


@pytest.mark.rule("UNO-8")
def test_the_player_who_owes_uno_is_asked_first_and_all_may_catch_before_the_next_turn() -> None:
    players = [Scripted(SayUno()), Scripted(), Scripted(Catch(0))]
    assert ask_next(table(OWING), players) == Act(0, SayUno())
    assert [len(player.asked) for player in players] == [1, 0, 0]

    players = [Scripted(), Scripted(), Scripted(Catch(0))]
    assert ask_next(table(OWING), players) == Act(2, Catch(0))
    assert [len(player.asked) for player in players] == [1, 1, 1]


def test_when_nobody_takes_the_chance_the_turn_goes_on() -> None:
    players = [Scripted(), Scripted(), Scripted()]
    assert ask_next(table(OWING), players) == Act(1, parse_action("draw"))
    assert len(players[1].asked) == 2


def test_players_are_not_seats() -> None:
    round = parse_round(OWING)
    players = [Scripted() for _ in range(5)]
    assert ask_next(Table((4, 0, 2), round), players) == Act(0, parse_action("draw"))
    assert [len(player.asked) for player in players] == [2, 0, 1, 0, 1]


def test_nobody_is_asked_without_a_chance() -> None:
    players = [Scripted(), Scripted(), Scripted()]
    ask_next(table(OWING.replace("laid=0", "laid=0!")), players)
    assert [len(player.asked) for player in players] == [0, 1, 0]


def test_each_seat_is_asked_with_its_own_view_only() -> None:
    players = [Scripted(), Scripted(), Scripted()]
    ask_next(table(OWING), players)
    for seat, player in enumerate(players):
        for seen in player.asked:
            assert seen.seat == seat
            others = (hand for other, hand in enumerate(seen.hands) if other != seat)
            assert {card for hand in others for card in hand} == {Card.BACK}


def played(players: list[Player], rules: str, format: str, seed: int = 3) -> tuple[Game, Watching]:
    host = Watching()
    step = start_game(parse_rules(rules), parse_format(format), len(players), Fast(seed))
    notify_all(step, players, host, None)
    return play_to_end(step.game, players, host), host


def bots(count: int) -> list[Player]:
    return [BotPlayer(regular, b"a secret", player) for player in range(count)]


def test_each_hears_what_it_may_know_and_the_log_comes_first() -> None:
    watched = Scripted()
    players: list[Player] = [*bots(2), watched]
    game, host = played(players, "mattel-2016+hand_size=3", "single")
    assert game.winners is not None
    for observed, own in ((watched.observed, 2), (host.observed, None)):
        assert isinstance(observed[-1], GameEnded)
        assert any(isinstance(event, DealerFound) for event in observed)
        drew = [e.what for e in observed if isinstance(e, AtTable) and isinstance(e.what, Drew)]
        assert drew
        assert all((Card.BACK in event.cards) == (event.seat != own) for event in drew)
    assert host.order == ["observe", "ready", *["log", "observe"] * len(host.commands)]


def test_each_table_plays_its_hand_to_the_end() -> None:
    _, host = played(bots(8), "house+hand_size=2", "rotating")
    places: list[int] = []
    for event in host.observed:
        if isinstance(event, RoundBegan):
            places.clear()
        if isinstance(event, AtTable) and isinstance(event.what, RoundEnded):
            places.append(event.table)
            assert places == list(range(len(places)))
    assert host.order.count("ready") == 28


def test_a_player_can_ask_why() -> None:
    told: list[IllegalAction | None] = []

    class Curious(Scripted):
        def take_turn(self, view: View, why: WhyNot, /) -> Action:
            if not told:
                told.extend(map(why, (view.legal[-1], parse_action("challenge"))))
            return view.legal[0]

    played([Curious(), Curious()], "house+hand_size=1+first_card=number", "single")
    assert [refusal and refusal.reason for refusal in told] == [None, Reason.NOTHING_TO_CHALLENGE]


@pytest.mark.rule("UNO-8", "MEET-4")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_is_caught_for_an_uno_that_could_not_be_said_with_the_card(seed: int) -> None:
    rules = "house+seven_zero=on+swap_cards=4+shuffle_cards=2+hand_size=4"
    _, host = played(bots(4), rules, "race:300", seed)
    happened = [event.what for event in host.observed if isinstance(event, AtTable)]
    assert any(isinstance(event, SaidUno) for event in happened)
    assert not any(isinstance(event, Caught) for event in happened)


def test_a_game_of_bots_depends_on_its_seeds_alone() -> None:
    def commands(seed: int) -> list[Command]:
        return played(bots(4), "house", "single", seed)[1].commands

    assert commands(1) == commands(1) != commands(2)
