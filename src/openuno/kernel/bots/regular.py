"""The regular bot: `openuno.bots.regular`, compiled."""

from openuno.bots.evaluation import DRAWS, WINS
from openuno.bots.regular import AIM, LIARS, LOST_IF_WRONG, RISK, TEMPO
from openuno.engine.cards import COLOURS
from openuno.kernel.bots.choices import fullest_hand, least_useful_kind
from openuno.kernel.bots.evaluation import (
    answer_value,
    are_partners,
    evaluate,
    is_custom,
    make_prospect,
    prospect_after_play,
    prospect_after_swap,
    prospect_if_drawing,
    prospect_if_waiting,
    rule_value,
    summarise_hand,
    summary_with_drawn,
    summary_without,
)
from openuno.kernel.compiler import (
    I,
    U,
    inline,
    lowest_bit,
    product,
    splice,
    stack_int64,
)
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE_CARD,
    CHOOSE_PLAYER,
    DECIDE,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    card_kind,
    encode_action,
)
from openuno.kernel.rules.cards import colour_of, count_among, face_of, is_wild, of_colour
from openuno.kernel.rules.legal import (
    can_say_uno_with,
    may_draw,
    may_keep,
    needs_target,
    playable_kinds,
)
from openuno.kernel.rules.memory import known_kinds, max_of_colour
from openuno.kernel.rules.scoring import card_points
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BY,
    CARDS,
    CHOOSING_CARDS,
    CHOOSING_PLAYER,
    COLOUR,
    DECIDING,
    DISCARD,
    FACE,
    FACING_DRAW_FOUR,
    HELD,
    MAX_SEATS,
    NAMING_COLOUR,
    PHASE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SENTENCE,
    SPECIALS,
    SWAP,
    TOP,
    TOTAL,
    TURN,
    WILD_FOUR,
    owes_uno,
)

NO_ACTION = -1
"""The seat does nothing out of its turn."""

_COLOURS = len(COLOURS)
_NONE, _ONE = U(0), U(1)


@splice
def regular(round, seat, weight):
    """The number of the seat's action, or NO_ACTION; `weight`: what a point left in hand weighs.

    The seat remembers what it has seen only where `rules[MEMORY]` says so.
    """
    now = round.now
    phase = now[PHASE]
    if phase == ROUND_OVER:
        return NO_ACTION
    owes = owes_uno(round)
    if owes == seat:
        return SAY_UNO
    if owes >= 0 and not are_partners(round, seat, owes):
        return encode_action(CATCH, 0, -1, owes, 0)
    my_turn = seat == now[SEAT]
    if phase == NAMING_COLOUR:
        return (
            encode_action(NAME_COLOUR, 0, _best_colour(round, seat, weight), -1, 0)
            if my_turn
            else NO_ACTION
        )
    if phase == CHOOSING_PLAYER:
        return (
            encode_action(CHOOSE_PLAYER, 0, -1, _best_target(round, seat), 0)
            if my_turn
            else NO_ACTION
        )
    if phase == CHOOSING_CARDS:
        return (
            encode_action(CHOOSE_CARD, least_useful_kind(round, seat), -1, -1, 0)
            if my_turn
            else NO_ACTION
        )
    if phase == DECIDING:
        return (
            encode_action(DECIDE, 0, -1, -1, _is_wanted(round, seat, weight))
            if my_turn
            else NO_ACTION
        )
    if my_turn and phase == FACING_DRAW_FOUR and _should_challenge(round, seat):
        return CHALLENGE
    plays = playable_kinds(round, seat)
    if plays == _NONE:
        return _other_action(round, seat, plays) if my_turn else NO_ACTION
    return _move(round, seat, plays, my_turn, weight)


@inline
def _is_wanted(round, seat, weight):
    """Whether what a custom rule asks about is worth at least as much as leaving it, 0 or 1."""
    if round.rules[SPECIALS] == 0:
        return 0
    yes, no = answer_value(round, seat, 1, weight), answer_value(round, seat, 0, weight)
    return 1 if yes >= no else 0


@splice
def _other_action(round, seat, plays):
    """What the seat does if it plays no card; NO_ACTION where it must play one."""
    phase = round.now[PHASE]
    if phase == TURN:
        return DRAW if may_draw(round, seat, plays) else PASS
    if phase == AFTER_DRAW:
        return KEEP if may_keep(round, seat, plays) else NO_ACTION
    return ACCEPT


@splice
def _move(round, seat, plays, my_turn, weight):
    """The best card, unless waiting, keeping it or drawing what is demanded is worth more."""
    must = my_turn & (round.now[PHASE] == TURN)
    if must & ((plays & (plays - _ONE)) == _NONE):
        kind = I(lowest_bit(plays))
        if not (is_wild(kind) or needs_target(round, kind, 0)):
            return encode_action(PLAY, kind, -1, -1, can_say_uno_with(round, seat, kind))
    own = summarise_hand(round, seat, weight)
    best, value = _best_play(round, seat, plays, own, weight)
    if must:
        if not (is_custom(round, card_kind(best)) and may_draw(round, seat, plays)):
            return best
        return best if value > _drawing_value(round, seat, own, weight) else DRAW
    quiet = _other_action(round, seat, plays) if my_turn else NO_ACTION
    if my_turn & (quiet == NO_ACTION):
        return best
    return best if value > _waiting_value(round, seat, own, my_turn, weight) else quiet


