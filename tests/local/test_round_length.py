"""Rounds are played with and without the written rules: how much longer do they get?"""

from openuno import EDITIONS, Rules
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import with_switches
from openuno.local.round_length import MAX_TURNS, measure_round_length, play_turns

ALWAYS = 1e9


def table(*written: str) -> Rules:
    return with_custom_rules(
        with_switches(EDITIONS["house"], blank_cards=max(1, len(written))), *written
    )


def test_a_rule_that_floods_every_hand_makes_rounds_endless() -> None:
    found = measure_round_length(
        table(*["Everyone draws 10 cards."] * 8), 2, rounds=8, seconds=ALWAYS
    )
    assert found.rounds == 8
    assert found.endless > 4
    assert found.usual < 200


def test_a_rule_that_moves_no_card_changes_nothing() -> None:
    found = measure_round_length(table('"Everyone hums."'), 4, rounds=20, seconds=ALWAYS)
    assert (found.turns, found.endless) == (found.usual, 0)


def test_rules_that_make_others_draw_make_rounds_longer() -> None:
    rules = table(*["Everyone else draws 2 cards."] * 8)
    found = measure_round_length(rules, 4, rounds=60, seconds=ALWAYS)
    assert found.turns > found.usual * 1.2


def test_one_pair_of_rounds_is_played_however_little_time_there_is() -> None:
    assert measure_round_length(table("Reverse"), 4, seconds=-1).rounds == 1


def test_the_same_number_is_the_same_round_and_a_round_is_given_up_in_the_end() -> None:
    rules = table(*["Everyone draws 10 cards."] * 8)
    turns = [play_turns(rules, 2, number) for number in range(4)]
    assert turns == [play_turns(rules, 2, number) for number in range(4)]
    assert max(turns) == MAX_TURNS
