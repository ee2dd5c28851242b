"""Whom the sentences of a custom rule mean, whether they apply, and how many cards they move.

Nothing here changes a round: the kernel's `custom_play` does that, and the bots ask what it would
do.
"""

from openuno.engine.cards import BLANKS
from openuno.engine.custom import MAX_SENTENCES, CardKind, Compare, Who
from openuno.kernel.compiler import I, U, inline, lowest_bit, popcount
from openuno.kernel.rules.cards import (
    DRAW_TWOS,
    EACH_SUIT,
    WILDS,
    count_among,
    kinds_held,
    of_colour,
)
from openuno.kernel.rules.opcodes import (
    ASKS,
    ASKS_COLOUR,
    ASKS_EACH,
    ASKS_EACH_KIND,
    ASKS_EACH_NO_KIND,
    ASKS_IF_SO,
    ASKS_KIND,
    ASKS_NO_KIND,
    ASKS_NOT_COLOUR,
    ASKS_OTHERWISE,
    ASKS_WANTS,
    KINDS,
    OTHER_SELF,
    PLAYERS,
    SELF,
    WHO,
)
from openuno.kernel.rules.state import (
    COLOUR,
    CUSTOM_RULE_FLAGS,
    SEATS,
    SENTENCE_SIZE,
    WILD_FOUR,
    seat_after,
)

YOU, NEXT, PREVIOUS = WHO[Who.YOU], WHO[Who.NEXT], WHO[Who.PREVIOUS]
CHOSEN, PARTNER, MOST = WHO[Who.CHOSEN], WHO[Who.PARTNER], WHO[Who.MOST]
FEWEST, EVERYONE, OTHERS = WHO[Who.FEWEST], WHO[Who.EVERYONE], WHO[Who.OTHERS]
LEFT, RIGHT, NEXT_TWO = WHO[Who.LEFT], WHO[Who.RIGHT], WHO[Who.NEXT_TWO]
AFTER_NEXT = WHO[Who.AFTER_NEXT]
NEIGHBOURS, ACROSS, NEXT_THREE = WHO[Who.NEIGHBOURS], WHO[Who.ACROSS], WHO[Who.NEXT_THREE]
ANY, BLUE, WILD = KINDS[CardKind.ANY], KINDS[CardKind.BLUE], KINDS[CardKind.WILD]
FACE_0, ANY_NUMBER = KINDS[CardKind.ZERO], KINDS[CardKind.NUMBER]
ANY_ACTION, ANY_DRAW, NAMED = (
    KINDS[CardKind.ACTION],
    KINDS[CardKind.DRAW],
    KINDS[CardKind.NAMED],
)
NUMBERS = U(sum(int(EACH_SUIT) << face for face in range(10)))
ACTIONS = U(sum(int(EACH_SUIT) << face for face in range(10, 13)))
DRAW_CARDS = U(int(DRAW_TWOS) | 1 << WILD_FOUR)
FEWER, MORE, EXACTLY = ASKS[Compare.FEWER], ASKS[Compare.MORE], ASKS[Compare.EXACTLY]
AT_LEAST = ASKS[Compare.AT_LEAST]

DO, WHOM, OTHER, NUMBER, PER, HOLDER, AT_MOST, ASKED, OF, THAN = range(SENTENCE_SIZE)
FIRST_SENTENCE = len(BLANKS) * CUSTOM_RULE_FLAGS
RULE_SIZE = MAX_SENTENCES * SENTENCE_SIZE
_ALL = U(0xFFFFFFFFFFFFFFFF)


@inline
def last_condition(round, row, applies, held):
    """Whether the last condition so far was true, for an `otherwise` or an `if so` after it."""
    asked = round.custom_rules[row + ASKED]
    follows = (asked == ASKS_OTHERWISE) | (asked == ASKS_IF_SO)
    return held if (asked == 0) | follows else applies


@inline
def only_seat(mask):
    """The seat of a mask with one bit."""
    return I(lowest_bit(U(mask)))


