"""Train an agent by proximal policy optimisation (PPO), all in one file: `pip install torch`.

    python examples/ppo.py --opponents regular --minutes 8 --save agent.pt
    PYTHONPATH=examples uno ladder --evaluate ppo:bot

The agent sits at many tables at once: it plays a while, then makes what paid more than expected
likelier, a little at a time. docs/environments.md explains what it sees and what it can answer, and
has the curve of a longer run.
"""

import argparse
import json
import time
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import openuno
from openuno import Mind, View
from openuno.bots.bot import Answer, Bot
from openuno.env.policy_bot import policy_bot
from openuno.env.vector import UnoVector
from openuno.kernel.batch import action_space, observation

TABLES, STEPS = 512, 32  # tables played at once; answers at each before every update
EPOCHS, PARTS = 2, 8  # how often each answer is learned from, in how many parts
TRACE, CLIP, ENTROPY, RATE = 0.95, 0.2, 0.01, 1e-3
SEEN, ANSWERS, WIDTH = observation.SIZE, action_space.ACTIONS, 256
POINTS = 100  # points that count as much as the win itself, at first

# No colour is better than another, so the agent sees them in an order of its own: the colour in
# force, then those it holds most of. What it learns with red cards it then knows of all colours.
ORDERS = np.array(list(permutations(range(4))))
ORDER_NUMBER = np.zeros(256, np.int64)
ORDER_NUMBER[ORDERS @ (64, 16, 4, 1)] = np.arange(len(ORDERS))
KINDS = np.array((0, 13, 26, 51))[:, None] + np.arange(13)  # of each colour; 39 to 50 are wild


def rearrange(order: np.ndarray, starts: dict[str, int], size: int) -> np.ndarray:
    """Which column of a row, of what is seen or of answers, comes where in this order."""
    columns = np.arange(size)
    for part in ("hand", "discard", "top", "card", "forbidden", "choose"):
        if part in starts:
            columns[starts[part] + KINDS] = starts[part] + KINDS[order]
    for part in ("named", "colour", "before", "name"):
        if part in starts:
            columns[starts[part] + np.arange(4)] = starts[part] + order
    for part in ("play", "play, saying UNO"):
        if part in starts:
            cards = starts[part] + np.arange(100)
            plain, wild = cards[:52].reshape(4, 13), cards[52:].reshape(12, 4)
            columns[plain], columns[wild] = plain[order], wild[:, order]
    return columns


SEEN_COLUMNS = np.array([rearrange(order, observation.STARTS, SEEN) for order in ORDERS])
ANSWER_COLUMNS = np.array([rearrange(order, action_space.STARTS, ANSWERS) for order in ORDERS])


def order_colours(seen: np.ndarray) -> np.ndarray:
    """By row, the number of the order in which the agent sees the colours."""
    held = seen[:, observation.STARTS["hand"] + KINDS].sum(axis=2, dtype=np.int64)
    held += 1000 * seen[:, observation.STARTS["colour"] :][:, :4].astype(np.int64)
    numbers: np.ndarray = ORDER_NUMBER[(-held).argsort(axis=1, kind="stable") @ (64, 16, 4, 1)]
    return numbers


def arrange(seen: np.ndarray, masks: np.ndarray) -> tuple[Tensor, Tensor, np.ndarray]:
    """What is seen and may be answered, in the agent's order; and which answer is which."""
    orders = order_colours(seen)
    columns = ANSWER_COLUMNS[orders]
    seen = np.take_along_axis(seen, SEEN_COLUMNS[orders], axis=1)
    masks = np.take_along_axis(masks, columns, axis=1)
    return torch.from_numpy(seen), torch.from_numpy(masks != 0), columns


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
        seen, masks, self.columns = arrange(self.open["observation"], self.open["action_mask"])
        return seen, masks

    def answer(self, answers: Tensor) -> tuple[np.ndarray, np.ndarray]:
        """Give the answers; what they paid, and where a round is over."""
        actions = self.columns[np.arange(TABLES), answers.numpy()]
        self.open, rewards, over, cut, _ = self.envs.step(actions)
        return rewards, over | cut


@torch.no_grad()
def gather(agent: Agent, player: Player, points_share: float) -> tuple[list[Tensor], Tensor]:
    """Play some steps at every table; what was seen, answered, expected and paid."""
    kept = []
    for _ in range(STEPS):
        seen, masks = player.questions()
        policy, worth = agent(seen, masks)
        answers = policy.sample()
        points, over = player.answer(answers)
        # A win counts, and so do points: at first it wins so rarely that wins alone teach little.
        paid = torch.from_numpy(np.sign(points) + points_share * points / POINTS).float()
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


