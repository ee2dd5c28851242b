"""What is seen follows from the view of the seat, and so holds no secrets."""

from random import Random

import numpy as np
import pytest

from openuno import Round, view, with_switches
from openuno.engine.cards import COLOURS, KIND_OF, Card
from openuno.engine.custom import is_of_kind
from openuno.engine.events import Cards
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.rules import EDITIONS, deck
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    FacingDrawFour,
    FacingStack,
    RoundOver,
    seat_to_act,
)
from openuno.engine.view import View
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing
from openuno.kernel.batch.observation import OBSERVED_SWITCHES, PARTS, SIZE, STARTS
from openuno.kernel.batch.questions import QUESTION_FIELDS, QuestionField, QuestionKind
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.state import Phase, RoundField, Row8, Switch, select_round
from tests.hidden_worlds import Revealed, other_world
from tests.kernel.expected_questions import any_rules

BLANKS = 8
PHASES = (
    "NamingColour",
    "Turn",
    "AfterDraw",
    "FacingStack",
    "FacingDrawFour",
    "ChoosingPlayer",
    "ChoosingCards",
    "Deciding",
)


def expected(seen: View, question: int | None, unfinished: int, over: int) -> dict[str, list[int]]:
    """The row, part by part, from the seat's view and the question it is asked."""
    assert seen.seat is not None, "someone looks"
    seats = len(seen.hands)
    order = [(seen.seat + index * seen.direction) % seats for index in range(seats)]
    phase = seen.phase
    total = phase.total if isinstance(phase, FacingStack | FacingDrawFour) else 0
    aside: Cards = ()
    if isinstance(phase, ChoosingCards):
        total = phase.left
        if question == QuestionKind.IN_TURN and phase.set_aside:
            aside = phase.set_aside[seen.seat]
    before = phase.before if isinstance(phase, FacingDrawFour) else None
    turn = None if isinstance(phase, RoundOver) else getattr(phase, "seat", None)
    card = phase.card if isinstance(phase, AfterDraw) and phase.card is not Card.BACK else None
    kind = -1 if card is None or question is None else KIND_OF[card]
    named = -1
    if question == QuestionKind.WHICH_PLAYER:
        kind, named = unfinished >> 4 & 63, (unfinished >> 10 & 7) - 1

    def at_seat(which: int | None) -> list[int]:
        return padded([int(seat == which) for seat in order])

    own = seen.hands[seen.seat]
    return {
        "hand": [own.count(card) for card in KIND_OF],
        "discard": [seen.discard.count(card) for card in KIND_OF],
        "top": [int(card is seen.discard[-1]) for card in KIND_OF],
        "card": [int(index == kind) + aside.count(card) for card, index in KIND_OF.items()],
        "named": [int(index == named) for index in range(4)],
        "colour": [int(colour is seen.colour) for colour in COLOURS],
        "before": [int(colour is before) for colour in COLOURS],
        "phase": [int(type(phase).__name__ == name) for name in PHASES],
        "question": [int(which == question) for which in QuestionKind],
        "hands": padded([min(len(seen.hands[seat]), 255) for seat in order]),
        "turn": at_seat(turn),
        "window": at_seat(None if seen.window is None else seen.window.by),
        "owes": at_seat(seen.owes_uno),
        "sits out": padded([int(seat in seen.sitting_out) for seat in order]),
        "dealer": at_seat(seen.dealer),
        "direction": [int(seen.direction == 1)],
        "demanded": [total],
        "pile": [min(seen.pile, 255)],
        "turned over": [over],
        "passes": [seen.passes],
        "forbidden": [int(is_forbidden(seen, card)) for card in KIND_OF],
        "bound": padded([int(any(seat in rule.seats for rule in seen.lasting)) for seat in order]),
    }


def is_forbidden(seen: View, card: Card) -> bool:
    return any(
        seen.seat in rule.seats and is_of_kind(card, rule.kind, None) is not rule.only
        for rule in seen.lasting
    )


def padded(numbers: list[int]) -> list[int]:
    return numbers + [0] * (10 - len(numbers))


def random_answer(batch: Batch, chance: Random) -> None:
    batch.step([chance.choice(np.flatnonzero(batch.masks[0]).tolist())])


def looked_at(batch: Batch, seat: int) -> Row8:
    seen: Row8 = batch.see(0, seat)[0]
    return seen


