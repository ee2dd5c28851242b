"""Tables: the strategies leave no switch out, and all they draw can be dealt."""

import pytest
from hypothesis import given

from openuno import SetupError, deal, with_switches
from openuno.engine.rules import MAX_SEATS, SWITCHES
from tests import strategies
from tests.policies import Sitting


def test_every_switch_is_drawn() -> None:
    assert {*strategies.SWITCHES, *strategies.APART} == {*SWITCHES}


@given(strategies.sittings())
def test_a_table_that_was_built_can_be_dealt_and_one_card_more_is_refused(sitting: Sitting) -> None:
    rules, seats = sitting.rules, sitting.seats
    opening = deal(rules, seats, sitting.dealer, sitting.rng).round
    hands = sorted(map(len, opening.hands))
    assert hands[:-1] == [rules.hand_size] * (seats - 1)
    assert hands[-1] - rules.hand_size in (0, 2), "two more from a Draw Two turned up"
    most = strategies.most_cards(rules, seats)
    for size in (0, most + 1):
        with pytest.raises(SetupError) as refusal:
            deal(with_switches(rules, hand_size=size), seats, sitting.dealer, sitting.rng)
        assert refusal.value.switch == "hand_size"
    for crowd in (0, 1, MAX_SEATS + 1):
        with pytest.raises(SetupError) as refusal:
            deal(rules, crowd, 0, sitting.rng)
        assert refusal.value.switch == "seats"
