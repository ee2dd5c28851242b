"""Carrying out what is written on a blank, row by row (CUST-2); see `opcodes`."""

from openuno.engine.cards import BLANKS
from openuno.engine.custom import MAX_SENTENCES, CardKind, Compare, Who
from openuno.kernel.compiler import I, U, apart, inlined, lowest, spliced, stay_apart
from openuno.kernel.rules.cards import WILDS, add, counted, held, of_colour, remove
from openuno.kernel.rules.hands import choose, pass_hands, pick, shuffle_hands, swap_hands
from openuno.kernel.rules.memory import remember_given, remember_lost, remember_shown
from openuno.kernel.rules.opcodes import (
    ASKS,
    ASKS_COLOUR,
    KINDS,
    OP_AGAIN,
    OP_DISCARD,
    OP_DISCARD_COLOUR,
    OP_DRAW,
    OP_GIVE,
    OP_LOSE_TURN,
    OP_PASS_LEFT,
    OP_PASS_RIGHT,
    OP_REVERSE,
    OP_SHOW,
    OP_SHUFFLE,
    OP_SWAP,
    WHO,
)
from openuno.kernel.rules.state import (
    A_SENTENCE,
    COLOUR,
    DIRECTION,
    DISCARD,
    MEMORY,
    PHASE,
    PLANES,
    ROUND_OVER,
    SEAT,
    SEATS,
    SITTING_OUT,
    TOP,
    TURN,
    TWO_PLAYER_REVERSE,
    WRITTEN_FLAGS,
    seat_after,
)
from openuno.kernel.rules.steps import draw, end

YOU, NEXT, PREVIOUS = WHO[Who.YOU], WHO[Who.NEXT], WHO[Who.PREVIOUS]
CHOSEN, PARTNER, MOST = WHO[Who.CHOSEN], WHO[Who.PARTNER], WHO[Who.MOST]
FEWEST, EVERYONE, OTHERS = WHO[Who.FEWEST], WHO[Who.EVERYONE], WHO[Who.OTHERS]
ANY, BLUE, WILD = KINDS[CardKind.ANY], KINDS[CardKind.BLUE], KINDS[CardKind.WILD]
FEWER, MORE, EXACTLY = ASKS[Compare.FEWER], ASKS[Compare.MORE], ASKS[Compare.EXACTLY]
AT_LEAST = ASKS[Compare.AT_LEAST]

DO, WHOM, OTHER, NUMBER, PER, HOLDER, AT_MOST, ASKED, OF, THAN = range(A_SENTENCE)
_FIRST = len(BLANKS) * WRITTEN_FLAGS
_BLANK = MAX_SENTENCES * A_SENTENCE
_ALL = U(0xFFFFFFFFFFFFFFFF)


@apart
def carry_out(t, seat, blank, target):
    """Do what the blank says; a hand emptied on the way ends the round at once (CUST-4)."""
    stay_apart()
    again = False
    for line in range(t.written[blank * WRITTEN_FLAGS]):
        row = _FIRST + blank * _BLANK + line * A_SENTENCE
        if _applies(t, row, seat, target, False):
            _do(t, row, seat, target)
            if t.now[PHASE] == ROUND_OVER:
                return
            again |= t.written[row + DO] == OP_AGAIN
    if again:
        t.now[PHASE] = TURN
        t.now[SEAT] = seat


@apart
def carry_out_draws(t, seat, blank, target):
    """Of a last card, only the draws are carried out, and for the others only (CUST-4)."""
    stay_apart()
    for line in range(t.written[blank * WRITTEN_FLAGS]):
        row = _FIRST + blank * _BLANK + line * A_SENTENCE
        draws = (t.written[row + DO] == OP_DRAW) & (t.written[row + WHOM] != YOU)
        if draws and _applies(t, row, seat, target, True):
            _draw(t, row, seat, target, True)


@spliced
def _do(t, row, seat, target):
    now = t.now
    do = t.written[row + DO]
    who = t.written[row + WHOM]
    if do == OP_DRAW:
        _draw(t, row, seat, target, False)
    elif do == OP_LOSE_TURN:
        now[SITTING_OUT] |= meant(t, who, seat, target, False)
    elif do == OP_DISCARD:
        _discard(t, row, seat, target)
    elif do == OP_DISCARD_COLOUR:
        _discard_colour(t, who, seat, target)
    elif do == OP_SWAP:
        one = only(meant(t, who, seat, target, False))
        two = only(meant(t, t.written[row + OTHER], seat, target, False))
        if one != two:
            swap_hands(t, one, two)
    elif do == OP_SHOW:
        _show(t, row, seat, target)
    elif do == OP_GIVE:
        _give(t, row, seat, target)
    elif do == OP_REVERSE:
        _reverse(t, seat)
    elif (do == OP_PASS_LEFT) | (do == OP_PASS_RIGHT):
        pass_hands(t, 1 if do == OP_PASS_LEFT else -1)
    elif do == OP_SHUFFLE:
        shuffle_hands(t, seat)


@inlined
def only(mask):
    """The one seat of a mask of one."""
    return I(lowest(U(mask)))


