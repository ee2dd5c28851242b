"""Carrying out what is written on a blank, sentence by sentence (CUST-2)."""

from collections.abc import Callable
from typing import NamedTuple, assert_never

from openuno.engine import events
from openuno.engine.actions import Play
from openuno.engine.cards import Card, Face
from openuno.engine.custom import (
    Amount,
    CardKind,
    Compare,
    Condition,
    Discards,
    DiscardsColour,
    DiscardsKind,
    Draws,
    DrawsTo,
    Effect,
    Gives,
    HonourRule,
    IfHas,
    IfHolds,
    IfNamed,
    IfTheyHave,
    IfTheyHold,
    LosesTurn,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    Takes,
    Who,
    is_draw_of_others,
)
from openuno.engine.events import Cards, DrawReason
from openuno.engine.rng import pick_cards, shuffle
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import Round, RoundOver, Step, next_seat
from openuno.engine.steps import add_event, draw, end_round

_ByPlayers = (
    Draws | DrawsTo | LosesTurn | Discards | DiscardsColour | DiscardsKind | Shows | Gives | Takes
)
_ACTIONS = frozenset((Face.DRAW_TWO, Face.REVERSE, Face.SKIP))


class _Laid(NamedTuple):
    """Who laid the blank, and whom they picked; `out`: it was their last card."""

    seat: int
    target: int | None
    out: bool = False


def play_custom_rule(step: Step, seat: int, play: Play) -> Step:
    """Do what the blank says; a hand emptied on the way ends the round at once (CUST-4)."""
    laid = _Laid(seat, play.target)
    again = False
    for effect in custom_rule_on(step.round.rules, play.card):
        if not _applies(step.round, laid, effect):
            continue
        step = _do(step, laid, effect)
        if isinstance(step.round.phase, RoundOver):
            return step
        again |= isinstance(effect, PlaysAgain)
    return add_event(step, events.TurnBegan(seat)) if again else step


def play_custom_draws(step: Step, seat: int, play: Play) -> Step:
    """Of a last card, only the draws are carried out, and for the others only (CUST-4)."""
    laid = _Laid(seat, play.target, out=True)
    for effect in custom_rule_on(step.round.rules, play.card):
        draws = is_draw_of_others(effect)
        if isinstance(effect, HonourRule) or (draws and _applies(step.round, laid, effect)):
            step = _do(step, laid, effect)
    return step


def partner(seat: int, seats: int) -> int:
    """The team-mate opposite; where an opponent sits there, the next team-mate to the left."""
    opposite = seats // 2
    return (seat + (2 if opposite % 2 else opposite)) % seats


def swap_hands(step: Step, seat: int, other: int) -> Step:
    """Let two seats exchange their whole hands (SWAP-1)."""
    hands = list(step.round.hands)
    hands[seat], hands[other] = hands[other], hands[seat]
    return add_event(step, events.HandsSwapped(seat, other, tuple(hands)))


def shuffle_hands(step: Step, seat: int) -> Step:
    """Collect all hands, shuffle them and deal them out again (SHUF-1)."""
    round = step.round
    seats = len(round.hands)
    cards, spent = shuffle(tuple(card for hand in round.hands for card in hand), round.rng)
    hands: list[Cards] = [()] * seats
    for offset in range(seats):
        # Dealt to the left whatever the direction of play (SHUF-1).
        hands[(seat + 1 + offset) % seats] = tuple(sorted(cards[offset::seats]))
    return add_event(step, events.HandsShuffled(seat, tuple(hands), spent))


def passed_hands(round: Round, side: int) -> tuple[Cards, ...]:
    """Every hand one seat on: each seat gets that of the one before it."""
    seats = len(round.hands)
    return tuple(round.hands[(seat - side) % seats] for seat in range(seats))


