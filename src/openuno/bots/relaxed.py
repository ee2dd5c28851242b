"""The relaxed bot: knows the game well, but is not always paying attention."""

from openuno.bots.bot import Answer, Mind, chance_one_in, due_call, is_my_turn, other_actions
from openuno.bots.regular import choose_move
from openuno.engine.actions import Challenge, Play
from openuno.engine.view import View

FORGETS = 6
"""It forgets to say UNO with the card one time in this number, so that others can catch it."""
OVERLOOKS = 3
"""It overlooks that it can act out of turn (late UNO, catch, jump in) one time in this number."""
TRUSTS = 2
"""It accepts a Wild Draw Four that it would challenge one time in this number."""


def relaxed(view: View, mind: Mind) -> Answer:
    """Plays the cards that `regular` would play, and slips now and then.

    It forgets UNO, overlooks catches and jump-ins, and often believes a bluff.
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
        case Play(card, colour, target, uno=True):
            forgotten, mind = chance_one_in(mind, FORGETS)
            return (Play(card, colour, target) if forgotten else action), mind
        case Challenge():
            trusts, mind = chance_one_in(mind, TRUSTS)
            return (other_actions(view)[0] if trusts else action), mind
        case _:
            return action, mind
