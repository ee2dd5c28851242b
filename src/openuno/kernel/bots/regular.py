"""The regular bot: `openuno.bots.regular`, thought by thought."""

from openuno.bots.regular import AIM, LIARS, LOST_IF_WRONG, RISK, TEMPO, WINS
from openuno.engine.cards import COLOURS
from openuno.kernel.bots.evaluation import (
    if_laid,
    if_quiet,
    if_swapped,
    in_hand,
    looked_out,
    same_side,
    without,
    worth,
)
from openuno.kernel.compiler import I, U, entry, inlined, lowest, numbers, product, spliced
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE_PLAYER,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    coded,
)
from openuno.kernel.rules.cards import colour_of, counted, face_of, is_wild, of_colour
from openuno.kernel.rules.legal import layable, may_draw, may_keep, picks_player, says_uno_with
from openuno.kernel.rules.memory import known_kinds, may_hold
from openuno.kernel.rules.pointers import pointed
from openuno.kernel.rules.scoring import points_of
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BY,
    CARDS,
    CHOOSING_PLAYER,
    COLOUR,
    DISCARD,
    FACE,
    FACING_DRAW_FOUR,
    HELD,
    MOST_SEATS,
    NAMING_COLOUR,
    PHASE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SWAP,
    TOTAL,
    TURN,
    WILD_FOUR,
    owing,
)

LET_GO = -1
"""No action: the seat lets a chance go that it has out of its turn."""

_COLOURS = len(COLOURS)
_NONE, _ONE = U(0), U(1)


@spliced
def regular_answer(t, seat, weight):
    """The number of what the seat does, or LET_GO; `weight`: what a point left in hand weighs.

    Whoever sits there has kept in mind what happened only if the table remembers.
    """
    now = t.now
    phase = now[PHASE]
    if phase == ROUND_OVER:
        return LET_GO
    owes = owing(t)
    if owes == seat:
        return SAY_UNO
    if owes >= 0 and not same_side(t, seat, owes):
        return coded(CATCH, 0, -1, owes, 0)
    waited_for = seat == now[SEAT]
    if phase == NAMING_COLOUR:
        return coded(NAME_COLOUR, 0, _colour(t, seat, weight), -1, 0) if waited_for else LET_GO
    if phase == CHOOSING_PLAYER:
        return coded(CHOOSE_PLAYER, 0, -1, _target(t, seat), 0) if waited_for else LET_GO
    if waited_for and phase == FACING_DRAW_FOUR and _doubts(t, seat):
        return CHALLENGE
    plays = layable(t, seat)
    if plays == _NONE:
        return _quiet(t, seat, plays) if waited_for else LET_GO
    return _move(t, seat, plays, waited_for, weight)


@spliced
def _quiet(t, seat, plays):
    """What the seat does if it lays no card; LET_GO where it must."""
    phase = t.now[PHASE]
    if phase == TURN:
        return DRAW if may_draw(t, plays) else PASS
    if phase == AFTER_DRAW:
        return KEEP if may_keep(t, seat, plays) else LET_GO
    return ACCEPT


@spliced
def _move(t, seat, plays, waited_for, weight):
    """The best card, unless it is worth more to wait, to keep it, or to take what is demanded."""
    must = waited_for & (t.now[PHASE] == TURN)
    if must & ((plays & (plays - _ONE)) == _NONE):
        kind = I(lowest(plays))
        if not (is_wild(kind) or picks_player(t, kind, 0)):
            return coded(PLAY, kind, -1, -1, says_uno_with(t, seat, kind))
    own = in_hand(t, seat, weight)
    best, value = _best(t, seat, plays, own, weight)
    if must:
        return best
    quiet = _quiet(t, seat, plays) if waited_for else LET_GO
    if waited_for & (quiet == LET_GO):
        return best
    return best if value > _waiting(t, seat, own, waited_for, weight) else quiet