@inlined
def meant(t, who, seat, target, out):
    """A bit for each seat a sentence speaks of at this moment; `out`: the layer has gone out."""
    seats = t.rules[SEATS]
    everyone = (1 << seats) - 1
    found = 1 << seat
    if who == NEXT:
        found = 1 << seat_after(t, seat, 1)
    elif who == PREVIOUS:
        found = 1 << seat_after(t, seat, seats - 1)
    elif who == CHOSEN:
        found = 1 << target
    elif who == PARTNER:
        opposite = seats // 2
        found = 1 << ((seat + (2 if opposite % 2 else opposite)) % seats)
    elif (who == MOST) | (who == FEWEST):
        best = seat_after(t, seat, 1)
        for place in range(2, seats if out else seats + 1):
            other = seat_after(t, seat, place)
            more = t.sizes[other] - t.sizes[best]
            if (more > 0) if who == MOST else (more < 0):
                best = other
        found = 1 << best
    elif who == EVERYONE:
        found = everyone ^ (1 << seat) if out else everyone
    elif who == OTHERS:
        found = everyone ^ (1 << seat)
    return found


@inlined
def _applies(t, row, seat, target, out):
    asked = t.written[row + ASKED]
    if asked == 0:
        return True
    if asked == ASKS_COLOUR:
        return t.now[COLOUR] == t.written[row + OF]
    seats = meant(t, t.written[row + OF], seat, target, out)
    than = t.written[row + THAN]
    true = True
    for other in range(t.rules[SEATS]):
        if seats >> other & 1:
            count = t.sizes[other]
            if asked == FEWER:
                true &= count < than
            elif asked == MORE:
                true &= count > than
            elif asked == EXACTLY:
                true &= count == than
            elif asked == AT_LEAST:
                true &= count >= than
            else:
                true &= count <= than
    return true


@inlined
def _count(t, row, seat, target, out):
    """How many cards a sentence moves, taken before it moves any."""
    number = t.written[row + NUMBER]
    per = t.written[row + PER]
    if per == 0:
        return number
    among = _ALL
    if per == WILD:
        among = WILDS
    elif per != ANY:
        among = of_colour(per - BLUE)
    holder = only(meant(t, t.written[row + HOLDER], seat, target, out))
    return min(number * counted(t, holder, among), t.written[row + AT_MOST])


@spliced
def _draw(t, row, seat, target, out):
    count = _count(t, row, seat, target, out)
    seats = meant(t, t.written[row + WHOM], seat, target, out)
    for place in range(1, t.rules[SEATS] + 1):
        other = seat_after(t, seat, place)
        if seats >> other & 1:
            draw(t, other, count)


@inlined
def _went_out(t, seat):
    """End the round if a hand has been emptied; whether it was."""
    if t.sizes[seat] > 0:
        return False
    end(t, seat)
    return True


@inlined
def _under(t, kind):
    """Put a card under the top one."""
    laid = t.now[DISCARD]
    t.discard[laid - 1] = kind
    t.discard[laid] = t.now[TOP]
    t.now[DISCARD] = laid + 1


@spliced
def _discard(t, row, seat, target):
    count = _count(t, row, seat, target, False)
    seats = meant(t, t.written[row + WHOM], seat, target, False)
    if count == 0:
        return
    for place in range(1, t.rules[SEATS] + 1):
        other = seat_after(t, seat, place)
        if seats >> other & 1:
            whole = choose(t, other, count)
            for _ in range(min(count, t.sizes[other])):
                kind = pick(t, other, whole)
                remember_lost(t, other, kind)
                _under(t, kind)
            if _went_out(t, other):
                return


@inlined
def _discard_colour(t, who, seat, target):
    seats = meant(t, who, seat, target, False)
    colour = of_colour(t.now[COLOUR])
    for place in range(1, t.rules[SEATS] + 1):
        other = seat_after(t, seat, place)
        if seats >> other & 1:
            while held(t, other) & colour:
                kind = I(lowest(held(t, other) & colour))
                remove(t, other, kind)
                remember_lost(t, other, kind)
                _under(t, kind)
            if _went_out(t, other):
                return


@inlined
def _show(t, row, seat, target):
    if t.rules[MEMORY]:
        shown = meant(t, t.written[row + WHOM], seat, target, False)
        watching = meant(t, t.written[row + OTHER], seat, target, False)
        seats, planes = t.rules[SEATS], t.rules[PLANES]
        for one in range(seats):
            for two in range(seats):
                if (shown >> one & 1) & (watching >> two & 1) & (one != two):
                    remember_shown(t, two, one, t.hands, one * planes)


@spliced
def _give(t, row, seat, target):
    count = _count(t, row, seat, target, False)
    givers = meant(t, t.written[row + WHOM], seat, target, False)
    takers = meant(t, t.written[row + OTHER], seat, target, False)
    if count == 0:
        return
    seats = t.rules[SEATS]
    for one in range(1, seats + 1):
        giver = seat_after(t, seat, one)
        if givers >> giver & 1:
            for two in range(1, seats + 1):
                taker = seat_after(t, seat, two)
                if (takers >> taker & 1) & (taker != giver):
                    _hand_over(t, giver, taker, count)
                    if _went_out(t, giver):
                        return


@inlined
def _hand_over(t, giver, taker, count):
    whole = choose(t, giver, count)
    for _ in range(min(count, t.sizes[giver])):
        kind = pick(t, giver, whole)
        add(t, taker, kind)
        remember_given(t, giver, taker, kind)


@inlined
def _reverse(t, seat):
    now = t.now
    now[DIRECTION] = -now[DIRECTION]
    now[PHASE] = TURN
    now[SEAT] = seat_after(t, seat, 1)
    if (t.rules[SEATS] == 2) & (t.rules[TWO_PLAYER_REVERSE] != 0):
        now[SITTING_OUT] |= 1 << now[SEAT]
