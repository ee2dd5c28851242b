"""A custom rule carried out row by row (CUST-2): `openuno.engine.custom_play`, compiled."""

from openuno.engine.cards import BLANKS
from openuno.engine.custom import MAX_CARDS, MAX_SENTENCES, CardKind, Compare, Who
from openuno.kernel.compiler import I, U, inline, lowest_bit, never_inline, outline, splice
from openuno.kernel.rules.cards import (
    DRAW_TWOS,
    EACH_SUIT,
    WILDS,
    add_card,
    count_among,
    kinds_held,
    of_colour,
    remove_card,
)
from openuno.kernel.rules.hands import (
    pass_hands,
    pick_card,
    prepare_pick,
    shuffle_hands,
    swap_hands,
)
from openuno.kernel.rules.memory import remember_given, remember_lost, remember_shown
from openuno.kernel.rules.opcodes import (
    ASKS,
    ASKS_COLOUR,
    ASKS_EACH,
    ASKS_EACH_KIND,
    ASKS_EACH_NO_KIND,
    ASKS_KIND,
    ASKS_NO_KIND,
    ASKS_NOT_COLOUR,
    ASKS_OTHERWISE,
    KINDS,
    OP_AGAIN,
    OP_DISCARD,
    OP_DISCARD_COLOUR,
    OP_DISCARD_KIND,
    OP_DISCARD_TO,
    OP_DRAW,
    OP_DRAW_TO,
    OP_DRAW_UNTIL,
    OP_GIVE,
    OP_LOSE_TURN,
    OP_PASS_LEFT,
    OP_PASS_RIGHT,
    OP_REVERSE,
    OP_SHOW,
    OP_SHUFFLE,
    OP_SWAP,
    OTHER_SELF,
    SELF,
    WHO,
)
from openuno.kernel.rules.state import (
    COLOUR,
    CUSTOM_RULE_FLAGS,
    DIRECTION,
    DISCARD,
    MAX_SEATS,
    MEMORY,
    PHASE,
    PLANES,
    ROUND_OVER,
    SEAT,
    SEATS,
    SENTENCE_SIZE,
    SITTING_OUT,
    TOP,
    TURN,
    TWO_PLAYER_REVERSE,
    WILD_FOUR,
    seat_after,
)
from openuno.kernel.rules.steps import draw, draw_until, end_round

YOU, NEXT, PREVIOUS = WHO[Who.YOU], WHO[Who.NEXT], WHO[Who.PREVIOUS]
CHOSEN, PARTNER, MOST = WHO[Who.CHOSEN], WHO[Who.PARTNER], WHO[Who.MOST]
FEWEST, EVERYONE, OTHERS = WHO[Who.FEWEST], WHO[Who.EVERYONE], WHO[Who.OTHERS]
LEFT, RIGHT, NEXT_TWO = WHO[Who.LEFT], WHO[Who.RIGHT], WHO[Who.NEXT_TWO]
NEIGHBOURS = WHO[Who.NEIGHBOURS]
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


@outline
def play_custom_rule(round, seat, blank, target):
    """Carry out the rule on a blank; a hand emptied on the way ends the round at once (CUST-4)."""
    never_inline()
    again, held = False, True
    for line in range(round.custom_rules[blank * CUSTOM_RULE_FLAGS]):
        row = FIRST_SENTENCE + blank * RULE_SIZE + line * SENTENCE_SIZE
        applies = sentence_applies(round, row, seat, target, held, False)
        held = last_condition(round, row, applies, held)
        if applies:
            _play_sentence(round, row, seat, target)
            if round.now[PHASE] == ROUND_OVER:
                return
            again |= round.custom_rules[row + DO] == OP_AGAIN
    if again:
        round.now[PHASE] = TURN
        round.now[SEAT] = seat


@outline
def play_custom_draws(round, seat, blank, target):
    """Of a last card, only the draws are carried out, and for the others only (CUST-4)."""
    never_inline()
    held = True
    for line in range(round.custom_rules[blank * CUSTOM_RULE_FLAGS]):
        row = FIRST_SENTENCE + blank * RULE_SIZE + line * SENTENCE_SIZE
        applies = sentence_applies(round, row, seat, target, held, True)
        held = last_condition(round, row, applies, held)
        if applies & _draws(round, row) & (round.custom_rules[row + WHOM] != YOU):
            _draw(round, row, seat, target, True)


