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
from openuno.kernel.learning.lanes import NOBODY, Controller
from training.config import Config, Setting
from training.network import Actor, Critic

FROZEN = -2
"""The controller of a seat that an older version of the network plays."""
EXTRA_PATIENCE = 1
"""A step goes on for as many actions as there are players, and this many more."""
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
    edges = np.cumsum([config.own, config.regular, config.bluffer])
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

    def __init__(self, config: Config, setting: Setting, number: int, device: str) -> None:
        seed = (config.seed * 1000 + number) % TRAINING_SEEDS
        rows = seat_controllers(config, setting)
        patience = setting.seats + EXTRA_PATIENCE
        self.batch = make_batch(device, setting.rules, rows, setting.lanes, seed, patience=patience)
        self.lanes, self.seats, self.device = setting.lanes, setting.seats, device
        self.always = setting.always
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
        self.features = torch.zeros(*shape, FEATURES, dtype=torch.uint8, **on)
        self.hidden = torch.zeros(*shape, HIDDEN, dtype=torch.uint8, **on)
        self.masks = torch.zeros(*shape, MASK, dtype=torch.uint8, **on)
        self.decisions = torch.zeros(shape, dtype=torch.int64, **on)
        self.asked = torch.zeros(shape, dtype=torch.int64, **on)
        self.own = torch.zeros(shape, dtype=torch.bool, **on)
        self.ended = torch.zeros(shape, dtype=torch.bool, **on)
        self.rewards = torch.zeros(*shape, setting.seats + 1, **on)
        self.chances = torch.zeros(shape, **on)
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
        # Where nobody is asked, the row counts for a seat that does not exist.
        self.asked[step].copy_(asked.masked_fill(who == NOBODY, self.seats))
        torch.eq(who, Controller.LEARNER, out=self.own[step])
        scores = self.allowed_scores(actor, features, masks)
        if self.frozen_from is not None:
            tail = slice(self.frozen_from, None)
            theirs = self.allowed_scores(frozen, features[tail], masks[tail])
            theirs = theirs * (1e3 if greedy else 1)
            scores[tail] = torch.where(self.own[step][tail, None], scores[tail], theirs)
        decisions, chances = self.decide(scores, self._noise)
        self.decisions[step].copy_(decisions)
        self.chances[step].copy_(chances)
        self.batch.step(self.decisions[step])
        self.rewards[step, :, : self.seats].copy_(rewards)
        self.ended[step].copy_(ended > 0)

    @torch.no_grad()
    def sample(self, critic: Critic, smoothing: float) -> Sample:
        """The learner's decisions with what they were worth.

        A round pays at its end; what a seat earns is carried back along its own decisions. The last
        decision of a seat whose round is not over has nothing to be compared with, and is left out.
        """
        steps, on = len(self.decisions), {"device": self.device}
        shape = (self.lanes, self.seats + 1)
        values = torch.stack(
            [self.values_of(critic, self.features[t], self.hidden[t]) for t in range(steps)]
        )
        advantages = torch.zeros_like(values)
        usable = torch.zeros_like(self.own)
        following, later = torch.zeros(shape, **on), torch.zeros(shape, **on)
        pending, known = torch.zeros(shape, **on), torch.zeros(shape, dtype=torch.bool, **on)
        for step in range(steps - 1, -1, -1):
            over = self.ended[step][:, None]
            following, later = following.masked_fill(over, 0), later.masked_fill(over, 0)
            pending = torch.where(over, self.rewards[step], pending)
            known = known | over
            seat, own, value = self.asked[step][:, None], self.own[step], values[step]
            gain = (pending + following).gather(1, seat)[:, 0] - value
            advantage = gain + smoothing * later.gather(1, seat)[:, 0]
            usable[step] = known.gather(1, seat)[:, 0] & own
            # Where nothing is known of what follows, the value itself is the best guess.
            advantage = torch.where(usable[step], advantage, 0)
            advantages[step] = advantage
            following = following.scatter(1, seat, value[:, None])
            later = later.scatter(1, seat, advantage[:, None])
            pending = pending.scatter(1, seat, 0.0)
            known = known.scatter(1, seat, True)
        chosen = usable.flatten().nonzero()[:, 0]
        return Sample(
            self.features.flatten(0, 1)[chosen],
            self.hidden.flatten(0, 1)[chosen],
            self.masks.flatten(0, 1)[chosen],
            self.decisions.flatten()[chosen],
            self.chances.flatten()[chosen],
            values.flatten()[chosen],
            advantages.flatten()[chosen],
        )


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
