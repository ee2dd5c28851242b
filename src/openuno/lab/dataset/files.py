"""Decisions as Parquet files; only the rounds of one of them are in memory."""

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from arro3.core import Array, DataType, Table
from arro3.io import write_parquet

from openuno.lab.dataset.rounds import DatasetPlan, record_round
from openuno.lab.dataset.rows import COLUMNS, Row
from openuno.lab.errors import LabError
from openuno.local.bot_player import BotError
from openuno.local.matches import PlayTooLong

_TYPES = {
    "bool": DataType.bool(),
    "int8": DataType.int8(),
    "int16": DataType.int16(),
    "int32": DataType.int32(),
    "int64": DataType.int64(),
    "uint64": DataType.uint64(),
    "string": DataType.string(),
}


_UNFINISHED = ".part"


class FileSummary(NamedTuple):
    """One file and what is in it."""

    name: str
    rounds: int
    decisions: int
    bytes: int


def file_count(plan: DatasetPlan) -> int:
    """How many files the data set has."""
    return -(-plan.rounds // plan.rounds_per_file)


def file_name(number: int) -> str:
    """The name of one file, by its number from 0."""
    return f"rounds-{number:05}.parquet"


def count_files(folder: Path) -> int:
    """How many files of a data set are there."""
    return len(list(folder.glob("rounds-*.parquet")))


def remove_unfinished_files(folder: Path) -> None:
    """Remove what was being written when the work was stopped."""
    for path in folder.glob(f"rounds-*{_UNFINISHED}"):
        with suppress(OSError):
            path.unlink()


def write_file(plan: DatasetPlan, number: int, folder: Path) -> FileSummary:
    """Play the rounds of one file and write it; it has its name only once it is whole."""
    first = number * plan.rounds_per_file
    rounds = range(first, min(first + plan.rounds_per_file, plan.rounds))
    try:
        rows = [row for each in rounds for row in record_round(plan, each)]
    except (BotError, PlayTooLong) as error:
        raise LabError(str(error)) from None
    path = folder / file_name(number)
    beside = path.with_suffix(_UNFINISHED)
    write_parquet(_table(rows), beside, compression="zstd(6)", created_by="openuno")
    beside.replace(path)
    return FileSummary(path.name, len(rounds), len(rows), path.stat().st_size)


def _table(rows: list[Row]) -> Table:
    arrays = [
        Array([row[name] for row in rows], _TYPES[column.type]) for name, column in COLUMNS.items()
    ]
    return Table.from_arrays(arrays, names=list(COLUMNS))
