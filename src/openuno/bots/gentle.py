"""The gentle bot: plays better or worse by the rounds won so far, so that one player wins half."""

from openuno.bots.bot import Answer, Mind
from openuno.bots.regular import choose_move
from openuno.bots.temper import Temper, Whim, with_temper
from openuno.engine.view import View

TEMPERS = (
    Temper(),
    Temper(whims=4, forgets=6, overlooks=3, trusts=2),
    Temper(whims=2, forgets=3, overlooks=2, trusts=1),
    Temper(whims=1, whim=Whim.KIND, forgets=2, overlooks=1, trusts=1, dawdles=6),
    Temper(whims=1, whim=Whim.KIND, forgets=1, overlooks=1, trusts=1, dawdles=3),
    Temper(whims=1, whim=Whim.KIND, forgets=1, overlooks=1, trusts=1, dawdles=2),
)
"""From full attention to hardly any."""
AT_FIRST = 2
"""The temper of a game that nobody has won a round of; one further with more than two players."""
STEP = 2
"""Tempers that a round won too many, or too few, is worth."""
_BOTS = tuple(with_temper(choose_move, temper) for temper in TEMPERS)


def gentle(view: View, mind: Mind) -> Answer:
    """Plays as `regular`, with more slips the more rounds it has won than it should.

    It leaves half of the rounds to one player, and shares the others with bots like itself.
    """
    return _BOTS[_temper_now(view, mind)](view, mind)


def _temper_now(view: View, mind: Mind) -> int:
    others = len(view.hands) - 1
    start = AT_FIRST + (others > 1)
    if view.seat is None or not mind.wins:
        return start
    surplus = mind.wins[view.seat] - sum(mind.wins) / (2 * others)
    return max(0, min(start + round(STEP * surplus), len(TEMPERS) - 1))
