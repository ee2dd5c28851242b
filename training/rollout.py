"""Tables that play, their decisions, and what these turned out to be worth."""

import gc
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor

from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.layout import DECISIONS, DRAW, FEATURES, HIDDEN, MASK, PLAYS, STARTS
from openuno.kernel.learning.batch import TRAINING_SEEDS, LearningBatch
from openuno.kernel.learning.lanes import Controller
from training.advantages import make_carry_back, new_outcomes
from training.config import FEW_SEATS, Config, Setting
from training.network import Actor, Critic

FROZEN = -2
"""The controller of a seat that an older version of the network plays."""
EXTRA_PATIENCE = 1
"""A step goes on for as many actions as there are players, and this many more."""
UPDATE_SEEDS = 1 << 40
"""Between the seeds of tables that are dealt after different numbers of updates."""
MANY_ROWS = 1 << 18
"""How many positions a critic judges at a time."""
_HELD = STARTS["table"] + 4


class Sample(NamedTuple):
    """Decisions of the learner: one row each."""

    features: Tensor
    hidden: Tensor
    masks: Tensor
    decisions: Tensor
    chances: Tensor
    """The logarithm of the chance with which it was taken."""
    values: Tensor
    advantages: Tensor

    def take(self, rows: Tensor) -> "Sample":
        """Some of the decisions."""
        seen, rest = self[:SEEN], self[SEEN:]
        return Sample._make(
            [*(take_rows(part, rows) for part in seen), *(part[rows] for part in rest)]
        )


SEEN = 3
"""The first fields of a sample are rows of bytes."""


@cache
def fuse(function: Callable[..., Any], device: str) -> Callable[..., Any]:
    """The same function; on a GPU PyTorch makes a few kernels of its many small ones."""
    return function if device == "cpu" else torch.compile(function)


def make_batch(device: str, *arguments: Any, **named: Any) -> Any:
    """A batch on the processor or the GPU."""
    if device == "cpu":
        return LearningBatch(*arguments, **named)
    from openuno.kernel.learning.cuda import CudaLearningBatch  # noqa: PLC0415 - needs a GPU

    return CudaLearningBatch(*arguments, **named)


def seat_controllers(config: Config, setting: Setting) -> Any:
    """Who plays in each lane; the learner's seat goes round where it has only one."""
    lanes = setting.lanes
    rows = np.full((lanes, setting.seats), Controller.LEARNER, np.int8)
    against = config.regular * min(1.0, FEW_SEATS / setting.seats)
    edges = np.cumsum([config.own + config.regular - against, against, config.bluffer])
    first, second, third = (round(edge * lanes) for edge in edges)
    rows[first:second] = Controller.REGULAR
    rows[second:third] = Controller.BLUFFER
    rows[third:] = FROZEN
    numbers = np.arange(first, lanes if config.alone else third)
    rows[numbers, numbers % setting.seats] = Controller.LEARNER
    if setting.rules.teams:
        rows[numbers, (numbers + 2) % setting.seats] = Controller.LEARNER
    if not config.alone:
        every_other = (np.arange(setting.seats) + np.arange(third, lanes)[:, None]) % 2 == 0
        rows[third:][every_other] = Controller.LEARNER
    return rows


class Storage:
    """Memory for what tables showed in the steps before an update.

    Settings that never play at the same time share one: its bytes are laid out for each of them.
    """

    def __init__(self, rows: int, device: str) -> None:
        self._bytes = {
            size: torch.zeros(rows * size, dtype=torch.uint8, device=device)
            for size in (FEATURES, HIDDEN, MASK)
        }

    def lay_out(self, steps: int, lanes: int) -> tuple[Tensor, Tensor, Tensor]:
        """Features, hidden hands and masks: by step, lane and number."""
        features, hidden, masks = (
            part[: steps * lanes * size].view(steps, lanes, size)
            for size, part in self._bytes.items()
        )
        return features, hidden, masks


