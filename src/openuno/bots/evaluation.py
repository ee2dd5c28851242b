"""What the table is worth to a seat once it has acted.

The unit is rough log-odds of going out first. The weights began as a regression over rounds of
random play and were then moved, one at a time, to where a bot led by them wins most.
"""

from typing import NamedTuple

from openuno.bots.bot import own_hand, same_side, waited_for
from openuno.bots.memory import Memory, known_cards, may_hold
from openuno.engine.actions import Play
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.events import Cards
from openuno.engine.scoring import hand_points
from openuno.engine.state import FacingDrawFour, FacingStack
from openuno.engine.view import View
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)

NEAR = 1.5
"""For one over the shortest hand of a side: the last cards are the ones that tell."""
CARD = 0.1
"""For each card that one side holds more than the other, on average."""
WILD = 0.6
"""For a wild in hand: it always fits, so it is what one wants to be left with."""
FOUR = 1.0
"""For a Wild Draw Four: a wild that also stops whoever is about to go out."""
FOLLOWS = 0.25
"""For holding a card of the colour in play oneself."""
EACH = 0.02
"""For every further one; little, so that it decides only which colour to name."""
STRAY = {2: 0.35}
"""Against each colour in hand, by seats: between two, the colour changes seldom while one waits."""
STRAY_AT_LARGE = 0.1
AGAIN = -0.3
"""Against having to go on at once; a move in hand is only worth something with a card for it."""
GOES_ON = 0.25
"""For having that card."""
GOES_OUT = 6.0
"""For having it as the last one."""
LAST_FITS = 0.8
"""For a last card that fits now: it may still when the turn comes back."""
LAST_WILD = 1.0
"""For a last card that will fit whatever happens."""
ANSWERED = {1: 2.4, 2: 0.7}
"""Against the next player having the colour, by the cards it holds: with one it goes out."""
ANSWERED_AT_LARGE = 0.1
LACKS = 0.77
"""The chance that a card one knows nothing about is neither of a given colour nor a wild."""


def none_of(lacks: float, cards: int) -> float:
    """The chance that none of so many cards fits, if one lacks it with this chance.

    Multiplied out, and not a power: every machine rounds a product alike.
    """
    chance = 1.0
    for _ in range(cards):
        chance *= lacks
    return chance


CERTAIN = 144
"""So many cards, and one of them fits as surely as a float can tell."""
SOME_FIT = tuple(1 - none_of(LACKS, cards) for cards in range(CERTAIN + 1))
"""By number of cards one knows nothing about: the chance that one is of a given colour or wild."""


class Outlook(NamedTuple):
    """The table after an action: cards by seat, whose turn, one's own hand, what must be matched.

    The hand is None when it is another's and not known.
    """

    sizes: list[int]
    turn: int
    hand: Cards | None
    colour: Colour | None
    face: Face


def shedding(format: Format) -> float:
    """How much a point left in hand weighs while another has one card."""
    match format:
        case Single() | BestOf():
            return 0.0  # only going out counts
        case Race() | Partners() | Rotating() | Teams():
            return 0.003  # they go to whoever does go out
        case LowTally() | Elimination():
            return 0.012  # they are all that counts


def worth(view: View, memory: Memory, format: Format, outlook: Outlook) -> float:
    """What the outlook is worth to the view's seat."""
    nearest, lead = _race(view, outlook.sizes)
    value = lead
    hand = outlook.hand
    if hand is None:
        value += FOLLOWS - 2 * _stray(view)  # a hand like any other
    else:
        value += _hand(view, outlook, hand)
        weight = shedding(format)
        if weight and hand:
            value -= weight * hand_points(view.rules, (hand,))[0] / nearest
    if outlook.turn != view.seat:
        value += _answer(view, memory, outlook)
    return value


def _race(view: View, sizes: list[int]) -> tuple[int, float]:
    """The shortest hand against one, and how far one's own side is ahead of the other."""
    seat = view.seat
    assert seat is not None
    if view.rules.teams:
        ours, theirs = sizes[seat % 2 :: 2], sizes[1 - seat % 2 :: 2]
    else:
        ours, theirs = [sizes[seat]], sizes[:seat] + sizes[seat + 1 :]
    shortest, nearest = max(min(ours), 1), max(min(theirs), 1)
    ahead = sum(theirs) / len(theirs) - sum(ours) / len(ours)
    return nearest, NEAR / shortest - NEAR / nearest + CARD * ahead


