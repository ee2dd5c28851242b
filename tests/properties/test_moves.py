"""Moves: what is legal is exactly what applies, somebody can always act, and every round ends."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from operator import is_
from typing import cast

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from openuno import (
    Action,
    Card,
    Colour,
    IllegalAction,
    Reason,
    Round,
    apply,
    legal,
    seat_to_act,
    undealt_round,
)
from openuno.engine.actions import Catch, Play
from openuno.engine.notation.actions import action_text
from openuno.engine.rules import deck
from openuno.engine.state import RoundOver
from tests.action_space import all_actions
from tests.policies import Game, Sitting, closing, in_turn, play_on
from tests.strategies import games, rounds, rounds_in_progress, sittings

SENTENCE = re.compile(r"[A-Za-z?0-9](?!.*  )(?!.*[.,;:!?]{2}).*[A-Za-z0-9)]", re.DOTALL)
"""One clause, as a player would be told: no full stop, no doubled space, no heaped punctuation."""


def refused(round: Round, seat: int, action: Action) -> IllegalAction:
    """How the action is refused."""
    try:
        apply(round, seat, action)
    except IllegalAction as refusal:
        return refusal
    pytest.fail(f"{action_text(action)} is not legal for seat {seat}, and was carried out")


@contextmanager
def unchanged(round: Round) -> Iterator[None]:
    """The round's own parts are left where they were."""
    before = msgspec.structs.astuple(round)
    yield
    assert all(map(is_, before, msgspec.structs.astuple(round)))


# Every action that can be written, for every seat: a thousand tries for each round drawn.
@settings(max_examples=settings().max_examples // 2)
@given(rounds())
def test_an_action_applies_exactly_when_it_is_legal_and_a_refusal_says_why(round: Round) -> None:
    written = msgspec.msgpack.encode(round)
    seats = len(round.hands)
    space = list(all_actions(seats))
    said: dict[str, IllegalAction] = {}
    for seat in range(seats):
        allowed = set(legal(round, seat))
        assert len(allowed) == len(legal(round, seat))
        assert allowed <= set(space)
        with unchanged(round):
            for action in space:
                if action in allowed:
                    assert apply(round, seat, action).round is not round
                else:
                    refusal = refused(round, seat, action)
                    said[refusal.sentence] = refusal
    assert msgspec.msgpack.encode(round) == written
    for sentence, refusal in said.items():
        assert isinstance(refusal.reason, Reason)
        assert SENTENCE.fullmatch(sentence), sentence
        assert str(refusal) == sentence


def beyond(seats: int) -> Iterator[Action]:
    """What only a program could ask for: seats that are not there, cards that are none."""
    for target in (-1, seats, seats + 7):
        yield Catch(target)
        for card, colour, uno in product(Card, (None, Colour.RED), (False, True)):
            yield Play(card, colour, target, uno)
    for text in ("", "R", "r7", "R10", "W5", "??", "Red 7"):
        yield Play(cast(Card, text))
        yield Play(cast(Card, text), Colour.RED)


@given(rounds())
def test_what_is_not_at_the_table_is_refused(round: Round) -> None:
    with unchanged(round):
        for seat, action in product(range(len(round.hands)), beyond(len(round.hands))):
            refusal = refused(round, seat, action)
            assert refusal.sentence
    for seat in (-1, len(round.hands), 99):
        assert refused(round, seat, Catch(0)).reason is Reason.NO_SUCH_SEAT
        with pytest.raises(IllegalAction):
            legal(round, seat)


@given(rounds())
def test_a_card_as_bare_text_is_that_card_and_never_stays_text(round: Round) -> None:
    for seat in range(len(round.hands)):
        for card, colour in product(Card, (None, Colour.GREEN)):
            action = Play(card, colour)
            bare = Play(cast(Card, card.value), colour)
            if action not in legal(round, seat):
                refused(round, seat, bare)
                continue
            step = apply(round, seat, bare)
            assert step == apply(round, seat, action)
            assert all(isinstance(card, Card) for card in step.round.discard)


@given(sittings(), st.data())
def test_before_the_deal_everything_is_refused(sitting: Sitting, data: st.DataObject) -> None:
    round = undealt_round(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
    seat = data.draw(st.integers(0, sitting.seats - 1))
    assert seat_to_act(round) is None
    assert legal(round, seat) == ()
    for action in all_actions(sitting.seats):
        assert refused(round, seat, action).reason is Reason.NOT_DEALT


@given(games())
def test_until_the_round_is_over_the_table_waits_for_a_seat_that_can_act(game: Game) -> None:
    for step in game.steps:
        if isinstance(step.round.phase, RoundOver):
            assert seat_to_act(step.round) is None
            assert not any(legal(step.round, seat) for seat in range(len(step.round.hands)))
        else:
            # Calls aside: the table must never hang on somebody's call.
            seat, actions = in_turn(step.round)
            assert 0 <= seat < len(step.round.hands)
            assert actions


@given(games(), st.integers(0, 2**32 - 1))
def test_every_round_ends(game: Game, seed: int) -> None:
    """From wherever a table has got to, seats that want to be out are out.

    The bound: a seat of this policy lays a card whenever it can, and those that fill or move hands
    last, so that the cards in hands dwindle from the whole deck at most. The longest of 7,800 such
    endings took 4.3 actions for each card of the deck; 20 are allowed. A deck cut down has no
    bound: two cards of one colour may go round for ever, and under forced play must. A whole deck
    holds what breaks such a ring. Nor has a table that writes `everyone draws 10` on every blank.
    """
    assume(game.opening.events)
    assume(not game.round.rules.written)
    turned = play_on(game.round, closing, seed, 20 * len(deck(game.round.rules)))
    last = turned[-1].step.round if turned else game.round
    assert isinstance(last.phase, RoundOver)
    assert last.phase.winner is not None, "with a whole deck somebody holds the colour in play"


@given(rounds_in_progress())
def test_what_is_offered_does_not_change_by_asking(round: Round) -> None:
    seats = range(len(round.hands))
    first = [[action_text(action) for action in legal(round, seat)] for seat in seats]
    fresh = msgspec.structs.replace(round)
    assert [[action_text(action) for action in legal(fresh, seat)] for seat in seats] == first
