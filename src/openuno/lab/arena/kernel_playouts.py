"""Rounds played out by the kernel, many at once: exactly what `playouts` does in the engine."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache

import numpy as np

from openuno.engine.deal import deal
from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.engine.state import Round
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing, Ended
from openuno.kernel.batch.positions import load_rounds
from openuno.kernel.rules.state import RoundField
from openuno.slow_notice import say_if_compiling

_NO_WEIGHT = 0.0
"""What a point left in hand weighs in a single round."""


def kernel_wins(rounds: Sequence[Round], seat: int) -> list[bool]:
    """Whether the seat, or its partner, wins each round if everyone goes on as `regular` does.

    All rounds have the same rules and players. Refuses with `SetupError` what the kernel cannot
    play.
    """
    rules, seats = rounds[0].rules, len(rounds[0].hands)
    batch = _tables(rules, seats, len(rounds))
    load_rounds(batch, rounds)
    everyone = np.ones(seats, np.bool_)
    while batch.choose_as_regular(everyone, _NO_WEIGHT):
        batch.answer_chosen()
    winner = batch.lanes.rows.now[:, RoundField.WINNER]
    with_seat = (winner - seat) % 2 == 0 if rules.teams else winner == seat
    found: list[bool] = ((batch.ended == Ended.OVER) & (winner >= 0) & with_seat).tolist()
    return found


def prepare(tables: Iterable[tuple[Rules, int]]) -> None:
    """Compile what the kernel needs for these rules and numbers of players, or load it.

    It says so if that takes long.
    """
    with say_if_compiling():
        for rules, seats in tables:
            with suppress(SetupError):  # the kernel does not have these rules
                kernel_wins([deal(rules, seats, 0, Fast(0)).round], 0)


@lru_cache(maxsize=4)
def _tables(rules: Rules, seats: int, count: int) -> Batch:
    return Batch(rules, seats, count, 0, dealing=Dealing.WAIT)
