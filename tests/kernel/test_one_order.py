"""After a card everyone is asked in one order: at the terminal, in simulations, in environments."""

from collections.abc import Sequence
from random import Random

import pytest

from openuno import (
    Action,
    Fast,
    Round,
    Step,
    View,
    apply,
    deal,
    edition,
    redact,
    view,
    with_switches,
)
from openuno.bots.bot import Mind, due_call, notice
from openuno.bots.regular import regular
from openuno.bots.uniform import Habits, jump_in, make_call, take_turn
from openuno.engine.actions import Play
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.rng import Generator, fork
from openuno.engine.state import RoundOver
from openuno.game.state import Act, Table
from openuno.kernel.batch.action_space import ACTIONS, answer_text
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing
from openuno.kernel.batch.questions import QuestionField
from openuno.kernel.batch.questions import QuestionKind as Asks
from openuno.kernel.bots.policies import Policy
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.local.loop import SeenEvents, WhyNot, ask_next
from tests.kernel.expected_questions import Asking, answers, any_rules, picks_whom
from tests.kernel.reference import Question, differences, play_simulated, policies
from tests.kernel.settings import setting

MOST_ACTIONS = 400
INDEX = {answer_text(index): index for index in range(ACTIONS)}
NAMES: dict[Question, str] = {make_call: "call", jump_in: "jump in", take_turn: "turn"}
MOVING_HANDS = with_switches(
    edition("house"), seven_zero=True, swap_cards=4, shuffle_cards=4, jump_in=True, hand_size=3
)


class Seats:
    """The policies of the kernel in every seat, and all that they were asked."""

    def __init__(self, dealt: Step, rng: Generator, policies: Sequence[Policy]) -> None:
        self.policies = policies
        self.chance = Mind(fork(rng, 1))
        self.minds = {
            seat: Mind(Fast(0)) for seat, policy in enumerate(policies) if policy.name == "regular"
        }
        self.asked: list[str] = []
        self.actions: list[str] = []
        self.observe(dealt)

    def observe(self, step: Step) -> None:
        for event in step.events:
            for seat, mind in self.minds.items():
                self.minds[seat] = notice(mind, redact(event, seat))

    def answer(self, question: Question, seen: View) -> Action | None:
        assert seen.seat is not None
        seat = seen.seat
        if seat not in self.minds:
            habits = Habits(*self.policies[seat].rates)
            action, self.chance = question(seen, self.chance, habits)
        elif question is make_call:
            action = due_call(seen)
        else:
            action = regular(seen, self.minds[seat])[0]
        answer = "-" if action is None else action_text(action)
        self.asked.append(f"{seat} {NAMES[question]}: {answer}")
        if action is not None:
            self.actions.append(f"{seat}:{answer}")
        return action


class Player:
    """One of them, as the terminal knows players."""

    def __init__(self, seats: Seats) -> None:
        self.seats = seats

    def observe(self, _: SeenEvents, __: int | None, /) -> None:
        raise AssertionError("`Seats` observes for all")

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], _: WhyNot, /
    ) -> Action | None:
        action = self.seats.answer(jump_in if isinstance(offered[0], Play) else make_call, view)
        assert action is None or action in offered
        return action

    def take_turn(self, view: View, _: WhyNot, /) -> Action:
        action = self.seats.answer(take_turn, view)
        assert action is not None
        return action


def play_at_the_terminal(dealt: Step, seats: Seats, most: int) -> Round:
    round = dealt.round
    players = [Player(seats) for _ in round.hands]
    while not isinstance(round.phase, RoundOver) and len(seats.actions) < most:
        act = ask_next(Table(tuple(range(len(players))), round), players)
        assert isinstance(act, Act)
        step = apply(round, act.player, act.action)
        seats.observe(step)
        round = step.round
    return round


def play_in_the_environment(batch: Batch, dealt: Step, seats: Seats, most: int) -> Round:
    round = dealt.round
    while not isinstance(round.phase, RoundOver) and len(seats.actions) < most:
        ask = batch.lanes.questions[0]
        seat, kind, jumps = (
            int(ask[QuestionField.ASKED_SEAT]),
            Asks(ask[QuestionField.QUESTION_KIND]),
            bool(ask[QuestionField.ASKED_TO_JUMP_IN]),
        )
        question: Question = take_turn
        if kind is Asks.OUT_OF_TURN:
            question = jump_in if jumps else make_call
        action = seats.answer(question, view(round, seat))
        asking = Asking(seat, kind, jumps=jumps)
        texts = answers(round, asking)
        text = "wait" if action is None else next(t for t in texts if action in texts[t])
        batch.step([INDEX[text]])
        if action is None:
            continue
        if picks_whom(round, seat, action):
            assert isinstance(action, Play)
            texts = answers(round, Asking(seat, Asks.WHICH_PLAYER, unfinished=action))
            batch.step([INDEX[next(t for t in texts if action in texts[t])]])
        step = apply(round, seat, action)
        seats.observe(step)
        round = step.round
        assert to_round(select_round(batch.lanes.rows, 0), batch.rules) == round
    return round


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize("part", range(4))
def test_the_terminal_plays_the_rounds_that_are_simulated(part: int) -> None:
    chance = Random(f"one order/{part}")
    said = caught = jumped = 0
    for _ in range(25):
        table = setting(chance)
        rules, seats = (table.rules, table.seats) if chance.random() < 0.5 else (MOVING_HANDS, 4)
        plan = Plan(rules, policies(chance, seats), chance.getrandbits(64))
        number = chance.randrange(1 << 40)
        played = play_simulated(plan, number)
        found, wanted = simulate(plan, number, 1), played.counts()
        assert (found == wanted).all(), differences(found, wanted)
        rng = fork(Fast(plan.seed), number)
        dealt = deal(plan.rules, plan.seats, plan.seats - 1, rng)
        there = Seats(dealt, rng, plan.policies)
        round = play_at_the_terminal(dealt, there, len(played.actions))
        assert there.actions == played.actions, str(played)
        assert round == played.round
        said += any(action.endswith(":uno") for action in there.actions)
        caught += any("catch" in action for action in there.actions)
        jumped += any("jump in: -" not in asked and "jump in" in asked for asked in there.asked)
    assert min(said, caught, jumped) > 0, "rounds without calls and jump-ins prove nothing"


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize("part", range(4))
def test_an_environment_asks_what_the_terminal_asks(part: int) -> None:
    chance = Random(f"environments/{part}")
    asked: list[str] = []
    for _ in range(25):
        rules, seats = any_rules(chance) if chance.random() < 0.5 else (MOVING_HANDS, 4)
        seed, who = chance.getrandbits(63), policies(chance, seats)
        rng = fork(Fast(seed), 0)
        dealt = deal(rules, seats, 0, rng)
        here, there = Seats(dealt, rng, who), Seats(dealt, rng, who)
        batch = Batch(rules, seats, 1, seed, dealing=Dealing.WAIT)
        end = play_at_the_terminal(dealt, here, MOST_ACTIONS)
        assert play_in_the_environment(batch, dealt, there, MOST_ACTIONS) == end
        assert there.asked == here.asked, round_text(dealt.round)
        asked += here.asked
    for words in ("call: uno", "call: catch", "call: -", "jump in: -"):
        assert any(words in question for question in asked), words
