"""Carrying out what is written on a blank, sentence by sentence (CUST-2)."""

from collections.abc import Callable
from typing import NamedTuple, assert_never

from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.actions import Play
from openuno.engine.cards import DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom import (
    MAX_CARDS,
    Amount,
    CardKind,
    Compare,
    Condition,
    Discards,
    DiscardsChosen,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Gives,
    GivesChosen,
    HonourRule,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    LosesTurn,
    NamesColour,
    Otherwise,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Question,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    SwapsChosen,
    Takes,
    Who,
    asked_of_last_card,
    is_draw_of_others,
)
from openuno.engine.events import CardChoice, Cards, DrawReason, UnfinishedRule
from openuno.engine.rng import pick_cards, shuffle
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import Round, RoundOver, Step, next_seat, unfinished_rule
from openuno.engine.steps import add_event, draw, draw_until, end_round

_ByPlayers = (
    Draws
    | DrawsTo
    | DrawsUntil
    | LosesTurn
    | Discards
    | DiscardsTo
    | DiscardsColour
    | DiscardsKind
    | DiscardsChosen
    | Shows
    | Gives
    | GivesChosen
    | Takes
)
_AtOnce = (
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
)
"""The effects that ask nobody."""
_ACTIONS = frozenset((Face.DRAW_TWO, Face.REVERSE, Face.SKIP))


class _Laid(NamedTuple):
    """Who laid the blank, and whom they picked; `out`: it was their last card."""

    seat: int
    target: int | None
    out: bool = False


class _CardQuestion(NamedTuple):
    """Who is asked for cards, what for, and who gets them."""

    seats: tuple[int, ...]
    what: CardChoice
    to: tuple[int, ...] = ()


def play_custom_rule(step: Step, seat: int, play: Play) -> Step:
    """Do what the blank says, up to its end or to the first answer it waits for."""
    return continue_rule(step, UnfinishedRule(seat, 0, play.target))


def continue_rule(step: Step, rule: UnfinishedRule) -> Step:
    """Do the rest of what the top card says, from the rule's sentence on.

    A hand emptied on the way ends the round at once (CUST-4).
    """
    laid = _Laid(rule.by, rule.target)
    effects = custom_rule_on(step.round.rules, step.round.discard[-1])
    for sentence in range(rule.sentence, len(effects)):
        effect = effects[sentence]
        applies, held = _applies(step.round, laid, effect, rule.held)
        rule = replace(rule, held=held)
        if not applies:
            continue
        if isinstance(effect, Question):
            step = _ask(step, laid, effect, replace(rule, sentence=sentence))
        else:
            step = _do(step, laid, effect)
        if isinstance(step.round.phase, RoundOver) or unfinished_rule(step.round) is not None:
            return step
        if isinstance(effect, PlaysAgain):
            rule = replace(rule, again=True)
    return add_event(step, events.TurnBegan(rule.by)) if rule.again else step


def play_custom_draws(step: Step, seat: int, play: Play) -> Step:
    """Of a last card, only the draws are carried out, and for the others only (CUST-4)."""
    laid = _Laid(seat, play.target, out=True)
    held = True
    rule = custom_rule_on(step.round.rules, play.card)
    for effect, asked in zip(rule, asked_of_last_card(rule), strict=True):
        if isinstance(effect, HonourRule):
            step = _do(step, laid, effect)
        elif asked:
            applies, held = _applies(step.round, laid, effect, held)
            if applies and is_draw_of_others(effect) and not isinstance(effect, Question):
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


def _ask(step: Step, laid: _Laid, effect: Question, rule: UnfinishedRule) -> Step:
    """Ask what the sentence lets somebody choose; a question without an answer is not put."""
    round = step.round
    match effect:
        case DiscardsChosen(_, amount):
            asking = _CardQuestion(_acting(round, laid, effect), CardChoice.DISCARD)
            return _ask_for_cards(step, _count(round, laid, amount)(laid.seat), asking, rule)
        case GivesChosen(_, amount, to):
            asked, takers = _acting(round, laid, effect), _seats(round, laid, to)
            if len(takers) == 1:
                asked = tuple(seat for seat in asked if seat not in takers)
            else:
                takers = tuple(seat for seat in takers if seat not in asked)
            if not takers:
                return step
            asking = _CardQuestion(asked, CardChoice.GIVE, takers)
            return _ask_for_cards(step, _count(round, laid, amount)(laid.seat), asking, rule)
        case PassesCards(amount):
            asking = _CardQuestion(_seats(round, laid, Who.EVERYONE), CardChoice.PASS)
            return _ask_for_cards(step, _count(round, laid, amount)(laid.seat), asking, rule)
        case NamesColour(who):
            (seat,) = _seats(round, laid, who)
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


