"""Every action a seat may take now, in the same order as in `openuno.engine.legal`."""

from openuno.engine.rules import Stacking
from openuno.kernel.compiler import I, U, inline, lowest_bit
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
    SUGGEST,
    encode_action,
)
from openuno.kernel.rules.cards import (
    DRAW_TWOS,
    WILDS,
    bit,
    face_of,
    fitting_kinds,
    is_wild,
    kinds_held,
    of_colour,
)
from openuno.kernel.rules.choices import kinds_to_choose
from openuno.kernel.rules.lasting import forbidden_kinds
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BLANK,
    BLUFFING,
    CARD,
    CHOOSING_CARDS,
    CHOOSING_PLAYER,
    COLOUR,
    CUSTOM_RULE_FLAGS,
    DECIDING,
    FACE,
    FACING_DRAW_FOUR,
    FORCED_PLAY,
    JUMP_IN,
    LASTING_RULES,
    NAMING_COLOUR,
    PHASE,
    RENEGE,
    ROUND_OVER,
    RULE_TARGET,
    SEAT,
    SEATS,
    SENTENCE,
    SEVEN_ZERO,
    SHUFFLE,
    SPECIALS,
    STACKING,
    STACKINGS,
    SUGGESTION_PENALTY,
    SWAP,
    TOP,
    TURN,
    WILD_FOUR,
    WINDOW,
    WRONG_CATCH_PENALTY,
    can_draw,
    owes_uno,
)

MAX_ACTIONS = 1024
"""More than any seat can have: twelve wilds and four sevens, each in every way, and the rest."""
_NONE, _ONE = U(0), U(1)
_COLOURED = U(0xFFFFFFFFFFFFFFFF) ^ WILDS
SAME = STACKINGS[Stacking.SAME]
W4 = U(1 << WILD_FOUR)


@inline
def without_bluffs(round, seat, found):
    """Of these kinds, those the seat can play without bluffing (WD4-2)."""
    if (found & W4) != _NONE and (kinds_held(round, seat) & of_colour(round.now[COLOUR])) != _NONE:
        return found & ~W4
    return found


@inline
def playable_in_turn(round, seat):
    """The kinds the seat can play in its turn, bluffs included where the rules allow them."""
    found = kinds_held(round, seat) & fitting_kinds(round.now[COLOUR], round.now[FACE])
    found &= ~forbidden_kinds(round, seat)
    return found if round.rules[BLUFFING] else without_bluffs(round, seat, found)


@inline
def playable_after_draw(round, seat):
    """The kind the seat has just drawn, if it can play it."""
    found = bit(round.now[CARD]) & fitting_kinds(round.now[COLOUR], round.now[FACE])
    found &= ~forbidden_kinds(round, seat)
    return found if round.rules[BLUFFING] else without_bluffs(round, seat, found)


@inline
def playable_on_stack(round, seat):
    """The kinds the seat can add to a stack (HOUSE-1)."""
    stacking, top = round.rules[STACKING], round.now[TOP]
    if stacking == 0:
        return _NONE
    draw_cards = DRAW_TWOS | W4
    if stacking == SAME:
        draw_cards = W4 if top == WILD_FOUR else DRAW_TWOS
    return playable_in_turn(round, seat) & draw_cards


@inline
def playable_to_jump_in(round, seat):
    """The card identical to the top one, if the seat can jump in with it (HOUSE-2)."""
    top = round.now[TOP]
    if (round.rules[JUMP_IN] == 0) | (round.now[WINDOW] < 0) | is_wild(top):
        return _NONE
    return playable_in_turn(round, seat) & bit(top)


@inline
def playable_kinds(round, seat):
    """The kinds the seat may play now, in its turn or out of it."""
    phase = round.now[PHASE]
    if (phase >= CHOOSING_PLAYER) | (phase == NAMING_COLOUR):
        return _NONE  # somebody chooses, or the round is over
    if seat != round.now[SEAT]:
        return playable_to_jump_in(round, seat)
    if phase == TURN:
        return playable_in_turn(round, seat)
    if phase == AFTER_DRAW:
        return playable_after_draw(round, seat)
    return playable_on_stack(round, seat)


@inline
def needs_target(round, kind, last):
    """Whether playing the kind needs a target; `last`: it is the seat's last card."""
    if (kind >= BLANK) & (kind < SHUFFLE):
        return round.custom_rules[U((kind - BLANK) * CUSTOM_RULE_FLAGS + 1 + last)] != 0
    swaps = (kind == SWAP) | ((round.rules[SEVEN_ZERO] != 0) & (face_of(kind) == 7))
    return swaps & (last == 0)


@inline
def changes_hands(round, kind):
    """Whether the kind can change its player's hand, so that UNO can only be said after it."""
    if (kind >= BLANK) & (kind < SHUFFLE):
        return round.custom_rules[U((kind - BLANK) * CUSTOM_RULE_FLAGS + 3)] != 0
    face = face_of(kind)
    moved = (round.rules[SEVEN_ZERO] != 0) & ((face == 7) | (face == 0))
    return moved | (kind == SWAP) | (kind == SHUFFLE)


@inline
def kinds_changing_hands(round, kinds):
    """Of these kinds, those that can change their player's hand."""
    found = _NONE
    if (round.rules[SEVEN_ZERO] != 0) | (round.rules[SPECIALS] != 0):
        while kinds != _NONE:
            kind = I(lowest_bit(kinds))
            kinds &= kinds - _ONE
            if changes_hands(round, kind):
                found |= bit(kind)
    return found


