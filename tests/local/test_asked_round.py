"""A round that waits for answers: the same one that bots play among themselves."""

from copy import deepcopy

import pytest

from openuno import (
    EDITIONS,
    Draw,
    Fast,
    IllegalAction,
    Mind,
    Play,
    SayUno,
    play_round,
    round_result,
    with_switches,
)
from openuno.bots.regular import regular
from openuno.engine.cards import Card
from openuno.engine.questions import Question
from openuno.local.asked_round import AskedRound

HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True)


def play_as_regular(asked: AskedRound) -> list[Question]:
    """Answer every question as `regular` without memory does; what was asked."""
    questions = []
    while asked.seat is not None:
        questions.append(Question(asked.seat, asked.offered))
        action, _ = regular(asked.view, Mind(Fast(0)))
        if asked.may_decline and action not in asked.offered:
            action = None
        asked.answer(action)
    return questions


def test_bots_play_the_round_that_play_round_plays() -> None:
    asked = AskedRound(HOUSE, 3, 5, dict.fromkeys(range(3), regular))
    assert asked.seat is None
    assert asked.round == play_round(["regular"] * 3, HOUSE, seed=5).round


def test_everyone_is_asked_in_turn_and_out_of_it() -> None:
    asked = AskedRound(HOUSE, 3, 5)
    questions = play_as_regular(asked)
    assert {question.seat for question in questions} == {0, 1, 2}
    assert any(question.offered for question in questions)
    assert len(round_result(asked.round).winners) == 1


def test_only_the_seats_without_bots_are_asked() -> None:
    asked = AskedRound(HOUSE, 3, 5, {1: regular, 2: regular})
    assert {question.seat for question in play_as_regular(asked)} == {0}


def test_a_copy_goes_its_own_way() -> None:
    asked = AskedRound(EDITIONS["classic"], 2, 5, {1: regular})
    copy = deepcopy(asked)
    copy.answer(Draw())
    assert asked.round != copy.round
    play_as_regular(asked)
    assert copy.seat is not None


def test_what_is_not_allowed_changes_nothing() -> None:
    asked = AskedRound(EDITIONS["classic"], 2, 5)
    before = asked.round
    for wrong in (None, SayUno(), Play(Card.BACK)):
        with pytest.raises(IllegalAction):
            asked.answer(wrong)
    assert asked.round is before
    play_as_regular(asked)
    with pytest.raises(IllegalAction):
        asked.answer(Draw())
