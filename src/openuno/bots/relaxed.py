"""The relaxed bot: knows the game well, but does not always pay attention."""

from openuno.bots.bot import (
    Answer,
    Mind,
    chance_one_in,
    due_call,
    forget_uno,
    is_my_turn,
    legal_plays,
    other_actions,
    pick,
    prefer_saying_uno,
)
from openuno.bots.regular import choose_move
from openuno.engine.actions import Challenge, Play
from openuno.engine.view import View

HASTY = 4
"""It plays any card that fits one time in this number, without weighing it."""
FORGETS = 6
"""It forgets to say UNO with the card one time in this number, so that others can catch it."""
OVERLOOKS = 3
"""It overlooks that it can act out of turn (late UNO, catch, jump in) one time in this number."""
TRUSTS = 2
"""It accepts a Wild Draw Four that it would challenge one time in this number."""


def relaxed(view: View, mind: Mind) -> Answer:
    """Plays the card that `regular` would play three times out of four, else any that fits.

    It forgets UNO now and then, overlooks catches and jump-ins, and often believes a bluff.
    """
    call = due_call(view)
    if call is not None or not is_my_turn(view):
        overlooked, mind = chance_one_in(mind, OVERLOOKS)
        if call is not None and not overlooked:
            return call, mind
        if overlooked and not is_my_turn(view):
            return None, mind
    action, mind = choose_move(view, mind)
    match action:
        case Play():
            return _play_carelessly(view, action, mind)
        case Challenge():
            trusts, mind = chance_one_in(mind, TRUSTS)
            return (other_actions(view)[0] if trusts else action), mind
        case _:
            return action, mind


def _play_carelessly(view: View, best: Play, mind: Mind) -> Answer:
    """The best card or any, with UNO unless it is forgotten."""
    hasty, mind = chance_one_in(mind, HASTY)
    play, mind = pick(mind, prefer_saying_uno(legal_plays(view))) if hasty else (best, mind)
    return forget_uno(mind, play, FORGETS)
