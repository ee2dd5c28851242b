"""`uno dataset`: plays the rounds in several processes, file by file, and writes the card."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from openuno.bots.registry import EXPERT, choose_kind
from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rules import check_seats
from openuno.lab.dataset.card import data_card, files_text
from openuno.lab.dataset.files import (
    FileSummary,
    count_files,
    file_count,
    remove_unfinished_files,
    write_file,
)
from openuno.lab.dataset.rounds import DatasetPlan
from openuno.lab.errors import CannotWrite, Stopped
from openuno.lab.progress import progress_bar
from openuno.lab.written_rules import write_rules
from openuno.local.bot_processes import map_as_done, open_bot_processes
from openuno.local.named_bots import find_bot
from openuno.version import __version__


def parse_plan(  # noqa: PLR0913 - as many as there are options
    rules: str,
    players: int,
    bots: str,
    *,
    rounds: int,
    seed: int,
    per_file: int,
    written: Sequence[str] = (),
) -> DatasetPlan:
    """The plan that the options describe."""
    words = bots.split(",")
    if len(words) not in (1, players):
        raise SetupError("bots", f"{len(words)} are named for {players} seats; name one or each")
    kinds = tuple(choose_kind(word.strip(), ()) for word in words)
    for kind in kinds:
        if kind == EXPERT:
            raise SetupError(
                "bots", f"{kind} plays by the clock, never twice the same; name {kind}:64"
            )
        find_bot(kind)
    if not 0 <= seed < 1 << 64:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    agreed = write_rules(parse_rules(rules), written)
    check_seats(agreed, players)
    seated = kinds if len(kinds) == players else kinds * players
    return DatasetPlan(agreed, seated, rounds, seed, per_file)


def write_dataset(
    plan: DatasetPlan, folder: Path, command: str, *, processes: int | None, as_json: bool
) -> None:
    """Write the data set into a new or empty folder, and print a summary."""
    _make_folder(folder)
    files = sorted(_write_files(plan, folder, processes or os.cpu_count() or 1))
    decisions = sum(file.decisions for file in files)
    card = data_card(plan, command, files=len(files), decisions=decisions)
    summary = {
        "folder": str(folder),
        "openuno": __version__,
        "rules": rules_text(plan.rules),
        "bots": plan.bots,
        "seed": plan.seed,
        "rounds": plan.rounds,
        "decisions": decisions,
        "bytes": sum(file.bytes for file in files),
        "files": [file._asdict() for file in files],
    }
    with _refuse_write_errors(folder):
        (folder / "README.md").write_text(card, encoding="utf-8")
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        out.out(msgspec.json.format(msgspec.json.encode(summary)).decode(), highlight=False)
    else:
        size = sum(file.bytes for file in files) / 1e6
        out.print(
            f"{plan.rounds:,} rounds, {decisions:,} decisions, {files_text(len(files))},"
            f" {size:,.1f} MB in {folder}; README.md says what they hold."
        )


def _make_folder(folder: Path) -> None:
    if folder.is_file():
        raise CannotWrite(f"{folder} is a file; name a new folder")
    with _refuse_write_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise CannotWrite(f"{folder} is not empty; name a new folder")


def _write_files(plan: DatasetPlan, folder: Path, processes: int) -> Iterator[FileSummary]:
    numbers = range(file_count(plan))
    write = partial(write_file, plan, folder=folder)
    bar = progress_bar(
        TextColumn("playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("files"),
        TimeRemainingColumn(),
    )
    try:
        with bar, _refuse_write_errors(folder):
            yield from bar.track(_run(write, numbers, processes), total=len(numbers))
    except KeyboardInterrupt:
        done = count_files(folder)
        raise Stopped(f"stopped after {done} of {len(numbers)} files, in {folder}") from None
    finally:
        remove_unfinished_files(folder)


def _run(write: "partial[FileSummary]", numbers: range, processes: int) -> Iterator[FileSummary]:
    processes = min(processes, len(numbers))
    if processes == 1:
        yield from map(write, numbers)
        return
    with open_bot_processes(processes) as pool:
        for _, summary in map_as_done(pool, write, numbers, 2 * processes):
            yield summary


@contextmanager
def _refuse_write_errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotWrite(f"cannot write to {folder}: {error.strerror or error}") from None
