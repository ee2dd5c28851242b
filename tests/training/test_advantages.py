"""What decisions were worth: carried back along each seat's own decisions, up to the end."""

from importlib.util import find_spec

import numpy as np
import pytest

pytestmark = pytest.mark.skipif(
    find_spec("torch") is None, reason="PyTorch is not installed: `make learn` does that"
)
SMOOTHING = 0.9


def expected(
    asked: np.ndarray, own: np.ndarray, ended: np.ndarray, rewards: np.ndarray, values: np.ndarray
) -> dict[tuple[int, int], float]:
    """The advantage of every usable decision: for each seat of each lane, round by round."""
    found = {}
    steps, lanes = asked.shape
    for lane in range(lanes):
        ends = [step for step in range(steps) if ended[step, lane]]
        for seat in range(rewards.shape[2]):
            for first, last in zip([0, *(end + 1 for end in ends)], [*ends, None], strict=True):
                within = range(first, steps if last is None else last + 1)
                mine = [step for step in within if own[step, lane] and asked[step, lane] == seat]
                later = 0.0
                nexts = [*mine[1:], None] if mine else []
                for step, following in reversed(list(zip(mine, nexts, strict=True))):
                    if following is not None:
                        target = values[following, lane]
                    elif last is not None:
                        target = rewards[last, lane, seat]
                    else:
                        continue
                    later = target - values[step, lane] + SMOOTHING * later
                    found[step, lane] = later
    return found


def test_advantages_are_those_of_each_seats_own_decisions() -> None:
    import torch  # noqa: PLC0415 - not everyone has it

    from training.advantages import make_carry_back, new_outcomes  # noqa: PLC0415

    rng = np.random.default_rng(7)
    steps, lanes, seats = 40, 60, 3
    asked = rng.integers(0, seats, (steps, lanes))
    own = rng.random((steps, lanes)) < 0.8
    ended = rng.random((steps, lanes)) < 0.08
    rewards = rng.choice([-1.0, 1.0], (steps, lanes, seats)).astype(np.float32)
    values = rng.random((steps, lanes)).astype(np.float32)
    found = new_outcomes(steps, lanes, seats, "cpu")
    for part, given in zip(found, (asked, own, ended, rewards), strict=False):
        part.copy_(torch.as_tensor(given))
    carry_back = make_carry_back(found, SMOOTHING)
    carry_back()
    usable = found.usable.clone()
    found.values.copy_(torch.as_tensor(values))
    carry_back()
    wanted = expected(asked, own, ended, rewards, values)
    assert torch.equal(usable, found.usable), "what is usable does not depend on the values"
    assert {tuple(place) for place in found.usable.nonzero().tolist()} == wanted.keys()
    assert 0 < len(wanted) < own.sum()
    for place, advantage in wanted.items():
        assert float(found.advantages[place]) == pytest.approx(advantage, abs=1e-5)
