"""A finished game analysed: every position judged by rounds played on from it, then put together.

Each position is judged apart, by a generator forked for it, so that any number of processes find
the same.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from statistics import fmean, stdev

import msgspec

from openuno.engine.actions import Accept, Challenge
from openuno.engine.legal import holds_colour
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.state import FacingDrawFour
from openuno.game.formats import Format
from openuno.local.analysis.positions import Choice, PlayedRound, Stage, read_rounds
from openuno.local.analysis.reasons import action_words, explain
from openuno.local.analysis.report import (
    Analysis,
    DrawFour,
    Move,
    Point,
    RoundReport,
    make_accounts,
    round_share,
)
from openuno.local.analysis.rollouts import chances, outcomes
from openuno.local.bot_processes import open_bot_processes
from openuno.record.reader import Record

WORLDS = 40
"""Deals that each position is played on from, unless told otherwise."""
BATCHES = 6
"""How many times as many deals are played, at most, before another action is called better."""
BEYOND_CHANCE = 3.0
"""Standard errors by which it must be better: fewer would call good moves mistakes by chance."""
TRIFLE = 0.03
"""What costs less than this, beyond chance, is not looked into any further."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How deep to look: deals for each position, the seed of chance, and which round alone."""

    worlds: int = WORLDS
    seed: int = 0
    only: int | None = None
    processes: int = 1


