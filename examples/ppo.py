"""Train an agent by proximal policy optimisation (PPO), all in one file: `pip install torch`.

    python examples/ppo.py --opponents regular --minutes 60

The agent sits at many tables at once: it plays a while, then makes what paid more than expected
likelier, a little at a time. docs/environments.md explains what it sees and what it can answer, and
has the curves of longer runs.
"""

import argparse
import time

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import openuno
from openuno.env.vector import UnoVector

TABLES, STEPS = 512, 32  # tables played at once; answers at each before every update
EPOCHS, PARTS = 3, 8  # how often each answer is learned from, in how many parts
TRACE, CLIP, ENTROPY, RATE = 0.95, 0.2, 0.01, 1e-3
SEEN, ANSWERS, WIDTH = 437, 297, 256
POINTS = 100  # points that count as much as the win itself


class Agent(nn.Module):
    """What is seen in; for each answer how good it looks, and what the round is worth, out."""

    def __init__(self) -> None:
        super().__init__()
        body = [nn.Linear(SEEN, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()]
        self.body = nn.Sequential(*body)
        self.answers, self.worth = nn.Linear(WIDTH, ANSWERS), nn.Linear(WIDTH, 1)

    def forward(self, seen: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """How to answer, by chance, and what the round is worth from here."""
        inner = self.body(torch.log1p(seen.float()))
        looks = self.answers(inner).masked_fill(~masks, -1e9)
        return Categorical(logits=looks), self.worth(inner).squeeze(-1)


class Player:
    """The tables, and the questions that are open there."""

    def __init__(self, opponents: str, pay: str, seed: int) -> None:
        self.envs: UnoVector = openuno.make(
            "uno-2p", num_envs=TABLES, opponents=opponents, pay=pay, final_obs=False
        )
        self.open, _ = self.envs.reset(seed=seed)

    def questions(self) -> tuple[Tensor, Tensor]:
        """What is seen and what may be answered, at every table."""
        seen, masks = self.open["observation"], self.open["action_mask"]
        return torch.from_numpy(seen), torch.from_numpy(masks != 0)

    def answer(self, answers: Tensor) -> tuple[np.ndarray, np.ndarray]:
        """Give the answers; what they paid, and where a round is over."""
        self.open, rewards, over, cut, _ = self.envs.step(answers.numpy())
        return rewards, over | cut


@torch.no_grad()
def gather(agent: Agent, player: Player) -> tuple[list[Tensor], Tensor]:
    """Play some steps at every table; what was seen, answered, expected and paid."""
    kept = []
    for _ in range(STEPS):
        seen, masks = player.questions()
        policy, worth = agent(seen, masks)
        answers = policy.sample()
        points, over = player.answer(answers)
        # A win counts, and so do points: at first it wins so rarely that wins alone teach little.
        paid = torch.from_numpy(np.sign(points) + points / POINTS).float()
        kept.append(
            (seen, masks, answers, policy.log_prob(answers), worth, paid, torch.from_numpy(over))
        )
    following = agent(*player.questions())[1]
    return [torch.stack(column) for column in zip(*kept, strict=True)], following


def advantages(worth: Tensor, paid: Tensor, over: Tensor, following: Tensor) -> Tensor:
    """By how much each answer did better than expected, traced back from what came after it."""
    better, later = torch.zeros_like(worth), torch.zeros_like(following)
    for step in reversed(range(STEPS)):
        goes_on = (~over[step]).float()
        surprise = paid[step] + goes_on * following - worth[step]
        better[step] = later = surprise + TRACE * goes_on * later
        following = worth[step]
    return better


def update(agent: Agent, optimiser: torch.optim.Optimizer, player: Player) -> None:
    """Play, then learn from it."""
    (seen, masks, answers, before, worth, paid, over), following = gather(agent, player)
    better = advantages(worth, paid, over, following)
    columns = [x.flatten(0, 1) for x in (seen, masks, answers, before, better, better + worth)]
    choices = columns[1].sum(1) > 1  # where only one answer is allowed there is nothing to learn
    columns = [column[choices] for column in columns]
    for _ in range(EPOCHS):
        for part in torch.randperm(len(columns[0])).chunk(PARTS):
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
def win_rate(agent: Agent, opponents: str, seed: int, rounds: int) -> tuple[float, float]:
    """The share of rounds won, and half the width of its 95% interval.

    Answers are drawn by chance, as in training. The answers that look best to an untrained agent
    are luck: with those, one seed starts at 0% and another at 30%, and some rounds hardly end.
    """
    player, each = Player(opponents, "win", seed), -(-rounds // TABLES)
    played, won = np.zeros(TABLES, int), 0
    while played.min() < each:  # as many rounds at each table: short ones must not count more
        policy, _ = agent(*player.questions())
        rewards, over = player.answer(policy.sample())
        counts = over & (played < each)
        won += int((rewards[counts] > 0).sum())
        played += counts
    rate = won / (each * TABLES)
    return rate, 1.96 * (rate * (1 - rate) / (each * TABLES)) ** 0.5


def main() -> None:
    """Measure, train, measure again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponents", default="uniform", help="uniform, regular or any bot")
    parser.add_argument("--minutes", type=float, default=3, help="how long to train")
    parser.add_argument("--updates", type=int, default=1_000_000, help="train no more than this")
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds to measure it by")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # so small a network is no work to share
    agent = Agent()
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    rate, _ = win_rate(agent, args.opponents, args.seed + 1, args.rounds)
    print(f"untrained: wins {rate:.1%} against {args.opponents}", flush=True)
    started = time.monotonic()
    player = Player(args.opponents, "points", args.seed)
    for number in range(1, args.updates + 1):
        update(agent, optimiser, player)
        if number % 25 == 0:
            rate, _ = win_rate(agent, args.opponents, args.seed + 2, 4_096)
            seconds = time.process_time()
            print(f"{number:5} updates, {seconds:6.0f} s of processor: {rate:.1%}", flush=True)
        if time.monotonic() - started > 60 * args.minutes:
            break
    rate, half = win_rate(agent, args.opponents, args.seed + 1, args.rounds)
    print(f"trained: wins {rate:.1%} ± {half:.1%} against {args.opponents}")


if __name__ == "__main__":
    main()
