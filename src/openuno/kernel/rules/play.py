"""Carrying out an action by its number. Whoever calls this has asked `legal` first."""

from openuno.kernel.compiler import spliced
from openuno.kernel.rules.actions import Does, does_of, kind_of, named_in, target_of, uno_in
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

PLAY, DRAW, KEEP, PASS = Does.PLAY.value, Does.DRAW.value, Does.KEEP.value, Does.PASS.value
NAME, ACCEPT, CHALLENGE = Does.NAME.value, Does.ACCEPT.value, Does.CHALLENGE.value
SAY_UNO, CATCH, CHOOSE = Does.SAY_UNO.value, Does.CATCH.value, Does.CHOOSE.value


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
    elif does == NAME:
        name_colour(t, named_in(code))
    elif does == ACCEPT:
        accepts(t, seat)
    elif does == CHALLENGE:
        challenges(t, seat)
    elif does == SAY_UNO:
        says_uno(t, seat)
    elif does == CATCH:
        catches(t, seat, target_of(code))
    elif does == CHOOSE:
        choose_player(t, target_of(code))
    else:
        suggests(t, seat)