def _do(step: Step, laid: _Laid, effect: _AtOnce) -> Step:
    match effect:
        case Draws(_, amount):
            return _draw(step, laid, effect, amount)
        case DrawsTo(_, number):
            return _draw_to(step, laid, effect, number)
        case DrawsUntil(_, kind):
            return _draw_until(step, laid, effect, kind)
        case LosesTurn(_, turns):
            return _lose_turns(step, _acting(step.round, laid, effect), turns)
        case Discards() | DiscardsTo():
            return _discard(step, laid, effect)
        case DiscardsColour():
            return _discard_all(step, laid, effect, CardKind.NAMED)
        case DiscardsKind(_, kind):
            return _discard_all(step, laid, effect, kind)
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
        case Who.NEIGHBOURS:
            return order[:1] if seats == 2 else (order[0], order[-2])
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
        case IfTheyHaveNo(kind):
            return tuple(seat for seat in seats if not _has(round, seat, kind))
        case _:
            return seats


class _Asked(NamedTuple):
    """Whether a sentence is carried out, and whether the last condition so far was true."""

    applies: bool
    held: bool


def _applies(round: Round, laid: _Laid, effect: Effect, held: bool) -> _Asked:
    if isinstance(effect, HonourRule) or effect.when is None:
        return _Asked(True, held)
    if isinstance(effect.when, Otherwise):
        return _Asked(not held, held)
    true = _true(round, laid, effect.when)
    return _Asked(true, true)


def _true(round: Round, laid: _Laid, condition: Condition) -> bool:
    match condition:
        case IfNamed(colour):
            return round.colour is colour
        case IfHolds(who, compare, number):
            held = [len(round.hands[seat]) for seat in _seats(round, laid, who)]
            return all(_compares(count, compare, number) for count in held)
        case IfHas(who, kind):
            return all(_has(round, seat, kind) for seat in _seats(round, laid, who))
        case IfHasNo(who, kind):
            return not any(_has(round, seat, kind) for seat in _seats(round, laid, who))
        case IfNotNamed(colour):
            return round.colour is not colour
        case IfTheyHold() | IfTheyHave() | IfTheyHaveNo():
            return True  # each of them is asked when it is settled who acts
        case Otherwise():
            raise AssertionError("it is true if the condition before it was not")
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


def _count(round: Round, laid: _Laid, amount: Amount) -> Callable[[int], int]:
    """How many cards a sentence moves of each seat, counted before it moves any."""
    if isinstance(amount, int):
        return lambda _: amount

    def count(seat: int) -> int:
        held = sum(_is(card, amount.kind, round.colour) for card in round.hands[seat])
        return min(amount.number * held, amount.most)

    if amount.who is None:
        return count
    (holder,) = _seats(round, laid, amount.who)
    number = count(holder)
    return lambda _: number


def _is(card: Card, kind: CardKind, named: Colour | None) -> bool:
    match kind:
        case CardKind.ANY:
            return True
        case CardKind.NAMED:
            return card.colour is not None and card.colour is named
        case CardKind.DRAW:
            return card.face in DRAW_CARDS
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
    return any(_is(card, kind, round.colour) for card in round.hands[seat])


def _draw(step: Step, laid: _Laid, effect: _ByPlayers, amount: Amount) -> Step:
    count = _count(step.round, laid, amount)
    for seat in _acting(step.round, laid, effect):
        step = draw(step, seat, count(seat), DrawReason.CARD)
    return step


def _draw_to(step: Step, laid: _Laid, effect: _ByPlayers, number: int) -> Step:
    for seat in _acting(step.round, laid, effect):
        missing = number - len(step.round.hands[seat])
        if missing > 0:
            step = draw(step, seat, missing, DrawReason.CARD)
    return step


def _draw_until(step: Step, laid: _Laid, effect: _ByPlayers, kind: CardKind) -> Step:
    """Let each draw until a card of the kind comes, at most ten cards (MEET-43)."""
    wanted = frozenset(card for card in Card if _is(card, kind, step.round.colour))
    for seat in _acting(step.round, laid, effect):
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


def _discard(step: Step, laid: _Laid, effect: Discards | DiscardsTo) -> Step:
    if isinstance(effect, Discards):
        count = _count(step.round, laid, effect.amount)
    else:
        hands, number = step.round.hands, effect.number
        count = lambda seat: len(hands[seat]) - number  # noqa: E731
    for seat in _acting(step.round, laid, effect):
        if count(seat) <= 0:
            continue
        cards, spent = pick_cards(step.round.hands[seat], count(seat), step.round.rng)
        step = add_event(step, events.Discarded(seat, cards, spent))
        if not step.round.hands[seat]:
            return end_round(step, seat)
    return step


def _discard_all(step: Step, laid: _Laid, effect: _ByPlayers, kind: CardKind) -> Step:
    colour = step.round.colour
    for seat in _acting(step.round, laid, effect):
        cards = tuple(card for card in step.round.hands[seat] if _is(card, kind, colour))
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
