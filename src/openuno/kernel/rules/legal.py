"""Every action a seat may do now, in the order in which `openuno.engine.legal` gives them."""

from openuno.engine.rules import Stacking
from openuno.kernel.compiler import I, U, inlined, lowest
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
    SUGGEST,
    coded,
)
from openuno.kernel.rules.cards import (
    DRAW_TWOS,
    WILDS,
    bit,
    face_of,
    fitting,
    held,
    is_wild,
    of_colour,
)
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BLANK,
    BLUFFING,
    CARD,
    CHOOSING_PLAYER,
    COLOUR,
    FACE,
    FACING_DRAW_FOUR,
    FORCED_PLAY,
    JUMP_IN,
    NAMING_COLOUR,
    PHASE,
    RENEGE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SEVEN_ZERO,
    SHUFFLE,
    STACKING,
    STACKINGS,
    SUGGESTION_PENALTY,
    SWAP,
    TOP,
    TURN,
    WILD_FOUR,
    WINDOW,
    WRITTEN_FLAGS,
    WRONG_CATCH_PENALTY,
    can_draw,
    owing,
)

MOST_ACTIONS = 1024
"""More than any seat can have: twelve wilds and four sevens, each in every way, and the rest."""
_NONE, _ONE = U(0), U(1)
_COLOURED = U(0xFFFFFFFFFFFFFFFF) ^ WILDS
SAME = STACKINGS[Stacking.SAME]
W4 = U(1 << WILD_FOUR)


@inlined
def lawful(t, seat, found):
    """Of these kinds, those the seat could lay without a bluff (WD4-2)."""
    if (found & W4) != _NONE and (held(t, seat) & of_colour(t.now[COLOUR])) != _NONE:
        return found & ~W4
    return found


@inlined
def from_hand(t, seat):
    """The kinds the seat can lay in its turn, a bluff among them if the table bluffs."""
    found = held(t, seat) & fitting(t.now[COLOUR], t.now[FACE])
    return found if t.rules[BLUFFING] else lawful(t, seat, found)


@inlined
def just_drawn(t, seat):
    """The kind the seat has drawn, if it can lay it."""
    found = bit(t.now[CARD]) & fitting(t.now[COLOUR], t.now[FACE])
    return found if t.rules[BLUFFING] else lawful(t, seat, found)


@inlined
def on_stack(t, seat):
    """The kinds the seat can add to a stack (HOUSE-1)."""
    stacking, top = t.rules[STACKING], t.now[TOP]
    if stacking == 0:
        return _NONE
    draw_cards = DRAW_TWOS | W4
    if stacking == SAME:
        draw_cards = W4 if top == WILD_FOUR else DRAW_TWOS
    return from_hand(t, seat) & draw_cards


@inlined
def jumping_in(t, seat):
    """The card identical to the top one, if the seat can jump in with it (HOUSE-2)."""
    top = t.now[TOP]
    if (t.rules[JUMP_IN] == 0) | (t.now[WINDOW] < 0) | is_wild(top):
        return _NONE
    return from_hand(t, seat) & bit(top)


@inlined
def layable(t, seat):
    """The kinds the seat may lay now, in its turn or out of it."""
    phase = t.now[PHASE]
    if (phase == ROUND_OVER) | (phase == NAMING_COLOUR) | (phase == CHOOSING_PLAYER):
        return _NONE
    if seat != t.now[SEAT]:
        return jumping_in(t, seat)
    if phase == TURN:
        return from_hand(t, seat)
    if phase == AFTER_DRAW:
        return just_drawn(t, seat)
    return on_stack(t, seat)


@inlined
def picks_player(t, kind, last):
    """Whether laying the kind picks a player; `last`: it is the seat's last card."""
    if (kind >= BLANK) & (kind < SHUFFLE):
        return t.written[U((kind - BLANK) * WRITTEN_FLAGS + 1 + last)] != 0
    swaps = (kind == SWAP) | ((t.rules[SEVEN_ZERO] != 0) & (face_of(kind) == 7))
    return swaps & (last == 0)