@inline
def _draws(round, row):
    do = round.custom_rules[row + DO]
    return (do == OP_DRAW) | (do == OP_DRAW_TO) | (do == OP_DRAW_UNTIL)


@inline
def last_condition(round, row, applies, held):
    """Whether the last condition so far was true, for a sentence that begins with `otherwise`."""
    asked = round.custom_rules[row + ASKED]
    return held if (asked == 0) | (asked == ASKS_OTHERWISE) else applies


@splice
def _play_sentence(round, row, seat, target):
    now = round.now
    do = round.custom_rules[row + DO]
    who = round.custom_rules[row + WHOM]
    if _draws(round, row):
        _draw(round, row, seat, target, False)
    elif do == OP_LOSE_TURN:
        seats = seats_acting(round, row, WHOM, seat, target, False)
        for turn in range(round.custom_rules[row + NUMBER]):
            now[SITTING_OUT] |= seats << turn * MAX_SEATS
    elif (do == OP_DISCARD) | (do == OP_DISCARD_TO):
        _discard(round, row, seat, target)
    elif (do == OP_DISCARD_COLOUR) | (do == OP_DISCARD_KIND):
        _discard_all(round, row, seat, target)
    elif do == OP_SWAP:
        one = only_seat(seats_meant(round, who, seat, target, False))
        two = only_seat(seats_meant(round, round.custom_rules[row + OTHER], seat, target, False))
        if one != two:
            swap_hands(round, one, two)
    elif do == OP_SHOW:
        _show(round, row, seat, target)
    elif do == OP_GIVE:
        _give(round, row, seat, target)
    elif do == OP_REVERSE:
        reverse(round, seat)
    elif (do == OP_PASS_LEFT) | (do == OP_PASS_RIGHT):
        pass_hands(round, 1 if do == OP_PASS_LEFT else -1)
    elif do == OP_SHUFFLE:
        shuffle_hands(round, seat)


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
    elif who == NEXT_TWO:
        found = 1 << seat_after(round, seat, 1)
        if seats > 2:
            found |= 1 << seat_after(round, seat, 2)
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
            holds = _compares(round.sizes[other], asked - ASKS_EACH, than)
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
def _compares(count, asked, than):
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
    """Whether a sentence is carried out; `held` answers for one that begins with `otherwise`."""
    asked = round.custom_rules[row + ASKED]
    if (asked == 0) | ((asked > ASKS_EACH) & (asked <= ASKS_EACH_NO_KIND)):
        return True
    if asked == ASKS_OTHERWISE:
        return not held
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
                true &= _compares(round.sizes[other], asked, than)
    return true


@inline
def _count(round, row, seat, target, out):
    """How many cards a sentence moves, taken before it moves any; -1: each counts their own."""
    number = round.custom_rules[row + NUMBER]
    holder = round.custom_rules[row + HOLDER]
    if round.custom_rules[row + PER] == 0:
        return number
    if (holder == SELF) | (holder == OTHER_SELF):
        return -1
    return _count_of(round, row, only_seat(seats_meant(round, holder, seat, target, out)))


@inline
def _count_of(round, row, holder):
    """The number that a seat's cards make; nobody's own change before their own cards move."""
    held = count_among(round, holder, kinds_of(round, round.custom_rules[row + PER]))
    return min(round.custom_rules[row + NUMBER] * held, round.custom_rules[row + AT_MOST])


@splice
def _draw(round, row, seat, target, out):
    do = round.custom_rules[row + DO]
    count = 0 if do == OP_DRAW_UNTIL else _count(round, row, seat, target, out)
    seats = seats_acting(round, row, WHOM, seat, target, out)
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, seat, distance)
        if seats >> other & 1:
            if do == OP_DRAW_UNTIL:
                wanted = kinds_of(round, round.custom_rules[row + PER])
                draw_until(round, other, wanted, MAX_CARDS)
            else:
                missing = count if count >= 0 else _count_of(round, row, other)
                if do == OP_DRAW_TO:
                    missing -= round.sizes[other]
                if missing > 0:
                    draw(round, other, missing)


