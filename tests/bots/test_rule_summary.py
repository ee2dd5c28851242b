"""What a network sees of a custom rule."""

from typing import get_args

import pytest

from openuno.bots.network.layout import SUMMARY
from openuno.bots.network.rule_summary import Summary, lets_choose, summarise_rule
from openuno.engine.custom import Effect, HonourRule, Shows
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from tests import feature_vectors, summary_vectors
from tests.summary_vectors import EACH_EFFECT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You draw 5 cards.", {"YOU_GAIN": 5}),
        ("Everyone else draws 2 cards.", {"NEXT_GAINS": 2, "OTHERS_GAIN": 2}),
        (
            "Everyone discards 1 card at random.",
            {"YOU_LOSE": 1, "NEXT_LOSES": 1, "OTHERS_LOSE": 1},
        ),
        ("The player with the fewest cards draws 3 cards.", {"FEWEST_GAINS": 3}),
        ("The previous player draws 3 cards.", {"OTHERS_GAIN": 3}),
        ("Your partner draws 3 cards.", {"OTHERS_GAIN": 3}),
        (
            "The next player draws 3 cards and loses a turn.",
            {"NEXT_GAINS": 3, "NEXT_MISSES": 1},
        ),
        ("A player you choose loses 2 turns.", {"OTHERS_MISS": 2}),
        ("You give 2 random cards to a player you choose.", {"YOU_LOSE": 2, "CHOSEN_GAINS": 2}),
        ("You take 2 random cards from a player you choose.", {"YOU_GAIN": 2, "CHOSEN_LOSES": 2}),
        (
            "Everyone gives a random card to you.",
            {"YOU_GAIN": 3, "NEXT_LOSES": 1, "OTHERS_LOSE": 1},
        ),
        ("You draw 2 cards for each blue card you hold, at most 3.", {"YOU_GAIN": 3}),
        ("The next player draws until a red card comes.", {"NEXT_GAINS": 4}),
        ("You swap hands with a player you choose.", {"HANDS": 16}),
        ("Hands pass left. All hands are shuffled.", {"HANDS": 8}),
        ("You play again. Play reverses.", {"TURN": 5}),
        ("Play reverses. You play again.", {"TURN": 5}),
        (
            "You draw 2 cards if you hold fewer than 4 cards."
            " Otherwise you discard 1 card at random.",
            {"YOU_GAIN": 2, "YOU_LOSE": 1, "UNSURE": 2},
        ),
        ('"Everyone cheers."', {}),
    ],
)
def test_a_rule_is_said_in_numbers(text: str, expected: dict[str, int]) -> None:
    numbers = summarise_rule(parse_custom_rule(text))
    assert {at.name: numbers[at] for at in Summary if numbers[at]} == expected


def test_every_effect_shows_but_words_and_hands_shown() -> None:
    rules = [parse_custom_rule(text) for text in EACH_EFFECT]
    assert {type(effect) for (effect,) in rules} == set(get_args(Effect))
    for (effect,) in rules:
        assert any(summarise_rule((effect,))) is not isinstance(effect, (HonourRule, Shows))


def test_the_examples_of_the_pencil_have_summaries() -> None:
    for example in EXAMPLES:
        assert len(summarise_rule(parse_custom_rule(example.text))) == SUMMARY == len(Summary)
    assert summarise_rule(()) == bytes(SUMMARY)


@pytest.mark.parametrize(
    ("text", "chooses"),
    [
        ("You discard 2 cards of your choice.", True),
        ("You may draw 2 cards.", True),
        ("A player you choose draws 2 cards.", False),
        ('"Sing." You draw 1 card.', False),
    ],
)
def test_a_rule_may_let_somebody_choose(text: str, *, chooses: bool) -> None:
    assert lets_choose(parse_custom_rule(text)) is chooses


def test_the_vectors_for_javascript_have_every_effect_and_every_number() -> None:
    assert summary_vectors.FILE.read_text("utf-8") == summary_vectors.text()
    effects = {type(effect) for rule in summary_vectors.rules() for effect in rule}
    assert effects == set(get_args(Effect))
    summaries = [summary for _, summary, _ in summary_vectors.rows()]
    assert all(any(numbers) for numbers in zip(*summaries, strict=True))


def test_the_records_for_javascript_have_every_effect_and_every_number() -> None:
    settings = [rules for rules, _, _ in feature_vectors.SETTINGS]
    effects = {type(effect) for rules in settings for rule in rules.written for effect in rule}
    assert effects == set(get_args(Effect))
    summaries = [summarise_rule(rule) for rules in settings for rule in rules.written]
    assert all(any(numbers) for numbers in zip(*summaries, strict=True))