def update(
    agent: Agent, optimiser: torch.optim.Optimizer, player: Player, points_share: float
) -> None:
    """Play, then learn from it."""
    (seen, masks, answers, before, worth, paid, over), following = gather(
        agent, player, points_share
    )
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
def win_rate(
    agent: Agent, opponents: str, seed: int, rounds: int, *, best: bool = False
) -> dict[str, float]:
    """The share of rounds won, half the width of its 95% interval, and how many were played.

    Answers are drawn by chance, as in training, or are those that look best. The ones that look
    best to an untrained agent are luck: with those, one seed starts at 0% and another at 30%, and
    some rounds hardly end.
    """
    player, each = Player(opponents, "win", seed), -(-rounds // TABLES)
    played, won = np.zeros(TABLES, int), 0
    while played.min() < each:  # as many rounds at each table: short ones must not count more
        policy, _ = agent(*player.questions())
        rewards, over = player.answer(policy.logits.argmax(1) if best else policy.sample())
        counts = over & (played < each)
        won += int((rewards[counts] > 0).sum())
        played += counts
    rounds = each * TABLES
    share = won / rounds
    return {"rounds": rounds, "share": share, "half": 1.96 * (share * (1 - share) / rounds) ** 0.5}


def train(agent: Agent, args: argparse.Namespace, found: dict[str, Any]) -> None:
    """Train until the time or the updates are used up, and add to the curve how it goes."""
    optimiser = torch.optim.Adam(agent.parameters(), lr=RATE)
    player = Player(args.opponents, "points", args.seed)
    used = 0.0
    for number in range(1, args.updates + 1):
        done = max(used / (60 * args.minutes), number / args.updates)
        optimiser.param_groups[0]["lr"] = RATE * max(1 - done, 0.1)
        began = time.process_time()
        update(agent, optimiser, player, points_share=max(1 - 2 * done, 0))
        used += time.process_time() - began
        if number % 25 == 0:
            point = win_rate(agent, args.opponents, args.seed + 2, 4_096)
            print(
                f"{number:5} updates, {used:6.0f} s of processor: {point['share']:.1%}", flush=True
            )
            found["curve"].append({"answers": number * TABLES * STEPS, "seconds": used, **point})
            save(agent, found, args)
        if done >= 1:
            break


def save(agent: Agent, found: dict[str, Any], args: argparse.Namespace) -> None:
    """Keep what was asked for."""
    if args.curve:
        args.curve.write_text(json.dumps(found, indent=1) + "\n")
    if args.save:
        torch.save(agent.state_dict(), args.save)


@cache
def load_bot(file: str) -> Bot:
    """The agent that was saved in a file, as a bot; it gives the answers that look best."""
    torch.set_num_threads(1)
    agent = Agent()
    agent.load_state_dict(torch.load(file, weights_only=True))

    @torch.no_grad()
    def policy(seen: np.ndarray, masks: np.ndarray) -> np.ndarray:
        rows, allowed, columns = arrange(seen, masks)
        best = agent(rows, allowed)[0].logits.argmax(dim=1).numpy()
        answers: np.ndarray = columns[np.arange(len(best)), best]
        return answers

    return policy_bot(policy)


def bot(view: View, mind: Mind) -> Answer:
    """The agent saved in agent.pt, to be measured: `uno ladder --evaluate ppo:bot`."""
    return load_bot("agent.pt")(view, mind)


def main() -> None:
    """Measure, train, measure again."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--opponents", default="uniform", help="uniform, regular or any bot")
    parser.add_argument("--minutes", type=float, default=3, help="processor time to train for")
    parser.add_argument("--updates", type=int, default=1_000_000, help="train no more than this")
    parser.add_argument("--rounds", type=int, default=20_000, help="rounds to measure it by")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="write curve and results to this JSON file")
    parser.add_argument("--save", type=Path, help="write what was learned to this file")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)  # so small a network is no work to share
    agent = Agent()
    measured = (args.opponents, args.seed + 1, args.rounds)
    start = win_rate(agent, *measured)
    print(f"untrained: wins {start['share']:.1%} against {args.opponents}", flush=True)
    found: dict[str, Any] = {"opponents": args.opponents, "seed": args.seed}
    found["curve"] = [{"answers": 0, "seconds": 0, **start}]
    train(agent, args, found)
    found["trained"] = end = win_rate(agent, *measured)
    print(f"trained: wins {end['share']:.1%} ± {end['half']:.1%} against {args.opponents}")
    save(agent, found, args)
    found["best_answers"] = best = win_rate(agent, *measured, best=True)
    print(f"with the answers that look best: {best['share']:.1%} ± {best['half']:.1%}")
    save(agent, found, args)


if __name__ == "__main__":
    main()
