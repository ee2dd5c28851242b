"""Other worlds: rounds that differ from this one only in what somebody cannot see.

A watcher is a seat or None, someone beside the table. Two cards that both lie out of its sight may
change places and nothing it is told may change, now or after an action, unless the rules themselves
lay something open. These do, and nothing else:

- a card laid, to everybody: it stays in the hand it is laid from;
- a card the watcher itself draws: those cards stay on the pile, in order;
- the number of cards drawn until one fits: the cards drawn keep, each, whether they fit;
- a challenge's verdict: the doubted hand stays guilty, or not; the hand itself, to its challenger;
- a hand that becomes the watcher's, by Swap, a 7 or a 0: that hand stays;
- hands shuffled: to a seat, its own new hand, so that all hands and the tape of chance stay;
- hands counted at the end: all hands stay, and the cards drawn into them on the way;
- what is written on a blank: cards discarded, to everybody; given or shown, to those two; how many
  of a kind somebody holds, or when one comes. Where a rule does any of this, all hands stay, and
  the cards drawn.

The tape stays only where the watcher is shown cards, or a count, that came about by it.
"""

from dataclasses import dataclass, field
from random import Random

from msgspec.structs import replace

from openuno import Card, Face, Fair, Fast, Round
from openuno.engine import events
from openuno.engine.actions import Play
from openuno.engine.custom import (
    CardKind,
    CountPerCard,
    DiscardsColour,
    DiscardsKind,
    DrawsUntil,
    HonourRule,
    IfHas,
    IfHasNo,
    IfTheyHave,
    IfTheyHaveNo,
)
from openuno.engine.events import Cards, DrawReason
from openuno.engine.legal import holds_colour, playable_cards
from openuno.engine.rng import Generator
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import AfterDraw, ChoosingCards, FacingDrawFour, unfinished_rule
from tests.policies import Turned

Watcher = int | None
Slot = tuple[int, int]  # which pile (hands by seat, the draw pile as -1), which card of it
PILE = -1


@dataclass
class Revealed:
    """What an action shows the watcher, and so what must be the same in another world."""

    slots: set[Slot] = field(default_factory=set)
    fits: dict[Slot, frozenset[Card]] = field(default_factory=dict)
    verdict: bool = False
    holds: int | None = None
    tape: bool = False


def revealed_by(turned: Turned, watcher: Watcher) -> Revealed:
    """What this action shows the watcher by the rules."""
    before = turned.before
    shown = Revealed()
    top = len(before.pile) - 1
    turned_over = False
    drawn: list[Slot] = []
    for event in turned.step.events:
        match event:
            case events.Played(seat, card):
                shown.slots.add((seat, before.hands[seat].index(card)))
            case events.Reshuffled():
                turned_over = True
            case events.Drew(seat, cards, why):
                slots = [] if turned_over else [(PILE, top - place) for place in range(len(cards))]
                top -= len(slots)
                drawn += slots
                counted = why is DrawReason.TURN and before.rules.draw_until
                if seat == watcher:
                    shown.slots.update(slots)
                elif counted:
                    shown.fits |= dict.fromkeys(slots, playable_cards(before, seat))
                    shown.holds = seat
                shown.tape |= turned_over and (seat == watcher or counted)
            case events.HandsSwapped(seat, target) if watcher in (seat, target):
                shown.slots |= _hand(before, target if watcher == seat else seat)
            case events.HandsPassed() if watcher is not None:
                shown.slots |= _hand(before, (watcher - before.direction) % len(before.hands))
            case events.HandsShuffled() if watcher is not None:
                shown.slots |= _hands(before)
                shown.tape = True
            case events.Challenged():
                shown.verdict = True
            case events.HandShown(seat, to) if to == watcher and isinstance(
                before.phase, FacingDrawFour
            ):
                shown.slots |= {(seat, at) for at in _held_indexes(before, before.phase)}
            case events.RoundEnded():
                shown.slots |= _hands(before) | set(drawn)
                shown.tape |= turned_over
            case _:
                pass
    if _reveals_hands(turned, watcher):
        shown.slots |= _hands(before) | set(drawn)
        shown.tape = True
    return shown


