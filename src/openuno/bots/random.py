"""The random bot: lawful, and nothing more. The field that other bots are measured against."""

from openuno.bots.bot import (
    Mind,
    Thought,
    aloud,
    bluffs,
    one_in,
    owed,
    pick,
    plays,
    quiet,
    waited_for,
)
from openuno.engine.actions import Play, SayUno
from openuno.engine.view import View

SEES = 2
"""It sees a chance out of turn (to catch, to jump in) one time in so many."""


def random(view: View, mind: Mind) -> Thought:
    """Any playable card, any colour, any target, each as likely; draws only if it cannot play.

    It plays a drawn card that fits, adds to a stack if it can, lays a Wild Draw Four lawfully only,
    always says UNO, never challenges, catches wrongly or suggests; one time in two it catches whom
    it can, its partner excepted, and one time in two it jumps in.
    """
    word = owed(view)
    if isinstance(word, SayUno):
        return word, mind
    if word is not None:
        seen, mind = one_in(mind, SEES)
        if seen:
            return word, mind
    honest = [play for play in plays(view) if not bluffs(view, play.card)]
    if not waited_for(view):
        seen, mind = one_in(mind, SEES) if honest else (False, mind)
        return _lay(honest, mind) if seen else (None, mind)
    return _lay(honest, mind) if honest else pick(mind, quiet(view))


def _lay(ways: list[Play], mind: Mind) -> Thought:
    """Any card first, then any way to lay it: a wild has more ways, but is no likelier."""
    card, mind = pick(mind, list(dict.fromkeys(play.card for play in ways)))
    return pick(mind, aloud([play for play in ways if play.card is card]))
