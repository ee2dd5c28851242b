"""A policy of the environments as a bot: at any table, on the ladder, in the arena."""

from functools import lru_cache

import numpy as np

from openuno.bots.bot import Answer, Bot, Mind
from openuno.bots.regular import regular
from openuno.engine.actions import Action, Play
from openuno.engine.rules import Rules
from openuno.engine.view import View
from openuno.env.answers import Order, action_of, aim
from openuno.env.opponents import Policy
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing
from openuno.kernel.batch.positions import load_rounds
from openuno.kernel.batch.questions import UNFINISHED_PLAY
from openuno.local.search.belief import Belief, can_sample
from openuno.slow_notice import say_if_compiling


def policy_bot(policy: Policy) -> Bot:
    """A bot that answers as the policy does, which gets rows of observations and of masks.

    What it is shown is what the environment would show, but for how often the pile was turned
    over: a view does not say, and it is shown 0. Where the hidden cards cannot be made up, while
    players choose cards to pass on, it plays as `regular` does.
    """

    def play(view: View, mind: Mind) -> Answer:
        if view.seat is None or not can_sample(view):
            return regular(view, mind)
        belief = Belief(view, mind.memory)
        if not belief.is_possible:
            return regular(view, mind)
        seats = len(view.hands)
        batch = _table(view.rules, seats)
        # Any deal that fits will do: an observation has nothing that the seat may not know.
        others = [seat for seat in range(seats) if seat != view.seat]
        load_rounds(batch, [belief.sample_quickly(mind.rng)], skipped=others)
        return _ask(policy, batch, view), mind

    return play


def _ask(policy: Policy, batch: Batch, view: View) -> Action | None:
    """What the policy does, question by question; None if it only waits."""
    seat = view.seat
    assert seat is not None
    order = Order(view.direction, batch.seats)
    while int(batch.asked[0]) == seat and not batch.ended[0]:
        unfinished = int(batch.lanes.questions[0, UNFINISHED_PLAY])
        answer = int(np.asarray(policy(batch.seen.copy(), batch.masks.copy()))[0])
        action = action_of(answer, order, seat, unfinished)
        if isinstance(action, Play) and action not in view.legal and batch.seats == 2:
            return aim(action, 1 - seat)
        if action is not None and (action in view.legal or not isinstance(action, Play)):
            return action
        batch.step([answer])  # it waits, or is asked next whom the card is meant for
    return None


@lru_cache(maxsize=4)
def _table(rules: Rules, seats: int) -> Batch:
    with say_if_compiling():
        return Batch(rules, seats, 1, 0, dealing=Dealing.WAIT)