def everyone_sees_their_view(batch: Batch) -> None:
    round = to_round(select_round(batch.lanes.rows, 0), batch.rules)
    ask = batch.lanes.questions[0]
    for seat in range(batch.seats):
        asked = seat == batch.asked[0] and not batch.ended[0]
        question = int(ask[QuestionField.QUESTION_KIND]) if asked else None
        over = int(batch.lanes.rows.now[0, RoundField.TURNED_OVER])
        row = looked_at(batch, seat)
        parts = expected(view(round, seat), question, int(ask[QuestionField.UNFINISHED_PLAY]), over)
        for name, numbers in parts.items():
            start = STARTS[name]
            assert row[start : start + len(numbers)].tolist() == numbers, name


@pytest.mark.parametrize("part", range(2))
def test_a_seat_sees_what_its_view_holds(part: int) -> None:
    chance = Random(part)
    for _ in range(25):
        rules, seats = any_rules(chance)
        batch = Batch(rules, seats, 1, chance.getrandbits(64), dealing=Dealing.WAIT)
        for _ in range(40):
            everyone_sees_their_view(batch)
            if batch.ended[0]:
                break
            assert looked_at(batch, int(batch.asked[0])).tolist() == batch.seen[0].tolist()
            random_answer(batch, chance)


def test_a_card_put_under_the_top_one_is_counted() -> None:
    written = (parse_custom_rule("Everyone discards 1 card at random."),) * BLANKS
    rules = with_switches(EDITIONS["wild-112"], blank_cards=BLANKS, written=written)
    chance = Random(4)
    batch = Batch(rules, 3, 1, 4, dealing=Dealing.WAIT)
    for _ in range(1_000):
        everyone_sees_their_view(batch)
        if batch.ended[0]:
            batch.deal()
        else:
            random_answer(batch, chance)


def test_the_rules_are_observed() -> None:
    rules = with_switches(EDITIONS["house"], decks=8, hand_size=9)
    batch = Batch(rules, 5, 1, 0)
    start = STARTS["rules"]
    found = dict(zip(OBSERVED_SWITCHES, batch.seen[0, start:].tolist(), strict=True))
    assert (found[Switch.SEATS], found[Switch.HAND_SIZE]) == (5, 9)
    assert found[Switch.CARDS] == 255 < len(deck(rules))
    assert found[Switch.JUMP_IN] == rules.jump_in
    assert found[Switch.UNO_PENALTY] == rules.uno_penalty


def batch_of(round: Round, ask: list[int]) -> Batch:
    arrays = to_arrays(round)
    rows = arrays._replace(**{name: getattr(arrays, name)[None] for name in arrays._fields[:8]})
    batch = Batch(round.rules, len(round.hands), 1, 0)
    asks = np.array([ask], np.int64)
    assert asks.shape == (1, QUESTION_FIELDS)
    under = [KIND_OF[card] for card in round.discard[:-1]]
    laid = np.bincount(under, minlength=len(KIND_OF)).astype(np.uint8)[None]
    batch.lanes = batch.lanes._replace(rows=rows, questions=asks, discards=laid)
    return batch


def test_hidden_cards_that_change_places_change_nothing_that_is_seen() -> None:
    chance = Random(3)
    compared = 0
    for _ in range(40):
        rules, seats = any_rules(chance)
        batch = Batch(rules, seats, 1, chance.getrandbits(64), dealing=Dealing.WAIT)
        for _ in range(chance.randrange(60)):
            if not batch.ended[0]:
                random_answer(batch, chance)
        round = to_round(select_round(batch.lanes.rows, 0), rules)
        if seat_to_act(round) is None:
            continue
        ask = batch.lanes.questions[0].tolist()
        for seat in range(seats):
            one = batch_of(round, ask).see(0, seat)
            hidden = other_world(round, seat, chance, Revealed())
            other = batch_of(hidden, ask).see(0, seat)
            assert one.tolist() == other.tolist()
            compared += hidden != round
    assert compared > 50


def test_the_row_is_made_of_its_parts() -> None:
    assert sum(part.size for part in PARTS) == SIZE == STARTS["rules"] + len(OBSERVED_SWITCHES)
    assert len(STARTS) == len(PARTS)
    assert len(PHASES) == Phase.ROUND_OVER
