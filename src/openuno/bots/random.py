"""The random bot: it plays by the rules and nothing more. Other bots are measured against it."""

from openuno.bots.bot import (
    Answer,
    Mind,
    chance_one_in,
    due_call,
    is_bluff,
    is_my_turn,
    legal_plays,
    other_actions,
    pick,
    prefer_saying_uno,
)
from openuno.engine.actions import Play, SayUno
from openuno.engine.view import View

NOTICES = 2
"""It notices that it can act out of turn (catch, jump in) one time in this number."""


def random(view: View, mind: Mind) -> Answer:
    """Any playable card, any colour, any target, each as likely; draws only if it cannot play.

    It plays a drawn card that fits, adds to a stack if it can and always says UNO; it never bluffs,
    challenges, catches wrongly or suggests; one time in two it catches a player it can catch,
    except its partner, and one time in two it jumps in.
    """
    word = due_call(view)
    if isinstance(word, SayUno):
        return word, mind
    if word is not None:
        seen, mind = chance_one_in(mind, NOTICES)
        if seen:
            return word, mind
    honest = [play for play in legal_plays(view) if not is_bluff(view, play.card)]
    if not is_my_turn(view):
        seen, mind = chance_one_in(mind, NOTICES) if honest else (False, mind)
        return _choose_play(honest, mind) if seen else (None, mind)
    return _choose_play(honest, mind) if honest else pick(mind, other_actions(view))


def _choose_play(ways: list[Play], mind: Mind) -> Answer:
    """Any card first, then any way to play it: a wild has more ways, but is no likelier."""
    card, mind = pick(mind, list(dict.fromkeys(play.card for play in ways)))
    return pick(mind, prefer_saying_uno([play for play in ways if play.card is card]))
