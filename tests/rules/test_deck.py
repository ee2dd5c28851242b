from collections import Counter

import pytest

from openuno import (
    Card,
    Fast,
    SetupError,
    deal,
    draw_for_dealer,
    edition,
    undealt_round,
    with_switches,
)
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import deck
from tests.scenario import all_cards, every_edition

SWAPS, SHUFFLES = [Card.WX], [Card.WH]
BLANKS = [Card(f"WC{digit}") for digit in range(1, 9)]


def count(rules: str) -> Counter[Card]:
    return Counter(deck(parse_rules(rules)))


def the_108() -> Counter[Card]:
    cards: Counter[Card] = Counter({Card.W: 4, Card.W4: 4})
    for colour in "RYGB":
        cards[Card(colour + "0")] = 1
        for face in "123456789DRS":
            cards[Card(colour + face)] = 2
    return cards


@pytest.mark.rule("DECK-1")
@pytest.mark.parametrize("rules", ["mattel-2016", "classic", "house"])
def test_the_deck_has_108_cards(rules: str) -> None:
    assert count(rules) == the_108()
    assert count(rules).total() == 108


@pytest.mark.rule("DECK-1")
@pytest.mark.parametrize("colour", "RYGB")
def test_a_colour_has_nineteen_numbers_and_two_of_each_action_card(colour: str) -> None:
    cards = [card.value[1] for card in deck(edition("mattel-2016")) if card.value[0] == colour]
    assert sorted(cards) == sorted("0" + "123456789DRS" * 2)


@pytest.mark.rule("DECK-1", "DECK-2", "DECK-3")
@every_edition
def test_no_deck_holds_a_face_down_card(edition: str) -> None:
    assert Card.BACK not in count(edition)


@pytest.mark.rule("DECK-2")
def test_the_112_are_the_108_with_one_shuffle_hands_and_three_blanks() -> None:
    extra = count("wild-112") - the_108()
    assert extra == Counter(SHUFFLES + BLANKS[:3])
    assert count("wild-112").total() == 112


@pytest.mark.rule("DECK-2")
@pytest.mark.parametrize("rules", ["mattel-2016", "classic", "house"])
def test_no_special_wild_lies_in_the_108(rules: str) -> None:
    assert not set(SWAPS + SHUFFLES + BLANKS) & set(count(rules))


@pytest.mark.rule("DECK-3")
@pytest.mark.parametrize("swaps", [0, 1, 8])
@pytest.mark.parametrize("shuffles", [0, 2, 8])
@pytest.mark.parametrize("blanks", [0, 3, 8])
def test_a_house_table_adds_as_many_special_wilds_as_it_likes(
    swaps: int, shuffles: int, blanks: int
) -> None:
    added = f"house+swap_cards={swaps}+shuffle_cards={shuffles}+blank_cards={blanks}"
    extra = SWAPS * swaps + SHUFFLES * shuffles + BLANKS[:blanks]
    assert count(added) == the_108() + Counter(extra)


@pytest.mark.rule("DECK-4")
@every_edition
@pytest.mark.parametrize("decks", [2, 8])
def test_several_decks_are_the_one_deck_so_many_times(edition: str, decks: int) -> None:
    one = count(edition)
    assert count(f"{edition}+decks={decks}") == {card: one[card] * decks for card in one}


@pytest.mark.rule("DECK-4", "MEET-24")
@pytest.mark.parametrize(
    ("rules", "seats", "most"),
    [
        ("mattel-2016", 10, 10),  # 108 less four Wild Draw Fours and a first card: 103
        ("mattel-2016", 4, 25),
        ("classic", 4, 25),
        ("house", 4, 26),  # every card may start: 107
        ("house+first_card=acts", 4, 25),
        ("wild-112", 4, 27),  # every card may start: 111
        ("wild-112", 10, 11),
        ("house+first_card=number", 5, 15),  # 76 numbers less a first card: 75
        ("house+first_card=number+swap_cards=8", 5, 15),
        ("house+swap_cards=8", 4, 28),
        ("house+first_card=acts+swap_cards=8", 4, 27),  # a special wild asks for a colour there
        ("mattel-2016+decks=2", 7, 29),  # 216 less eight and one: 207
    ],
)
def test_a_deck_covers_the_deal_or_the_table_is_refused(rules: str, seats: int, most: int) -> None:
    fits = parse_rules(f"{rules}+hand_size={most}")
    for seed in range(25):
        round = deal(fits, seats, 0, Fast(seed)).round
        assert all(len(hand) >= most for hand in round.hands)
        assert all_cards(round) == count(rules)
    with pytest.raises(SetupError) as refusal:
        deal(with_switches(fits, hand_size=most + 1), seats, 0, Fast(0))
    assert refusal.value.switch == "hand_size"
    assert "deck" in refusal.value.sentence


@pytest.mark.rule("DECK-4")
def test_a_second_deck_covers_what_one_cannot() -> None:
    with pytest.raises(SetupError):
        undealt_round(parse_rules("mattel-2016+hand_size=20"), 10, 0, Fast(0))
    assert deal(parse_rules("mattel-2016+hand_size=20+decks=2"), 10, 0, Fast(0)).round.pile


@pytest.mark.rule("DECK-5")
@every_edition
@pytest.mark.parametrize("seats", [-1, 0, 1, 11, 12])
def test_fewer_than_two_or_more_than_ten_players_are_refused(edition: str, seats: int) -> None:
    rules = parse_rules(edition)
    for refused in (
        lambda: deal(rules, seats, 0, Fast(0)),
        lambda: undealt_round(rules, seats, 0, Fast(0)),
        lambda: draw_for_dealer(rules, seats, Fast(0)),
    ):
        with pytest.raises(SetupError) as refusal:
            refused()
        assert refusal.value.switch == "seats"
        assert str(seats) in refusal.value.sentence


@pytest.mark.rule("DECK-5")
@every_edition
@pytest.mark.parametrize("seats", range(2, 11))
def test_two_to_ten_can_play(edition: str, seats: int) -> None:
    round = deal(parse_rules(edition), seats, seats - 1, Fast(seats)).round
    assert len(round.hands) == seats
    assert all(round.hands)
