"""What a seat remembers of a round: cards seen in other hands, colours they lack, what was done.

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
CHANGES = 64
"""How many changes of hands are remembered one by one."""

_INDEX = {colour: index for index, colour in enumerate(COLOURS)}
_BY_TURN, _BACK = DrawReason.TURN, Card.BACK  # an Enum's own look-up is slow, and every card asks


class Act(IntEnum):
    """What a player did that says something about the colours in its hand."""

    NAMED = 0
    DREW = 1
    PLAYED = 2


Deed = tuple[int, Act, Colour | None]
"""Who did what, and the colour: the one named, the one in force at a draw, that of the card."""
_NAMED, _DREW, _PLAYED = Act


class ChangeKind(IntEnum):
    """How a hand changed."""

    PLAYED = 0
    DREW = 1
    """By turn, not because it had to."""
    KEPT = 2
    """It did not change: the card just drawn stayed."""
    GOT = 3
    """Cards from the pile that a card or a challenge made it draw."""
    LOST = 4
    """Cards that everyone saw, by a written rule."""
    MOVED = 5
    """Cards went from hand to hand, so that nobody can tell what it had before."""
    FINED = 6
    """Cards from the pile as a penalty, which interrupts nobody's turn."""


class HandChange(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What everyone saw of a change in a hand, and how the table was before it."""

    seat: int
    """Who has the hand now: hands may have been swapped since."""
    how: ChangeKind
    gained: int
    """By how many cards the hand grew."""
    card: Card | None
    """The one that was played."""
    named: Colour | None
    colour: Colour | None
    top: Card | None
    next_size: int
    """How many cards the next player had."""


_HOW_PLAYED, _HOW_DREW, _HOW_KEPT, _HOW_GOT, _HOW_LOST, _HOW_MOVED, _HOW_FINED = ChangeKind
_HAD_TO_DRAW = (DrawReason.CARD, DrawReason.CHALLENGE)


class Memory(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """By seat, the cards known to be in a hand and how many can have a colour.

    Both are empty until a deal is seen. A player who draws is assumed to lack the colour in force:
    anyone may renege (TURN-3), few do. `recent` has the latest deeds, the last one last, and
    `changes` those of all hands, whose sizes are `sizes`; `top` is the card that was laid last.
    """

    known: tuple[Cards, ...] = ()
    open: tuple[Counts, ...] = ()
    colour: Colour | None = None
    direction: int = 1
    recent: tuple[Deed, ...] = ()
    turned_over: int = 0
    """How often the discard pile was turned over."""
    top: Card | None = None
    sizes: tuple[int, ...] = ()
    changes: tuple[HandChange, ...] = ()


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
            changed = _change(memory, seat, _HOW_PLAYED, -1, card, named)
            colour = named or card.colour
            deed = (seat, _PLAYED if card.colour else _NAMED, colour)
            return replace(
                _lose(changed, seat, (card,)),
                colour=colour,
                recent=_add_deed(memory, deed),
                top=card,
            )
        case events.Drew(seat, cards, why):
            if why is not _BY_TURN:
                how = _HOW_GOT if why in _HAD_TO_DRAW else _HOW_FINED
                return _gain(_change(memory, seat, how, len(cards)), seat, cards)
            gained = _gain(_change(memory, seat, _HOW_DREW, len(cards)), seat, cards)
            deed = (seat, _DREW, memory.colour)
            if memory.recent[-1:] != (deed,):  # else the draw goes on from a pile turned over
                gained = replace(gained, recent=_add_deed(memory, deed))
            # Only the last of them can fit: drawing stops there (TURN-2, HOUSE-4).
            return _limit(gained, seat, 1)
        case events.Kept(seat):
            return _limit(_change(memory, seat, _HOW_KEPT, 0), seat, 0)
        case events.Dealt(hands):
            rows, sizes = tuple(map(_faces, hands)), tuple(map(len, hands))
            return Memory(rows, tuple(map(_all_open, hands)), sizes=sizes)
        case events.TurnedUp(card):
            return replace(memory, colour=card.colour, top=card)
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
            for card in cards:
                memory = _change(memory, seat, _HOW_LOST, -1, card)
            return _lose(memory, seat, cards)
        case events.CardsGiven(seat, to, cards):
            seen, count = _faces(cards), len(cards)
            memory = _change(memory, seat, _HOW_MOVED, -count)
            memory = _change(memory, to, _HOW_MOVED, count)
            rest = _lose(memory, seat, seen) if seen else _lose_unseen(memory, seat, count)
            return _gain(rest, to, cards)
        case events.HandsSwapped(seat, target, hands):
            order = list(range(len(hands)))
            order[seat], order[target] = target, seat
            return _move_hands(memory, order, hands)
        case events.HandsPassed(_, hands, side):
            way = memory.direction if side is None else side
            return _move_hands(memory, [(at - way) % len(hands) for at in range(len(hands))], hands)
        case events.HandsShuffled(_, hands):
            rows, sizes = tuple(map(_faces, hands)), tuple(map(len, hands))
            counts = tuple(map(_all_open, hands))
            return replace(memory, known=rows, open=counts, sizes=sizes, changes=())
        case _:
            return memory


def _add_deed(memory: Memory, deed: Deed) -> tuple[Deed, ...]:
    return memory.recent[1 - RECENT :] + (deed,)  # noqa: RUF005 - twice as fast as unpacking


def _change(  # noqa: PLR0913, PLR0917 - what a change consists of
    memory: Memory,
    seat: int,
    how: ChangeKind,
    gained: int,
    card: Card | None = None,
    named: Colour | None = None,
) -> Memory:
    """Remember that a hand changed, and its size."""
    sizes = memory.sizes
    if not sizes:
        return memory
    following = sizes[(seat + memory.direction) % len(sizes)]
    change = HandChange(seat, how, gained, card, named, memory.colour, memory.top, following)
    changed = list(sizes)
    changed[seat] += gained
    changes = memory.changes[1 - CHANGES :] + (change,)  # noqa: RUF005 - as above
    return replace(memory, sizes=tuple(changed), changes=changes)


def _faces(cards: Cards) -> Cards:
    return tuple([card for card in cards if card is not _BACK])


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
    memory = _count(memory, seat, tuple(counts))
    # Of most hands nothing is known.
    return _know(memory, seat, tuple(known)) if memory.known[seat] else memory


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
    now = {old: seat for seat, old in enumerate(order)}
    return replace(
        memory,
        known=known,
        open=tuple(memory.open[old] for old in order),
        sizes=tuple(map(len, hands)),
        changes=tuple(replace(change, seat=now[change.seat]) for change in memory.changes),
    )