@splice
def _best_play(round, seat, plays, own, weight):
    """The most valuable play, among equals the one with most points; and its value."""
    sizes = stack_int64(MAX_SEATS)
    last = 1 if own.size == 1 else 0
    best, most, most_points = NO_ACTION, 0.0, 0
    # Cards with which UNO can be said come first, as they do for the bot.
    for uno in range(1 if own.size == 2 else 0, -1, -1):
        kinds = plays
        while kinds != _NONE:
            kind = I(lowest_bit(kinds))
            kinds &= kinds - _ONE
            if can_say_uno_with(round, seat, kind) != uno:
                continue
            left = summary_without(round, seat, own, kind)
            picks = needs_target(round, kind, last)
            swaps = picks & ((kind == SWAP) | (face_of(kind) == 7))
            wild = is_wild(kind)
            bluff = (kind == WILD_FOUR) & ((own.kinds & of_colour(round.now[COLOUR])) != _NONE)
            prospect = prospect_after_play(round, seat, kind, sizes)
            for way in range(_COLOURS if wild else 1):
                colour = way if wild else colour_of(kind)
                for other in range(round.rules[SEATS] if picks else 1):
                    target = other if picks else -1
                    if target == seat:
                        continue
                    value = WINS
                    if (last == 0) & is_custom(round, kind):
                        value = rule_value(round, seat, kind, I(1), colour, target, weight)
                    elif last == 0:
                        if swaps:
                            prospect = prospect_after_swap(
                                round, seat, target, prospect.turn, sizes
                            )
                        value = evaluate(round, seat, weight, left, prospect, colour, face_of(kind))
                    value += _aim_value(round, seat, target)
                    if bluff & (last == 0):
                        value -= RISK
                    more = (value == most) & (card_points(round, kind) > most_points)
                    if (best == NO_ACTION) | (value > most) | more:
                        best = encode_action(PLAY, kind, colour if wild else -1, target, uno)
                        most, most_points = value, card_points(round, kind)
    return best, most


@inline
def _aim_value(round, seat, target):
    """The value of aiming a custom rule, or the first card, at an opponent."""
    if target < 0 or are_partners(round, seat, target):
        return 0.0
    return AIM / round.sizes[U(target)]


@splice
def _best_target(round, seat):
    """The target of the first card: by its custom rule, else who has the shortest hand.

    For a custom rule that asks for a second player it is the fullest hand.
    """
    if (round.rules[SPECIALS] != 0) & (round.now[SENTENCE] != 0):
        return fullest_hand(round, seat)
    best, most = -1, 0.0
    for other in range(round.rules[SEATS]):
        if other != seat:
            value = _aim_value(round, seat, other)
            if is_custom(round, round.now[TOP]):
                value = value + rule_value(
                    round, seat, round.now[TOP], I(0), round.now[COLOUR], other, 0.0
                )
            if (best < 0) | (value > most):
                best, most = other, value
    return best


@splice
def _drawing_value(round, seat, own, weight):
    """The value of drawing instead of carrying out a custom rule."""
    prospect = prospect_if_drawing(round, seat, stack_int64(MAX_SEATS))
    more = summary_with_drawn(own)
    return evaluate(round, seat, weight, more, prospect, round.now[COLOUR], round.now[FACE]) + DRAWS


@splice
def _waiting_value(round, seat, own, my_turn, weight):
    """The value of drawing what is demanded, of keeping the card or of doing nothing."""
    prospect = prospect_if_waiting(round, seat, my_turn, stack_int64(MAX_SEATS))
    return evaluate(round, seat, weight, own, prospect, round.now[COLOUR], round.now[FACE])


@splice
def _best_colour(round, seat, weight):
    """The colour it would most like to play on."""
    own = summarise_hand(round, seat, weight)
    prospect = make_prospect(round, seat, round.sizes, seat, True)
    best, most = 0, 0.0
    for colour in range(_COLOURS):
        value = evaluate(round, seat, weight, own, prospect, colour, round.now[FACE])
        if (colour == 0) | (value > most):
            best, most = colour, value
    return best


@splice
def _should_challenge(round, seat):
    """Whether a bluff is likely enough for what is at stake."""
    by, before = round.now[BY], round.now[BEFORE]
    if are_partners(round, seat, by):
        return False
    if known_kinds(round, seat, by) & of_colour(before):
        return True
    lacks, none = 1 - _density(round, seat, before), 1.0
    for _ in range(max_of_colour(round, seat, by, before, round.now[HELD])):
        none = product(none, lacks)
    holds = 1 - none
    lies = product(holds, LIARS)
    guilty = lies / (lies + 1 - holds) if holds < 1 else 1.0
    return product(guilty, 2 * round.now[TOTAL] + TEMPO) > product(1 - guilty, LOST_IF_WRONG)


@inline
def _density(round, seat, colour):
    """The share of cards out of sight that have the colour."""
    kinds = of_colour(colour)
    unseen = -count_among(round, seat, kinds)
    for index in range(round.rules[CARDS]):
        unseen += I((kinds >> U(round.deck[U(index)])) & _ONE)
    for index in range(round.now[DISCARD]):
        unseen -= I((kinds >> U(round.discard[U(index)])) & _ONE)
    left = round.rules[CARDS] - round.sizes[U(seat)] - round.now[DISCARD]
    return min(max(unseen / left, 0.0), 1.0) if left > 0 else 0.0
