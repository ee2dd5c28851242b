"""Asking players what a custom rule lets them choose (MEET-44 to MEET-46)."""

from openuno.engine.custom import MAX_CARDS
from openuno.kernel.compiler import U, inline, never_inline, outline
from openuno.kernel.rules.custom_seats import (
    DO,
    OF,
    OTHER,
    WHOM,
    count_cards,
    only_seat,
    seats_acting,
    seats_meant,
)
from openuno.kernel.rules.hands import swap_hands
from openuno.kernel.rules.opcodes import (
    OP_DISCARD_CHOSEN,
    OP_DISCARD_TO_CHOSEN,
    OP_GIVE_CHOSEN,
    OP_NAME_COLOUR,
    OP_SWAP_CHOSEN,
)
from openuno.kernel.rules.state import (
    BY,
    CHOOSING_CARDS,
    CHOOSING_PLAYER,
    DECIDING,
    EACH,
    NAMING_COLOUR,
    PHASE,
    RECEIVERS,
    SEAT,
    SEATS,
    TOTAL,
    WAITING,
    seat_after,
)


@inline
def is_question(do):
    """Whether an effect lets somebody choose."""
    several = (do >= OP_DISCARD_CHOSEN) & (do <= OP_NAME_COLOUR)
    return several | (do == OP_DISCARD_TO_CHOSEN)


@inline
def ask_whether(round, row, seat, target):
    """Ask the player who is to say whether the sentence is carried out (MEET-51)."""
    decider = seats_meant(round, round.custom_rules[row + OF], seat, target, False)
    round.now[PHASE] = DECIDING
    round.now[SEAT] = only_seat(decider)


@inline
def cards_due(round, do, seat):
    """How many cards a seat is asked for."""
    number = round.now[EACH]
    if do != OP_DISCARD_TO_CHOSEN:
        return number
    return min(round.sizes[U(seat)] - number, MAX_CARDS)


@inline
def ask(round, row, seat, target):
    """Ask what the sentence lets somebody choose; whether there was anything to ask."""
    now, do = round.now, round.custom_rules[row + DO]
    if do == OP_NAME_COLOUR:
        now[PHASE] = NAMING_COLOUR
        now[SEAT] = only_seat(
            seats_meant(round, round.custom_rules[row + WHOM], seat, target, False)
        )
        return True
    if do == OP_SWAP_CHOSEN:
        if round.rules[SEATS] == 2:
            swap_hands(round, seat, target)  # there is nobody else to choose
            return False
        now[PHASE] = CHOOSING_PLAYER
        now[SEAT] = seat
        return True
    return _ask_for_cards(round, row, seat, target)


@outline
def _ask_for_cards(round, row, seat, target):
    never_inline()
    now, do = round.now, round.custom_rules[row + DO]
    number = count_cards(round, row, seat, target, False)
    asked = seats_acting(round, row, WHOM, seat, target, False)
    takers = 0
    if do == OP_DISCARD_TO_CHOSEN:
        for other in range(round.rules[SEATS]):
            if round.sizes[U(other)] <= number:
                asked &= ~(1 << other)
    elif do == OP_GIVE_CHOSEN:
        takers = seats_meant(round, round.custom_rules[row + OTHER], seat, target, False)
        if takers & (takers - 1):
            takers &= ~asked
        else:
            asked &= ~takers
        if takers == 0:
            return False
    if (asked == 0) | (number == 0):
        return False
    now[PHASE] = CHOOSING_CARDS
    now[EACH] = number
    now[RECEIVERS] = takers
    now[SEAT] = first_of(round, asked)
    now[TOTAL] = cards_due(round, do, now[SEAT])
    now[WAITING] = asked ^ (1 << now[SEAT])
    return True


@inline
def first_of(round, mask):
    """The first of some seats in the order of play after the one that laid the rule."""
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, round.now[BY], distance)
        if mask >> other & 1:
            return other
    return round.now[BY]
