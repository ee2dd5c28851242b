"""Cards: none is lost or made, hands are in order and counted right, and rounds are small."""

import sys
from collections import Counter
from itertools import accumulate, pairwise

from hypothesis import given, target

from openuno import Card, Face, Round, Rules, evolve, undealt_round
from openuno.engine.events import RoundEnded
from openuno.engine.rng import Fair
from openuno.engine.rules import deck
from openuno.engine.state import FacingDrawFour, RoundOver
from tests.policies import Game, Sitting
from tests.strategies import games, play_sitting, rounds, sittings

KIB = 1024


def cards_of(round: Round) -> Counter[Card]:
    return Counter(card for place in (*round.hands, round.pile, round.discard) for card in place)


def every_round(game: Game, first: Round) -> list[Round]:
    """The round after each single event, and the first before any."""
    events = [event for step in game.steps for event in step.events]
    return list(accumulate(events, evolve, initial=first))


@given(sittings())
def test_cards_are_conserved_after_every_event(sitting: Sitting) -> None:
    game = play_sitting(sitting)
    if sitting.cut is None:
        first = undealt_round(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
        assert cards_of(first) == Counter(deck(sitting.rules))
    else:
        first = game.opening.round
    expected = cards_of(first)
    for round in every_round(game, first):
        assert cards_of(round) == expected


@given(games())
def test_hands_are_kept_in_order(game: Game) -> None:
    for step in game.steps:
        for hand in step.round.hands:
            assert all(one.value <= other.value for one, other in pairwise(hand))
            assert Card.BACK not in hand


@given(games())
def test_a_hand_is_empty_only_when_the_round_is_over(game: Game) -> None:
    for step in game.steps:
        phase = step.round.phase
        out = [seat for seat, hand in enumerate(step.round.hands) if not hand]
        winner = [phase.winner] if isinstance(phase, RoundOver) and phase.winner is not None else []
        assert out == winner


def worth(rules: Rules, card: Card) -> int:
    """The sheets' table once more, by the look of the code."""
    sign = card.value[1:] if card.value[0] in "BGRY" else card.value
    if sign.isdigit():
        return int(sign)
    wild = rules.wild_points
    return {"S": 20, "R": 20, "D": 20, "W": wild, "W4": wild}.get(sign, rules.special_points)


@given(games())
def test_points_are_what_the_hands_hold(game: Game) -> None:
    for step in game.steps:
        for event in step.events:
            if isinstance(event, RoundEnded):
                hands = step.round.hands
                assert event.hands == hands
                points = tuple(
                    sum(worth(step.round.rules, card) for card in hand) for hand in hands
                )
                assert event.points == points
                assert all(point >= 0 for point in points)
                assert event is step.events[-1]
                assert step.round.phase == RoundOver(event.winner)


@given(games())
def test_a_challenged_hand_is_still_within_the_hand_it_was(game: Game) -> None:
    for step in game.steps:
        phase = step.round.phase
        if isinstance(phase, FacingDrawFour):
            assert not Counter(phase.held) - Counter(step.round.hands[phase.by])


@given(rounds())
def test_a_colour_is_in_play_and_it_is_that_of_the_top_card(round: Round) -> None:
    top = round.discard[-1]
    assert (round.colour is None) <= (top.colour is None)
    assert top.colour in (None, round.colour)
    assert top.face is not Face.BACK


def size(round: Round) -> int:
    """The bytes a round holds for itself; cards and rules are shared."""
    phase = round.phase
    held = phase.held if isinstance(phase, FacingDrawFour) else ()
    tuples = {id(t): t for t in (*round.hands, round.hands, round.pile, round.discard, held)}
    parts: list[object] = [round, phase, round.rng, *tuples.values()]
    if isinstance(round.rng, Fair):
        parts.append(round.rng.key)
    if round.window is not None:
        parts.append(round.window)
    return sum(map(sys.getsizeof, parts))


@given(rounds())
def test_a_round_is_small(round: Round) -> None:
    cards = len(deck(round.rules))
    target(size(round))
    # A card costs a pointer, and at most once more while its hand is doubted.
    assert size(round) <= 8 * 2 * cards + KIB
    if cards <= 108 * 4:
        assert size(round) <= 8 * KIB
