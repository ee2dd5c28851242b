"""What a position or a choice was worth, by rounds played on from it.

Judging asks for playouts and is sent their winners, so that the caller decides where they are
played, and how many at a time; what is found does not depend on it.
"""

from collections.abc import Generator as Steps
from collections.abc import Sequence
from statistics import fmean, stdev

import msgspec

from openuno.engine.actions import Accept, Action, Challenge, Play
from openuno.engine.cards import Face
from openuno.engine.legal import holds_colour
from openuno.engine.rng import Generator, fork
from openuno.engine.state import FacingDrawFour, RoundOver
from openuno.game.formats import Format
from openuno.local.analysis.positions import Choice, Stage
from openuno.local.analysis.rollouts import Playouts, Seats, play_out

BATCHES = 6
"""How many times as many deals are played, at most, before another action is called better."""
BEYOND_CHANCE = 3.0
"""Standard errors by which it must be better: fewer would call good moves mistakes by chance."""
TRIFLE = 0.03
"""What costs less than this, beyond chance, is not looked into any further."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a choice was worth; `best` is another action if that is worth more, beyond chance."""

    value: float
    cost: float = 0.0
    best: int | None = None
    answers: tuple[float, float] | None = None
    """Facing a Wild Draw Four: what accepting and challenging are worth."""
    bluff: tuple[float, float] | None = None
    """Bluffing with one: what that and the best action without it are worth."""


class Task(msgspec.Struct, frozen=True, gc=False):
    """One position to judge, in any process."""

    position: Stage | Choice
    format: Format
    worlds: int
    rng: Generator


Judged = tuple[float, ...] | Verdict
Judging = Steps[Playouts, Sequence[Seats], Judged]
"""Asks for playouts, is sent who won each of them, and returns what it has found."""


def judge(task: Task) -> Judged:
    """The chances of everyone at a stage, or what a choice was worth."""
    judging = begin_judging(task)
    asked = next(judging)
    while True:
        try:
            asked = judging.send(play_out(asked))
        except StopIteration as ended:
            found: Judged = ended.value
            return found


def begin_judging(task: Task) -> Judging:
    """Judge by playouts that somebody else plays."""
    position = task.position
    if isinstance(position, Stage):
        return _judge_stage(position, task)
    return _judge_choice(position, task)


def _judge_stage(stage: Stage, task: Task) -> Judging:
    worlds = 1 if isinstance(stage.round.phase, RoundOver) else task.worlds
    won = [0] * len(stage.round.hands)
    for seats in (yield Playouts(stage, (), task.format, task.rng, worlds)):
        for seat in seats:
            won[seat] += 1
    return tuple(count / worlds for count in won)


def _judge_choice(choice: Choice, task: Task) -> Judging:
    """First every action in a few worlds; then what seems best against what was done, in more.

    The second worlds are others: the action that seems best of many owes some of that to chance.
    """
    every = (choice.done, *choice.others)
    first = yield from _try_actions(choice, every, task, 0)
    means = [fmean(won) for won in first]
    best = max(range(1, len(every)), key=lambda number: means[number])
    honest = _best_honest(choice, means) if _is_bluff(choice) else None
    is_draw_four = isinstance(choice.round.phase, FacingDrawFour)
    if means[best] <= means[0] and not is_draw_four and honest is None:
        return Verdict(means[0])
    weighs = is_draw_four or honest == best
    done, other = yield from _compare(choice, best, task, range(BATCHES), whole=weighs)
    worth = fmean(done), fmean(other)
    answers = _answers(choice, best, *worth) if is_draw_four else None
    bluff = worth if honest == best else None
    if honest is not None and honest != best:
        later = range(BATCHES, 2 * BATCHES)
        bluffing, instead = yield from _compare(choice, honest, task, later, whole=True)
        bluff = fmean(bluffing), fmean(instead)
    gain, error = _gain(done, other)
    if gain > BEYOND_CHANCE * error:
        return Verdict(worth[0], gain, best - 1, answers, bluff)
    return Verdict(worth[0], answers=answers, bluff=bluff)


def _compare(
    choice: Choice, number: int, task: Task, batches: range, *, whole: bool
) -> Steps[Playouts, Sequence[Seats], tuple[list[bool], list[bool]]]:
    """Whether the seat won by what it did and by another action, in the same new worlds.

    Without `whole` it stops once the other is certainly not better. It never stops because the
    other seems better: the most it has ever been ahead would be chance, in part.
    """
    done, other = list[bool](), list[bool]()
    actions = choice.done, choice.others[number - 1]
    for batch in batches:
        more = yield from _try_actions(choice, actions, task, batch + 1)
        done += more[0]
        other += more[1]
        gain, error = _gain(done, other)
        if not whole and gain + BEYOND_CHANCE * error < TRIFLE:
            break
    return done, other


def _try_actions(
    choice: Choice, actions: tuple[Action, ...], task: Task, batch: int
) -> Steps[Playouts, Sequence[Seats], list[list[bool]]]:
    """For each action, whether the seat won in each world."""
    count = task.worlds * len(actions)
    ends = yield Playouts(choice, actions, task.format, fork(task.rng, batch), count)
    won = [choice.seat in seats for seats in ends]
    return [won[number :: len(actions)] for number in range(len(actions))]


def _gain(done: list[bool], other: list[bool]) -> tuple[float, float]:
    """By how much the other action wins more often, and the standard error of that."""
    gains = [float(b) - float(a) for a, b in zip(done, other, strict=True)]
    # As if one world more had gone either way: a few that agree prove nothing.
    return fmean(gains), stdev([*gains, 1.0, -1.0]) / len(gains) ** 0.5


def _is_bluff(choice: Choice) -> bool:
    """Whether a Wild Draw Four was laid that a challenge would find wrong."""
    held, colour = choice.round.hands[choice.seat], choice.round.colour
    return _is_draw_four(choice.done) and colour is not None and holds_colour(held, colour)


def _is_draw_four(action: Action) -> bool:
    return isinstance(action, Play) and action.card.face is Face.WILD_DRAW_FOUR


def _best_honest(choice: Choice, means: list[float]) -> int | None:
    """Of the other actions, counted from 1, the best that is no Wild Draw Four either."""
    honest = [n for n, action in enumerate(choice.others, 1) if not _is_draw_four(action)]
    return max(honest, key=lambda number: means[number], default=None)


def _answers(choice: Choice, best: int, done: float, other: float) -> tuple[float, float] | None:
    """What accepting and challenging are worth, if these were the two compared."""
    match choice.done, choice.others[best - 1]:
        case Accept(), Challenge():
            return done, other
        case Challenge(), Accept():
            return other, done
        case _:
            return None  # a stack, which another card could go on
