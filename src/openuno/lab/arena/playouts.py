"""Rounds played out from positions, `regular` in every seat."""

from collections.abc import Sequence

import msgspec

from openuno.engine.actions import Action
from openuno.engine.errors import SetupError
from openuno.engine.play import apply
from openuno.engine.state import Round
from openuno.game.formats import Single
from openuno.local.analysis.rollouts import play_on, winners

FEW = 16
"""Fewer rounds are not worth loading the kernel for."""
_SINGLE = Single()


class Path(msgspec.Struct, frozen=True, gc=False):
    """A way to go on: a position, and what somebody does there, if anything."""

    round: Round
    actor: int = 0
    action: Action | None = None


def wins(paths: Sequence[Path], seat: int) -> list[bool]:
    """Whether the seat, or its partner, wins on each path if everyone goes on as `regular` does.

    All paths are at tables of the same rules and players.
    """
    rounds = [round_after(path) for path in paths]
    if len(rounds) >= FEW:
        from openuno.lab.arena.kernel_playouts import kernel_wins  # noqa: PLC0415 - a compiler

        try:
            return kernel_wins(rounds, seat)
        except SetupError:
            pass  # the kernel does not have these rules, or this generator
    return engine_wins(rounds, seat)


def engine_wins(rounds: Sequence[Round], seat: int) -> list[bool]:
    """The same of rounds, in the reference engine."""
    return [seat in winners(play_on(round, _SINGLE)) for round in rounds]


def round_after(path: Path) -> Round:
    """The round once the path is taken."""
    if path.action is None:
        return path.round
    return apply(path.round, path.actor, path.action).round
