"""The written rules that a network is trained with."""

from random import Random

import numpy as np
import pytest

import bench.written
from openuno.bots.network.rule_summary import lets_choose, summarise_rule
from openuno.engine.custom import Question
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.kernel.learning.batch import LearningBatch
from openuno.kernel.learning.lanes import Controller
from training.written_decks import DECKS, written_rules

TEXTS = [text for deck in DECKS for text in deck]


def test_the_decks_have_rules_of_their_own() -> None:
    rules = [parse_custom_rule(text) for text in TEXTS]
    measured = {parse_custom_rule(text) for deck in bench.written.DECKS.values() for text in deck}
    assert len(DECKS) == 14
    assert len(set(rules)) == len(rules)
    assert measured.isdisjoint(rules)


@pytest.mark.parametrize("deck", DECKS)
def test_nobody_is_asked_anything(deck: tuple[str, str, str, str]) -> None:
    rules = written_rules("house+stacking=any", deck)
    assert len(rules.written) == rules.blank_cards == 8
    assert not any(isinstance(effect, Question) for rule in rules.written for effect in rule)
    assert not any(map(lets_choose, rules.written))


def test_every_blank_meets_every_kind_of_rule() -> None:
    """More and fewer cards for oneself and others, missed turns, hands that move, the turn."""
    for blank in range(4):
        seen = np.array([list(summarise_rule(parse_custom_rule(deck[blank]))) for deck in DECKS])
        kinds = (range(1), range(1, 6), range(6, 7), range(7, 10), range(10, 13), [13], [14])
        assert [bool(seen[:, list(kind)].any()) for kind in kinds] == [True] * len(kinds)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_batch_plays_with_them(seats: int) -> None:
    chance = Random(seats)
    batch = LearningBatch(
        written_rules("mattel-2016", DECKS[1]), [Controller.LEARNER] * seats, 16, seed=1
    )
    for _ in range(20):
        batch.step([chance.choice(np.flatnonzero(mask)) for mask in batch.masks])
