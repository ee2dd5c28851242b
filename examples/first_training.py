"""A first training: learn how likely each answer should be, from rounds against `uniform`."""

import numpy as np

from openuno.env.vector import UnoVector

TABLES, random = 512, np.random.default_rng(1)
envs = UnoVector(TABLES, players=2)
seen, _info = envs.reset(seed=1)
weights = np.zeros(seen["action_mask"].shape[1])  # one for each answer, alike in every position
trace = np.zeros((TABLES, weights.size))
for lesson in range(1, 9):
    ends = []
    for _turn in range(250):
        odds = np.exp(weights) * seen["action_mask"]
        odds /= odds.sum(axis=1, keepdims=True)
        actions = (odds.cumsum(axis=1) > random.random((TABLES, 1))).argmax(axis=1)
        trace += np.eye(weights.size)[actions] - odds
        seen, rewards, over, cut, _info = envs.step(actions)
        done = over | cut
        weights += 0.02 * (rewards[done] @ trace[done]) / max(done.sum(), 1)
        trace[done] = 0
        ends += list(rewards[over] > 0)
    print(f"lesson {lesson}: wins {np.mean(ends):.0%} of {len(ends)} rounds")