def _reveals_hands(turned: Turned, watcher: Watcher) -> bool:
    """Whether what is written on a blank shows the watcher more than who holds how many."""
    action = turned.action
    if isinstance(action, Play) and action.card.face is Face.CUSTOM:
        card = action.card
    elif unfinished_rule(turned.before) is not None:
        card = turned.before.discard[-1]  # the rule goes on with the answer it has waited for
    else:
        return False
    for effect in custom_rule_on(turned.before.rules, card):
        amount = getattr(effect, "amount", None)
        counts = isinstance(amount, CountPerCard) and amount.kind is not CardKind.ANY
        when = None if isinstance(effect, HonourRule) else effect.when
        asks = isinstance(when, IfHas | IfHasNo | IfTheyHave | IfTheyHaveNo)
        if counts or asks or isinstance(effect, DiscardsColour | DiscardsKind | DrawsUntil):
            return True
    for event in turned.step.events:
        match event:
            case events.Discarded() | events.RoundEnded():
                return True
            case (
                events.CardsGiven(seat, to)
                | events.HandShown(seat, to)
                | events.HandsSwapped(seat, to)
            ):
                if watcher in (seat, to):
                    return True
            case events.HandsPassed() | events.HandsShuffled():
                if watcher is not None:
                    return True
            case _:
                pass
    return False


def other_world(round: Round, watcher: Watcher, chance: Random, shown: Revealed) -> Round:
    """The round with hidden cards changed about, and another tape of chance."""
    piles = {seat: list(hand) for seat, hand in enumerate(round.hands)} | {PILE: list(round.pile)}
    held = _held_indexes(round, round.phase) if isinstance(round.phase, FacingDrawFour) else []
    aside = _set_aside_indexes(round, round.phase) if isinstance(round.phase, ChoosingCards) else []
    drawn = _drawn_index(round, round.phase) if isinstance(round.phase, AfterDraw) else None

    def kept() -> tuple[bool, bool]:
        """What must stay true of hands as a whole."""
        phase = round.phase
        guilty = isinstance(phase, FacingDrawFour) and holds_colour(
            _at(piles[phase.by], held), phase.before
        )
        holds = shown.holds is not None and holds_colour(tuple(piles[shown.holds]), round.colour)
        return shown.verdict and guilty, holds and not round.rules.bluffing

    free = [
        (pile, at)
        for pile, cards in piles.items()
        if pile != watcher
        for at in range(len(cards))
        if (pile, at) not in shown.slots
    ]
    before = kept()
    for _ in range(min(2 * len(free), 400) if len(free) > 1 else 0):
        one, other = chance.sample(free, 2)
        a, b = piles[one[0]][one[1]], piles[other[0]][other[1]]
        if any((a in fits) != (b in fits) for fits in _fits(shown, one, other)):
            continue
        piles[one[0]][one[1]], piles[other[0]][other[1]] = b, a
        if kept() != before:
            piles[one[0]][one[1]], piles[other[0]][other[1]] = a, b

    phase = round.phase
    if isinstance(phase, FacingDrawFour):
        phase = replace(phase, held=_at(piles[phase.by], held))
    if isinstance(phase, ChoosingCards):
        chosen = tuple(_at(piles[seat], places) for seat, places in enumerate(aside))
        phase = replace(phase, set_aside=chosen)
    if isinstance(phase, AfterDraw) and drawn is not None:
        phase = AfterDraw(phase.seat, piles[phase.seat][drawn])
    return replace(
        round,
        hands=tuple(tuple(sorted(piles[seat])) for seat in range(len(round.hands))),
        pile=tuple(piles[PILE]),
        phase=phase,
        rng=round.rng if shown.tape else _other_rng(round.rng, chance),
    )


def _other_rng(rng: Generator, chance: Random) -> Generator:
    if isinstance(rng, Fast):
        return Fast(chance.getrandbits(64), chance.randrange(1000))
    return Fair(chance.randbytes(len(rng.key)), chance.randrange(1000))


def _fits(shown: Revealed, *slots: Slot) -> list[frozenset[Card]]:
    return [shown.fits[slot] for slot in slots if slot in shown.fits]


def _hand(round: Round, seat: int) -> set[Slot]:
    return {(seat, at) for at in range(len(round.hands[seat]))}


def _hands(round: Round) -> set[Slot]:
    return set().union(*(_hand(round, seat) for seat in range(len(round.hands))))


def _at(cards: list[Card], places: list[int]) -> Cards:
    return tuple(sorted(cards[place] for place in places))


def _held_indexes(round: Round, phase: FacingDrawFour) -> list[int]:
    """Where in the doubted hand the cards lie that it held then; later ones came from penalties."""
    return indexes(round.hands[phase.by], phase.held)


def _set_aside_indexes(round: Round, phase: ChoosingCards) -> list[list[int]]:
    """Where in each hand the cards lie that are to be passed on."""
    return [indexes(round.hands[seat], cards) for seat, cards in enumerate(phase.set_aside)]


def indexes(hand: Cards, cards: Cards) -> list[int]:
    """Where in the hand these cards lie."""
    wanted = list(cards)
    places = []
    for at, card in enumerate(hand):
        if card in wanted:
            wanted.remove(card)
            places.append(at)
    assert not wanted, "they are all in the hand"
    return places


def _drawn_index(round: Round, phase: AfterDraw) -> int:
    return round.hands[phase.seat].index(phase.card)
