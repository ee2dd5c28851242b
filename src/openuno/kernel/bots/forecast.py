"""What a custom rule would do, as far as one seat can tell: `openuno.bots.forecast`, compiled.

The round is copied without its cards: hands have sizes only, but for the own hand, of which the
kinds that are gone are counted out.
"""

from openuno.bots.forecast import ONE_IN, UNTIL
from openuno.engine.custom import MAX_TURNS
from openuno.kernel.bots.choices import fullest_hand
from openuno.kernel.compiler import (
    I,
    U,
    inline,
    never_inline,
    outline,
    popcount,
    splice,
    stack_int64,
)
from openuno.kernel.rules.cards import bit, count_among, of_colour
from openuno.kernel.rules.custom_play import reverse
from openuno.kernel.rules.custom_seats import (
    ANY,
    ASKED,
    AT_MOST,
    DO,
    FIRST_SENTENCE,
    HOLDER,
    NUMBER,
    OF,
    OTHER,
    PER,
    RULE_SIZE,
    THAN,
    WHOM,
    asks_each,
    compares,
    kinds_of,
    last_condition,
    only_seat,
    seats_meant,
)
from openuno.kernel.rules.opcodes import (
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
    OP_AGAIN,
    OP_DISCARD,
    OP_DISCARD_CHOSEN,
    OP_DISCARD_COLOUR,
    OP_DISCARD_KIND,
    OP_DISCARD_TO,
    OP_DISCARD_TO_CHOSEN,
    OP_DRAW,
    OP_DRAW_TO,
    OP_DRAW_UNTIL,
    OP_GIVE,
    OP_GIVE_CHOSEN,
    OP_LOSE_TURN,
    OP_PASS_CARDS,
    OP_PASS_LEFT,
    OP_PASS_RIGHT,
    OP_REVERSE,
    OP_SHUFFLE,
    OP_SWAP,
    OP_SWAP_CHOSEN,
    OTHER_SELF,
    PLAYERS,
    SELF,
)
from openuno.kernel.rules.state import (
    BLANK,
    COLOUR,
    CUSTOM_RULE_FLAGS,
    DIRECTION,
    MAX_SEATS,
    PASSES,
    PHASE,
    ROUND_FIELDS,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE_SIZE,
    SITTING_OUT,
    TURN,
    RoundArrays,
    next_seat,
    seat_after,
)
from openuno.kernel.rules.steps import skip_sitting_out

KEEPS, EXTRA, WINNER, GONE, NEXT_TURN, KIND, PLAYED, OWN_SEAT, TARGET, LAID_BY, LINE, ANSWER = (
    range(12)
)
"""What is found besides the sizes of the hands: whether the seat keeps its hand, its cards beyond
those it knows, who has gone out (-1: nobody), the kinds it has discarded, whose turn it is; then
what was asked: the card, whether it is still in the hand, who looks ahead, whom they picked who
laid it, who did, the first sentence, and whether the seat wants that one (-1: it is not asked)."""
FOUND = 12
_FALSE, _TRUE, _UNKNOWN = 0, 1, 2
_NONE = U(0)


@splice
def forecast_rule(round, sizes, found, colour):
    """Fill `sizes` and `found`; what was asked is given there."""
    seat, seats = found[LAID_BY], round.rules[SEATS]
    now = stack_int64(ROUND_FIELDS)
    now[PHASE] = TURN
    now[SEAT] = seat
    now[COLOUR] = colour
    now[DIRECTION] = round.now[DIRECTION]
    now[SITTING_OUT] = round.now[SITTING_OUT]
    now[PASSES] = 0
    for other in range(seats):
        sizes[U(other)] = round.sizes[U(other)]
    sizes[U(found[OWN_SEAT])] -= found[PLAYED]
    found[KEEPS] = 1
    found[EXTRA] = 0
    found[WINNER] = -1
    found[GONE] = 0
    table = RoundArrays(
        now,
        sizes,
        round.hands,
        round.held,
        round.pile,
        round.discard,
        round.known,
        round.open,
        round.rules,
        round.custom_rules,
        round.deck,
    )
    blank = found[KIND] - BLANK
    again, held = False, I(_TRUE)
    for line in range(found[LINE], round.custom_rules[blank * CUSTOM_RULE_FLAGS]):
        row = FIRST_SENTENCE + blank * RULE_SIZE + line * SENTENCE_SIZE
        true = _is_true(table, found, row, held)
        if (line == found[LINE]) & (found[ANSWER] >= 0):
            true = found[ANSWER]
        held = last_condition(round, row, true, held)
        if (true == _TRUE) & (found[WINNER] < 0):
            _play_sentence(table, found, row)
            again |= round.custom_rules[row + DO] == OP_AGAIN
    now[SEAT] = seat if again else next_seat(table, seat)
    skip_sitting_out(table)
    found[NEXT_TURN] = now[SEAT]
    for turn in range(MAX_TURNS):
        for other in range(seats):
            sizes[U(other)] += now[SITTING_OUT] >> (turn * MAX_SEATS + other) & 1


