"""Rounds between the network and a policy of the kernel, thousands at once.

They are what `master` plays in the reference engine, and many times as fast: the kernel carries the
rounds on until the network has a choice, and NumPy scores those of all tables together.
"""

from collections.abc import Sequence
from functools import cache
from threading import Event
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.bots.network.batch_inference import BatchNetwork, Rows8, Scores
from openuno.bots.network.layout import DECISIONS, DRAW, PLAYS, STARTS
from openuno.bots.network.weights import read_weights
from openuno.engine.rules import Rules
from openuno.kernel.bots.policies import Policy
from openuno.kernel.learning.batch import LearningBatch
from openuno.kernel.learning.lanes import CUT_SHORT, Controller

_CONTROLLERS = {Policy("regular"): Controller.REGULAR, Policy("uniform"): Controller.UNIFORM}
_HELD = STARTS["table"] + 4
_HOPELESS = -(1 << 40)


class NetworkRounds(NamedTuple):
    """What became of rounds with the network, and how it played them."""

    wins: tuple[int, ...]
    """By seat."""
    cut_short: int
    """Rounds that were given up, which nobody has won."""
    decisions: int
    """Of the network, where it had a choice."""
    cards: int
    """In the hand of the seat that decided, added up over these."""
    most_cards: int


def can_meet(policy: Policy | None) -> bool:
    """Whether the batch for training has this policy."""
    return policy in _CONTROLLERS


def play_network(  # noqa: PLR0913 - what a chunk of a duel is made of
    rules: Rules,
    seated: Sequence[bool],
    policy: Policy,
    seed: int,
    count: int,
    *,
    limit: int | None,
    stop: Event | None = None,
) -> NetworkRounds:
    """Play `count` rounds with the network in the given seats, the policy in the others.

    With more cards than the limit the network draws only if it must; None: as often as it likes.
    It ends early once `stop` is set.
    """
    other = _CONTROLLERS[policy]
    controllers = [Controller.LEARNER if own else other for own in seated]
    batch = LearningBatch(rules, controllers, count, seed, limit=1)
    network = _shipped_network()
    most = len(batch.lanes.rows.deck) if limit is None else limit
    cut_short = decided = cards = most_cards = 0
    while (playing := np.flatnonzero(batch.played[:, 0] == 0)).size:
        if stop is not None and stop.is_set():
            break
        # A table that is done goes on with any decision: its further rounds do not count.
        decisions = batch.masks.argmax(axis=1)
        features = batch.features[playing]
        allowed = batch.masks[playing, :DECISIONS] != 0
        held = features[:, _HELD]
        full = (held > most) & allowed[:, :PLAYS].any(axis=1)
        allowed[full, DRAW] = False
        decisions[playing] = _choose(network, features, allowed)
        decided, cards = decided + playing.size, cards + int(held.sum())
        most_cards = max(most_cards, int(held.max()))
        batch.step(decisions)
        cut_short += int((batch.ended[playing] == CUT_SHORT).sum())
    wins = tuple(int(won) for won in batch.wins.sum(axis=0))
    return NetworkRounds(wins, cut_short, decided, cards, most_cards)


def _choose(network: BatchNetwork, features: Rows8, allowed: npt.NDArray[np.bool_]) -> Scores:
    scores = network.scores(features)[:, :DECISIONS]
    chosen: Scores = np.where(allowed, scores, _HOPELESS).argmax(axis=1)
    return chosen


@cache
def _shipped_network() -> BatchNetwork:
    return BatchNetwork(read_weights())
