"""Carrying out an action by its number. Whoever calls this has asked `legal` first."""

from openuno.kernel.compiler import spliced
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
from openuno.kernel.rules.effects import (
    accepts,
    catches,
    challenges,
    draws,
    keeps,
    lays,
    passes,
    says_uno,
    suggests,
)
from openuno.kernel.rules.first_card import choose_player, name_colour


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