@inline
def count_own(table, found, among):
    """How many cards of these kinds the seat still has, without the one it plays."""
    left = among & ~U(found[GONE])
    count = count_among(table, found[OWN_SEAT], left)
    if (found[PLAYED] != 0) & ((left & bit(found[KIND])) != _NONE):
        count -= 1
    return count


@outline
def _seats_meant(table, found, who):
    """A bit for each seat that a sentence means now."""
    never_inline()
    return seats_meant(table, who, found[LAID_BY], found[TARGET], False)


@outline
def _count_kind(table, found, kind):
    """How many cards of a kind that a rule names the seat still has."""
    never_inline()
    return count_own(table, found, kinds_of(table, kind))


@outline
def _is_true(table, found, row, held):
    """Whether a sentence applies; _UNKNOWN: only other players' cards could tell."""
    never_inline()
    asked = table.custom_rules[row + ASKED]
    of, than = table.custom_rules[row + OF], table.custom_rules[row + THAN]
    if (asked == 0) | ((asked > ASKS_EACH) & (asked <= ASKS_EACH_NO_KIND)):
        return _TRUE
    if asked == ASKS_OTHERWISE:
        return _UNKNOWN if held == _UNKNOWN else 1 - held
    if asked == ASKS_IF_SO:
        return held
    if asked == ASKS_WANTS:
        return _TRUE  # that player is taken to want it
    if (asked == ASKS_COLOUR) | (asked == ASKS_NOT_COLOUR):
        return _TRUE if (table.now[COLOUR] == of) == (asked == ASKS_COLOUR) else _FALSE
    seats = _seats_meant(table, found, of)
    if (asked == ASKS_KIND) | (asked == ASKS_NO_KIND):
        if (found[KEEPS] == 0) | (seats != 1 << found[OWN_SEAT]):
            return _UNKNOWN
        has = _count_kind(table, found, than) > 0
        return _TRUE if has == (asked == ASKS_KIND) else _FALSE
    return _TRUE if seats & ~_seats_that_hold(table, asked, than) == 0 else _FALSE


@inline
def _seats_that_hold(table, asked, than):
    """A bit for each seat whose number of cards compares so."""
    found = 0
    for other in range(table.rules[SEATS]):
        if compares(table.sizes[U(other)], asked, than):
            found |= 1 << other
    return found


@outline
def _acting(table, found, row, side):
    """A bit for each seat that does it, as far as is known."""
    never_inline()
    meant = _seats_meant(table, found, table.custom_rules[row + side])
    if not asks_each(table, row, side):
        return meant
    asked, than = table.custom_rules[row + ASKED], table.custom_rules[row + THAN]
    if asked < ASKS_EACH_KIND:
        return meant & _seats_that_hold(table, asked - ASKS_EACH, than)
    has = _count_kind(table, found, than) > 0
    true = (found[KEEPS] != 0) & (has == (asked == ASKS_EACH_KIND))
    return meant & (1 << found[OWN_SEAT]) if true else 0


@outline
def _count(table, found, row, acting):
    """How many cards a sentence moves of the acting seat; -1 for none: each counts its own."""
    never_inline()
    rules = table.custom_rules
    number, holder = rules[row + NUMBER], rules[row + HOLDER]
    if rules[row + PER] == 0:
        return number
    if rules[row + PER] == PLAYERS:
        players = I(popcount(U(_seats_meant(table, found, holder))))
        return min(number * players, rules[row + AT_MOST])
    own = (holder == SELF) | (holder == OTHER_SELF)
    if own & (acting < 0):
        return -1
    seat = acting
    if not own:
        seat = only_seat(_seats_meant(table, found, holder))
    if rules[row + PER] == ANY:
        held = table.sizes[U(seat)]
    elif (seat == found[OWN_SEAT]) & (found[KEEPS] != 0):
        held = _count_kind(table, found, rules[row + PER])
    else:
        held = table.sizes[U(seat)] // ONE_IN
    return min(number * held, rules[row + AT_MOST])


@inline
def _move(table, found, seat, cards):
    table.sizes[U(seat)] += cards
    if seat == found[OWN_SEAT]:
        found[EXTRA] += cards


@splice
def _play_sentence(table, found, row):
    rules, now = table.custom_rules, table.now
    seat, target = found[LAID_BY], found[TARGET]
    do = rules[row + DO]
    if (do == OP_GIVE) | (do == OP_GIVE_CHOSEN):
        _give(table, found, row)
    elif do == OP_LOSE_TURN:
        missing = _acting(table, found, row, WHOM)
        for turn in range(rules[row + NUMBER]):
            now[SITTING_OUT] |= missing << turn * MAX_SEATS
    elif do == OP_PASS_CARDS:
        _pass_cards(table, found, row)
    elif do == OP_SWAP:
        one = only_seat(_seats_meant(table, found, rules[row + WHOM]))
        two = only_seat(_seats_meant(table, found, rules[row + OTHER]))
        _swap(table, found, one, two)
    elif do == OP_SWAP_CHOSEN:
        now[RULE_TARGET] = target
        _swap(table, found, target, fullest_hand(table, seat))
    elif do == OP_REVERSE:
        reverse(table, seat)
    elif (do == OP_PASS_LEFT) | (do == OP_PASS_RIGHT):
        _pass_hands(table, found, 1 if do == OP_PASS_LEFT else -1)
    elif do == OP_SHUFFLE:
        share_out(table, seat, table.sizes)
        found[KEEPS] = 0
    else:
        _draw_or_discard(table, found, row)


