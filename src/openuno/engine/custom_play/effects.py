"""Carrying out one sentence of a custom rule that asks nobody."""

from typing import assert_never

from openuno.engine import events
from openuno.engine.cards import Card
from openuno.engine.custom import (
    MAX_CARDS,
    MAX_LASTING,
    AllowsOnly,
    Amount,
    CardKind,
    Discards,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    Draws,
    DrawsTo,
    DrawsUntil,
    Forbids,
    Gives,
    HonourRule,
    LosesTurn,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    Takes,
    Until,
    is_of_kind,
)
from openuno.engine.custom_play.cards import count_cards
from openuno.engine.custom_play.conditions import ByPlayers, acting_seats
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.events import DrawReason
from openuno.engine.hands import pass_hands, shuffle_hands, swap_hands
from openuno.engine.rng import pick_cards
from openuno.engine.state import Step, next_seat
from openuno.engine.steps import add_event, draw, draw_until, end_round

AtOnce = (
    Draws
    | DrawsTo
    | DrawsUntil
    | LosesTurn
    | Discards
    | DiscardsTo
    | DiscardsColour
    | DiscardsKind
    | Swaps
    | Shows
    | Gives
    | Takes
    | Reverses
    | PassesHands
    | ShufflesHands
    | PlaysAgain
    | HonourRule
    | Forbids
    | AllowsOnly
)
"""The effects that ask nobody."""


def carry_out(step: Step, laid: Laid, effect: AtOnce) -> Step:
    """Do what one sentence says."""
    match effect:
        case Draws(_, amount):
            return _draw(step, laid, effect, amount)
        case DrawsTo(_, number):
            return _draw_to(step, laid, effect, number)
        case DrawsUntil(_, kind):
            return _draw_until(step, laid, effect, kind)
        case LosesTurn(_, turns):
            return _lose_turns(step, acting_seats(step.round, laid, effect), turns)
        case Discards() | DiscardsTo():
            return _discard(step, laid, effect)
        case DiscardsColour():
            return _discard_all(step, laid, effect, CardKind.NAMED)
        case DiscardsKind(_, kind):
            return _discard_all(step, laid, effect, kind)
        case Swaps(who, other):
            (one,), (two,) = seats_of(step.round, laid, who), seats_of(step.round, laid, other)
            return step if one == two else swap_hands(step, one, two)
        case Shows():
            return _show(step, laid, effect)
        case Gives() | Takes():
            return _give(step, laid, effect)
        case Reverses():
            return _reverse(step, laid.seat)
        case PassesHands(side):
            way = 1 if side is Side.LEFT else -1
            return add_event(step, events.HandsPassed(laid.seat, pass_hands(step.round, way), way))
        case ShufflesHands():
            return shuffle_hands(step, laid.seat)
        case Forbids() | AllowsOnly():
            return _limit_cards(step, laid, effect)
        case HonourRule(text):
            return add_event(step, events.HonourRuleRead(laid.seat, text))
        case PlaysAgain():
            return step  # the turn is settled when all is done
        case _:
            assert_never(effect)


def _draw(step: Step, laid: Laid, effect: ByPlayers, amount: Amount) -> Step:
    count = count_cards(step.round, laid, amount)
    for seat in acting_seats(step.round, laid, effect):
        step = draw(step, seat, count(seat), DrawReason.CARD)
    return step


def _draw_to(step: Step, laid: Laid, effect: ByPlayers, number: int) -> Step:
    for seat in acting_seats(step.round, laid, effect):
        missing = number - len(step.round.hands[seat])
        if missing > 0:
            step = draw(step, seat, missing, DrawReason.CARD)
    return step


def _draw_until(step: Step, laid: Laid, effect: ByPlayers, kind: CardKind) -> Step:
    """Let each draw until a card of the kind comes, at most ten cards (MEET-43)."""
    wanted = frozenset(card for card in Card if is_of_kind(card, kind, step.round.colour))
    for seat in acting_seats(step.round, laid, effect):
        step = draw_until(step, seat, wanted, DrawReason.CARD, most=MAX_CARDS)
    return step


def _lose_turns(step: Step, seats: tuple[int, ...], turns: int = 1) -> Step:
    for seat in seats:
        if step.round.sitting_out.count(seat) < turns:
            step = add_event(step, events.TurnLost(seat, turns))
    return step


def _reverse(step: Step, seat: int) -> Step:
    step = add_event(step, events.Reversed(seat, -step.round.direction))
    if len(step.round.hands) == 2 and step.round.rules.two_player_reverse:
        return _lose_turns(step, (next_seat(step.round, seat),))
    return step


def _discard(step: Step, laid: Laid, effect: Discards | DiscardsTo) -> Step:
    if isinstance(effect, Discards):
        count = count_cards(step.round, laid, effect.amount)
    else:
        hands, number = step.round.hands, effect.number
        count = lambda seat: len(hands[seat]) - number  # noqa: E731
    for seat in acting_seats(step.round, laid, effect):
        if count(seat) <= 0:
            continue
        cards, spent = pick_cards(step.round.hands[seat], count(seat), step.round.rng)
        step = add_event(step, events.Discarded(seat, cards, spent))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step


def _discard_all(step: Step, laid: Laid, effect: ByPlayers, kind: CardKind) -> Step:
    colour = step.round.colour
    for seat in acting_seats(step.round, laid, effect):
        cards = tuple(card for card in step.round.hands[seat] if is_of_kind(card, kind, colour))
        if cards:
            step = add_event(step, events.Discarded(seat, cards, 0))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step


def _limit_cards(step: Step, laid: Laid, effect: Forbids | AllowsOnly) -> Step:
    """Begin a lasting rule; the oldest makes room for one too many (MEET-48)."""
    round = step.round
    seats = tuple(sorted(acting_seats(round, laid, effect)))
    kind = effect.kind
    if kind is CardKind.NAMED:
        assert round.colour is not None, "the colour is named before the rule is carried out"
        kind = CardKind[round.colour.name]
    until = laid.seat if effect.until is Until.NEXT_TURN else None
    rule = events.LastingRule(seats, kind, isinstance(effect, AllowsOnly), until)
    if not seats or rule in round.lasting:
        return step
    if len(round.lasting) == MAX_LASTING:
        step = add_event(step, events.LastingRuleEnded(round.lasting[0]))
    return add_event(step, events.LastingRuleBegan(laid.seat, rule))


def _show(step: Step, laid: Laid, effect: Shows) -> Step:
    for seat in acting_seats(step.round, laid, effect):
        for other in seats_of(step.round, laid, effect.to):
            if other != seat:
                step = add_event(step, events.HandShown(seat, other, step.round.hands[seat]))
    return step


def _give(step: Step, laid: Laid, effect: Gives | Takes) -> Step:
    count = count_cards(step.round, laid, effect.amount)
    # Who is meant is settled before any card moves: the fullest hand may not stay so.
    acting = acting_seats(step.round, laid, effect)
    if isinstance(effect, Gives):
        givers, takers = acting, seats_of(step.round, laid, effect.to)
    else:
        givers, takers = seats_of(step.round, laid, effect.source), acting
    # Those who do it count: it is the same for all unless each counts their own cards.
    pairs = [
        (seat, to, count(seat if isinstance(effect, Gives) else to))
        for seat in givers
        for to in takers
        if seat != to
    ]
    for seat, to, number in pairs:
        if number == 0:
            continue
        cards, spent = pick_cards(step.round.hands[seat], number, step.round.rng)
        step = add_event(step, events.CardsGiven(seat, to, cards, spent))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step