@inline
def can_say_uno_with(round, seat, kind):
    """Whether UNO can be said with the kind, as 0 or 1."""
    return 1 if (round.sizes[U(seat)] == 2) and not changes_hands(round, kind) else 0


@inline
def _is_forced(round, seat, plays):
    """Whether the seat can play any of these kinds but a bluff.

    A bluff is alone only where a lasting rule forbids the card it hides.
    """
    if (round.rules[LASTING_RULES] != 0) & (plays == W4):
        return without_bluffs(round, seat, plays) != _NONE
    return plays != _NONE


@inline
def may_draw(round, seat, plays):
    """Whether the seat may draw in its turn if it can play these kinds."""
    if not can_draw(round):
        return False
    if (round.rules[FORCED_PLAY] != 0) and _is_forced(round, seat, plays):
        return False
    return (round.rules[RENEGE] != 0) | ((plays & _COLOURED) == _NONE)


@inline
def may_pass(round, seat, plays):
    """Whether the seat may pass in its turn if it can play these kinds."""
    return (not can_draw(round)) and (not _is_forced(round, seat, plays))


@inline
def may_keep(round, seat, plays):
    """Whether the seat may keep the card it drew if it can play these kinds."""
    if (round.rules[FORCED_PLAY] == 0) | (plays == _NONE):
        return True
    # Nobody is forced to bluff.
    return (plays == W4) and (without_bluffs(round, seat, plays) == _NONE)


@inline
def player_chosen_before(round, seat):
    """Whom a seat that chooses a player cannot choose: itself, or the first of two players."""
    if (round.rules[SPECIALS] != 0) & (round.now[SENTENCE] != 0):
        return round.now[RULE_TARGET]
    return seat


@inline
def may_catch_wrongly(round):
    """Whether a player who owes no UNO can be called out: for a penalty, not during a rule."""
    waits = (round.rules[SPECIALS] != 0) & (round.now[SENTENCE] != 0)
    return (round.rules[WRONG_CATCH_PENALTY] != 0) & can_draw(round) & (not waits)


@inline
def legal(round, seat, out):
    """Write the numbers of all actions the seat may do into `out`; how many."""
    phase = round.now[PHASE]
    if phase == ROUND_OVER:
        return 0
    plays = playable_kinds(round, seat)
    count = _plays(round, seat, plays, out)
    if seat == round.now[SEAT]:
        count = _turn_actions(round, seat, plays, out, count)
    return _calls(round, seat, out, count)


@inline
def _plays(round, seat, plays, out):
    count = 0
    last = 1 if round.sizes[U(seat)] == 1 else 0
    while plays != _NONE:
        kind = I(lowest_bit(plays))
        plays &= plays - _ONE
        colours = 4 if is_wild(kind) else 1
        picks = needs_target(round, kind, last)
        words = 1 + can_say_uno_with(round, seat, kind)
        for colour in range(colours):
            for other in range(round.rules[SEATS] if picks else 1):
                if not picks or other != seat:
                    for uno in range(words):
                        named = colour if colours == 4 else -1
                        picked = other if picks else -1
                        out[count] = encode_action(PLAY, kind, named, picked, uno)
                        count += 1
    return count


@inline
def _turn_actions(round, seat, plays, out, count):
    phase = round.now[PHASE]
    if phase == TURN:
        if may_draw(round, seat, plays):
            out[count] = DRAW
            count += 1
        elif may_pass(round, seat, plays):
            out[count] = PASS
            count += 1
    elif phase == AFTER_DRAW:
        if may_keep(round, seat, plays):
            out[count] = KEEP
            count += 1
    elif phase == NAMING_COLOUR:
        for colour in range(4):
            out[count] = encode_action(NAME_COLOUR, 0, colour, -1, 0)
            count += 1
    elif phase == CHOOSING_PLAYER:
        first = player_chosen_before(round, seat)
        for other in range(round.rules[SEATS]):
            if other != first:
                out[count] = encode_action(CHOOSE_PLAYER, 0, -1, other, 0)
                count += 1
    elif phase == CHOOSING_CARDS:
        kinds = kinds_to_choose(round)
        while kinds != _NONE:
            out[count] = encode_action(CHOOSE_CARD, I(lowest_bit(kinds)), -1, -1, 0)
            kinds &= kinds - _ONE
            count += 1
    elif phase == DECIDING:
        for no in range(2):
            out[count] = encode_action(DECIDE, 0, -1, -1, 1 - no)
            count += 1
    else:
        out[count] = ACCEPT
        count += 1
        if phase == FACING_DRAW_FOUR:
            out[count] = CHALLENGE
            count += 1
    return count


@inline
def _calls(round, seat, out, count):
    owes = owes_uno(round)
    if owes == seat:
        out[count] = SAY_UNO
        count += 1
    elif owes >= 0:
        out[count] = encode_action(CATCH, 0, -1, owes, 0)
        count += 1
    if may_catch_wrongly(round):
        for other in range(round.rules[SEATS]):
            if (round.sizes[U(other)] == 1) & (other != seat) & (other != owes):
                out[count] = encode_action(CATCH, 0, -1, other, 0)
                count += 1
    if (round.rules[SUGGESTION_PENALTY] != 0) & can_draw(round):
        out[count] = SUGGEST
        count += 1
    return count
