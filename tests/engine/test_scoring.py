import pytest

from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import deck
from openuno.engine.scoring import card_points, hand_points


@pytest.mark.parametrize(
    ("rules", "total"),
    [
        ("mattel-2016", 1240),
        ("classic", 1240),
        ("house", 1240),
        ("wild-112", 1240 + 4 * 40),
        ("house+swap_cards=2+shuffle_cards=3+blank_cards=5", 1240 + 10 * 50),
        ("mattel-2016+decks=3", 3 * 1240),
    ],
)
def test_a_whole_deck_is_worth_the_sum_of_its_cards(rules: str, total: int) -> None:
    table = parse_rules(rules)
    assert hand_points(table, (deck(table), ())) == (total, 0)
    assert sum(card_points(table, card) for card in deck(table)) == total
