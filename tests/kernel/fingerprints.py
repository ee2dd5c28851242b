"""The reference's side of a lockstep: the fingerprints of its rounds, taken quickly.

Most of a round is the same objects as before the action; what has been added up for them stands.
"""

from collections import Counter
from itertools import accumulate
from operator import mul

from openuno import Action, Round, legal
from openuno.engine.actions import Catch
from openuno.engine.cards import COLOURS, KINDS, Card
from openuno.engine.events import Cards, Reshuffled
from openuno.engine.scoring import hand_points
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    RoundOver,
    Turn,
    unfinished_rule,
)
from openuno.kernel.rules.actions import encode
from openuno.kernel.rules.conversion import lasting_numbers
from openuno.kernel.rules.legal import MAX_ACTIONS
from openuno.kernel.rules.state import MAX_SEATS, NO_FACE, Phase
from tests.kernel import lockstep_loop

MASK = (1 << 64) - 1
_W: list[int] = lockstep_loop.weights().tolist()


def _weights(first: int, count: int) -> list[int]:
    return _W[first : first + count]


KIND: dict[Card, int] = {card: kind for kind, card in enumerate(KINDS)}
FACE: dict[Card, int] = {
    card: NO_FACE if card.colour is None else index % 13
    for colour in (*COLOURS, None)
    for index, card in enumerate(card for card in KINDS if card.colour is colour)
}
CARD_AT: list[dict[Card, int]] = [
    dict(zip(KINDS, _weights(lockstep_loop.CARD_AT + index * len(KINDS), len(KINDS)), strict=True))
    for index in range(lockstep_loop.MOST_CARDS)
]
IN_HAND: dict[Card, int] = {
    card: weight + 1  # one for the card itself: the kernel keeps the size of a hand apart
    for card, weight in zip(KINDS, _weights(lockstep_loop.IN_HAND, len(KINDS)), strict=True)
}
ACTION_AT = _weights(lockstep_loop.ACTION_AT, MAX_ACTIONS)
HAND_OF, LEGAL_TO, POINTS_OF = (
    _weights(first, MAX_SEATS)
    for first in (lockstep_loop.HAND_OF, lockstep_loop.LEGAL_TO, lockstep_loop.POINTS_OF)
)
OF_PILE, OF_DISCARD, OF_HELD, OF_NUMBERS, OF_PHASE, OF_TAPE = _weights(lockstep_loop.OF_PILE, 6)
OF_LATER_TURNS, OF_RULE, OF_LASTING, OF_LATER_LASTING = _weights(lockstep_loop.OF_LATER_TURNS, 4)
PHASES: dict[type, int] = {
    NamingColour: Phase.NAMING_COLOUR,
    Turn: Phase.TURN,
    AfterDraw: Phase.AFTER_DRAW,
    FacingStack: Phase.FACING_STACK,
    FacingDrawFour: Phase.FACING_DRAW_FOUR,
    ChoosingPlayer: Phase.CHOOSING_PLAYER,
    ChoosingCards: Phase.CHOOSING_CARDS,
    Deciding: Phase.DECIDING,
    RoundOver: Phase.ROUND_OVER,
}
COLOUR = {None: 0} | {colour: index for index, colour in enumerate(COLOURS, 1)}

_known: dict[int, int] = {}
_kept: dict[int, Action] = {}
"""Numbers of actions by identity, actions by number: the engine makes most of them but once."""


def action_of(code: int) -> Action | None:
    """The engine's own action with this number, if it has been met."""
    return _kept.get(code)


def _number(action: Action) -> int:
    found = _known.get(id(action))
    if found is None:
        found = encode(action)
        # A catch is made anew each time: were it remembered, its identity could pass to another.
        if not isinstance(action, Catch) and found not in _kept:
            _kept[found] = action
            _known[id(action)] = found
    return found


def hand_print(hand: Cards) -> int:
    """The fingerprint of the cards of a hand, and of how many they are."""
    return sum(map(IN_HAND.__getitem__, hand))


def cards_prints(cards: Cards) -> list[int]:
    """The fingerprints of a row of cards, of no card, of the first, of the first two, and so on."""
    at_their_places = (weights[card] for weights, card in zip(CARD_AT, cards, strict=False))
    return list(accumulate(at_their_places, initial=0))