DEFAULTS = Options()
Progress = Callable[[int, int], None]
"""Called with how many positions are judged, and of how many."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """What a choice was worth; `best` is another action if that is worth more, beyond chance."""

    value: float
    cost: float = 0.0
    best: int | None = None
    answers: tuple[float, float] | None = None
    """Facing a Wild Draw Four: what accepting and challenging are worth."""


class Task(msgspec.Struct, frozen=True, gc=False):
    """One position to judge, in any process."""

    position: Stage | Choice
    format: Format
    worlds: int
    rng: Generator


Judged = tuple[float, ...] | Verdict


def analyse(
    record: Record, options: Options = DEFAULTS, progress: Progress | None = None
) -> Analysis:
    """Analyse a finished game, or one round of it; `CannotAnalyse` if there is none."""
    rounds = read_rounds(record, options.only)
    rng = Fast(options.seed)
    tasks = [
        Task(position, round.format, options.worlds, fork(rng, position.line, round.table, kind))
        for round in rounds
        for kind, position in _positions(round)
    ]
    judged = _judge_all(tasks, options.processes, progress)
    names = record.header.names
    reports = tuple(_report(round, judged, names) for round in rounds)
    return Analysis(names, options.worlds, options.seed, reports, make_accounts(names, reports))


def default_processes() -> int:
    """As many as there are processors, four at most."""
    return min(4, os.cpu_count() or 1)


def judge(task: Task) -> Judged:
    """The chances of everyone at a stage, or what a choice was worth."""
    position = task.position
    if isinstance(position, Stage):
        return chances(position.round, task.format, task.worlds, task.rng)
    return _judge_choice(position, task)


def _positions(round: PlayedRound) -> Iterator[tuple[int, Stage | Choice]]:
    for stage in round.stages:
        yield 0, stage
    for choice in round.choices:
        yield 1, choice


def _judge_all(tasks: list[Task], processes: int, progress: Progress | None) -> Iterator[Judged]:
    if processes == 1:
        return _count(map(judge, tasks), len(tasks), progress)
    return _judge_apart(tasks, processes, progress)


def _judge_apart(tasks: list[Task], processes: int, progress: Progress | None) -> Iterator[Judged]:
    with open_bot_processes(processes) as pool:
        yield from _count(pool.map(judge, tasks, chunksize=4), len(tasks), progress)


def _count(found: Iterable[Judged], total: int, progress: Progress | None) -> Iterator[Judged]:
    for number, each in enumerate(found, start=1):
        if progress is not None:
            progress(number, total)
        yield each


def _judge_choice(choice: Choice, task: Task) -> Verdict:
    """First every action in a few worlds; then what seems best against what was done, in more.

    The second worlds are others: the action that seems best of many owes some of that to chance.
    """
    every = (choice.done, *choice.others)
    first = outcomes(choice, every, task.format, task.worlds, fork(task.rng, 0))
    means = [fmean(won) for won in first]
    best = max(range(1, len(every)), key=lambda number: means[number])
    is_draw_four = isinstance(choice.round.phase, FacingDrawFour)
    if means[best] <= means[0] and not is_draw_four:
        return Verdict(means[0])
    done, other = list[bool](), list[bool]()
    gain = error = 0.0
    for batch in range(1, BATCHES + 1):
        pair = (choice.done, every[best])
        more = outcomes(choice, pair, task.format, task.worlds, fork(task.rng, batch))
        done += more[0]
        other += more[1]
        gain, error = _compare(done, other)
        if abs(gain) > BEYOND_CHANCE * error or gain + BEYOND_CHANCE * error < TRIFLE:
            break
    answers = _answers(choice, best, fmean(done), fmean(other)) if is_draw_four else None
    if gain > BEYOND_CHANCE * error:
        return Verdict(fmean(done), gain, best - 1, answers)
    return Verdict(fmean(done), answers=answers)


def _compare(done: list[bool], other: list[bool]) -> tuple[float, float]:
    """By how much the other action wins more often, and the standard error of that."""
    gains = [float(b) - float(a) for a, b in zip(done, other, strict=True)]
    # As if one world more had gone either way: a few that agree prove nothing.
    return fmean(gains), stdev([*gains, 1.0, -1.0]) / len(gains) ** 0.5


def _answers(choice: Choice, best: int, done: float, other: float) -> tuple[float, float] | None:
    """What accepting and challenging are worth, if these were the two compared."""
    match choice.done, choice.others[best - 1]:
        case Accept(), Challenge():
            return done, other
        case Challenge(), Accept():
            return other, done
        case _:
            return None  # a stack, which another card could go on


def _report(round: PlayedRound, judged: Iterator[Judged], names: tuple[str, ...]) -> RoundReport:
    points, moves, draw_fours = list[Point](), list[Move](), list[DrawFour]()
    seats = tuple(names[player] for player in round.players)
    for _, position in _positions(round):
        found = next(judged)
        if isinstance(position, Stage):
            assert isinstance(found, tuple)
            points.append(Point(position.line, tuple(map(round_share, found))))
        else:
            assert isinstance(found, Verdict)
            moves.append(_move(position, found, round.players, seats))
            draw_fours += _draw_four(position, found, round.players)
    return RoundReport(
        number=round.number,
        table=round.table,
        players=round.players,
        winners=round.winners,
        points=tuple(points),
        moves=tuple(moves),
        draw_fours=tuple(draw_fours),
    )


def _move(
    choice: Choice, verdict: Verdict, players: tuple[int, ...], seats: tuple[str, ...]
) -> Move:
    better = why = None
    if verdict.best is not None:
        best = choice.others[verdict.best]
        better = action_words(best, seats)
        why = explain(choice.round, choice.seat, choice.done, best, seats)
    return Move(
        line=choice.line,
        player=players[choice.seat],
        action=action_words(choice.done, seats),
        value=round_share(verdict.value),
        cost=round_share(verdict.cost),
        better=better,
        why=why,
    )


def _draw_four(choice: Choice, verdict: Verdict, players: tuple[int, ...]) -> Iterator[DrawFour]:
    phase = choice.round.phase
    if verdict.answers is None or not isinstance(phase, FacingDrawFour):
        return
    accepting, challenging = verdict.answers
    yield DrawFour(
        line=choice.line,
        player=players[phase.by],
        victim=players[choice.seat],
        bluff=holds_colour(phase.held, phase.before),
        challenged=isinstance(choice.done, Challenge),
        accepting=round_share(accepting),
        challenging=round_share(challenging),
    )