@inline
def seats_meant(round, who, seat, target, out):
    """A bit for each seat that a sentence means now; `out`: the player has gone out."""
    seats = round.rules[SEATS]
    everyone = (1 << seats) - 1
    found = 1 << seat
    if who == NEXT:
        found = 1 << seat_after(round, seat, 1)
    elif who == PREVIOUS:
        found = 1 << seat_after(round, seat, seats - 1)
    elif who == CHOSEN:
        found = 1 << target
    elif who == PARTNER:
        opposite = seats // 2
        found = 1 << ((seat + (2 if opposite % 2 else opposite)) % seats)
    elif (who == MOST) | (who == FEWEST):
        best = seat_after(round, seat, 1)
        for distance in range(2, seats if out else seats + 1):
            other = seat_after(round, seat, distance)
            more = round.sizes[other] - round.sizes[best]
            if (more > 0) if who == MOST else (more < 0):
                best = other
        found = 1 << best
    elif who == EVERYONE:
        found = everyone ^ (1 << seat) if out else everyone
    elif who == OTHERS:
        found = everyone ^ (1 << seat)
    elif who == LEFT:
        found = 1 << ((seat + 1) % seats)
    elif who == RIGHT:
        found = 1 << ((seat + seats - 1) % seats)
    elif who == AFTER_NEXT:
        found = 1 << seat_after(round, seat, min(2, seats - 1))
    elif (who == NEXT_TWO) | (who >= NEXT_THREE):
        several = 2 if who == NEXT_TWO else 3 + who - NEXT_THREE
        found = 0
        for distance in range(1, min(several, seats - 1) + 1):
            found |= 1 << seat_after(round, seat, distance)
    elif who == ACROSS:
        found = 1 << ((seat + seats // 2) % seats)
    elif who == NEIGHBOURS:
        found = 1 << ((seat + 1) % seats) | 1 << ((seat + seats - 1) % seats)
    return found


@inline
def asks_each(round, row, side):
    """Whether a sentence asks each of the players who do it, and these are on this side of it."""
    asked = round.custom_rules[row + ASKED]
    each = (asked > ASKS_EACH) & (asked <= ASKS_EACH_NO_KIND)
    return each & (round.custom_rules[row + OF] == side - WHOM)


@inline
def seats_acting(round, row, side, seat, target, out):
    """A bit for each seat that a sentence means, of several those for whom its condition holds.

    `side` is WHOM or OTHER: which of the two the players who do it are.
    """
    found = seats_meant(round, round.custom_rules[row + side], seat, target, out)
    if not asks_each(round, row, side):
        return found
    asked = round.custom_rules[row + ASKED]
    than = round.custom_rules[row + THAN]
    true = 0
    for other in range(round.rules[SEATS]):
        if asked >= ASKS_EACH_KIND:
            holds = (kinds_held(round, other) & kinds_of(round, than)) != U(0)
            holds = holds == (asked == ASKS_EACH_KIND)
        else:
            holds = compares(round.sizes[other], asked - ASKS_EACH, than)
        if holds:
            true |= 1 << other
    return found & true


@inline
def kinds_of(round, kind):
    """The cards of a kind that a rule names, as a mask."""
    among = _ALL
    if kind == WILD:
        among = WILDS
    elif kind == ANY_NUMBER:
        among = NUMBERS
    elif kind == ANY_ACTION:
        among = ACTIONS
    elif kind == ANY_DRAW:
        among = DRAW_CARDS
    elif kind == NAMED:
        among = of_colour(round.now[COLOUR])
    elif kind >= FACE_0:
        among = EACH_SUIT << U(kind - FACE_0)
    elif kind != ANY:
        among = of_colour(kind - BLUE)
    return among


@inline
def compares(count, asked, than):
    """Whether a number of cards compares with another as a condition says."""
    if asked == FEWER:
        true = count < than
    elif asked == MORE:
        true = count > than
    elif asked == EXACTLY:
        true = count == than
    elif asked == AT_LEAST:
        true = count >= than
    else:
        true = count <= than
    return true


@inline
def sentence_applies(round, row, seat, target, held, out):
    """Whether a sentence is carried out; `held` answers for an `otherwise` and an `if so`."""
    asked = round.custom_rules[row + ASKED]
    if (asked == 0) | ((asked > ASKS_EACH) & (asked <= ASKS_EACH_NO_KIND)):
        return True
    if asked == ASKS_OTHERWISE:
        return not held
    if asked == ASKS_IF_SO:
        return held
    if asked == ASKS_WANTS:
        return False  # of a last card nobody is asked: the round ends (MEET-51)
    if (asked == ASKS_COLOUR) | (asked == ASKS_NOT_COLOUR):
        same = round.now[COLOUR] == round.custom_rules[row + OF]
        return same == (asked == ASKS_COLOUR)
    seats = seats_meant(round, round.custom_rules[row + OF], seat, target, out)
    than = round.custom_rules[row + THAN]
    true = True
    for other in range(round.rules[SEATS]):
        if seats >> other & 1:
            if (asked == ASKS_KIND) | (asked == ASKS_NO_KIND):
                has = (kinds_held(round, other) & kinds_of(round, than)) != U(0)
                true &= has == (asked == ASKS_KIND)
            else:
                true &= compares(round.sizes[other], asked, than)
    return true


@inline
def count_cards(round, row, seat, target, out):
    """How many cards a sentence moves, taken before it moves any; -1: each counts their own."""
    number = round.custom_rules[row + NUMBER]
    holder = round.custom_rules[row + HOLDER]
    if round.custom_rules[row + PER] == 0:
        return number
    if round.custom_rules[row + PER] == PLAYERS:
        players = popcount(U(seats_meant(round, holder, seat, target, out)))
        return min(number * I(players), round.custom_rules[row + AT_MOST])
    if (holder == SELF) | (holder == OTHER_SELF):
        return -1
    return count_of(round, row, only_seat(seats_meant(round, holder, seat, target, out)))


@inline
def count_of(round, row, holder):
    """The number that a seat's cards make; nobody's own change before their own cards move."""
    held = count_among(round, holder, kinds_of(round, round.custom_rules[row + PER]))
    return min(round.custom_rules[row + NUMBER] * held, round.custom_rules[row + AT_MOST])