def _do(step: Step, laid: _Laid, effect: Effect) -> Step:
    match effect:
        case Draws(_, amount):
            return _draw(step, laid, effect, amount)
        case DrawsTo(_, number):
            return _draw_to(step, laid, effect, number)
        case LosesTurn():
            return _lose_turns(step, _acting(step.round, laid, effect))
        case Discards(_, amount):
            return _discard(step, laid, effect, amount)
        case DiscardsColour():
            colour = step.round.colour
            return _discard_all(step, laid, effect, lambda card: card.colour is colour)
        case DiscardsKind(_, kind):
            return _discard_all(step, laid, effect, lambda card: _is(card, kind))
        case Swaps(who, other):
            (one,), (two,) = _seats(step.round, laid, who), _seats(step.round, laid, other)
            return step if one == two else swap_hands(step, one, two)
        case Shows():
            return _show(step, laid, effect)
        case Gives() | Takes():
            return _give(step, laid, effect)
        case Reverses():
            return _reverse(step, laid.seat)
        case PassesHands(side):
            way = 1 if side is Side.LEFT else -1
            return add_event(
                step, events.HandsPassed(laid.seat, passed_hands(step.round, way), way)
            )
        case ShufflesHands():
            return shuffle_hands(step, laid.seat)
        case HonourRule(text):
            return add_event(step, events.HonourRuleRead(laid.seat, text))
        case PlaysAgain():
            return step  # the turn is settled when all is done
        case _:
            assert_never(effect)


def _seats(round: Round, laid: _Laid, who: Who) -> tuple[int, ...]:
    """Who is meant at this moment, in order of play from the next player on, the player last."""
    seat, hands = laid.seat, round.hands
    seats = len(hands)
    order = tuple((seat + offset * round.direction) % seats for offset in range(1, seats + 1))
    still_in = order[:-1] if laid.out else order
    match who:
        case Who.YOU:
            return (seat,)
        case Who.NEXT:
            return order[:1]
        case Who.PREVIOUS:
            return order[-2:-1]
        case Who.CHOSEN:
            assert laid.target is not None, "legal asks for the player"
            return (laid.target,)
        case Who.PARTNER:
            return (partner(seat, seats),)
        case Who.MOST:
            return (max(still_in, key=lambda other: len(hands[other])),)
        case Who.FEWEST:
            return (min(still_in, key=lambda other: len(hands[other])),)
        case Who.EVERYONE:
            return still_in
        case Who.OTHERS:
            return order[:-1]
        case Who.LEFT:
            return ((seat + 1) % seats,)
        case Who.RIGHT:
            return ((seat - 1) % seats,)
        case Who.NEXT_TWO:
            return order[:-1][:2]
        case _:
            assert_never(who)


def _acting(round: Round, laid: _Laid, effect: _ByPlayers) -> tuple[int, ...]:
    """Who does it at this moment: of several, those for whom the condition holds."""
    seats = _seats(round, laid, effect.who)
    match effect.when:
        case IfTheyHold(compare, number):
            hands = round.hands
            return tuple(seat for seat in seats if _compares(len(hands[seat]), compare, number))
        case IfTheyHave(kind):
            return tuple(seat for seat in seats if _has(round, seat, kind))
        case _:
            return seats


def _applies(round: Round, laid: _Laid, effect: Effect) -> bool:
    if isinstance(effect, HonourRule) or effect.when is None:
        return True
    return _true(round, laid, effect.when)


def _true(round: Round, laid: _Laid, condition: Condition) -> bool:
    match condition:
        case IfNamed(colour):
            return round.colour is colour
        case IfHolds(who, compare, number):
            held = [len(round.hands[seat]) for seat in _seats(round, laid, who)]
            return all(_compares(count, compare, number) for count in held)
        case IfHas(who, kind):
            return all(_has(round, seat, kind) for seat in _seats(round, laid, who))
        case IfTheyHold() | IfTheyHave():
            return True  # each of them is asked when it is settled who acts
        case _:
            assert_never(condition)


