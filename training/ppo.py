"""Proximal policy optimisation: play, see what it was worth, do more of what was worth it."""

import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from openuno.bots.network.layout import DECISIONS, FEATURES, STARTS, Stake
from training.config import Config
from training.export import read, restore
from training.network import Actor, Critic, squash
from training.rollout import Sample, Storage, Tables, fuse, play_together

_WARM_UP = 20
"""Updates in which the rate rises to its full size."""
CRITIC_FIRST = 40
"""Updates in which only the critic learns, where the network is given and the critic is new."""
_STAKE = slice(STARTS["stake"], STARTS["stake"] + len(Stake) - 1)


class Progress(NamedTuple):
    """Where a run stands after an update."""

    updates: int
    seconds: float
    decisions: int
    entropy: float
    value_error: float


class Trainer:
    """A run: the networks, the tables, and how far it is; it can be saved and continued."""

    def __init__(
        self, config: Config, device: str, rival: Actor | None = None, *, updates: int = 0
    ) -> None:
        """With a `rival` all opponents are that network, which plays its best and never changes.

        `updates` are those of a run that goes on from a checkpoint: it meets other deals.
        """
        torch.manual_seed(config.seed + updates)
        self.config, self.device = config, device
        self.actor = Actor(config.width).to(device)
        self.critic = Critic(config.critic_width).to(device)
        self._parameters = [*self.actor.parameters(), *self.critic.parameters()]
        self._optimizer = torch.optim.Adam(
            self._parameters, lr=config.rate, eps=1e-5, fused=device != "cpu"
        )
        self.average = deepcopy(self.actor)
        self.rival = rival
        self._older = [deepcopy(self.actor) if rival is None else rival]
        self._opponent = deepcopy(self._older[0])
        self.updates, self.seconds, self.decisions = updates, 0.0, 0
        self.critic_first = 0
        self._next_snapshot = config.snapshot_seconds
        self._groups = group_settings(config)
        self._tables = make_tables(config, self._groups, device, updates)
        self.is_stopped = False

    def stop(self) -> None:
        """End the run after the update that is under way."""
        self.is_stopped = True

    def run(self, total: float, watch: Callable[[Progress], None], max_updates: int | None) -> None:
        """Train for `total` seconds in all, or up to a number of updates, unless it is stopped."""
        began = time.monotonic() - self.seconds
        while not self.is_stopped:
            if self.seconds >= total if max_updates is None else self.updates >= max_updates:
                break
            done = self.seconds / total if max_updates is None else self.updates / max_updates
            entropy, error = self._update(done)
            if self.device != "cpu":
                torch.cuda.synchronize()
            self.seconds = time.monotonic() - began
            if self.seconds >= self._next_snapshot and self.rival is None:
                self._next_snapshot += self.config.snapshot_seconds
                self._older = [*self._older, deepcopy(self.average)][-self.config.snapshots :]
            watch(Progress(self.updates, self.seconds, self.decisions, entropy, error))

    def _update(self, done: float) -> tuple[float, float]:
        config = self.config
        rate = config.rate + (config.last_rate - config.rate) * done
        rate *= min(1.0, (self.updates + 1) / _WARM_UP)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        weight = config.entropy + (config.last_entropy - config.entropy) * done
        sample = self._play()
        self.decisions += len(sample.decisions)
        self.updates += 1
        found = self._learn(sample, weight)
        keep = min(config.memory, self.updates / (self.updates + 10))
        with torch.no_grad():
            for old, new in zip(self.average.parameters(), self.actor.parameters(), strict=True):
                old.lerp_(new, 1 - keep)
        return found

    def _play(self) -> Sample:
        """The decisions of the next group of settings, against an older version."""
        generator = torch.Generator().manual_seed(self.config.seed * 1_000_003 + self.updates)
        older = self._older[int(torch.randint(len(self._older), (1,), generator=generator))]
        self._opponent.load_state_dict(older.state_dict())
        group = self._groups[self.updates % len(self._groups)]
        playing = [self._tables[number] for number in group]
        play_together(playing, self.actor, self._opponent, greedy=self.rival is not None)
        samples = [tables.sample(self.critic) for tables in playing]
        return Sample._make(torch.cat(parts) for parts in zip(*samples, strict=True))

    def _learn(self, sample: Sample, weight: float) -> tuple[float, float]:
        losses = fuse(compute_losses, self.device)
        entropies, errors = [], []
        returns = sample.advantages + sample.values
        scale = sample.advantages.std() + 1e-6
        gains = (sample.advantages - sample.advantages.mean()) / scale
        clip = self.config.clip
        for rows in torch.randperm(len(returns), device=self.device).chunk(self.config.minibatches):
            part = sample.take(rows)
            policy, entropy, error, outcome = losses(
                self.actor, self.critic, part, gains[rows], returns[rows], clip
            )
            loss = 0.5 * error
            if self.updates > self.critic_first:
                loss = loss + policy - weight * entropy + 0.1 * outcome
            self._optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self._parameters, 0.5)
            self._optimizer.step()
            entropies.append(entropy.detach())
            errors.append(error.detach())
        return float(torch.stack(entropies).mean()), float(torch.stack(errors).mean())

    def save(self, file: Path) -> None:
        """Write both networks, for a later run to start from."""
        torch.save(self._networks(), file)

    def _networks(self) -> dict[str, dict[str, Any]]:
        found = {"actor": self.actor, "critic": self.critic, "average": self.average}
        return {name: network.state_dict() for name, network in found.items()}

    def save_checkpoint(self, file: Path) -> None:
        """Write all that this run needs to go on, but for the rounds on its tables."""
        state = {
            **self._networks(),
            "optimizer": self._optimizer.state_dict(),
            "older": [network.state_dict() for network in self._older],
            "updates": self.updates,
            "seconds": self.seconds,
            "decisions": self.decisions,
            "critic_first": self.critic_first,
            "next_snapshot": self._next_snapshot,
        }
        written = file.with_suffix(".new")
        torch.save(state, written)
        written.replace(file)

    def load_checkpoint(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint that `read_checkpoint` has read."""
        self.actor.load_state_dict(state["actor"])
        self.critic.load_state_dict(state["critic"])
        self.average.load_state_dict(state["average"])
        self._optimizer.load_state_dict(state["optimizer"])
        if self.rival is None:
            self._older = [deepcopy(self.actor) for _ in state["older"]]
            for network, weights in zip(self._older, state["older"], strict=True):
                network.load_state_dict(weights)
        self.updates, self.seconds = state["updates"], state["seconds"]
        self.decisions, self.critic_first = state["decisions"], state["critic_first"]
        self._next_snapshot = state["next_snapshot"]

    def start_from(self, file: Path) -> None:
        """Start from saved networks, or from an exported one without its critic."""
        if file.suffix == ".bin":
            self.actor.load_state_dict(restore(read(file)))
            self.critic_first = CRITIC_FIRST
        else:
            state = torch.load(file, map_location=self.device, weights_only=True)
            self.actor.load_state_dict(state["actor"])
            self.critic.load_state_dict(state["critic"])
        self.average = deepcopy(self.actor)
        if self.rival is None:
            self._older = [deepcopy(self.actor)]


def read_checkpoint(file: Path, device: str) -> dict[str, Any]:
    """What `save_checkpoint` has written."""
    found: dict[str, Any] = torch.load(file, map_location=device, weights_only=True)
    return found


def group_settings(config: Config) -> list[list[int]]:
    """The settings that play before an update, by number: some always, the others in turn."""
    numbers = range(len(config.settings))
    always = [number for number in numbers if config.settings[number].always]
    others = [number for number in numbers if not config.settings[number].always]
    if not (others and config.in_turn):
        return [always]
    count = -(-len(others) // config.in_turn)
    return [[*always, *others[first::count]] for first in range(count)]


def make_tables(
    config: Config, groups: list[list[int]], device: str, updates: int = 0
) -> dict[int, Tables]:
    """The tables of each setting; those with the same index in two groups share memory.

    `updates`: how far the run is, so that its deals are others than at its start.
    """
    found: dict[int, Tables] = {}
    for index in range(max(map(len, groups))):
        numbers = dict.fromkeys(group[index] for group in groups if index < len(group))
        most = max(config.settings[number].lanes for number in numbers)
        storage = Storage(config.steps * most, device)
        found |= {number: Tables(config, number, storage, device, updates) for number in numbers}
    return found


def compute_losses(  # noqa: PLR0913, PLR0917 - what an update is made of
    actor: Actor, critic: Critic, sample: Sample, gains: Tensor, returns: Tensor, clip: float
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """How far the policy is from doing what was worth more; its entropy; how wrong the critic is,
    and how wrong the actor's own guess of the outcome."""
    with torch.autocast("cuda", torch.bfloat16, enabled=gains.is_cuda):
        x = squash(torch.cat((sample.features, sample.hidden), -1))
        scores, guess = actor.score(x[:, :FEATURES])
        value = critic.judge(x)
    allowed = sample.masks[:, :DECISIONS] != 0
    chances = torch.log_softmax(scores.float().masked_fill(~allowed, -1e9), -1)
    own = chances.gather(1, sample.decisions[:, None])[:, 0]
    ratio = (own - sample.chances).exp()
    policy = -torch.minimum(ratio * gains, ratio.clamp(1 - clip, 1 + clip) * gains).mean()
    entropy = -(chances.exp() * chances.masked_fill(~allowed, 0)).sum(-1).mean()
    error = (value.float() - returns).pow(2).mean()
    chance = (returns.clamp(-1, 1) + 1) / 2
    outcome = nn.functional.binary_cross_entropy_with_logits(
        guess.float(), chance, reduction="none"
    )
    # Only where winning is all do returns say how likely the seat was to win.
    to_win = (sample.features[:, _STAKE] == 0).all(-1)
    outcome = outcome.masked_fill(~to_win, 0).sum() / to_win.sum().clamp(min=1)
    return policy, entropy, error, outcome
