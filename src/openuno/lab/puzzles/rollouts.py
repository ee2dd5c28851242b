"""Rounds played on by the compiled `regular`: what `local.puzzles.evaluation` does, far faster."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from openuno.engine.actions import Action
from openuno.engine.deal import deal
from openuno.engine.legal import legal
from openuno.engine.rng import Fast
from openuno.engine.rules import EDITIONS
from openuno.engine.state import Round, seat_to_act
from openuno.kernel.bots.policies import HABITS, Policy, habit_rows
from openuno.kernel.compiler import entry_point, pointer, stack_int64
from openuno.kernel.rules.actions import encode
from openuno.kernel.rules.conversion import to_arrays
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.state import Numbers, Phase, RoundArrays, RoundField, Switch
from openuno.kernel.simulation.rounds import any_round, apply_choice, ask_out_of_turn
from openuno.kernel.tallies import MAX_TURNS, SINGLE, clear_row

_WAIT = -1


def try_actions(world: Round, seat: int, actions: Sequence[Action | None]) -> list[float]:
    """Whether each action wins for the seat, or for its partner, if all play on as `regular`."""
    start = to_arrays(world)
    habits = _habits(len(world.hands))
    found = []
    for action in actions:
        round = _copy(start)
        finish_round(round, habits, seat, _WAIT if action is None else encode(action))
        found.append(_won(round, seat))
    return found


def compile_rollouts() -> None:
    """Play one round, so that what is compiled is kept for other processes."""
    round = deal(EDITIONS["mattel-2016"], 2, 0, Fast(0)).round
    seat = seat_to_act(round)
    assert seat is not None
    try_actions(round, seat, list(legal(round, seat))[:1])


@cache
def _habits(seats: int) -> Numbers:
    return habit_rows((Policy("regular"),) * seats).ravel()


def _copy(start: RoundArrays) -> RoundArrays:
    return RoundArrays._make([*map(np.copy, start[:8]), *start[8:]])


def _won(round: RoundArrays, seat: int) -> float:
    """A round that is cut off has no winner."""
    winner = int(round.now[RoundField.WINNER])
    if round.now[RoundField.PHASE] != Phase.ROUND_OVER or winner < 0:
        return 0.0
    partners = round.rules[Switch.TEAMS] != 0 and (winner - seat) % 2 == 0
    return float(winner == seat or partners)


@entry_point
def finish_round(round, habits, seat, code):
    """Carry out the action of a seat, or let its jump-in go, and play the rest of the round."""
    round, habits = as_pointers(round), pointer(habits)
    tally, own = stack_int64(SINGLE), stack_int64(HABITS)
    clear_row(tally, SINGLE)
    if code >= 0:
        apply_choice(round, seat, code)
        ask_out_of_turn(round, habits, own, tally, 0.0, MAX_TURNS)
    any_round(round, habits, own, tally, 0.0)
