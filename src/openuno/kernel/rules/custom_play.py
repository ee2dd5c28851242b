"""A custom rule carried out row by row (CUST-2): `openuno.engine.custom_play`, compiled."""

from openuno.engine.custom import MAX_CARDS
from openuno.kernel.compiler import I, inline, lowest_bit, never_inline, outline, splice
from openuno.kernel.rules.cards import (
    add_card,
    kinds_held,
    of_colour,
    remove_card,
)
from openuno.kernel.rules.custom_questions import ask, ask_whether, is_question
from openuno.kernel.rules.custom_seats import (
    ASKED,
    DO,
    FIRST_SENTENCE,
    HOLDER,
    NUMBER,
    OTHER,
    PER,
    RULE_SIZE,
    WHOM,
    YOU,
    count_cards,
    count_of,
    kinds_of,
    last_condition,
    only_seat,
    seats_acting,
    seats_meant,
    sentence_applies,
)
from openuno.kernel.rules.hands import (
    pass_hands,
    pick_card,
    prepare_pick,
    shuffle_hands,
    swap_hands,
)
from openuno.kernel.rules.lasting import limit_cards
from openuno.kernel.rules.memory import remember_given, remember_lost, remember_shown
from openuno.kernel.rules.opcodes import (
    ASKS_WANTS,
    OP_AGAIN,
    OP_ALLOW_ONLY,
    OP_DISCARD,
    OP_DISCARD_COLOUR,
    OP_DISCARD_KIND,
    OP_DISCARD_TO,
    OP_DRAW,
    OP_DRAW_TO,
    OP_DRAW_UNTIL,
    OP_FORBID,
    OP_GIVE,
    OP_LOSE_TURN,
    OP_PASS_LEFT,
    OP_PASS_RIGHT,
    OP_REVERSE,
    OP_SHOW,
    OP_SHUFFLE,
    OP_SWAP,
    OTHER_SELF,
)
from openuno.kernel.rules.state import (
    BLANK,
    BY,
    COLOUR,
    CUSTOM_RULE_FLAGS,
    DECIDED,
    DIRECTION,
    DISCARD,
    MAX_SEATS,
    MEMORY,
    PHASE,
    PLANES,
    ROUND_OVER,
    RULE_AGAIN,
    RULE_HELD,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE,
    SENTENCE_SIZE,
    SITTING_OUT,
    TOP,
    TURN,
    TWO_PLAYER_REVERSE,
    seat_after,
)
from openuno.kernel.rules.steps import draw, draw_until, end_round


@splice
def play_custom_rule(round, seat, target):
    """Carry out the rule on a blank, up to its end or to the first answer it waits for."""
    now = round.now
    now[BY] = seat
    now[RULE_TARGET] = target
    now[RULE_AGAIN] = 0
    now[RULE_HELD] = 1
    now[SENTENCE] = 0
    continue_rule(round)


@outline
def continue_rule(round):
    """Carry out the rest of the rule on the top card, after the sentence that was answered.

    A hand emptied on the way ends the round at once (CUST-4). Every function that calls this one
    compiles it again unless it is spliced, so there are few.
    """
    never_inline()
    now = round.now
    blank, first = now[TOP] - BLANK, now[SENTENCE]
    now[SENTENCE] = 0
    seat, target = now[BY], now[RULE_TARGET]
    for line in range(first, round.custom_rules[blank * CUSTOM_RULE_FLAGS]):
        row = FIRST_SENTENCE + blank * RULE_SIZE + line * SENTENCE_SIZE
        decided = now[RULE_HELD] == DECIDED
        if (round.custom_rules[row + ASKED] == ASKS_WANTS) & (not decided):
            ask_whether(round, row, seat, target)
            now[SENTENCE] = line + 1
            return
        held = now[RULE_HELD] != 0
        applies = decided or sentence_applies(round, row, seat, target, held, False)
        now[RULE_HELD] = 1 if last_condition(round, row, applies, held) else 0
        if applies:
            if is_question(round.custom_rules[row + DO]):
                if ask(round, row, seat, target):
                    now[SENTENCE] = line + 1
                    return
            else:
                _play_sentence(round, row, seat, target)
            if now[PHASE] == ROUND_OVER:
                return
            if round.custom_rules[row + DO] == OP_AGAIN:
                now[RULE_AGAIN] = 1
    if now[RULE_AGAIN]:
        now[PHASE] = TURN
        now[SEAT] = seat


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
    elif (do == OP_FORBID) | (do == OP_ALLOW_ONLY):
        limit_cards(round, row, seat, target)


@splice
def _draw(round, row, seat, target, out):
    do = round.custom_rules[row + DO]
    count = 0 if do == OP_DRAW_UNTIL else count_cards(round, row, seat, target, out)
    seats = seats_acting(round, row, WHOM, seat, target, out)
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, seat, distance)
        if seats >> other & 1:
            if do == OP_DRAW_UNTIL:
                wanted = kinds_of(round, round.custom_rules[row + PER])
                draw_until(round, other, wanted, MAX_CARDS)
            else:
                missing = count if count >= 0 else count_of(round, row, other)
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
def put_under_top(round, kind):
    """Put a card under the top one."""
    count = round.now[DISCARD]
    round.discard[count - 1] = kind
    round.discard[count] = round.now[TOP]
    round.now[DISCARD] = count + 1


@splice
def _discard(round, row, seat, target):
    to = round.custom_rules[row + DO] == OP_DISCARD_TO
    number = count_cards(round, row, seat, target, False)
    seats = seats_acting(round, row, WHOM, seat, target, False)
    for distance in range(1, round.rules[SEATS] + 1):
        other = seat_after(round, seat, distance)
        if seats >> other & 1:
            count = number if number >= 0 else count_of(round, row, other)
            if to:
                count = round.sizes[other] - number
            if count > 0:
                whole = prepare_pick(round, other, count)
                for _ in range(min(count, round.sizes[other])):
                    kind = pick_card(round, other, whole)
                    remember_lost(round, other, kind)
                    put_under_top(round, kind)
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
                put_under_top(round, kind)
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
    count = count_cards(round, row, seat, target, False)
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
                        number = count_of(round, row, taker if others_count else giver)
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
    """The direction of play changes."""
    now = round.now
    now[DIRECTION] = -now[DIRECTION]
    now[PHASE] = TURN
    now[SEAT] = seat_after(round, seat, 1)
    if (round.rules[SEATS] == 2) & (round.rules[TWO_PLAYER_REVERSE] != 0):
        now[SITTING_OUT] |= 1 << now[SEAT]
