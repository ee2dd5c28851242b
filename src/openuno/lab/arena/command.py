"""`uno arena`: options in; a report in the terminal, as JSON and as a page out."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import chain, starmap
from pathlib import Path
from time import perf_counter

import msgspec
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeRemainingColumn

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast, fork
from openuno.lab.arena.answers import Tally
from openuno.lab.arena.contestants import find_contestant
from openuno.lab.arena.decisions import list_tables
from openuno.lab.arena.folder import read_folder, read_record_file
from openuno.lab.arena.generated_rules import RuleSet, generate_rules
from openuno.lab.arena.matches import (
    Outcome,
    PlayedRound,
    play_matches,
    price_player,
    price_round,
)
from openuno.lab.arena.page import report_page
from openuno.lab.arena.prices import default_processes, open_pricing
from openuno.lab.arena.report import Report, report_json, report_tables
from openuno.lab.arena.schedule import Plan, ScheduledRound, check_plan, record_name
from openuno.lab.arena.seat import ContestantSeat
from openuno.lab.commands import Files, check_files, refuse_write_errors
from openuno.lab.errors import CannotWrite, LabError, Stopped
from openuno.lab.progress import progress_bar
from openuno.lab.written_rules import write_rules
from openuno.record.reader import Record, record_bytes

_GENERATED = re.compile(r"generated:(\d{1,3})")


class Output(msgspec.Struct, frozen=True):
    """Where the report goes, besides the terminal."""

    as_json: bool = False
    html: Path | None = None
    records: Path | None = None
    command: str = ""


def parse_rule_sets(
    edition: str, switches: Sequence[str], written: Sequence[str], generated: str | None, seed: int
) -> tuple[RuleSet, ...]:
    """The rules that are played: those of the options, or generated ones."""
    if generated is None:
        rules = write_rules(parse_rules("+".join([edition, *switches])), written)
        return (RuleSet(rules, tuple(written)),)
    found = _GENERATED.fullmatch(generated)
    if found is None:
        raise SetupError(
            "rules", f"--rules takes generated:N, such as generated:4, not {generated!r}"
        )
    if switches or written:
        raise SetupError("rules", "generated rules have their own switches; leave the others out")
    return generate_rules(int(found[1]), seed)


def print_arena(
    name: str, plan: Plan, seconds: float, output: Output, processes: int | None
) -> int:
    """Let a player play and print how well it did; 1 where it was out before the end, else 0."""
    check_plan(plan)
    _check_output(output)
    began = perf_counter()
    with closing(find_contestant(name, seconds)) as contestant:
        seat = ContestantSeat(contestant)
        pricing = open_pricing(_count(processes), plan.worlds, plan.tables)
        with _progress_bar(plan.rounds, "rounds") as advance, pricing as price_all:

            def on_round(found: PlayedRound, record: Record | None) -> None:
                if record is not None and output.records is not None:
                    _write_record(output.records, plan, found, record)
                advance()

            outcome = play_matches(seat, plan, price_all, on_round)
    report = Report(
        player=name,
        rounds=outcome.rounds,
        worlds=plan.worlds,
        seed=plan.seed,
        plan=plan,
        outcome=outcome,
        seconds_per_answer=seconds,
    )
    _print(report, output, perf_counter() - began)
    return 0 if outcome.stopped is None else 1


def print_prices(  # noqa: PLR0913 - as many as the command has
    name: str,
    files: Sequence[Path],
    output: Output,
    *,
    worlds: int,
    seed: int,
    processes: int | None,
) -> None:
    """Price the decisions of a player in recorded games, wherever they were played."""
    _check_output(output)
    began = perf_counter()
    records = [_read(file, name) for file in files]
    rounds: list[PlayedRound] = []
    tables = chain.from_iterable(starmap(list_tables, records))
    pricing = open_pricing(_count(processes), worlds, tables)
    with _progress_bar(len(records), "records") as advance, pricing as price_all:
        for number, (record, player) in enumerate(records):
            rng = fork(Fast(seed), number)
            for found in price_player(record, player, worlds, rng, price_all):
                number_of_round = len(rounds)  # each round of a record is a deal of its own
                rounds.append(
                    PlayedRound("", 0, number_of_round, player, found.won, found.decisions)
                )
            advance()
    report = Report(name, tuple(rounds), worlds, seed, files=tuple(map(str, files)))
    _print(report, output, perf_counter() - began)


def print_folder(
    name: str, path: Path, output: Output, *, worlds: int, processes: int | None
) -> int:
    """Price the rounds that an assistant played in `uno mcp --arena`; 1 where some are missing."""
    _check_output(output)
    began = perf_counter()
    folder = read_folder(path, worlds)
    plan = folder.plan
    if name != folder.player:
        raise LabError(f"{path}: {folder.player} played there, not {name}")
    finished = list(folder.finished_rounds())
    if not finished:
        raise LabError(f"{path}: none of its {plan.rounds} rounds has been played to its end yet")
    rounds: list[PlayedRound] = []
    tallies: list[tuple[ScheduledRound, Tally]] = []
    pricing = open_pricing(_count(processes), worlds, plan.tables)
    with _progress_bar(len(finished), "rounds") as advance, pricing as price_all:
        for round, record in finished:
            rounds.append(price_round(plan, round, record, price_all))
            tallies.append((round, folder.read_tally(round)))
            advance()
    report = Report(
        player=name,
        rounds=tuple(rounds),
        worlds=worlds,
        seed=plan.seed,
        plan=plan,
        outcome=Outcome(tuple(rounds), tuple(tallies), None),
        files=(str(path),),
    )
    _print(report, output, perf_counter() - began)
    return 1 if report.missing else 0


def _count(processes: int | None) -> int:
    return default_processes() if processes is None else processes


def _print(report: Report, output: Output, seconds: float) -> None:
    out = Console(highlight=False, soft_wrap=True, markup=False)
    if output.as_json:
        out.out(report_json(report, seconds), highlight=False)
    else:
        for piece in report_tables(report):
            out.print(piece)
            out.print()
    if output.html is not None:
        with refuse_write_errors(output.html):
            output.html.write_text(report_page(report, output.command), encoding="utf-8")


def _check_output(output: Output) -> None:
    check_files(Files(html=output.html))
    folder = output.records
    if folder is None:
        return
    if folder.is_file():
        raise CannotWrite(f"{folder} is a file; name a folder")
    with refuse_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise CannotWrite(f"{folder} cannot be written to: permission denied")


def _write_record(folder: Path, plan: Plan, found: PlayedRound, record: Record) -> None:
    """One file for each round; one that is there already is not written over."""
    opponent = plan.against.index(found.against)
    round = ScheduledRound(opponent, found.rule_set, found.deal, found.seat)
    path = folder / f"{record_name(plan, round)}.uno"
    with refuse_write_errors(path), path.open("xb") as file:
        file.write(record_bytes(record))


def _read(file: Path, name: str) -> tuple[Record, int]:
    """A finished record, and which player is priced."""
    record = read_record_file(file)
    if record.header.seat is not None:
        raise LabError(f"{file}: it has only what one player knew; price the whole record")
    names = record.header.names
    if name not in names:
        raise LabError(f"{file}: nobody is called {name!r}; there are {', '.join(names)}")
    return record, names.index(name)


@contextmanager
def _progress_bar(total: int, units: str) -> Iterator[Callable[[], None]]:
    """A bar on stderr, if that is a terminal; Ctrl-C says how far it was."""
    bar = progress_bar(
        TextColumn("playing and pricing"),
        BarColumn(),
        TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(),
    )
    done = 0

    def advance() -> None:
        nonlocal done
        done += 1
        bar.advance(task)

    try:
        with bar:
            task = bar.add_task("", total=total)
            yield advance
    except KeyboardInterrupt:
        raise Stopped(f"stopped after {done} of {total} {units}") from None