def play_together(tables: Sequence["Tables"], actor: Actor, frozen: Actor, *, greedy: bool) -> None:
    """Let several settings play side by side, on a GPU each in a stream of its own.

    Rounds are played by long, uneven threads: one setting alone leaves most of a GPU idle.
    """
    for each in tables:
        if each.stream is not None:
            each.stream.wait_stream(torch.cuda.current_stream())
    for step in range(len(tables[0].decisions)):
        for each in tables:
            with nullcontext() if each.stream is None else torch.cuda.stream(each.stream):
                each.play(step, actor, frozen, greedy=greedy)
    for each in tables:
        if each.stream is not None:
            torch.cuda.current_stream().wait_stream(each.stream)


class Tables:
    """One setting's tables: steps through them and remembers the last `config.steps` decisions."""

    def __init__(
        self, config: Config, number: int, storage: Storage, device: str, updates: int = 0
    ) -> None:
        setting = config.settings[number]
        seed = (config.seed * 1000 + number + updates * UPDATE_SEEDS) % TRAINING_SEEDS
        rows = seat_controllers(config, setting)
        patience = setting.seats + EXTRA_PATIENCE
        self.batch = make_batch(
            device,
            setting.rules,
            rows,
            setting.lanes,
            seed,
            patience=patience,
            stake=setting.stake,
        )
        self.lanes, self.seats, self.device = setting.lanes, setting.seats, device
        self.allowed_scores, self.decide, self.values_of = (
            fuse(function, device) for function in (allowed_scores, decide, values_of)
        )
        self.stream = None
        if device != "cpu":
            torch.cuda.synchronize()
            self.stream = torch.cuda.Stream()
            self.batch.use_stream(self.stream.cuda_stream)
            self._pool = torch.cuda.graph_pool_handle()
        self._graphs: list[torch.cuda.CUDAGraph | None] = [None] * config.steps
        self._has_played = False
        self._playing: tuple[Actor, Actor, bool] | None = None
        self.frozen_from = int((rows == FROZEN).any(axis=1).argmax()) if FROZEN in rows else None
        view = [self.batch.features, self.batch.hidden, self.batch.masks, self.batch.asked]
        view += [self.batch.who, self.batch.rewards, self.batch.ended]
        self.view = [torch.as_tensor(part, device=device) for part in view]
        shape, on = (config.steps, setting.lanes), {"device": device}
        self.features, self.hidden, self.masks = storage.lay_out(*shape)
        self.decisions = torch.zeros(shape, dtype=torch.int64, **on)
        self.chances = torch.zeros(shape, **on)
        self.outcomes = new_outcomes(*shape, setting.seats, device)
        self._carry_back = make_carry_back(self.outcomes, config.smoothing)
        self._noise = torch.zeros(setting.lanes, DECISIONS, **on)

    def play(self, step: int, actor: Actor, frozen: Actor, *, greedy: bool) -> None:
        """Take one decision in every lane, and remember it; `greedy`: the frozen one its best.

        On a GPU a step is recorded when it is taken for the second time, and replayed from then on:
        it takes longer to start its hundred kernels one by one than to run them. A recording plays
        by the networks it was made with, as they are by then.
        """
        playing = (actor, frozen, greedy)
        if self._playing not in (None, playing):
            raise ValueError("these tables have recorded their steps with other networks")
        # Outside the recordings: those of several settings would read one state at the same time.
        self._noise.uniform_()
        graph = self._graphs[step]
        if graph is None and self._has_played:
            if self._playing is None:
                gc.collect()  # what is freed in the middle of a recording ends it
            self._playing = playing
            graph = torch.cuda.CUDAGraph()
            graph.capture_begin(pool=self._pool)
            self._play(step, actor, frozen, greedy=greedy)
            graph.capture_end()
            self._graphs[step] = graph
        if graph is None:
            self._play(step, actor, frozen, greedy=greedy)
            self._has_played = self.stream is not None and step == len(self.decisions) - 1
        else:
            graph.replay()

    @torch.no_grad()
    def _play(self, step: int, actor: Actor, frozen: Actor, *, greedy: bool) -> None:
        features, hidden, masks, asked, who, rewards, ended = self.view
        masks = limit_drawing(features, masks, draw_limit(self.seats))
        self.features[step].copy_(features)
        self.hidden[step].copy_(hidden)
        self.masks[step].copy_(masks)
        self.outcomes.asked[step].copy_(asked)
        torch.eq(who, Controller.LEARNER, out=self.outcomes.own[step])
        scores = self.allowed_scores(actor, features, masks)
        if self.frozen_from is not None:
            tail = slice(self.frozen_from, None)
            theirs = self.allowed_scores(frozen, features[tail], masks[tail])
            theirs = theirs * (1e3 if greedy else 1)
            scores[tail] = torch.where(self.outcomes.own[step][tail, None], scores[tail], theirs)
        decisions, chances = self.decide(scores, self._noise)
        self.decisions[step].copy_(decisions)
        self.chances[step].copy_(chances)
        self.batch.step(self.decisions[step])
        self.outcomes.rewards[step].copy_(rewards)
        self.outcomes.ended[step].copy_(ended > 0)

    @torch.no_grad()
    def sample(self, critic: Critic) -> Sample:
        """The learner's decisions with what they were worth."""
        found = self.outcomes
        self._carry_back()
        chosen = found.usable.flatten().nonzero()[:, 0]
        # Not learnt from, but their values are what earlier decisions are compared with.
        others = (found.own & ~found.usable).flatten().nonzero()[:, 0]
        features, hidden = self._take(self.features, chosen), self._take(self.hidden, chosen)
        values = self._judge(critic, features, hidden)
        kept = found.values.view(-1)
        kept[chosen] = values
        kept[others] = self._judge(
            critic, self._take(self.features, others), self._take(self.hidden, others)
        )
        self._carry_back()
        return Sample(
            features,
            hidden,
            self._take(self.masks, chosen),
            self.decisions.view(-1)[chosen],
            self.chances.view(-1)[chosen],
            values,
            found.advantages.view(-1)[chosen],
        )

    @staticmethod
    def _take(rows: Tensor, chosen: Tensor) -> Tensor:
        return take_rows(rows.flatten(0, 1), chosen)

    def _judge(self, critic: Critic, features: Tensor, hidden: Tensor) -> Tensor:
        """What the critic thinks of positions, many of them at a time."""
        parts = zip(features.split(MANY_ROWS), hidden.split(MANY_ROWS), strict=True)
        return torch.cat([self.values_of(critic, *part) for part in parts])


