from collections import Counter
from random import Random
from typing import Any

import pytest

from openuno import Card, Fast, Rules, deal, edition, with_switches
from openuno.engine.cards import KINDS
from openuno.engine.scoring import hand_points
from openuno.kernel.rules import cards, scoring
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.state import MAX_PLANES, Switch
from tests.kernel.fingerprints import KIND

# What Numba compiles has no types.
ADD: Any = cards.add_card
REMOVE: Any = cards.remove_card
COPIES: Any = cards.count_kind
POINTS: Any = scoring.hand_points

PLAIN = edition("mattel-2016")
ALL = with_switches(PLAIN, decks=8, swap_cards=8, shuffle_cards=4, blank_cards=8, special_points=40)


@pytest.mark.parametrize("rules", [PLAIN, with_switches(ALL, decks=2), ALL], ids=["1", "2", "8"])
def test_cards_put_into_hands_and_taken_out_again_are_all_counted(rules: Rules) -> None:
    chance = Random("hands")
    arrays = to_arrays(deal(rules, 2, 0, Fast(1)).round)
    hands = [Counter(hand) for hand in to_round(arrays, rules).hands]
    most = (1 << arrays.rules[Switch.PLANES]) - 1
    few = [Card.W4, Card.WX, Card.R7, Card.Y0]
    for step in range(4_000):
        seat = chance.randrange(2)
        # A few kinds come and go in long runs, so that every digit of a count is carried over.
        filling = step // 500 % 2 == 0
        card = chance.choice(few if step % 8 else KINDS)
        if filling and hands[seat][card] < most:
            hands[seat][card] += 1
            ADD(arrays, seat, KIND[card])
        elif not filling and hands[seat][card]:
            hands[seat][card] -= 1
            REMOVE(arrays, seat, KIND[card])
        assert COPIES(arrays, seat, KIND[card]) == hands[seat][card]
        if step % 20 == 0:
            expected = tuple(tuple(sorted(hand.elements())) for hand in hands)
            assert to_round(arrays, rules).hands == expected
            assert arrays.sizes.tolist() == [len(hand) for hand in expected]
            assert (POINTS(arrays, 0), POINTS(arrays, 1)) == hand_points(rules, expected)


def test_eight_decks_need_all_the_planes_there_are() -> None:
    assert to_arrays(deal(ALL, 2, 0, Fast(1)).round).rules[Switch.PLANES] == MAX_PLANES
