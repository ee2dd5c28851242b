"""A round of the reference engine laid out for the kernel, and back: for proofs and debugging."""

from collections.abc import Iterable
from functools import reduce
from operator import or_

import numpy as np

from openuno.engine.cards import COLOURS, Card
from openuno.engine.errors import SetupError
from openuno.engine.events import Cards
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.engine.state import (
    ChoosingPlayer,
    Doubt,
    Drawn,
    Naming,
    Over,
    Round,
    Stacked,
    Turn,
    Undealt,
    Window,
)
from openuno.engine.state import Phase as EnginePhase
from openuno.kernel.rules.entry_points import settle_one
from openuno.kernel.rules.state import (
    COLOUR,
    KIND,
    KINDS,
    Masks,
    Now,
    Phase,
    Switch,
    Table,
    at,
    tables,
)

_SIGN = 1 << 63


def laid_out(round: Round) -> Table:
    """The round as arrays; its generator must be a fast one, and it must have been dealt."""
    if not isinstance(round.rng, Fast):
        raise SetupError("rng", "the kernel plays from a fast generator only")
    if isinstance(round.phase, Undealt):
        raise SetupError("round", "deal first: the kernel keeps no undealt table")
    t = at(tables(round.rules, len(round.hands), 1), 0)
    if round.sitting_out:
        # Somebody sits out: only written rules bring that about.
        switches = list(t.rules)
        switches[Switch.SPECIALS] = 1
        t = t._replace(rules=tuple(switches))
    each = int(t.rules[Switch.PLANES])
    for seat, hand in enumerate(round.hands):
        t.sizes[seat] = len(hand)
        t.hands[seat * each : (seat + 1) * each] = _planes(hand, each)
    t.pile[: len(round.pile)] = [KIND[card] for card in round.pile]
    t.discard[: len(round.discard)] = [KIND[card] for card in round.discard]
    now = t.now
    now[Now.PILE], now[Now.LAID] = len(round.pile), len(round.discard)
    now[Now.TOP] = KIND[round.discard[-1]]
    now[Now.FACE] = _face(round.discard[-1])
    now[Now.COLOUR] = -1 if round.colour is None else COLOUR[round.colour]
    now[Now.DIRECTION], now[Now.DEALER] = round.direction, round.dealer
    now[Now.PASSES] = round.passes
    now[Now.WINDOW] = -1 if round.window is None else round.window.by
    now[Now.SETTLED] = round.window is not None and round.window.settled
    now[Now.SITTING_OUT] = sum(1 << seat for seat in round.sitting_out)
    now[Now.AT], now[Now.SEED] = round.rng.at, _signed(round.rng.seed)
    _lay_out_phase(t, round.phase, each)
    return t


def _lay_out_phase(t: Table, phase: EnginePhase, each: int) -> None:
    now = t.now
    now[Now.SEAT] = getattr(phase, "seat", 0)
    match phase:
        case Turn():
            now[Now.PHASE] = Phase.TURN
        case Naming():
            now[Now.PHASE] = Phase.NAMING
        case ChoosingPlayer():
            now[Now.PHASE] = Phase.CHOOSING
        case Drawn(_, card):
            now[Now.PHASE], now[Now.CARD] = Phase.DRAWN, KIND[card]
        case Stacked(_, total):
            now[Now.PHASE], now[Now.TOTAL] = Phase.STACKED, total
        case Doubt(_, total, by, before, held):
            now[Now.PHASE], now[Now.TOTAL], now[Now.BY] = Phase.DOUBT, total, by
            now[Now.BEFORE], now[Now.HELD] = COLOUR[before], len(held)
            t.held[:] = _planes(held, each)
        case Over(winner):
            now[Now.PHASE] = Phase.OVER
            now[Now.WINNER] = -1 if winner is None else winner
        case Undealt():
            raise AssertionError("an undealt round is refused before")


def read_back(t: Table, rules: Rules) -> Round:
    """The round that the arrays hold, its pile shuffled to the end."""
    t = Table(*(part if isinstance(part, tuple) else np.copy(part) for part in t))
    settle_one(t)
    now = [int(number) for number in t.now]
    each = int(t.rules[Switch.PLANES])
    seats = len(t.sizes)
    window = now[Now.WINDOW]
    colour = now[Now.COLOUR]
    return Round(
        rules=rules,
        dealer=now[Now.DEALER],
        hands=tuple(_hand(t.hands[seat * each : (seat + 1) * each]) for seat in range(seats)),
        pile=_cards(t.pile[: now[Now.PILE]]),
        discard=_cards(t.discard[: now[Now.LAID]]),
        colour=None if colour < 0 else COLOURS[colour],
        direction=now[Now.DIRECTION],
        phase=_phase(t, now),
        window=None if window < 0 else Window(window, bool(now[Now.SETTLED])),
        passes=now[Now.PASSES],
        rng=Fast(now[Now.SEED] % (1 << 64), now[Now.AT]),
        sitting_out=tuple(seat for seat in range(seats) if now[Now.SITTING_OUT] >> seat & 1),
    )


def _phase(t: Table, now: list[int]) -> EnginePhase:
    seat = now[Now.SEAT]
    match Phase(now[Now.PHASE]):
        case Phase.TURN:
            return Turn(seat)
        case Phase.NAMING:
            return Naming(seat)
        case Phase.CHOOSING:
            return ChoosingPlayer(seat)
        case Phase.DRAWN:
            return Drawn(seat, KINDS[now[Now.CARD]])
        case Phase.STACKED:
            return Stacked(seat, now[Now.TOTAL])
        case Phase.DOUBT:
            before = COLOURS[now[Now.BEFORE]]
            return Doubt(seat, now[Now.TOTAL], now[Now.BY], before, _hand(t.held))
        case Phase.OVER:
            return Over(None if now[Now.WINNER] < 0 else now[Now.WINNER])


def _planes(hand: Cards, each: int) -> Masks:
    row = np.zeros(each, np.uint64)
    for card in set(hand):
        for plane in range(each):
            if hand.count(card) >> plane & 1:
                row[plane] |= np.uint64(1 << KIND[card])
    return row


def _hand(planes: Masks) -> Cards:
    masks = [int(plane) for plane in planes]
    left = reduce(or_, masks)
    cards: list[Card] = []
    while left:
        kind = (left & -left).bit_length() - 1
        left &= left - 1
        count = sum((mask >> kind & 1) << place for place, mask in enumerate(masks))
        cards += [KINDS[kind]] * count
    return tuple(cards)


def _cards(kinds: Iterable[int]) -> Cards:
    return tuple(KINDS[kind] for kind in kinds)


def _face(card: Card) -> int:
    same = [kind for kind in KINDS if kind.colour is card.colour]
    return 13 if card.colour is None else same.index(card)


def _signed(seed: int) -> int:
    return seed - (1 << 64) if seed >= _SIGN else seed
