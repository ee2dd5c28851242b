"""What the card turned up at the start does: `openuno.engine.first_card`, compiled."""

from openuno.engine.rules import FirstCard
from openuno.kernel.compiler import U, inline, never_inline, outline, splice
from openuno.kernel.rules.cards import colour_of, face_of, is_wild
from openuno.kernel.rules.custom_play import play_custom_rule
from openuno.kernel.rules.hands import shuffle_hands, swap_hands
from openuno.kernel.rules.legal import needs_target
from openuno.kernel.rules.state import (
    BLANK,
    CHOOSING_PLAYER,
    COLOUR,
    CUSTOM_RULE_FLAGS,
    DEALER,
    DIRECTION,
    DRAW_TWO,
    FIRST_CARD,
    FIRST_CARDS,
    NAMING_COLOUR,
    PHASE,
    REVERSE,
    ROUND_OVER,
    SEAT,
    SEATS,
    SENTENCE,
    SHUFFLE,
    SKIP,
    SPECIALS,
    SWAP,
    TOP,
    TURN,
    WILD_FOUR,
    next_seat,
)
from openuno.kernel.rules.steps import draw, finish_action, next_turn, skip, skip_sitting_out

ALL_ACT = FIRST_CARDS[FirstCard.ALL_ACT]
_NEEDS_COLOUR = 4
"""The index of the flag among those of a blank."""


@splice
def start_play(round, kind):
    """Let the card just turned up act, up to the first decision."""
    now = round.now
    dealer = now[DEALER]
    left = next_seat(round, dealer)
    face = face_of(kind)
    now[PHASE] = TURN
    now[SEAT] = left
    if is_wild(kind):
        now[COLOUR] = -1
        now[PHASE] = NAMING_COLOUR
        if round.rules[FIRST_CARD] == ALL_ACT:
            if _dealer_names(round, kind):
                now[SEAT] = dealer
            elif kind > WILD_FOUR:
                now[SEAT] = dealer
                _ask_for_player(round, dealer)
        return
    now[COLOUR] = colour_of(kind)
    if face == REVERSE:
        now[DIRECTION] = -1  # back to the dealer, who plays first (START-3)
        next_turn(round, left)
    elif face == SKIP:
        skip(round, left)
    elif face == DRAW_TWO:
        draw(round, left, 2)
        skip(round, left)


@splice
def name_colour(round, colour):
    """Name the colour of the first card; if it waited for that colour, it acts now."""
    now = round.now
    now[COLOUR] = colour
    now[PHASE] = TURN
    if (round.rules[FIRST_CARD] == ALL_ACT) and _dealer_names(round, now[TOP]):
        if now[TOP] == WILD_FOUR:
            victim = next_seat(round, now[SEAT])
            draw(round, victim, 4)
            skip(round, victim)
        else:
            _ask_for_player(round, now[SEAT])
    finish_action(round)


@splice
def choose_player(round, target):
    """Choose the target of the first card, and let it act."""
    if round.rules[SPECIALS]:
        _act(round, round.now[SEAT], target)
        finish_action(round)


@inline
def _dealer_names(round, kind):
    """Whether the dealer names the colour of this first card, and only then it acts (START-9)."""
    if (round.rules[SPECIALS] != 0) & (kind >= BLANK) & (kind < SHUFFLE):
        return round.custom_rules[U((kind - BLANK) * CUSTOM_RULE_FLAGS + _NEEDS_COLOUR)] != 0
    return kind == WILD_FOUR


@splice
def _ask_for_player(round, seat):
    if round.rules[SPECIALS]:
        picks = needs_target(round, round.now[TOP], 0)
        if picks and round.rules[SEATS] > 2:
            round.now[PHASE] = CHOOSING_PLAYER
        else:
            _act(round, seat, next_seat(round, seat) if picks else -1)  # of two players the other


@outline
def _act(round, seat, target):
    """Let a wild act as if the seat had played it, then see who plays and in which colour."""
    never_inline()
    now = round.now
    kind = now[TOP]
    next_turn(round, seat)
    if kind == SWAP:
        swap_hands(round, seat, target)
    elif kind == SHUFFLE:
        shuffle_hands(round, seat)
    else:
        play_custom_rule(round, seat, target)
    if (now[PHASE] != ROUND_OVER) & (now[SENTENCE] == 0) & (now[COLOUR] < 0):
        skip_sitting_out(round)
        now[PHASE] = NAMING_COLOUR
