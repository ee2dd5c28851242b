"""What a decision cost: win probability lost against the best move that is known.

The best move is what `expert`, the strongest player there is, does with what the seat could know:
its view and its memory. What it would have gained is then measured in other deals that fit the same
knowledge, both moves in the same deals with the same chance to come, played out by `regular`. So
nobody is blamed for not seeing hidden cards. And since the deals that measure a move are not those
it was chosen in, the best of many moves owes nothing to chance: on average a price is what the seat
would have gained by that move, as far as the made-up deals are likely. A single price may be
negative. Measured where the cards really lay a price would need no made-up deals, but it would be
one deal instead of many, and so noisy that counting rounds would say more.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from openuno.bots.bot import Mind
from openuno.engine.actions import Action
from openuno.engine.rng import Generator, fork, random_below
from openuno.engine.rules import Rules
from openuno.engine.view import view
from openuno.lab.arena.decisions import Decision, DecisionKind, path
from openuno.lab.arena.playouts import FEW, wins
from openuno.local.analysis.worlds import shuffle_pile
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.search.belief import Belief, Deals, can_sample
from openuno.local.search.expert import make_expert

WORLDS = 32
"""Deals that `expert` searches for its move; twice as many measure what it would have gained."""
_CHOOSE, _MEASURE, _PICK, _MEASURE_PICK = 0, 1, 2, 3


class Price(msgspec.Struct, frozen=True, gc=False):
    """What a decision cost, and what a choice at random among its options would have."""

    lost: float
    at_random: float


class Task(msgspec.Struct, frozen=True, gc=False):
    """A decision to be priced, in any process; the same generator gives the same price."""

    decision: Decision
    worlds: int
    rng: Generator


PriceAll = Callable[[Sequence[Task]], Iterable[Price]]


@contextmanager
def open_pricing(
    processes: int, worlds: int, tables: Iterable[tuple[Rules, int]]
) -> Iterator[PriceAll]:
    """Price here, or in processes of their own; any number of them finds the same.

    `tables`: the rules and the number of players of every round that may be priced.
    """
    if 2 * worlds >= FEW:
        from openuno.lab.arena.kernel_playouts import prepare  # noqa: PLC0415 - as above

        prepare(set(tables))  # once, before several processes would each compile it
    if processes == 1:
        yield lambda tasks: map(price, tasks)
        return
    with open_bot_processes(processes) as pool:
        yield lambda tasks: map_in_order(pool, price, tasks, 2)


def default_processes() -> int:
    """As many as there are processors, four at most."""
    return min(4, os.cpu_count() or 1)


def price(task: Task) -> Price:
    """The price of a decision."""
    decision, rng = task.decision, task.rng
    best = _best_move(decision, task.worlds, fork(rng, _CHOOSE))
    picked, _ = random_below(fork(rng, _PICK), len(decision.options))
    random = decision.options[picked]
    return Price(
        _gain(decision, best, decision.done, 2 * task.worlds, fork(rng, _MEASURE)),
        _gain(decision, best, random, task.worlds, fork(rng, _MEASURE_PICK)),
    )


def _gain(
    decision: Decision, best: Action | None, other: Action | None, worlds: int, rng: Generator
) -> float:
    """How much more often one option wins than another, in the same deals."""
    if best == other:
        return 0.0
    seat, seen = decision.seat, view(decision.round, decision.seat)
    belief = Belief(seen, decision.memory) if can_sample(seen) else None
    if belief is not None and belief.is_possible:
        deals = Deals(belief)
        sampled = [deals.sample(rng, number) for number in range(worlds)]
    else:
        # While players choose cards that they pass on: the hands as they are.
        sampled = [shuffle_pile(decision.round, fork(rng, number)) for number in range(worlds)]
    won = wins([path(decision, world, way) for way in (best, other) for world in sampled], seat)
    return (sum(won[:worlds]) - sum(won[worlds:])) / worlds


def _best_move(decision: Decision, worlds: int, rng: Generator) -> Action | None:
    """What `expert` does here; out of turn it may also do nothing."""
    mind = Mind(rng, memory=decision.memory)
    action, _ = make_expert(worlds)(view(decision.round, decision.seat), mind)
    is_turn = decision.kind in (DecisionKind.TURN, DecisionKind.DRAW_FOUR)
    return action if is_turn or action in decision.options else None