@outline
def _draw_or_discard(table, found, row):
    never_inline()
    rules = table.custom_rules
    do = rules[row + DO]
    count = _count(table, found, row, I(-1))
    seats = _acting(table, found, row, WHOM)
    for distance in range(1, table.rules[SEATS] + 1):
        seat = seat_after(table, found[LAID_BY], distance)
        if (seats >> seat & 1) & (found[WINNER] < 0):
            size = table.sizes[U(seat)]
            number = count if count >= 0 else _count(table, found, row, seat)
            if do == OP_DRAW:
                _move(table, found, seat, number)
            elif do == OP_DRAW_TO:
                _move(table, found, seat, max(number - size, 0))
            elif do == OP_DRAW_UNTIL:
                _move(table, found, seat, UNTIL)
            elif (do == OP_DISCARD) | (do == OP_DISCARD_CHOSEN):
                _move(table, found, seat, -min(number, size))
            elif (do == OP_DISCARD_TO) | (do == OP_DISCARD_TO_CHOSEN):
                _move(table, found, seat, -max(size - number, 0))
            elif (do == OP_DISCARD_COLOUR) | (do == OP_DISCARD_KIND):
                _discard_all(table, found, row, seat)
            if table.sizes[U(seat)] == 0:
                found[WINNER] = seat


@inline
def _discard_all(table, found, row, seat):
    if (seat == found[OWN_SEAT]) & (found[KEEPS] != 0):
        if table.custom_rules[row + DO] == OP_DISCARD_KIND:
            kinds = kinds_of(table, table.custom_rules[row + PER])
        else:
            kinds = of_colour(table.now[COLOUR])
        gone = count_own(table, found, kinds)
        found[GONE] |= I(kinds)
        table.sizes[U(seat)] = max(table.sizes[U(seat)] - gone, 0)
    else:
        _move(table, found, seat, -(table.sizes[U(seat)] // ONE_IN))


@outline
def _give(table, found, row):
    never_inline()
    seats = table.rules[SEATS]
    count = _count(table, found, row, I(-1))
    givers = _acting(table, found, row, WHOM)
    takers = _acting(table, found, row, OTHER)
    if (table.custom_rules[row + DO] == OP_GIVE_CHOSEN) & ((takers & (takers - 1)) != 0):
        takers &= ~givers
    for one in range(1, seats + 1):
        giver = seat_after(table, found[LAID_BY], one)
        for two in range(1, seats + 1):
            taker = seat_after(table, found[LAID_BY], two)
            gives = (givers >> giver & 1) & (takers >> taker & 1) & (giver != taker)
            if (gives != 0) & (found[WINNER] < 0):
                number = count
                if number < 0:
                    counts = table.custom_rules[row + HOLDER] == OTHER_SELF
                    number = _count(table, found, row, taker if counts else giver)
                number = min(number, table.sizes[U(giver)])
                _move(table, found, giver, -number)
                _move(table, found, taker, number)
                if table.sizes[U(giver)] == 0:
                    found[WINNER] = giver


@outline
def _pass_cards(table, found, row):
    never_inline()
    seats = table.rules[SEATS]
    count = _count(table, found, row, found[LAID_BY])
    passed = stack_int64(MAX_SEATS)
    for seat in range(seats):
        passed[U(seat)] = min(count, table.sizes[U(seat)])
    back = 1 if table.custom_rules[row + OTHER] else seats - 1
    for seat in range(seats):
        _move(table, found, seat, passed[U((seat + back) % seats)] - passed[U(seat)])


@inline
def _pass_hands(table, found, side):
    seats = table.rules[SEATS]
    for index in range(seats - 1):
        seat = seats - 1 - index if side > 0 else index
        _exchange(table, seat, seat - side)
    found[KEEPS] = 0


@inline
def _exchange(table, one, two):
    size = table.sizes[U(one)]
    table.sizes[U(one)] = table.sizes[U(two)]
    table.sizes[U(two)] = size


@inline
def _swap(table, found, one, two):
    _exchange(table, one, two)
    if (one != two) & ((one == found[OWN_SEAT]) | (two == found[OWN_SEAT])):
        found[KEEPS] = 0


@inline
def share_out(round, seat, sizes):
    """The sizes of the hands after all cards are dealt out again from the left of a seat."""
    seats = round.rules[SEATS]
    total = 0
    for other in range(seats):
        total += sizes[U(other)]
    for index in range(seats):
        other = (seat + 1 + index) % seats
        sizes[U(other)] = total // seats + (1 if index < total % seats else 0)
