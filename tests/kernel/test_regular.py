"""The kernel's `regular` beside the bot itself: the same memory and the same thoughts, always.

By hand, for as many rounds as you like:

    .venv/bin/python -m tests.kernel.test_regular 5000 1
"""

import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.progress import track

from openuno import Action, Fast, Rules, apply, deal, legal, redact, view
from openuno.bots.bot import Mind, notice
from openuno.bots.evaluation import points_weight
from openuno.bots.memory import Memory
from openuno.bots.regular import regular
from openuno.engine.actions import ChoosePlayer, Play
from openuno.engine.cards import COLOURS, KINDS, Card
from openuno.engine.events import Event
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.rules import EDITIONS, with_switches
from openuno.engine.state import Round, RoundOver
from openuno.env.answers import Order, answer_of, pick_answer
from openuno.game.formats import BestOf, Elimination, Format, LowTally, Race, Single, Teams
from openuno.kernel.batch.action_space import answer_text
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    IN_TURN,
    QUESTION_FIELDS,
    QUESTION_KIND,
    WHICH_PLAYER,
)
from openuno.kernel.batch.regular import choose_as_regular
from openuno.kernel.rules import entry_points
from openuno.kernel.rules.actions import encode
from openuno.kernel.rules.state import RoundArrays, Switch, allocate_rounds, select_round
from tests.kernel.lockstep import signed
from tests.kernel.settings import setting

FORMATS: tuple[Format, ...] = (Single(), BestOf(), Race(), Teams(), LowTally(), Elimination())
MOST_ACTIONS = 120

# What Numba compiles has no types.
DEAL: Any = entry_points.deal_one
APPLY: Any = entry_points.apply_one
CHOOSE: Any = choose_as_regular

Option = tuple[int, Action]


class Pair:
    """One round twice: in the reference, its seats with a mind each, and in the kernel."""

    def __init__(self, rules: Rules, seats: int, format: Format, chance: Random) -> None:
        self.chance = chance
        self.weight = points_weight(format)
        self.minds = [Mind(Fast(0), format=format)] * seats
        dealer, seed = chance.randrange(seats), chance.getrandbits(64)
        step = deal(rules, seats, dealer, Fast(seed))
        self.round = step.round
        self.rows = allocate_rounds(rules, seats, 1, memory=True)
        self.table = select_round(self.rows, 0)
        DEAL(self.table, dealer, signed(seed))
        self.dealt, self.actions = round_text(step.round), list[str]()
        self.hear(step.events)

    def hear(self, events: tuple[Event, ...]) -> None:
        """Let every seat notice what it may know of it."""
        for seat, mind in enumerate(self.minds):
            for event in events:
                mind = notice(mind, redact(event, seat))  # noqa: PLW2901 - the mind after it
            self.minds[seat] = mind

    def compare(self) -> list[Option]:
        """Compare memory and choice of every seat; what the bots would do."""
        actions = []
        for seat, mind in enumerate(self.minds):
            if remembered(self.table, seat) != as_kept(mind.memory, seat):
                self.fail(f"seat {seat} remembers something else: {mind.memory}")
            if legal(self.round, seat):
                action, _ = regular(view(self.round, seat), mind)
                for question_kind, wanted in expected_answers(action, self.round, seat):
                    answer = self.answer(seat, question_kind)
                    if answer != wanted:
                        self.fail(f"seat {seat}: {answer_text(answer)}, not {answer_text(wanted)}")
                if action is not None:
                    actions.append((seat, action))
        return actions

    def answer(self, seat: int, question_kind: int) -> int:
        """What the kernel's `regular` answers to a question."""
        question = np.zeros((1, QUESTION_FIELDS), np.int64)
        question[0, ASKED_SEAT], question[0, QUESTION_KIND] = seat, question_kind
        ended, answers = np.zeros(1, np.uint8), np.zeros(1, np.int64)
        seats = np.arange(len(self.minds)) == seat
        assert CHOOSE(self.rows, question, ended, answers, 0, 1, seats, self.weight) == 1
        return int(answers[0])

    def go_on(self, actions: list[Option]) -> None:
        """As the bots would, or as nobody would."""
        options = actions
        if self.chance.random() < 0.4:
            seats = range(len(self.minds))
            options = [(seat, action) for seat in seats for action in legal(self.round, seat)]
        seat, action = self.chance.choice(options)
        self.actions.append(f"{seat}:{action_text(action)}")
        step = apply(self.round, seat, action)
        self.round = step.round
        self.hear(step.events)
        APPLY(self.table, seat, encode(action))

    def fail(self, what: str) -> None:
        """Everything needed to see what happened."""
        lines = (what, f"dealt: {self.dealt}", f"actions: {' '.join(self.actions)}")
        pytest.fail("\n".join((*lines, f"now: {round_text(self.round)}")), pytrace=False)


