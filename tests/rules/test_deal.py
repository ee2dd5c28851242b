from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from openuno import Card, Fast, SetupError, deal, draw_for_dealer, undealt_round, with_switches
from openuno.engine.deal import DealerStep
from openuno.engine.events import DealerFound, Dealt, DrewForDeal, TurnedUp
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import advance, shuffle
from openuno.engine.rules import DealerDraw, Rules, deck
from openuno.engine.state import Undealt
from tests.scenario import all_cards, every_edition

SYMBOLS_ZERO = ["mattel-2016", "wild-112", "house"]


@cache
def draws(rules: str, *first: str) -> tuple[DealerStep, list[str]]:
    """A draw for the deal that opens with cards of these faces, `*` for any symbol or wild."""
    for seed in range(20_000):
        step = draw_for_dealer(parse_rules(rules), len(first), Fast(seed))
        cards = [event.card for event in step.events if isinstance(event, DrewForDeal)]
        if all(_is(card, face) for card, face in zip(cards, first, strict=False)):
            return step, [card.value for card in cards]
    raise AssertionError("no such draw")


def _is(card: Card, face: str) -> bool:
    number = card.face.number
    return number is None if face == "*" else number == int(face)


def drawers(step: DealerStep) -> list[int]:
    return [event.seat for event in step.events if isinstance(event, DrewForDeal)]


@pytest.mark.rule("DEAL-1", "DEAL-2", "DEAL-3")
@every_edition
def test_everyone_draws_a_card_and_the_highest_number_deals(edition: str) -> None:
    step, cards = draws(edition, "3", "9", "*", "8")
    assert [type(event) for event in step.events] == [DrewForDeal] * 4 + [DealerFound]
    assert drawers(step) == [0, 1, 2, 3]
    assert len(cards) == 4
    assert step.events[-1] == DealerFound(1)
    assert step.dealer == 1


@pytest.mark.rule("DEAL-1")
@pytest.mark.parametrize("rules", SYMBOLS_ZERO)
def test_a_symbol_counts_zero_so_it_ties_with_a_0(rules: str) -> None:
    step, cards = draws(rules, "*", "0")
    assert drawers(step)[:4] == [0, 1, 0, 1]
    assert len(cards) >= 4


@pytest.mark.rule("DEAL-1")
@pytest.mark.parametrize("rules", SYMBOLS_ZERO)
def test_a_1_beats_a_symbol(rules: str) -> None:
    step, cards = draws(rules, "*", "1")
    assert (step.dealer, len(cards)) == (1, 2)


@pytest.mark.rule("DEAL-2")
def test_a_0_beats_a_word_card_in_classic() -> None:
    step, cards = draws("classic", "*", "0")
    assert (step.dealer, len(cards)) == (1, 2)
    step, cards = draws("classic", "0", "*")
    assert (step.dealer, len(cards)) == (0, 2)


@pytest.mark.rule("DEAL-2", "DEAL-4")
def test_when_all_draw_word_cards_in_classic_all_draw_again() -> None:
    step, cards = draws("classic", "*", "*", "*")
    assert drawers(step)[:6] == [0, 1, 2, 0, 1, 2]
    assert len(cards) >= 6


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("rules", ["wild-112", "house"])
@pytest.mark.parametrize("dealer", range(4))
def test_the_table_picks_any_dealer_it_likes(rules: str, dealer: int) -> None:
    chosen = parse_rules(rules)
    assert chosen.dealer_draw is DealerDraw.CHOSEN
    assert deal(chosen, 4, dealer, Fast(0)).round.dealer == dealer


@pytest.mark.rule("DEAL-1", "DEAL-2", "DEAL-3")
def test_who_draws_and_who_chooses_is_printed_in_the_edition() -> None:
    assert parse_rules("mattel-2016").dealer_draw is DealerDraw.SYMBOLS_ZERO
    assert parse_rules("classic").dealer_draw is DealerDraw.NUMBERS_ONLY
    assert draws("mattel-2016+dealer_draw=numbers-only", "*", "0")[0].dealer == 1


@pytest.mark.rule("DEAL-4")
@every_edition
def test_only_the_tied_draw_again(edition: str) -> None:
    step, cards = draws(edition, "8", "2", "8", "5")
    assert drawers(step)[:6] == [0, 1, 2, 3, 0, 2]
    assert len(cards) >= 6
    assert step.dealer in (0, 2)


@pytest.mark.rule("DEAL-1", "DEAL-2", "DEAL-4")
@every_edition
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_every_draw_for_the_deal_is_settled_by_the_last_cards_drawn(
    edition: str, seats: int
) -> None:
    rules = parse_rules(edition)
    blank = -1 if edition == "classic" else 0
    for seed in range(100):
        step = draw_for_dealer(rules, seats, Fast(seed))
        rest = list(step.events)
        assert rest.pop() == DealerFound(step.dealer)
        drawn = [event for event in rest if isinstance(event, DrewForDeal)]
        assert not Counter(event.card for event in drawn) - Counter(deck(rules))
        tied = list(range(seats))
        while len(tied) > 1:
            now, drawn = drawn[: len(tied)], drawn[len(tied) :]
            assert [event.seat for event in now] == tied
            worth = [blank if n is None else n for n in (event.card.face.number for event in now)]
            tied = [seat for seat, n in zip(tied, worth, strict=True) if n == max(worth)]
        assert (tied, drawn) == ([step.dealer], [])


