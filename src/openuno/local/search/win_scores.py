"""How good the shipped network takes positions for, many at once: with NumPy if it is installed.

Both ways give the same whole numbers, so with the same deals a bot does the same everywhere.
"""

from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec

from openuno.bots.network.inference import shipped_network
from openuno.bots.network.weights import read_weights
from openuno.local.search.lookahead import Scores


@cache
def win_scores() -> Scores:
    """The function that scores positions by the shipped network, read once."""
    return _with_numpy() if find_spec("numpy") else score_one_by_one


def score_one_by_one(rows: Sequence[bytearray]) -> list[int]:
    """The scores in plain Python."""
    network = shipped_network()
    return [network.scores(row)[-1] for row in rows]


def _with_numpy() -> Scores:
    import numpy as np  # noqa: PLC0415 - it comes with an extra

    from openuno.bots.network.batch_inference import BatchNetwork  # noqa: PLC0415

    network = BatchNetwork(read_weights())

    def score(rows: Sequence[bytearray]) -> list[int]:
        if not rows:
            return []
        table = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), -1)
        found: list[int] = network.scores(table)[:, -1].tolist()
        return found

    return score