def expected_answers(action: Action | None, round: Round, seat: int) -> list[tuple[int, int]]:
    """By the kind of question, the answers that an action takes; a target is picked by itself."""
    order = Order(round.direction, len(round.hands))
    answers = []
    if not isinstance(action, ChoosePlayer):
        answers.append((IN_TURN, answer_of(action, order, seat)))
    if isinstance(action, ChoosePlayer | Play) and action.target is not None:
        answers.append((WHICH_PLAYER, pick_answer(order, seat, action.target)))
    return answers


Kept = list[tuple[list[Card], tuple[int, ...]]]
"""By seat: the cards known, the counts by colour."""


def as_kept(memory: Memory, seat: int) -> Kept:
    """The bot's memory; without its own cards, which the kernel does not keep twice."""
    known = [[] if other == seat else sorted(cards) for other, cards in enumerate(memory.known)]
    return list(zip(known, memory.open, strict=True))


def remembered(arrays: RoundArrays, seat: int) -> Kept:
    """The kernel's."""
    seats, planes = int(arrays.rules[Switch.SEATS]), int(arrays.rules[Switch.PLANES])
    counting = seat if arrays.rules[Switch.SPECIALS] else 0
    known = arrays.known.reshape(seats, seats, planes)[seat].tolist()
    counts = arrays.open.reshape(seats, seats, len(COLOURS))[counting].tolist()
    rows = [[] if other == seat else cards(row) for other, row in enumerate(known)]
    return list(zip(rows, map(tuple, counts), strict=True))


def cards(planes: list[int]) -> list[Card]:
    """The cards of a hand kept in planes."""
    return [
        card
        for kind, card in enumerate(KINDS)
        for _ in range(sum((plane >> kind & 1) << index for index, plane in enumerate(planes)))
    ]


def play(rules: Rules, seats: int, chance: Random) -> int:
    """Play a round side by side; how many states were compared."""
    pair = Pair(rules, seats, chance.choice(FORMATS), chance)
    for done in range(MOST_ACTIONS):
        actions = pair.compare()
        if isinstance(pair.round.phase, RoundOver):
            return done + 1
        pair.go_on(actions)
    return MOST_ACTIONS


@pytest.mark.parametrize("seed", range(2))
def test_the_kernel_thinks_what_the_bot_thinks_in_random_play(seed: int) -> None:
    chance = Random(seed)
    states = 0
    while states < 1600:
        rules, seats, *_ = setting(chance)
        states += play(rules, seats, chance)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_kernel_thinks_what_the_bot_thinks_in_every_edition(edition: str) -> None:
    chance = Random(edition)
    for seats in (2, 3, 4, 6):
        for teams in {False, seats in (4, 6)}:
            play(with_switches(EDITIONS[edition], teams=teams), seats, chance)


def by_hand(rounds: int, seed: int) -> None:
    """The numbers of the rounds, with a progress bar."""
    chance = Random(seed)
    states = 0
    console = Console()
    for _ in track(range(rounds), "the same thoughts", console=console):
        rules, seats, *_ = setting(chance)
        states += play(rules, seats, chance)
    console.print(f"{rounds} rounds, {states} states: the same thoughts")


if __name__ == "__main__":
    by_hand(int(sys.argv[1]), int(sys.argv[2]))
