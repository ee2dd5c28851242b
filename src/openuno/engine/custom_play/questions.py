"""Asking players what a custom rule lets them choose."""

from typing import NamedTuple, assert_never

from openuno.engine import events
from openuno.engine.custom import (
    DiscardsChosen,
    DiscardsToChosen,
    GivesChosen,
    NamesColour,
    PassesCards,
    Question,
    SwapsChosen,
    Who,
)
from openuno.engine.custom_play.cards import count_cards
from openuno.engine.custom_play.conditions import acting_seats
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.events import CardChoice, UnfinishedRule
from openuno.engine.hands import swap_hands
from openuno.engine.state import Step
from openuno.engine.steps import add_event


class _CardQuestion(NamedTuple):
    """Who is asked for cards, what for, and who gets them."""

    seats: tuple[int, ...]
    what: CardChoice
    to: tuple[int, ...] = ()


def ask(step: Step, laid: Laid, effect: Question, rule: UnfinishedRule) -> Step:
    """Ask what the sentence lets somebody choose; a question without an answer is not put."""
    round = step.round
    match effect:
        case DiscardsChosen(_, amount):
            asking = _CardQuestion(acting_seats(round, laid, effect), CardChoice.DISCARD)
            return _ask_for_cards(step, count_cards(round, laid, amount)(laid.seat), asking, rule)
        case DiscardsToChosen(_, number):
            hands = round.hands
            full = tuple(s for s in acting_seats(round, laid, effect) if len(hands[s]) > number)
            return _ask_for_cards(step, number, _CardQuestion(full, CardChoice.DISCARD_TO), rule)
        case GivesChosen(_, amount, to):
            asked, takers = acting_seats(round, laid, effect), seats_of(round, laid, to)
            if len(takers) == 1:
                asked = tuple(seat for seat in asked if seat not in takers)
            else:
                takers = tuple(seat for seat in takers if seat not in asked)
            if not takers:
                return step
            asking = _CardQuestion(asked, CardChoice.GIVE, takers)
            return _ask_for_cards(step, count_cards(round, laid, amount)(laid.seat), asking, rule)
        case PassesCards(amount):
            asking = _CardQuestion(seats_of(round, laid, Who.EVERYONE), CardChoice.PASS)
            return _ask_for_cards(step, count_cards(round, laid, amount)(laid.seat), asking, rule)
        case NamesColour(who):
            (seat,) = seats_of(round, laid, who)
            return add_event(step, events.ColourAsked(seat, rule))
        case SwapsChosen():
            if len(round.hands) == 2:
                assert laid.target is not None, "legal asks for the player"
                return swap_hands(step, laid.seat, laid.target)  # there is nobody else to choose
            return add_event(step, events.ChoiceAsked(laid.seat, rule))
        case _:
            assert_never(effect)


def _ask_for_cards(step: Step, number: int, asking: _CardQuestion, rule: UnfinishedRule) -> Step:
    if not asking.seats or not number:
        return step
    asked = events.CardsAsked(asking.seats, asking.what, number, asking.to, rule)
    return add_event(step, asked)