@inlined
def moves_hands(t, kind):
    """Whether the kind can change its player's hand, so that UNO can only be said after it."""
    if (kind >= BLANK) & (kind < SHUFFLE):
        return t.written[U((kind - BLANK) * WRITTEN_FLAGS + 3)] != 0
    face = face_of(kind)
    moved = (t.rules[SEVEN_ZERO] != 0) & ((face == 7) | (face == 0))
    return moved | (kind == SWAP) | (kind == SHUFFLE)


@inlined
def says_uno_with(t, seat, kind):
    """Whether UNO can be said with the kind, as 0 or 1."""
    return 1 if (t.sizes[U(seat)] == 2) and not moves_hands(t, kind) else 0


@inlined
def may_draw(t, plays):
    """Whether one may draw in one's turn, with these kinds to lay."""
    if not can_draw(t):
        return False
    if (t.rules[FORCED_PLAY] != 0) & (plays != _NONE):
        return False
    return (t.rules[RENEGE] != 0) | ((plays & _COLOURED) == _NONE)


@inlined
def may_keep(t, seat, plays):
    """Whether the seat may keep the card it drew, with these kinds to lay."""
    if (t.rules[FORCED_PLAY] == 0) | (plays == _NONE):
        return True
    # A bluff forces nobody.
    return (plays == W4) and (lawful(t, seat, plays) == _NONE)


@inlined
def legal(t, seat, out):
    """Write the numbers of all actions the seat may do into `out`; how many."""
    phase = t.now[PHASE]
    if phase == ROUND_OVER:
        return 0
    plays = layable(t, seat)
    count = _plays(t, seat, plays, out)
    if seat == t.now[SEAT]:
        count = _answers(t, seat, plays, out, count)
    return _calls(t, seat, out, count)


@inlined
def _plays(t, seat, plays, out):
    count = 0
    last = 1 if t.sizes[U(seat)] == 1 else 0
    while plays != _NONE:
        kind = I(lowest(plays))
        plays &= plays - _ONE
        colours = 4 if is_wild(kind) else 1
        picks = picks_player(t, kind, last)
        words = 1 + says_uno_with(t, seat, kind)
        for colour in range(colours):
            for other in range(t.rules[SEATS] if picks else 1):
                if not picks or other != seat:
                    for uno in range(words):
                        named = colour if colours == 4 else -1
                        picked = other if picks else -1
                        out[count] = coded(PLAY, kind, named, picked, uno)
                        count += 1
    return count


@inlined
def _answers(t, seat, plays, out, count):
    phase = t.now[PHASE]
    if phase == TURN:
        if may_draw(t, plays):
            out[count] = DRAW
            count += 1
        elif plays == _NONE:
            out[count] = PASS
            count += 1
    elif phase == AFTER_DRAW:
        if may_keep(t, seat, plays):
            out[count] = KEEP
            count += 1
    elif phase == NAMING_COLOUR:
        for colour in range(4):
            out[count] = coded(NAME_COLOUR, 0, colour, -1, 0)
            count += 1
    elif phase == CHOOSING_PLAYER:
        for other in range(t.rules[SEATS]):
            if other != seat:
                out[count] = coded(CHOOSE_PLAYER, 0, -1, other, 0)
                count += 1
    else:
        out[count] = ACCEPT
        count += 1
        if phase == FACING_DRAW_FOUR:
            out[count] = CHALLENGE
            count += 1
    return count


@inlined
def _calls(t, seat, out, count):
    owes = owing(t)
    if owes == seat:
        out[count] = SAY_UNO
        count += 1
    elif owes >= 0:
        out[count] = coded(CATCH, 0, -1, owes, 0)
        count += 1
    if (t.rules[WRONG_CATCH_PENALTY] != 0) & can_draw(t):
        for other in range(t.rules[SEATS]):
            if (t.sizes[U(other)] == 1) & (other != seat) & (other != owes):
                out[count] = coded(CATCH, 0, -1, other, 0)
                count += 1
    if (t.rules[SUGGESTION_PENALTY] != 0) & can_draw(t):
        out[count] = SUGGEST
        count += 1
    return count