@inline
def _end_if_empty(round, seat):
    """End the round if the seat has no cards left; whether it did."""
    if round.sizes[seat] > 0:
        return False
    end_round(round, seat)
    return True


@inline
def _put_under_top(round, kind):
    """Put a card under the top one."""
    count = round.now[DISCARD]
    round.discard[count - 1] = kind
    round.discard[count] = round.now[TOP]
    round.now[DISCARD] = count + 1


@splice
def _discard(round, row, seat, target):
    to = round.custom_rules[row + DO] == OP_DISCARD_TO
    number = _count(round, row, seat, target, False)
    seats = seats_acting(round, row, WHOM, seat, target, False)
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, seat, distance)
        if seats >> other & 1:
            count = number if number >= 0 else _count_of(round, row, other)
            if to:
                count = round.sizes[other] - number
            if count > 0:
                whole = prepare_pick(round, other, count)
                for _ in range(min(count, round.sizes[other])):
                    kind = pick_card(round, other, whole)
                    remember_lost(round, other, kind)
                    _put_under_top(round, kind)
                if _end_if_empty(round, other):
                    return


@inline
def _discard_all(round, row, seat, target):
    seats = seats_acting(round, row, WHOM, seat, target, False)
    if round.custom_rules[row + DO] == OP_DISCARD_KIND:
        going = kinds_of(round, round.custom_rules[row + PER])
    else:
        going = of_colour(round.now[COLOUR])
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, seat, distance)
        if seats >> other & 1:
            while kinds_held(round, other) & going:
                kind = I(lowest_bit(kinds_held(round, other) & going))
                remove_card(round, other, kind)
                remember_lost(round, other, kind)
                _put_under_top(round, kind)
            if _end_if_empty(round, other):
                return


@inline
def _show(round, row, seat, target):
    if round.rules[MEMORY]:
        shown = seats_acting(round, row, WHOM, seat, target, False)
        watching = seats_meant(round, round.custom_rules[row + OTHER], seat, target, False)
        seats, planes = round.rules[SEATS], round.rules[PLANES]
        for one in range(seats):
            for two in range(seats):
                if (shown >> one & 1) & (watching >> two & 1) & (one != two):
                    remember_shown(round, two, one, round.hands, one * planes)


@splice
def _give(round, row, seat, target):
    count = _count(round, row, seat, target, False)
    givers = seats_acting(round, row, WHOM, seat, target, False)
    takers = seats_acting(round, row, OTHER, seat, target, False)
    others_count = round.custom_rules[row + HOLDER] == OTHER_SELF
    if count == 0:
        return
    seats = round.rules[SEATS]
    for one in range(1, seats + 1):
        giver = seat_after(round, seat, one)
        if givers >> giver & 1:
            for two in range(1, seats + 1):
                taker = seat_after(round, seat, two)
                if (takers >> taker & 1) & (taker != giver):
                    number = count
                    if number < 0:
                        number = _count_of(round, row, taker if others_count else giver)
                    if number > 0:
                        _hand_over(round, giver, taker, number)
                        if _end_if_empty(round, giver):
                            return


@inline
def _hand_over(round, giver, taker, count):
    whole = prepare_pick(round, giver, count)
    for _ in range(min(count, round.sizes[giver])):
        kind = pick_card(round, giver, whole)
        add_card(round, taker, kind)
        remember_given(round, giver, taker, kind)


@inline
def reverse(round, seat):
    """Play turns round."""
    now = round.now
    now[DIRECTION] = -now[DIRECTION]
    now[PHASE] = TURN
    now[SEAT] = seat_after(round, seat, 1)
    if (round.rules[SEATS] == 2) & (round.rules[TWO_PLAYER_REVERSE] != 0):
        now[SITTING_OUT] |= 1 << now[SEAT]
