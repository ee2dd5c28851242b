"""A round played on from a position, `regular` in every seat."""

import msgspec

from openuno.engine.actions import Action
from openuno.engine.play import apply
from openuno.engine.state import Round
from openuno.game.formats import Single
from openuno.local.analysis.rollouts import play_on, winners

_SINGLE = Single()


class Path(msgspec.Struct, frozen=True, gc=False):
    """A way to go on: a position, and what somebody does there, if anything."""

    round: Round
    actor: int = 0
    action: Action | None = None


def wins(path: Path, seat: int) -> bool:
    """Whether the seat, or its partner, wins if everyone goes on as `regular` does."""
    round = path.round
    if path.action is not None:
        round = apply(round, path.actor, path.action).round
    return seat in winners(play_on(round, _SINGLE))
