"""What the card turned up at the start does: `openuno.engine.first_card`, compiled."""

from openuno.engine.rules import FirstCard
from openuno.kernel.compiler import U, apart, inlined, spliced, stay_apart
from openuno.kernel.rules.cards import colour_of, face_of, is_wild
from openuno.kernel.rules.custom_play import carry_out
from openuno.kernel.rules.hands import shuffle_hands, swap_hands
from openuno.kernel.rules.legal import picks_player
from openuno.kernel.rules.state import (
    BLANK,
    CHOOSING_PLAYER,
    COLOUR,
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
    SHUFFLE,
    SKIP,
    SPECIALS,
    SWAP,
    TOP,
    TURN,
    WILD_FOUR,
    WRITTEN_FLAGS,
    after,
)
from openuno.kernel.rules.steps import draw, next_turn, pass_over, skip

ALL_ACT = FIRST_CARDS[FirstCard.ALL_ACT]
_NEEDS_COLOUR = 4
"""The place of the flag among those of a blank."""


@spliced
def start_play(t, kind):
    """Let the card just turned up act, up to the first seat that the table waits for."""
    now = t.now
    dealer = now[DEALER]
    left = after(t, dealer)
    face = face_of(kind)
    now[PHASE] = TURN
    now[SEAT] = left
    if is_wild(kind):
        now[COLOUR] = -1
        now[PHASE] = NAMING_COLOUR
        if t.rules[FIRST_CARD] == ALL_ACT:
            if _dealer_names(t, kind):
                now[SEAT] = dealer
            elif kind > WILD_FOUR:
                now[SEAT] = dealer
                _ask_for_player(t, dealer)
        return
    now[COLOUR] = colour_of(kind)
    if face == REVERSE:
        now[DIRECTION] = -1  # back to the dealer, who plays first (START-3)
        next_turn(t, left)
    elif face == SKIP:
        skip(t, left)
    elif face == DRAW_TWO:
        draw(t, left, 2)
        skip(t, left)


@spliced
def name_colour(t, colour):
    """Name the colour of the first card; one that the dealer named it for acts now."""
    now = t.now
    now[COLOUR] = colour
    now[PHASE] = TURN
    if (t.rules[FIRST_CARD] == ALL_ACT) and _dealer_names(t, now[TOP]):
        if now[TOP] == WILD_FOUR:
            victim = after(t, now[SEAT])
            draw(t, victim, 4)
            skip(t, victim)
        else:
            _ask_for_player(t, now[SEAT])
    pass_over(t)


@spliced
def choose_player(t, target):
    """Choose whom the first card is about, and let it act."""
    if t.rules[SPECIALS]:
        _act(t, t.now[SEAT], target)
        pass_over(t)


@inlined
def _dealer_names(t, kind):
    """Whether the dealer names the colour of this first card, and only then it acts (START-9)."""
    if (t.rules[SPECIALS] != 0) & (kind >= BLANK) & (kind < SHUFFLE):
        return t.written[U((kind - BLANK) * WRITTEN_FLAGS + _NEEDS_COLOUR)] != 0
    return kind == WILD_FOUR


@inlined
def _ask_for_player(t, seat):
    if t.rules[SPECIALS]:
        picks = picks_player(t, t.now[TOP], 0)
        if picks and t.rules[SEATS] > 2:
            t.now[PHASE] = CHOOSING_PLAYER
        else:
            _act(t, seat, after(t, seat) if picks else -1)  # of two players the other


@apart
def _act(t, seat, target):
    """Let a wild act as though the seat had played it, then see who plays and in which colour."""
    stay_apart()
    now = t.now
    kind = now[TOP]
    next_turn(t, seat)
    if kind == SWAP:
        swap_hands(t, seat, target)
    elif kind == SHUFFLE:
        shuffle_hands(t, seat)
    else:
        carry_out(t, seat, kind - BLANK, target)
    if (now[PHASE] != ROUND_OVER) & (now[COLOUR] < 0):
        pass_over(t)
        now[PHASE] = NAMING_COLOUR
