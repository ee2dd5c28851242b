"""Carrying out an action by its number. Whoever calls this has asked `legal` first."""

from openuno.kernel.compiler import U, inlined, spliced
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
    does_of,
    kind_of,
    named_in,
    target_of,
    uno_in,
)
from openuno.kernel.rules.cards import (
    of_colour,
)
from openuno.kernel.rules.effects import lays
from openuno.kernel.rules.first_card import choose_player, name_colour
from openuno.kernel.rules.memory import remember_lack, remember_shown
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BY,
    CARD,
    DRAW_UNTIL,
    PASSES,
    PHASE,
    PLANES,
    PLAY_DRAWN,
    SEAT,
    SEATS,
    SETTLED,
    SUGGESTION_PENALTY,
    TOTAL,
    TURN,
    UNO_PENALTY,
    WINDOW,
    WRONG_CATCH_PENALTY,
    owing,
)
from openuno.kernel.rules.steps import draw, draw_until, end, next_turn, pass_over, skip

CHALLENGE_PENALTY = 2
_NONE = U(0)


@spliced
def apply(t, seat, code):
    """The table after the seat's action."""
    does = does_of(code)
    if does == PLAY:
        lays(t, seat, kind_of(code), named_in(code), target_of(code), uno_in(code))
    elif does == DRAW:
        draws(t, seat)
    elif does == KEEP:
        keeps(t, seat)
    elif does == PASS:
        passes(t, seat)
    elif does == NAME_COLOUR:
        name_colour(t, named_in(code))
    elif does == ACCEPT:
        accepts(t, seat)
    elif does == CHALLENGE:
        challenges(t, seat)
    elif does == SAY_UNO:
        says_uno(t, seat)
    elif does == CATCH:
        catches(t, seat, target_of(code))
    elif does == CHOOSE_PLAYER:
        choose_player(t, target_of(code))
    else:
        suggests(t, seat)


@inlined
def draws(t, seat):
    """Draw instead of playing."""
    now = t.now
    kind = draw_until(t, seat) if t.rules[DRAW_UNTIL] else draw(t, seat, 1)
    # Only the last card drawn can fit: whoever draws stops there (TURN-2, HOUSE-4).
    remember_lack(t, seat, 1)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] = 0
    if t.rules[PLAY_DRAWN]:
        now[PHASE] = AFTER_DRAW
        now[CARD] = kind
    else:
        next_turn(t, seat)
        pass_over(t)


@inlined
def keeps(t, seat):
    """Keep the card just drawn."""
    remember_lack(t, seat, 0)
    next_turn(t, seat)
    pass_over(t)


@inlined
def passes(t, seat):
    """End a turn in which there is nothing to play and nothing to draw."""
    now = t.now
    next_turn(t, seat)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] += 1
    if now[PASSES] == t.rules[SEATS]:
        end(t, -1)
    pass_over(t)


@inlined
def accepts(t, seat):
    """Draw what a draw card, or a stack of them, demands."""
    t.now[WINDOW] = -1
    t.now[SETTLED] = 0
    draw(t, seat, t.now[TOTAL])
    skip(t, seat)
    pass_over(t)


@inlined
def guilty(t):
    """Whether the Wild Draw Four in doubt was laid over a card that fits (WD4-2)."""
    found = _NONE
    for place in range(t.rules[PLANES]):
        found |= t.held[place]
    return (found & of_colour(t.now[BEFORE])) != _NONE


@inlined
def challenges(t, seat):
    """Doubt that the Wild Draw Four was laid lawfully; whether it was not."""
    now = t.now
    right = guilty(t)
    by, total = now[BY], now[TOTAL]
    remember_shown(t, seat, by, t.held, 0)
    now[WINDOW] = -1
    now[SETTLED] = 0
    draw(t, by if right else seat, total if right else total + CHALLENGE_PENALTY)
    if right:
        now[PHASE] = TURN
        now[SEAT] = seat
    else:
        skip(t, seat)
    pass_over(t)
    return right


@inlined
def says_uno(t, seat):
    """Say UNO after the card."""
    t.now[WINDOW] = seat
    t.now[SETTLED] = 1
    pass_over(t)


@inlined
def catches(t, seat, target):
    """Call out a player with one card, rightly or not; whether it was right."""
    right = owing(t) == target
    if right:
        t.now[WINDOW] = target
        t.now[SETTLED] = 1
    count = t.rules[UNO_PENALTY] if right else t.rules[WRONG_CATCH_PENALTY]
    draw(t, target if right else seat, count)
    pass_over(t)
    return right


@inlined
def suggests(t, seat):
    """Suggest a card to another player, and pay for it."""
    draw(t, seat, t.rules[SUGGESTION_PENALTY])
    pass_over(t)
