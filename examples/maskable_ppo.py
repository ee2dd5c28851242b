"""Train with Stable Baselines3: MaskablePPO of sb3-contrib, which never answers what is forbidden.

pip install sb3-contrib
python examples/maskable_ppo.py --steps 200000
"""

import argparse

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO

import openuno
from openuno.env.single import UnoEnv


class SeenOnly(gymnasium.ObservationWrapper[np.ndarray, np.int64, dict[str, np.ndarray]]):
    """What the learner sees, as floating-point numbers; SB3 asks for the mask by itself."""

    def __init__(self, env: UnoEnv) -> None:
        super().__init__(env)
        shape = env.observation_space["observation"].shape
        self.observation_space = gymnasium.spaces.Box(0, 6, shape, np.float32)
        self.table = env

    def observation(self, observation: dict[str, np.ndarray]) -> np.ndarray:
        """Small numbers apart, large ones close together."""
        small: np.ndarray = np.log1p(observation["observation"], dtype=np.float32)
        return small

    def action_masks(self) -> np.ndarray:
        """What may be answered now."""
        return self.table.action_masks()


def win_rate(model: MaskablePPO, env: SeenOnly, rounds: int) -> float:
    """The share of rounds won with answers drawn as in training."""
    won = 0
    for seed in range(rounds):
        seen, _ = env.reset(seed=seed)
        over = cut = False
        reward = 0.0
        while not (over or cut):
            action, _ = model.predict(seen, action_masks=env.action_masks())
            seen, paid, over, cut, _ = env.step(action)
            reward = float(paid)
        won += reward > 0
    return won / rounds


def main() -> None:
    """Measure, train, measure again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponents", default="uniform", help="any bot: uniform, regular ...")
    parser.add_argument("--steps", type=int, default=100_000, help="answers to learn from")
    parser.add_argument("--rounds", type=int, default=500, help="rounds to measure it by")
    parser.add_argument("--parts", type=int, default=1, help="measure after each part, too")
    args = parser.parse_args()
    env = SeenOnly(openuno.make("uno-2p", opponents=args.opponents, pay="points"))
    torch.set_num_threads(1)  # so small a network is no work to share
    steps = min(1024, args.steps)  # before every update
    model = MaskablePPO("MlpPolicy", env, n_steps=steps, batch_size=256, gamma=1.0, seed=1)
    print(f"untrained: wins {win_rate(model, env, args.rounds):.1%} against {args.opponents}")
    for part in range(1, args.parts + 1):
        model.learn(args.steps // args.parts, reset_num_timesteps=False)
        if part < args.parts:
            won = win_rate(model, env, args.rounds)
            print(f"{model.num_timesteps:7} answers: wins {won:.1%}", flush=True)
    print(f"trained: wins {win_rate(model, env, args.rounds):.1%} against {args.opponents}")


if __name__ == "__main__":
    main()