def take_rows(rows: Tensor, chosen: Tensor) -> Tensor:
    """Some rows of a tensor of bytes, copied as words of eight."""
    return rows.view(torch.int64)[chosen].view(torch.uint8)


def limit_drawing(features: Tensor, masks: Tensor, limit: int) -> Tensor:
    """What may be done under a limit: with more cards than that, to draw only if nothing fits."""
    found = masks.clone()
    full = (features[:, _HELD] > limit) & (masks[:, :PLAYS] != 0).any(-1)
    found[:, DRAW].masked_fill_(full, 0)
    return found


def allowed_scores(actor: Actor, features: Tensor, masks: Tensor) -> Tensor:
    """The scores of the decisions, hopeless where they are not allowed."""
    with torch.autocast("cuda", torch.bfloat16, enabled=features.is_cuda):
        scores, _ = actor(features)
    return scores.float().masked_fill(masks[:, :DECISIONS] == 0, -1e9)


def decide(scores: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Decisions by the chances that scores mean, and the logarithms of these chances.

    `noise` is a number between 0 and 1 for each.
    """
    noise = noise.clamp(1e-9, 1 - 1e-7)
    decisions = torch.argmax(scores - torch.log(-torch.log(noise)), -1)
    chances = torch.log_softmax(scores, -1)
    return decisions, chances.gather(1, decisions[:, None])[:, 0]


def values_of(critic: Critic, features: Tensor, hidden: Tensor) -> Tensor:
    """What the critic thinks of the positions."""
    with torch.autocast("cuda", torch.bfloat16, enabled=features.is_cuda):
        return critic(features, hidden).float()
