"""A round of the engine to the kernel's arrays and back, for proofs and debugging."""

from collections.abc import Iterable, Iterator
from functools import reduce
from operator import or_

import numpy as np

from openuno.engine.cards import COLOUR_INDEX, COLOURS, KIND_OF, KINDS, Card
from openuno.engine.custom import MAX_LASTING, MAX_TURNS
from openuno.engine.errors import SetupError
from openuno.engine.events import CardChoice, Cards, LastingRule, UnfinishedRule
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Round,
    RoundOver,
    Turn,
    Undealt,
    Window,
    turn_seat,
)
from openuno.engine.state import Phase as EnginePhase
from openuno.kernel.rules.choices import ASIDE_BITS
from openuno.kernel.rules.custom_seats import FIRST_SENTENCE, RULE_SIZE
from openuno.kernel.rules.entry_points import finish_shuffle_one
from openuno.kernel.rules.lasting import KIND_SHIFT, ONLY_SHIFT, RULE_BITS, UNTIL_SHIFT
from openuno.kernel.rules.opcodes import KINDS as CARD_KINDS
from openuno.kernel.rules.opcodes import (
    OP_DISCARD_CHOSEN,
    OP_DISCARD_TO_CHOSEN,
    OP_GIVE_CHOSEN,
    OP_PASS_CARDS,
)
from openuno.kernel.rules.state import (
    BLANK,
    MAX_SEATS,
    SENTENCE_SIZE,
    Masks,
    Phase,
    RoundArrays,
    RoundField,
    Switch,
    allocate_rounds,
    select_round,
)

_SIGN = 1 << 63
_CHOICES = {
    OP_DISCARD_CHOSEN: CardChoice.DISCARD,
    OP_GIVE_CHOSEN: CardChoice.GIVE,
    OP_DISCARD_TO_CHOSEN: CardChoice.DISCARD_TO,
    OP_PASS_CARDS: CardChoice.PASS,
}
_KIND_OF_NUMBER = {number: kind for kind, number in CARD_KINDS.items()}


def to_arrays(round: Round, *, memory: bool = False) -> RoundArrays:
    """The round as arrays; its generator must be a fast one, and it must have been dealt.

    With room for what the seats remember, if asked for; nothing is remembered yet.
    """
    if not isinstance(round.rng, Fast):
        raise SetupError("rng", "the kernel plays from a fast generator only")
    if isinstance(round.phase, Undealt):
        raise SetupError("round", "deal first: the kernel has no undealt rounds")
    rows = allocate_rounds(round.rules, len(round.hands), 1, memory=memory)
    arrays = select_round(rows, 0)
    if round.sitting_out or round.lasting:
        # Only custom rules make a player sit out, or forbid cards for a while.
        switches = list(arrays.rules)
        switches[Switch.SPECIALS] = 1
        switches[Switch.LASTING_RULES] |= bool(round.lasting)
        arrays = arrays._replace(rules=tuple(switches))
    each = int(arrays.rules[Switch.PLANES])
    for seat, hand in enumerate(round.hands):
        arrays.sizes[seat] = len(hand)
        arrays.hands[seat * each : (seat + 1) * each] = _planes(hand, each)
    arrays.pile[: len(round.pile)] = [KIND_OF[card] for card in round.pile]
    arrays.discard[: len(round.discard)] = [KIND_OF[card] for card in round.discard]
    now = arrays.now
    now[RoundField.PILE], now[RoundField.DISCARD] = len(round.pile), len(round.discard)
    now[RoundField.TOP] = KIND_OF[round.discard[-1]]
    now[RoundField.FACE] = _face(round.discard[-1])
    now[RoundField.COLOUR] = -1 if round.colour is None else COLOUR_INDEX[round.colour]
    now[RoundField.DIRECTION], now[RoundField.DEALER] = round.direction, round.dealer
    now[RoundField.PASSES] = round.passes
    now[RoundField.WINDOW] = -1 if round.window is None else round.window.by
    now[RoundField.SETTLED] = round.window is not None and round.window.settled
    now[RoundField.SITTING_OUT] = _sitting_out_bits(round.sitting_out)
    now[RoundField.RNG_POSITION] = round.rng.at
    now[RoundField.RNG_SEED] = _to_signed(round.rng.seed)
    _write_phase(arrays, round.phase, each)
    now[RoundField.LASTING], now[RoundField.LATER_LASTING] = lasting_numbers(round.lasting)
    now[RoundField.TURN_BEFORE] = turn_seat(round) or 0
    return arrays


def lasting_numbers(rules: tuple[LastingRule, ...]) -> tuple[int, int]:
    """The lasting rules in force as numbers: the first two, and the others."""
    numbers = [
        sum(1 << seat for seat in rule.seats)
        | CARD_KINDS[rule.kind] << KIND_SHIFT
        | rule.only << ONLY_SHIFT
        | (0 if rule.until is None else rule.until + 1) << UNTIL_SHIFT
        for rule in rules
    ]
    first, second, third, fourth = numbers + [0] * (MAX_LASTING - len(numbers))
    return first | second << RULE_BITS, third | fourth << RULE_BITS


