"""What is no rules, no format or no generator is refused, and the error says what to give."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import openuno
from openuno import Fast, Race, SetupError, edition

# A type checker would not let anyone call them so.
untyped: Any = openuno
start_game, deal, new_game, undealt_round = (
    untyped.start_game,
    untyped.deal,
    untyped.new_game,
    untyped.undealt_round,
)
draw_for_dealer = untyped.draw_for_dealer
CLASSIC = edition("classic")
R: Any = random.Random(1)
TEXT: Any = "classic"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: deal(CLASSIC, 4, 0, rng=R), "rng: must be a generator value such as Fast(1), not"),
        (lambda: deal(CLASSIC, 4, 0, rng=None), "rng: must be a generator value such as Fast(1)"),
        (lambda: undealt_round(CLASSIC, 4, 0, R), "rng: must be"),
        (lambda: draw_for_dealer(CLASSIC, 4, R), "rng: must be"),
        (lambda: start_game(CLASSIC, Race(), 4, R), "rng: must be"),
        (lambda: new_game(CLASSIC, Race(), 4, R), "rng: must be"),
        (lambda: deal(TEXT, 4, 0, Fast(1)), "rules: must be Rules, such as edition('classic')"),
        (lambda: deal({}, 4, 0, Fast(1)), "rules: must be Rules, such as edition('classic')"),
        (lambda: draw_for_dealer(TEXT, 4, Fast(1)), "rules: must be Rules"),
        (lambda: start_game(TEXT, Race(), 4, Fast(1)), "rules: must be Rules"),
        (
            lambda: start_game(CLASSIC, "race", 4, Fast(1)),
            "format: must be a format, such as Race(300)",
        ),
        (lambda: deal(CLASSIC, "4", 0, Fast(1)), "seats: must be a whole number, not '4'"),
        (
            lambda: deal(CLASSIC, 4, "Ann", Fast(1)),
            "dealer: there is no seat 'Ann' at a table of 4",
        ),
        (lambda: deal(CLASSIC, 4, None, Fast(1)), "dealer: there is no seat None"),
        (
            lambda: start_game(CLASSIC, Race(), "4", Fast(1)),
            "players: race takes 2 to 10 players, not 4",
        ),
    ],
)
def test_a_wrong_kind_of_value_is_refused_in_words(
    wrong: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(SetupError) as refused:
        wrong()
    assert str(refused.value).startswith(sentence)
