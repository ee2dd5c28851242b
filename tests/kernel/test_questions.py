"""Whole rounds, question by question, beside the reference engine."""

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from openuno import EDITIONS, Fast, Round, apply, deal, with_switches
from openuno.engine.actions import Play
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import rules_text
from openuno.engine.rng import fork
from openuno.engine.state import RoundOver, Window
from openuno.kernel.batch import uniform as policy
from openuno.kernel.batch.action_space import ACTIONS, ANSWER_DRAW, ANSWER_WAIT, BLOCKS, answer_text
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing, Ended
from openuno.kernel.batch.questions import QUESTION_FIELDS, QuestionField, QuestionKind
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.state import select_round
from tests.kernel.expected_questions import (
    Asking,
    allowed,
    answers,
    any_rules,
    next_question,
    picks_whom,
)

MOST = 120
# What Numba compiles has no types.
UNIFORM: Any = policy.uniform_answer
INDEX = {answer_text(index): index for index in range(ACTIONS)}


def follow(seed: int, chance: Random) -> int:
    """Play a round by questions and by the reference's actions, and compare after each answer."""
    rules, seats = any_rules(chance)
    batch = Batch(rules, seats, 1, seed, dealing=Dealing.WAIT)
    number = chance.randrange(3)
    for _ in range(number):
        batch.deal()
    round = deal(rules, seats, number % seats, fork(Fast(seed), number)).round
    over = isinstance(round.phase, RoundOver)  # the first card can empty a hand
    asking = Asking(0) if over else next_question(round, frozenset())
    so_far: list[str] = []
    for step in range(MOST):
        where = f"{round_text(round)}\nafter {' '.join(so_far)}"
        assert to_round(select_round(batch.lanes.rows, 0), rules) == round, where
        if isinstance(round.phase, RoundOver):
            assert batch.ended[0] == Ended.OVER, where
            assert not batch.masks.any(), where
            return step
        assert int(batch.asked[0]) == asking.seat, where
        assert int(batch.lanes.questions[0, QuestionField.QUESTION_KIND]) == asking.question, where
        options = answers(round, asking)
        assert allowed(batch.masks[0].tolist()) == set(options), where
        answer = chance.choice(sorted(options))
        so_far.append(f"{asking.seat}:{answer}")
        batch.step([INDEX[answer]])
        round, asking = carry_out(round, asking, answer, chance)
    return MOST


def carry_out(round: Round, asking: Asking, answer: str, chance: Random) -> tuple[Round, Asking]:
    actions = answers(round, asking)[answer]
    seat, asked = asking.seat, asking.asked
    heard = asked | {(seat, asking.jumps)}
    if not actions:
        return round, next_question(round, heard)
    action = chance.choice(actions)
    if asking.question is not QuestionKind.WHICH_PLAYER and picks_whom(round, seat, action):
        assert isinstance(action, Play), "a card picks a player"
        return round, Asking(seat, QuestionKind.WHICH_PLAYER, asked, action)
    assert len(actions) == 1, [action_text(action) for action in actions]
    if isinstance(action, Play):
        asked = frozenset()
    elif asking.question is QuestionKind.OUT_OF_TURN:
        asked = heard
    after = apply(round, seat, action).round
    if isinstance(after.phase, RoundOver):
        return after, asking
    return after, next_question(after, asked)


@pytest.mark.parametrize("part", range(4))
def test_questions_and_answers_are_those_of_the_reference(part: int) -> None:
    chance = Random(part)
    assert sum(follow(chance.getrandbits(64), chance) for _ in range(60)) > 1000


def uniform_says(round: Round, seat: int, *, jumps: bool = False) -> str:
    """What `uniform` answers when it is asked out of its turn: to call, or to jump in."""
    ask = np.zeros(QUESTION_FIELDS, np.int64)
    (
        ask[QuestionField.ASKED_SEAT],
        ask[QuestionField.QUESTION_KIND],
        ask[QuestionField.ASKED_TO_JUMP_IN],
    ) = seat, QuestionKind.OUT_OF_TURN, jumps
    return answer_text(int(UNIFORM(to_arrays(round), ask)))


def test_uniform_catches_and_jumps_in_out_of_its_turn() -> None:
    rules = with_switches(EDITIONS["mattel-2016"], jump_in=True, teams=True)
    line = "hands=R1/G1,G2/B1,B2/R7,B1 pile=B3,B4,B5 discard=R7,R5 colour=R left dealer=3 turn=1"
    owed = parse_round(f"{rules_text(rules)} {line} laid=0 fast=1@0")
    assert uniform_says(owed, 0) == "say UNO"
    assert uniform_says(owed, 3) == "catch +1"
    assert uniform_says(owed, 2) == "wait"  # a partner, and without a card to jump in with
    said = replace(owed, window=Window(0, settled=True))
    for round in (owed, said):
        assert uniform_says(round, 3, jumps=True) == "R7!"
        assert uniform_says(round, 2, jumps=True) == "wait"


def test_every_answer_has_a_text_of_its_own() -> None:
    assert len(INDEX) == ACTIONS == sum(block.size for block in BLOCKS)
    assert (answer_text(0), answer_text(ANSWER_DRAW), answer_text(ANSWER_WAIT)) == (
        "B0",
        "draw",
        "wait",
    )