def _lasting_rules(now: list[int]) -> Iterator[LastingRule]:
    both = now[RoundField.LASTING] | now[RoundField.LATER_LASTING] << 2 * RULE_BITS
    while both:
        rule, both = both & (1 << RULE_BITS) - 1, both >> RULE_BITS
        until = rule >> UNTIL_SHIFT
        yield LastingRule(
            tuple(seat for seat in range(MAX_SEATS) if rule >> seat & 1),
            _KIND_OF_NUMBER[rule >> KIND_SHIFT & 31],
            bool(rule >> ONLY_SHIFT & 1),
            until - 1 if until else None,
        )


def _sitting_out_bits(seats: tuple[int, ...]) -> int:
    """Ten bits for each turn to be missed: of a seat that misses two, one in the first two."""
    bits = 0
    for at, seat in enumerate(seats):
        bits |= 1 << seats[:at].count(seat) * MAX_SEATS + seat
    return bits


def _write_phase(arrays: RoundArrays, phase: EnginePhase, each: int) -> None:
    now = arrays.now
    now[RoundField.SEAT] = getattr(phase, "seat", 0)
    match phase:
        case Turn():
            now[RoundField.PHASE] = Phase.TURN
        case NamingColour():
            now[RoundField.PHASE] = Phase.NAMING_COLOUR
        case ChoosingPlayer():
            now[RoundField.PHASE] = Phase.CHOOSING_PLAYER
        case ChoosingCards():
            _write_choosing(arrays, phase)
        case AfterDraw(_, card):
            now[RoundField.PHASE], now[RoundField.CARD] = Phase.AFTER_DRAW, KIND_OF[card]
        case FacingStack(_, total):
            now[RoundField.PHASE], now[RoundField.TOTAL] = Phase.FACING_STACK, total
        case FacingDrawFour(_, total, by, before, held):
            now[RoundField.PHASE], now[RoundField.TOTAL], now[RoundField.BY] = (
                Phase.FACING_DRAW_FOUR,
                total,
                by,
            )
            now[RoundField.BEFORE], now[RoundField.HELD] = COLOUR_INDEX[before], len(held)
            arrays.held[:] = _planes(held, each)
        case RoundOver(winner):
            now[RoundField.PHASE] = Phase.ROUND_OVER
            now[RoundField.WINNER] = -1 if winner is None else winner
        case Deciding():
            now[RoundField.PHASE] = Phase.DECIDING
        case Undealt():
            raise AssertionError("refused before")
    rule = getattr(phase, "rule", None)
    if rule is not None:
        now[RoundField.SENTENCE], now[RoundField.BY] = rule.sentence + 1, rule.by
        now[RoundField.RULE_TARGET] = -1 if rule.target is None else rule.target
        now[RoundField.RULE_AGAIN], now[RoundField.RULE_HELD] = rule.again, rule.held


def _write_choosing(arrays: RoundArrays, phase: ChoosingCards) -> None:
    now, seats = arrays.now, len(arrays.sizes)
    now[RoundField.PHASE] = Phase.CHOOSING_CARDS
    now[RoundField.TOTAL], now[RoundField.EACH] = phase.left, phase.each
    now[RoundField.RECEIVERS] = sum(1 << seat for seat in phase.to)
    now[RoundField.WAITING] = sum(1 << seat for seat in phase.waiting)
    index = len(arrays.discard)
    for seat in _order_of_play(phase.rule.by, int(now[RoundField.DIRECTION]), seats):
        for card in phase.set_aside[seat] if phase.set_aside else ():
            index -= 1
            arrays.discard[index] = KIND_OF[card]
            now[RoundField.ASIDE] += 1 << seat * ASIDE_BITS


def _order_of_play(by: int, direction: int, seats: int) -> list[int]:
    """The seats after the one that laid a rule, which comes last."""
    return [(by + distance * direction) % seats for distance in range(1, seats + 1)]


