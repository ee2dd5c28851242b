"""Train a small agent against `uniform`, two players, with PyTorch: it needs `pip install torch`.

    python examples/train.py --minutes 3

The agent sits at 1,024 tables at once and learns by proximal policy optimisation (PPO): play a
while, then make what paid more than expected likelier, a little at a time. docs/environments.md
explains what it sees and what it can answer.
"""

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from openuno import EDITIONS
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Pay
from openuno.kernel.batch.observation import SIZE

RULES = EDITIONS["mattel-2016"]
TABLES, STEPS = 1024, 32  # tables played at once; answers at each before every update
EPOCHS, PARTS = 3, 8  # how often each answer is learned from, in how many parts
TRACE, CLIP, ENTROPY, RATE = 0.95, 0.2, 0.01, 1e-3
POINTS = 100  # points that count as 1 to the agent: large payments make large, unsteady steps


class Agent(nn.Module):
    """What is seen in; for each answer how good it looks, and what the round is worth, out."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(SIZE, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.answers, self.worth = nn.Linear(128, ACTIONS), nn.Linear(128, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """How to answer, by chance, and what the round is worth from here."""
        inner = self.body(torch.log1p(seen.float()))
        looks = self.answers(inner).masked_fill(~masks, -1e9)
        return Categorical(logits=looks), self.worth(inner).squeeze(-1)


def questions(batch: Batch) -> tuple[Tensor, Tensor]:
    """The open questions, copied: the batch writes over its arrays."""
    return torch.from_numpy(batch.seen.copy()), torch.from_numpy(batch.masks.astype(bool))


@torch.no_grad()
def gather(agent: Agent, batch: Batch) -> tuple[list[Tensor], Tensor]:
    """Play some steps at every table; what was seen, answered, expected and paid."""
    kept = []
    for _ in range(STEPS):
        seen, masks = questions(batch)
        policy, worth = agent(seen, masks)
        answers = policy.sample()
        batch.step(answers.numpy())
        paid = torch.from_numpy(batch.rewards[:, 0] / POINTS)
        over = torch.from_numpy(batch.ended > 0)
        kept.append((seen, masks, answers, policy.log_prob(answers), worth, paid, over))
    following = agent(*questions(batch))[1]
    return [torch.stack(column) for column in zip(*kept, strict=True)], following


def advantages(worth: Tensor, paid: Tensor, over: Tensor, following: Tensor) -> Tensor:
    """By how much each answer did better than expected, traced back from what came after it."""
    better, later = torch.zeros_like(worth), torch.zeros_like(following)
    for step in reversed(range(STEPS)):
        keep_dealing = (~over[step]).float()
        surprise = paid[step] + keep_dealing * following - worth[step]
        better[step] = later = surprise + TRACE * keep_dealing * later
        following = worth[step]
    return better


def update(agent: Agent, optimiser: torch.optim.Optimizer, batch: Batch) -> None:
    """Play, then learn from it."""
    (seen, masks, answers, before, worth, paid, over), following = gather(agent, batch)
    better = advantages(worth, paid, over, following)
    columns = [x.flatten(0, 1) for x in (seen, masks, answers, before, better, better + worth)]
    for _ in range(EPOCHS):
        for part in torch.randperm(TABLES * STEPS).chunk(PARTS):
            seen, masks, answers, before, better, goal = (column[part] for column in columns)
            policy, worth = agent(seen, masks)
            better = (better - better.mean()) / (better.std() + 1e-6)
            ratio = (policy.log_prob(answers) - before).exp()
            gain = torch.minimum(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
            loss = 0.5 * (worth - goal).pow(2).mean() - gain - ENTROPY * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimiser.step()


@torch.no_grad()
def win_rate(agent: Agent, seed: int, rounds: int) -> tuple[float, float]:
    """The share of rounds won, and half the width of its 95% interval.

    Answers are drawn by chance, as in training. The answers that look best to an untrained agent
    are luck: with those, one seed starts at 0% and another at 30%, and some rounds hardly end.
    """
    each = -(-rounds // TABLES)
    with Batch(RULES, 2, TABLES, seed, learner=0) as batch:
        played, won = np.zeros(TABLES, int), 0
        while played.min() < each:  # as many rounds at each table: short ones must not count more
            policy, _ = agent(*questions(batch))
            batch.step(policy.sample().numpy())
            counts = (batch.ended > 0) & (played < each)
            won += int((batch.rewards[counts, 0] > 0).sum())
            played += counts
    rate = won / (each * TABLES)
    return rate, 1.96 * (rate * (1 - rate) / (each * TABLES)) ** 0.5


def main() -> None:
    """Measure, train, measure again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3, help="how long to train")
    parser.add_argument("--updates", type=int, default=1_000_000, help="train no more than this")
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds to measure it by")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # so small a network is no work to share
    agent = Agent()
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    rate, _ = win_rate(agent, args.seed + 1, args.rounds)
    print(f"untrained: wins {rate:.1%} against uniform", flush=True)
    started = time.monotonic()
    # Paid by points, the agent learns from lost rounds too: fewer cards left cost less. At first it
    # wins so rarely that wins alone teach it little.
    with Batch(RULES, 2, TABLES, args.seed, learner=0, pay=Pay.POINTS) as batch:
        for number in range(1, args.updates + 1):
            update(agent, optimiser, batch)
            left = args.minutes - (time.monotonic() - started) / 60
            if number % 10 == 0:
                rate, _ = win_rate(agent, args.seed + 2, 2_000)
                print(f"{number:4} updates: {rate:.1%}", flush=True)
            if left <= 0:
                break
    rate, half = win_rate(agent, args.seed + 1, args.rounds)
    print(f"trained: wins {rate:.1%} ± {half:.1%} against uniform")


if __name__ == "__main__":
    main()
