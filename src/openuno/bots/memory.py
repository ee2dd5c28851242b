"""What a seat remembers of a round: cards seen in other hands, colours that others seem to lack.

It gets events as `redact` gives them to the seat, and knows nothing else. Every card it knows in a
hand is there: a card that may have been given away unseen is no longer known.
"""

from collections import Counter
from enum import IntEnum

import msgspec
from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.cards import COLOURS, Card, Colour
from openuno.engine.events import Cards, DrawReason, Event

Counts = tuple[int, ...]
"""By colour, in the order of COLOURS: how many cards of a hand can have it."""

RECENT = 24
"""How many cards played and draws by turn are remembered one by one."""

_INDEX = {colour: index for index, colour in enumerate(COLOURS)}
_BY_TURN = DrawReason.TURN


class Act(IntEnum):
    """What a player did that says something about the colours in its hand."""

    NAMED = 0
    DREW = 1
    PLAYED = 2


Deed = tuple[int, Act, Colour | None]
"""Who did what, and the colour: the one named, the one in force at a draw, that of the card."""
_NAMED, _DREW, _PLAYED = Act  # an Enum's own look-up is slow, and every card asks


class Memory(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """By seat, the cards known to be in a hand and how many can have a colour.

    Both are empty until a deal is seen. A player who draws is assumed to lack the colour in force:
    anyone may renege (TURN-3), few do. `recent` has the latest deeds, the last one last.
    """

    known: tuple[Cards, ...] = ()
    open: tuple[Counts, ...] = ()
    colour: Colour | None = None
    direction: int = 1
    recent: tuple[Deed, ...] = ()
    turned_over: int = 0
    """How often the discard pile was turned over."""


NOTHING = Memory()


def max_of_colour(memory: Memory, seat: int, colour: Colour, held: int) -> int:
    """How many of the `held` cards of a seat can have this colour, as far as is remembered."""
    return min(memory.open[seat][_INDEX[colour]], held) if memory.open else held


def known_cards(memory: Memory, seat: int) -> Cards:
    """The cards that were seen in a hand and must still be there."""
    return memory.known[seat] if memory.known else ()


def remember(memory: Memory, event: Event) -> Memory:
    """The memory after an event; the same memory if the event says nothing about cards."""
    match event:  # the most common first
        case events.Played(seat, card, named):
            played = _lose(memory, seat, (card,))
            colour = named or card.colour
            deed = (seat, _PLAYED if card.colour else _NAMED, colour)
            return replace(played, colour=colour, recent=_add_deed(memory, deed))
        case events.Drew(seat, cards, why):
            gained = _gain(memory, seat, cards)
            if why is not _BY_TURN:
                return gained
            deed = (seat, _DREW, memory.colour)
            if memory.recent[-1:] != (deed,):  # else the draw goes on from a pile turned over
                gained = replace(gained, recent=_add_deed(memory, deed))
            # Only the last of them can fit: drawing stops there (TURN-2, HOUSE-4).
            return _limit(gained, seat, 1)
        case events.Kept(seat):
            return _limit(memory, seat, 0)
        case events.Dealt(hands):
            return Memory(tuple(map(_faces, hands)), tuple(map(_all_open, hands)))
        case events.TurnedUp(card):
            return replace(memory, colour=card.colour)
        case events.ColourNamed(_, colour):
            return replace(memory, colour=colour)
        case events.Reshuffled():
            return replace(memory, turned_over=memory.turned_over + 1)
        case events.Reversed(_, direction):
            return replace(memory, direction=direction)
        case events.HandShown(seat, _, cards) if memory.known:
            seen = _faces(cards)
            # A hand only grows between a Wild Draw Four and its challenge, so everything known of
            # it is shown again; the own hand may have more cards by now, and all are known.
            return _know(memory, seat, seen) if len(seen) > len(memory.known[seat]) else memory
        case events.Discarded(seat, cards):
            return _lose(memory, seat, cards)
        case events.CardsGiven(seat, to, cards):
            seen = _faces(cards)
            rest = _lose(memory, seat, seen) if seen else _lose_unseen(memory, seat, len(cards))
            return _gain(rest, to, cards)
        case events.HandsSwapped(seat, target, hands):
            order = list(range(len(hands)))
            order[seat], order[target] = target, seat
            return _move_hands(memory, order, hands)
        case events.HandsPassed(_, hands, side):
            way = memory.direction if side is None else side
            return _move_hands(memory, [(at - way) % len(hands) for at in range(len(hands))], hands)
        case events.HandsShuffled(_, hands):
            rows = tuple(map(_faces, hands))
            return replace(memory, known=rows, open=tuple(map(_all_open, hands)))
        case _:
            return memory


def _add_deed(memory: Memory, deed: Deed) -> tuple[Deed, ...]:
    return (*memory.recent[1 - RECENT :], deed)


def _faces(cards: Cards) -> Cards:
    return tuple(card for card in cards if card is not Card.BACK)


def _all_open(hand: Cards) -> Counts:
    return (len(hand),) * len(COLOURS)


def _know(memory: Memory, seat: int, cards: Cards) -> Memory:
    known = memory.known
    return replace(memory, known=(*known[:seat], cards, *known[seat + 1 :]))


def _count(memory: Memory, seat: int, counts: Counts) -> Memory:
    rows = memory.open
    return replace(memory, open=(*rows[:seat], counts, *rows[seat + 1 :]))


def _gain(memory: Memory, seat: int, cards: Cards) -> Memory:
    if not memory.known:
        return memory
    more = len(cards)
    memory = _count(memory, seat, tuple([count + more for count in memory.open[seat]]))
    seen = _faces(cards)
    return _know(memory, seat, memory.known[seat] + seen) if seen else memory


def _lose(memory: Memory, seat: int, cards: Cards) -> Memory:
    if not memory.known:
        return memory
    counts, known = list(memory.open[seat]), list(memory.known[seat])
    for card in cards:
        if card.colour is not None:
            index = _INDEX[card.colour]
            counts[index] = max(counts[index] - 1, 0)
        if card in known:
            known.remove(card)
    return _know(_count(memory, seat, tuple(counts)), seat, tuple(known))


def _lose_unseen(memory: Memory, seat: int, count: int) -> Memory:
    """Any `count` cards left the hand: of equal cards, those beyond `count` must still be there."""
    if not memory.known:
        return memory
    alike = Counter(memory.known[seat])
    left = tuple(Counter({card: held - count for card, held in alike.items()}).elements())
    return _know(memory, seat, left)


def _limit(memory: Memory, seat: int, most: int) -> Memory:
    """The hand has at most `most` cards of the colour in force."""
    if not memory.open or memory.colour is None:
        return memory
    counts = list(memory.open[seat])
    index = _INDEX[memory.colour]
    counts[index] = min(counts[index], most)
    return _count(memory, seat, tuple(counts))


def _move_hands(memory: Memory, order: list[int], hands: tuple[Cards, ...]) -> Memory:
    """Each seat now has the hand of the seat in `order`; the seat sees its own new hand."""
    if not memory.known:
        return memory
    known = tuple(_faces(hand) or memory.known[old] for hand, old in zip(hands, order, strict=True))
    return replace(memory, known=known, open=tuple(memory.open[old] for old in order))