@pytest.mark.rule("DEAL-4")
def test_when_too_few_cards_are_left_to_break_a_tie_the_deck_is_gathered_and_shuffled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    orders = [(Card.R9, Card.R5, Card.G5, Card.Y5, Card.B5), (Card.R1, Card.R2)]
    gathered = []

    def stacked(cards: tuple[Card, ...], _: object) -> tuple[tuple[Card, ...], int]:
        gathered.append(cards)
        return orders[len(gathered) - 1], 107

    monkeypatch.setattr("openuno.engine.deal.shuffle", stacked)
    rules = parse_rules("mattel-2016")
    step = draw_for_dealer(rules, 2, Fast(0))
    assert gathered == [deck(rules), deck(rules)]
    assert step.rng == Fast(0, 214)
    assert drawers(step) == [0, 1, 0, 1, 0, 1]
    assert step.dealer == 0


@pytest.mark.rule("DEAL-4")
@every_edition
def test_all_cards_drawn_for_the_deal_are_back_before_the_shuffle(edition: str) -> None:
    rules = parse_rules(edition)
    found = draw_for_dealer(rules, 4, Fast(5))
    assert found.rng.at >= len(deck(rules)) - 1
    dealt = deal(rules, 4, found.dealer, found.rng)
    assert all_cards(dealt.round) == Counter(deck(rules))
    assert dealt.events != deal(rules, 4, found.dealer, Fast(5)).events


@pytest.mark.rule("DEAL-4")
def test_the_same_generator_finds_the_same_dealer() -> None:
    rules = parse_rules("mattel-2016")
    assert draw_for_dealer(rules, 6, Fast(9)) == draw_for_dealer(rules, 6, Fast(9))


@pytest.mark.rule("DEAL-5")
@every_edition
@pytest.mark.parametrize("seats", [2, 5, 10])
def test_each_hand_is_seven_cards_and_the_rest_is_the_draw_pile(edition: str, seats: int) -> None:
    rules = parse_rules(edition)
    for seed in range(20):
        dealt, turned_up = deal(rules, seats, 0, Fast(seed)).events[:2]
        assert isinstance(dealt, Dealt)
        assert [len(hand) for hand in dealt.hands] == [7] * seats
        assert len(dealt.pile) == len(deck(rules)) - 7 * seats
        assert turned_up == TurnedUp(dealt.pile[-1])


@pytest.mark.rule("DEAL-5", "HOUSE-7")
@pytest.mark.parametrize("size", [1, 5, 10])
def test_the_hand_size_is_a_switch(size: int) -> None:
    dealt = deal(parse_rules(f"house+hand_size={size}"), 4, 0, Fast(1)).events[0]
    assert isinstance(dealt, Dealt)
    assert [len(hand) for hand in dealt.hands] == [size] * 4


@pytest.mark.rule("DEAL-5")
@pytest.mark.parametrize("dealer", range(3))
def test_cards_are_dealt_one_by_one_from_the_left_of_the_dealer(dealer: int) -> None:
    rules = parse_rules("mattel-2016+hand_size=3")
    cards, spent = shuffle(deck(rules), Fast(2))
    top_first = cards[::-1]
    hands = [sorted(top_first[place:9:3]) for place in range(3)]
    dealt = deal(rules, 3, dealer, Fast(2)).events[0]
    assert isinstance(dealt, Dealt)
    assert [list(dealt.hands[(dealer + 1 + place) % 3]) for place in range(3)] == hands
    assert dealt.pile == cards[:-9]
    assert dealt.spent == spent


@pytest.mark.rule("DEAL-5")
def test_hands_are_kept_sorted_and_the_generator_moves_on() -> None:
    rules = parse_rules("mattel-2016")
    round = deal(rules, 4, 0, Fast(2)).round
    assert all(list(hand) == sorted(hand) for hand in round.hands)
    assert round.rng == advance(Fast(2), shuffle(deck(rules), Fast(2))[1])


@pytest.mark.rule("DEAL-5")
@every_edition
def test_before_the_deal_the_whole_deck_lies_in_the_pile(edition: str) -> None:
    before = undealt_round(parse_rules(edition), 3, 1, Fast(4))
    assert before.hands == ((), (), ())
    assert before.pile == deck(before.rules)
    assert (before.discard, before.colour, before.phase) == ((), None, Undealt())


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("set_up", [deal, undealt_round])
@pytest.mark.parametrize("dealer", [-1, 4])
def test_a_dealer_who_is_not_at_the_table_is_refused(
    set_up: Callable[[Rules, int, int, Fast], object], dealer: int
) -> None:
    with pytest.raises(SetupError) as refusal:
        set_up(with_switches(parse_rules("house"), decks=2), 4, dealer, Fast(0))
    assert refusal.value.switch == "dealer"
