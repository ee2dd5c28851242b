"""A finished game analysed: every position judged by rounds played on from it, then put together.

Each position is judged apart, by a generator forked for it, so that any number of processes find
the same.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from openuno.engine.actions import Challenge
from openuno.engine.legal import holds_colour
from openuno.engine.rng import Fast, fork
from openuno.engine.state import FacingDrawFour
from openuno.local.analysis.judging import Judged, Task, Verdict, judge
from openuno.local.analysis.positions import Choice, PlayedRound, Stage, read_rounds
from openuno.local.analysis.reasons import Comparison, action_words, find_reason, reason_text
from openuno.local.analysis.report import (
    Analysis,
    DrawFour,
    JudgedMove,
    Point,
    RoundReport,
    make_accounts,
    round_share,
)
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.record.reader import Record

WORLDS = 40
"""Deals that each position is played on from, unless told otherwise."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How deep to look: deals for each position, the seed of chance, and which round alone."""

    worlds: int = WORLDS
    seed: int = 0
    only: int | None = None
    processes: int = 1


DEFAULTS = Options()
Progress = Callable[[int, int], None]
"""Called with how many positions are judged, and of how many."""


class Plan(msgspec.Struct, frozen=True):
    """A game to analyse: its rounds, and every position to judge, in their order."""

    names: tuple[str, ...]
    options: Options
    rounds: tuple[PlayedRound, ...]
    tasks: tuple[Task, ...]


def analyse(
    record: Record, options: Options = DEFAULTS, progress: Progress | None = None
) -> Analysis:
    """Analyse a finished game, or one round of it; `CannotAnalyse` if there is none."""
    plan = make_plan(record, options)
    return put_together(plan, _judge_all(plan.tasks, options.processes, progress))


def make_plan(record: Record, options: Options = DEFAULTS) -> Plan:
    """What to judge in a finished game, or in one round of it; `CannotAnalyse` if there is none."""
    rounds = read_rounds(record, options.only)
    rng = Fast(options.seed)
    tasks = [
        Task(position, round.format, options.worlds, fork(rng, position.line, round.table, kind))
        for round in rounds
        for kind, position in _positions(round)
    ]
    return Plan(record.header.names, options, tuple(rounds), tuple(tasks))


def put_together(plan: Plan, judged: Iterable[Judged]) -> Analysis:
    """The analysis, from what was found for each task of the plan."""
    names, found = plan.names, iter(judged)
    reports = tuple(_report(round, found, names) for round in plan.rounds)
    accounts = make_accounts(names, reports)
    return Analysis(names, plan.options.worlds, plan.options.seed, reports, accounts)


def default_processes() -> int:
    """As many as there are processors, four at most."""
    return min(4, os.cpu_count() or 1)


def _positions(round: PlayedRound) -> Iterator[tuple[int, Stage | Choice]]:
    for stage in round.stages:
        yield 0, stage
    for choice in round.choices:
        yield 1, choice


def _judge_all(
    tasks: Sequence[Task], processes: int, progress: Progress | None
) -> Iterator[Judged]:
    if processes == 1:
        return _count(map(judge, tasks), len(tasks), progress)
    return _judge_apart(tasks, processes, progress)


def _judge_apart(
    tasks: Sequence[Task], processes: int, progress: Progress | None
) -> Iterator[Judged]:
    with open_bot_processes(processes) as pool:
        yield from _count(map_in_order(pool, judge, tasks, 4), len(tasks), progress)


def _count(found: Iterable[Judged], total: int, progress: Progress | None) -> Iterator[Judged]:
    for number, each in enumerate(found, start=1):
        if progress is not None:
            progress(number, total)
        yield each


def _report(round: PlayedRound, judged: Iterator[Judged], names: tuple[str, ...]) -> RoundReport:
    points, moves, draw_fours = list[Point](), list[JudgedMove](), list[DrawFour]()
    bluffs: dict[int, tuple[float, float] | None] = {}
    seats = tuple(names[player] for player in round.players)
    for _, position in _positions(round):
        found = next(judged)
        if isinstance(position, Stage):
            assert isinstance(found, tuple)
            points.append(Point(position.line, tuple(map(round_share, found))))
        else:
            assert isinstance(found, Verdict)
            moves.append(_move(position, found, round.players, seats))
            draw_fours += _draw_four(position, found, round.players, bluffs)
            bluffs[position.seat] = found.bluff
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
) -> JudgedMove:
    better = why = best = reason = None
    if verdict.best is not None:
        best = choice.others[verdict.best]
        better = action_words(best, seats)
        pair = Comparison(choice.round, choice.seat, choice.done, best, choice.memory)
        reason = find_reason(pair)
        why = reason_text(reason, seats)
    return JudgedMove(
        line=choice.line,
        player=players[choice.seat],
        action=action_words(choice.done, seats),
        value=round_share(verdict.value),
        cost=round_share(verdict.cost),
        better=better,
        why=why,
        best=best,
        reason=reason,
    )


def _draw_four(
    choice: Choice,
    verdict: Verdict,
    players: tuple[int, ...],
    bluffs: Mapping[int, tuple[float, float] | None],
) -> Iterator[DrawFour]:
    """The Wild Draw Four that this choice answers; `bluffs` has each seat's latest choice."""
    phase = choice.round.phase
    if verdict.answers is None or not isinstance(phase, FacingDrawFour):
        return
    accepting, challenging = verdict.answers
    bluff = bluffs.get(phase.by)
    bluffing, instead = (None, None) if bluff is None else map(round_share, bluff)
    yield DrawFour(
        line=choice.line,
        player=players[phase.by],
        victim=players[choice.seat],
        bluff=holds_colour(phase.held, phase.before),
        challenged=isinstance(choice.done, Challenge),
        accepting=round_share(accepting),
        challenging=round_share(challenging),
        bluffing=bluffing,
        instead=instead,
    )
