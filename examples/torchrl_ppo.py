"""Train with TorchRL: its collector, its masked policy and its PPO loss around our environment.

pip install torchrl
python examples/torchrl_ppo.py --frames 50000
"""

import argparse

import torch
from tensordict import TensorDictBase
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, ReplayBuffer
from torchrl.envs import ActionMask, Compose, DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import openuno

SEEN, ANSWERS, WIDTH = 437, 297, 128
BATCH = 1024  # answers before every update


class Small(nn.Module):
    """Small numbers apart, large ones close together."""

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """The logarithm of one more."""
        return torch.log1p(seen.float())


def network(outputs: int) -> nn.Sequential:
    """Two layers from what is seen."""
    return nn.Sequential(Small(), nn.Linear(SEEN, WIDTH), nn.Tanh(), nn.Linear(WIDTH, outputs))


def make_env(opponents: str, seed: int) -> TransformedEnv:
    """One table as TorchRL sees it; its mask goes with every answer."""
    table = openuno.make("uno-2p", opponents=opponents)
    env = GymWrapper(table, categorical_action_encoding=True)
    env.set_seed(seed)
    boolean = DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"])
    return TransformedEnv(env, Compose(boolean, ActionMask()))


def count_won(batch: TensorDictBase) -> tuple[int, int]:
    """How many rounds of a batch were won, and how many ended."""
    paid = batch["next", "reward"][batch["next", "done"]]
    return int((paid > 0).sum()), len(paid)


def main() -> None:
    """Collect, learn, and print what share of rounds was won on the way."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponents", default="uniform", help="any bot: uniform, regular ...")
    parser.add_argument("--frames", type=int, default=20_000, help="answers to learn from")
    args = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    policy = ProbabilisticActor(
        TensorDictModule(network(ANSWERS), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    value = ValueOperator(network(1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=value)
    loss = ClipPPOLoss(policy, value, entropy_coeff=0.01)
    optimiser = torch.optim.Adam(loss.parameters(), lr=1e-3)
    memory = ReplayBuffer(storage=LazyTensorStorage(BATCH), batch_size=256)
    collector = Collector(
        make_env(args.opponents, 1),
        policy,
        frames_per_batch=BATCH,
        total_frames=args.frames,
        auto_register_policy_transforms=True,
    )
    for number, batch in enumerate(collector, 1):
        for _ in range(4):
            advantage(batch)
            memory.extend(batch.reshape(-1))
            for _ in range(BATCH // 256):
                found = loss(memory.sample())
                total = found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]
                optimiser.zero_grad()
                total.backward()
                optimiser.step()
        won, rounds = count_won(batch)
        share = won / max(rounds, 1)
        print(f"{number * BATCH:7} answers: wins {share:.0%} of {rounds} rounds", flush=True)
    collector.shutdown()


if __name__ == "__main__":
    main()