def _compares(count: int, compare: Compare, number: int) -> bool:
    match compare:
        case Compare.FEWER:
            return count < number
        case Compare.MORE:
            return count > number
        case Compare.EXACTLY:
            return count == number
        case Compare.AT_LEAST:
            return count >= number
        case Compare.AT_MOST:
            return count <= number
        case _:
            assert_never(compare)


def _count(round: Round, laid: _Laid, amount: Amount) -> int:
    """How many cards a sentence moves, taken before it moves any."""
    if isinstance(amount, int):
        return amount
    (seat,) = _seats(round, laid, amount.who)
    held = sum(_is(card, amount.kind) for card in round.hands[seat])
    return min(amount.number * held, amount.most)


def _is(card: Card, kind: CardKind) -> bool:
    match kind:
        case CardKind.ANY:
            return True
        case CardKind.WILD:
            return card.colour is None
        case CardKind.BLUE | CardKind.GREEN | CardKind.RED | CardKind.YELLOW:
            return card.colour is not None and card.colour.name == kind.name
        case CardKind.NUMBER:
            return card.face.number is not None
        case CardKind.ACTION:
            return card.face in _ACTIONS
        case _:
            return card.face.name == kind.name


def _has(round: Round, seat: int, kind: CardKind) -> bool:
    return any(_is(card, kind) for card in round.hands[seat])


def _draw(step: Step, laid: _Laid, effect: _ByPlayers, amount: Amount) -> Step:
    count = _count(step.round, laid, amount)
    for seat in _acting(step.round, laid, effect):
        step = draw(step, seat, count, DrawReason.CARD)
    return step


def _draw_to(step: Step, laid: _Laid, effect: _ByPlayers, number: int) -> Step:
    for seat in _acting(step.round, laid, effect):
        missing = number - len(step.round.hands[seat])
        if missing > 0:
            step = draw(step, seat, missing, DrawReason.CARD)
    return step


def _lose_turns(step: Step, seats: tuple[int, ...]) -> Step:
    for seat in seats:
        if seat not in step.round.sitting_out:
            step = add_event(step, events.TurnLost(seat))
    return step


def _reverse(step: Step, seat: int) -> Step:
    step = add_event(step, events.Reversed(seat, -step.round.direction))
    if len(step.round.hands) == 2 and step.round.rules.two_player_reverse:
        return _lose_turns(step, (next_seat(step.round, seat),))
    return step


def _discard(step: Step, laid: _Laid, effect: _ByPlayers, amount: Amount) -> Step:
    count = _count(step.round, laid, amount)
    for seat in _acting(step.round, laid, effect) if count else ():
        cards, spent = pick_cards(step.round.hands[seat], count, step.round.rng)
        step = add_event(step, events.Discarded(seat, cards, spent))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step


def _discard_all(step: Step, laid: _Laid, effect: _ByPlayers, goes: Callable[[Card], bool]) -> Step:
    for seat in _acting(step.round, laid, effect):
        cards = tuple(filter(goes, step.round.hands[seat]))
        if cards:
            step = add_event(step, events.Discarded(seat, cards, 0))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step


def _show(step: Step, laid: _Laid, effect: Shows) -> Step:
    for seat in _acting(step.round, laid, effect):
        for other in _seats(step.round, laid, effect.to):
            if other != seat:
                step = add_event(step, events.HandShown(seat, other, step.round.hands[seat]))
    return step


def _give(step: Step, laid: _Laid, effect: Gives | Takes) -> Step:
    count = _count(step.round, laid, effect.amount)
    # Who is meant is settled before any card moves: the fullest hand may not stay so.
    acting = _acting(step.round, laid, effect)
    if isinstance(effect, Gives):
        givers, takers = acting, _seats(step.round, laid, effect.to)
    else:
        givers, takers = _seats(step.round, laid, effect.source), acting
    pairs = [(seat, to) for seat in givers for to in takers if seat != to]
    for seat, to in pairs if count else ():
        cards, spent = pick_cards(step.round.hands[seat], count, step.round.rng)
        step = add_event(step, events.CardsGiven(seat, to, cards, spent))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step