class Fingerprints:
    """Takes the fingerprints of one round after another."""

    def __init__(self) -> None:
        self.hands: tuple[Cards, ...] = ()
        self.each: list[tuple[Cards, int]] = [((), 0)] * MAX_SEATS
        self.in_hands = 0
        self.shuffled: Cards = ()
        self.in_pile = [0]
        self.discard: Cards = ()
        self.discarded = 0
        self.heard: Counter[type] = Counter()

    def state(self, round: Round) -> int:
        """The fingerprint of everything in the round."""
        if round.hands is not self.hands:
            self._look_at_hands(round.hands)
        phase, window, top = round.phase, round.window, round.discard[-1]
        pile, discarded = round.pile, round.discard
        numbers = (
            PHASES[type(phase)]
            | getattr(phase, "seat", 0) << 4
            | COLOUR[round.colour] << 8
            | round.direction + 1 << 11
            | round.passes << 18
            | round.dealer << 32
            | len(pile) << 36
            | len(discarded) << 47
        )
        if window is not None:
            numbers |= window.by + 1 << 13 | window.settled << 17
        later = 0
        for at, seat in enumerate(round.sitting_out):
            turn = round.sitting_out[:at].count(seat)
            if turn:
                later |= 1 << (turn - 1) * MAX_SEATS + seat
            else:
                numbers |= 1 << 22 + seat
        found = self.in_hands + numbers * OF_NUMBERS + later * OF_LATER_TURNS
        payload = KIND[top] | FACE[top] << 6
        match phase:
            case AfterDraw():
                payload |= KIND[phase.card] << 10
            case FacingStack():
                payload |= phase.total << 10
            case FacingDrawFour():
                payload |= phase.total << 10 | phase.by << 20 | len(phase.held) << 26
                payload |= COLOUR[phase.before] - 1 << 24
                found += (hand_print(phase.held) - len(phase.held)) * OF_HELD
            case RoundOver(winner):
                payload |= 0 if winner is None else winner + 1 << 10
                found += sum(map(mul, hand_points(round.rules, round.hands), POINTS_OF))
            case ChoosingCards():
                payload |= phase.left << 10 | phase.each << 14
                payload |= sum(1 << seat for seat in phase.to) << 18
                payload |= sum(1 << seat for seat in phase.waiting) << 28
                for seat, cards in enumerate(phase.set_aside):
                    found += (hand_print(cards) - len(cards)) * HAND_OF[seat] * OF_HELD
            case _:
                pass  # the others have nothing but a seat
        rule = unfinished_rule(round)
        if rule is not None:
            target = 0 if rule.target is None else rule.target + 1
            numbers = rule.sentence + 1 | rule.by << 3 | target << 7
            found += (numbers | rule.again << 11 | rule.held << 12) * OF_RULE
        if round.lasting:
            first, others = lasting_numbers(round.lasting)
            found += first * OF_LASTING + others * OF_LATER_LASTING
        found += payload * OF_PHASE + (round.rng.at | self.heard[Reshuffled] << 32) * OF_TAPE
        found += self._pile(pile) * OF_PILE + self._discard(discarded) * OF_DISCARD
        return found & MASK

    def _look_at_hands(self, hands: tuple[Cards, ...]) -> None:
        self.hands = hands
        total = 0
        for seat, hand in enumerate(hands):
            known, found = self.each[seat]
            if known is not hand:
                found = hand_print(hand) * HAND_OF[seat]
                self.each[seat] = (hand, found)
            total += found
        self.in_hands = total

    def _pile(self, pile: Cards) -> int:
        if len(pile) > len(self.shuffled) or self.shuffled[: len(pile)] != pile:
            self.shuffled = pile
            self.in_pile = cards_prints(pile)
        return self.in_pile[len(pile)]

    def _discard(self, discard: Cards) -> int:
        if discard is not self.discard:
            if discard[:-1] == self.discard:
                self.discarded += CARD_AT[len(self.discard)][discard[-1]]
            else:
                self.discarded = cards_prints(discard)[-1]
            self.discard = discard
        return self.discarded

    def allowed(self, round: Round, first_asked_again: int) -> int:
        """The fingerprint of what everyone may do; one seat is asked last, since it acts next."""
        found = 0
        for seat in range(len(round.hands)):
            if seat != first_asked_again:
                found += self._actions(legal(round, seat)) * LEGAL_TO[seat]
        found += self._actions(legal(round, first_asked_again)) * LEGAL_TO[first_asked_again]
        return found & MASK

    def _actions(self, actions: tuple[Action, ...]) -> int:
        if not actions:
            return 0
        try:
            return sum(map(mul, map(_known.__getitem__, map(id, actions)), ACTION_AT))
        except KeyError:
            return sum(map(mul, map(_number, actions), ACTION_AT))