def _stray(view: View) -> float:
    return STRAY.get(len(view.hands), STRAY_AT_LARGE)


def _hand(view: View, outlook: Outlook, hand: Cards) -> float:
    """What the cards left in hand are good for."""
    colour, face = outlook.colour, outlook.face
    of_colour = wilds = 0
    fits = False
    colours = set()
    value = 0.0
    for card in hand:
        own = card.colour
        if own is None:
            wilds += 1
            value += FOUR if card is Card.W4 else WILD
        else:
            colours.add(own)
            if own is colour:
                of_colour += 1
            elif card.face is face:
                fits = True
    fits = fits or wilds > 0 or of_colour > 0
    value -= _stray(view) * len(colours)
    if of_colour:
        value += FOLLOWS + EACH * of_colour
    last = len(hand) == 1
    if outlook.turn == view.seat:
        value += AGAIN
        if fits:
            value += GOES_OUT if last else GOES_ON
    elif last and fits:
        value += LAST_FITS + LAST_WILD * wilds
    return value


def _answer(view: View, memory: Memory, outlook: Outlook) -> float:
    """What it is worth that the next player may have the colour: good from a partner, else bad."""
    turn, colour = outlook.turn, outlook.colour
    assert view.seat is not None
    if colour is None:
        return 0.0
    held = outlook.sizes[turn]
    follows = SOME_FIT[min(may_hold(memory, turn, colour, held), CERTAIN)]
    if any(card.colour in (None, colour) for card in known_cards(memory, turn)):
        follows = 1.0
    weight = follows * ANSWERED.get(held, ANSWERED_AT_LARGE)
    return weight if same_side(view, view.seat, turn) else -weight


def pending(view: View) -> int:
    """The cards that a stack, or a Wild Draw Four not yet answered, demands."""
    phase = view.phase
    return phase.total if isinstance(phase, (FacingStack, FacingDrawFour)) else 0


def if_quiet(view: View) -> Outlook:
    """The table if the seat takes what is demanded, or keeps its card, or lets a chance go."""
    seat = view.seat
    assert seat is not None
    sizes = [len(hand) for hand in view.hands]
    if waited_for(view):
        sizes[seat] += pending(view)
        turn = (seat + view.direction) % len(sizes)
    else:
        turn = getattr(view.phase, "seat", seat)
    return Outlook(sizes, turn, own_hand(view), view.colour, view.discard[-1].face)


def if_laid(view: View, play: Play) -> Outlook:
    """The table after the card has acted; a written rule is taken for a plain wild."""
    seat, seats = view.seat, len(view.hands)
    assert seat is not None
    rules, card, face = view.rules, play.card, play.card.face
    sizes = [len(hand) for hand in view.hands]
    sizes[seat] -= 1
    left = list(own_hand(view))
    left.remove(card)
    hand: Cards | None = tuple(left)
    way = -view.direction if face is Face.REVERSE else view.direction
    turn = (seat + way) % seats
    match face:
        case Face.DRAW_TWO | Face.WILD_DRAW_FOUR:
            sizes[turn] += pending(view) + (2 if face is Face.DRAW_TWO else 4)
            turn = (turn + way) % seats
        case Face.SKIP:
            turn = (turn + way) % seats
        case Face.REVERSE if seats == 2 and rules.two_player_reverse:
            turn = seat
        case Face.SWAP_HANDS | Face.SEVEN if play.target is not None:
            sizes[seat], sizes[play.target] = sizes[play.target], sizes[seat]
            hand = None
        case Face.ZERO if rules.seven_zero and hand:
            sizes = [sizes[(other - way) % seats] for other in range(seats)]
            hand = None
        case Face.SHUFFLE_HANDS if hand:
            share, rest = divmod(sum(sizes), seats)
            sizes = [share + ((other - seat - 1) % seats < rest) for other in range(seats)]
            hand = None
        case _:
            pass
    return Outlook(sizes, turn, hand, play.colour or card.colour, face)