@spliced
def _best(t, seat, plays, own, weight):
    """What is worth most to lay, of equals what counts most in points; and what it is worth."""
    sizes = numbers(MOST_SEATS)
    last = 1 if own.size == 1 else 0
    best, most, most_points = LET_GO, 0.0, 0
    # Cards with which UNO can be said come first, as they do for the bot.
    for uno in range(1 if own.size == 2 else 0, -1, -1):
        kinds = plays
        while kinds != _NONE:
            kind = I(lowest(kinds))
            kinds &= kinds - _ONE
            if says_uno_with(t, seat, kind) != uno:
                continue
            left = without(t, seat, own, kind)
            picks = picks_player(t, kind, last)
            swaps = picks & ((kind == SWAP) | (face_of(kind) == 7))
            wild = is_wild(kind)
            bluff = (kind == WILD_FOUR) & ((own.kinds & of_colour(t.now[COLOUR])) != _NONE)
            outlook = if_laid(t, seat, kind, sizes)
            for way in range(_COLOURS if wild else 1):
                colour = way if wild else colour_of(kind)
                for other in range(t.rules[SEATS] if picks else 1):
                    target = other if picks else -1
                    if target == seat:
                        continue
                    value = WINS
                    if last == 0:
                        if swaps:
                            outlook = if_swapped(t, seat, target, outlook.turn, sizes)
                        value = worth(t, seat, weight, left, outlook, colour, face_of(kind))
                    value += _aim(t, seat, target)
                    if bluff & (last == 0):
                        value -= RISK
                    more = (value == most) & (points_of(t, kind) > most_points)
                    if (best == LET_GO) | (value > most) | more:
                        best = coded(PLAY, kind, colour if wild else -1, target, uno)
                        most, most_points = value, points_of(t, kind)
    return best, most


@inlined
def _aim(t, seat, target):
    """For aiming a written rule, or the first card, at an opponent."""
    if target < 0 or same_side(t, seat, target):
        return 0.0
    return AIM / t.sizes[U(target)]


@inlined
def _target(t, seat):
    """Whom the first card is to be about: the opponent with the shortest hand."""
    best, most = -1, 0.0
    for other in range(t.rules[SEATS]):
        if other != seat:
            value = _aim(t, seat, other)
            if (best < 0) | (value > most):
                best, most = other, value
    return best


@spliced
def _waiting(t, seat, own, waited_for, weight):
    """What it is worth to take what is demanded, to keep the card, or to let a chance go."""
    outlook = if_quiet(t, seat, waited_for, numbers(MOST_SEATS))
    return worth(t, seat, weight, own, outlook, t.now[COLOUR], t.now[FACE])


@spliced
def _colour(t, seat, weight):
    """The colour it would most like to go on with."""
    own = in_hand(t, seat, weight)
    outlook = looked_out(t, seat, t.sizes, seat, True)
    best, most = 0, 0.0
    for colour in range(_COLOURS):
        value = worth(t, seat, weight, own, outlook, colour, t.now[FACE])
        if (colour == 0) | (value > most):
            best, most = colour, value
    return best


@spliced
def _doubts(t, seat):
    """Whether the layer is guilty often enough for what is at stake."""
    by, before = t.now[BY], t.now[BEFORE]
    if same_side(t, seat, by):
        return False
    if known_kinds(t, seat, by) & of_colour(before):
        return True
    lacks, none = 1 - _density(t, seat, before), 1.0
    for _ in range(may_hold(t, seat, by, before, t.now[HELD])):
        none = product(none, lacks)
    holds = 1 - none
    lies = product(holds, LIARS)
    guilty = lies / (lies + 1 - holds) if holds < 1 else 1.0
    return product(guilty, 2 * t.now[TOTAL] + TEMPO) > product(1 - guilty, LOST_IF_WRONG)


@inlined
def _density(t, seat, colour):
    """The share of cards out of sight that have the colour."""
    kinds = of_colour(colour)
    unseen = -counted(t, seat, kinds)
    for place in range(t.rules[CARDS]):
        unseen += I((kinds >> U(t.deck[U(place)])) & _ONE)
    for place in range(t.now[DISCARD]):
        unseen -= I((kinds >> U(t.discard[U(place)])) & _ONE)
    left = t.rules[CARDS] - t.sizes[U(seat)] - t.now[DISCARD]
    return min(max(unseen / left, 0.0), 1.0) if left > 0 else 0.0


@entry
def regular_one(t, seat, weight):
    """What the seat does at one table, driven from Python."""
    return regular_answer(pointed(t), seat, weight)