def to_round(arrays: RoundArrays, rules: Rules) -> Round:
    """The round in the arrays, with the shuffle of its pile finished."""
    arrays = RoundArrays(*(part if isinstance(part, tuple) else np.copy(part) for part in arrays))
    finish_shuffle_one(arrays)
    now = [int(number) for number in arrays.now]
    each = int(arrays.rules[Switch.PLANES])
    seats = len(arrays.sizes)
    window = now[RoundField.WINDOW]
    colour = now[RoundField.COLOUR]
    return Round(
        rules=rules,
        dealer=now[RoundField.DEALER],
        hands=tuple(_hand(arrays.hands[seat * each : (seat + 1) * each]) for seat in range(seats)),
        pile=_cards(arrays.pile[: now[RoundField.PILE]]),
        discard=_cards(arrays.discard[: now[RoundField.DISCARD]]),
        colour=None if colour < 0 else COLOURS[colour],
        direction=now[RoundField.DIRECTION],
        phase=_phase(arrays, now),
        window=None if window < 0 else Window(window, bool(now[RoundField.SETTLED])),
        passes=now[RoundField.PASSES],
        rng=Fast(now[RoundField.RNG_SEED] % (1 << 64), now[RoundField.RNG_POSITION]),
        sitting_out=tuple(
            seat
            for seat in range(seats)
            for turn in range(MAX_TURNS)
            if now[RoundField.SITTING_OUT] >> turn * MAX_SEATS + seat & 1
        ),
        lasting=tuple(_lasting_rules(now)),
    )


def _phase(arrays: RoundArrays, now: list[int]) -> EnginePhase:
    seat = now[RoundField.SEAT]
    match Phase(now[RoundField.PHASE]):
        case Phase.TURN:
            return Turn(seat)
        case Phase.NAMING_COLOUR:
            return NamingColour(seat, _unfinished_rule(now))
        case Phase.CHOOSING_PLAYER:
            return ChoosingPlayer(seat, _unfinished_rule(now))
        case Phase.CHOOSING_CARDS:
            return _choosing(arrays, now)
        case Phase.DECIDING:
            rule = _unfinished_rule(now)
            assert rule is not None, "a rule asks whether a player wants it"
            return Deciding(seat, rule)
        case Phase.AFTER_DRAW:
            return AfterDraw(seat, KINDS[now[RoundField.CARD]])
        case Phase.FACING_STACK:
            return FacingStack(seat, now[RoundField.TOTAL])
        case Phase.FACING_DRAW_FOUR:
            before = COLOURS[now[RoundField.BEFORE]]
            return FacingDrawFour(
                seat, now[RoundField.TOTAL], now[RoundField.BY], before, _hand(arrays.held)
            )
        case Phase.ROUND_OVER:
            return RoundOver(None if now[RoundField.WINNER] < 0 else now[RoundField.WINNER])


def _unfinished_rule(now: list[int]) -> UnfinishedRule | None:
    if not now[RoundField.SENTENCE]:
        return None
    target = now[RoundField.RULE_TARGET]
    return UnfinishedRule(
        now[RoundField.BY],
        now[RoundField.SENTENCE] - 1,
        None if target < 0 else target,
        bool(now[RoundField.RULE_AGAIN]),
        bool(now[RoundField.RULE_HELD]),
    )


def _choosing(arrays: RoundArrays, now: list[int]) -> ChoosingCards:
    rule, seats = _unfinished_rule(now), len(arrays.sizes)
    assert rule is not None, "a rule asks for cards"
    order = _order_of_play(rule.by, now[RoundField.DIRECTION], seats)
    row = FIRST_SENTENCE + (now[RoundField.TOP] - BLANK) * RULE_SIZE + rule.sentence * SENTENCE_SIZE
    aside: list[Cards] = [()] * seats
    index = len(arrays.discard)
    for seat in order:
        count = now[RoundField.ASIDE] >> seat * ASIDE_BITS & (1 << ASIDE_BITS) - 1
        aside[seat] = tuple(sorted(_cards(arrays.discard[index - count : index])))
        index -= count
    return ChoosingCards(
        now[RoundField.SEAT],
        _CHOICES[int(arrays.custom_rules[row])],
        now[RoundField.TOTAL],
        now[RoundField.EACH],
        tuple(seat for seat in order if now[RoundField.RECEIVERS] >> seat & 1),
        tuple(seat for seat in order if now[RoundField.WAITING] >> seat & 1),
        rule,
        tuple(aside) if now[RoundField.ASIDE] else (),
    )


def _planes(hand: Cards, each: int) -> Masks:
    row = np.zeros(each, np.uint64)
    for card in set(hand):
        for plane in range(each):
            if hand.count(card) >> plane & 1:
                row[plane] |= np.uint64(1 << KIND_OF[card])
    return row


def _hand(planes: Masks) -> Cards:
    masks = [int(plane) for plane in planes]
    left = reduce(or_, masks)
    cards: list[Card] = []
    while left:
        kind = (left & -left).bit_length() - 1
        left &= left - 1
        count = sum((mask >> kind & 1) << index for index, mask in enumerate(masks))
        cards += [KINDS[kind]] * count
    return tuple(cards)


def _cards(kinds: Iterable[int]) -> Cards:
    return tuple(KINDS[kind] for kind in kinds)


def _face(card: Card) -> int:
    same = [kind for kind in KINDS if kind.colour is card.colour]
    return 13 if card.colour is None else same.index(card)


def _to_signed(seed: int) -> int:
    return seed - (1 << 64) if seed >= _SIGN else seed
