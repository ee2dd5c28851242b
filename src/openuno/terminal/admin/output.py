"""What the server answers, as tables for people."""

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


def print_json(answer: Any) -> None:
    """Print the answer for programs."""
    click.echo(json.dumps(answer, ensure_ascii=False))


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[object]], nothing: str) -> None:
    """Print a table, or that there is nothing; what people wrote is never read as markup."""
    shown_rows = [[value_text(value) for value in row] for row in rows]
    if not shown_rows:
        click.echo(nothing)
        return
    console = Console(highlight=False)
    if not console.is_terminal:
        # Nothing is cut or wrapped where a program reads.
        for row in (list(columns), *shown_rows):
            click.echo("\t".join(row))
        return
    table = Table(*columns, box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for row in shown_rows:
        table.add_row(*map(Text, row))
    console.print(table)


def print_facts(facts: Iterable[tuple[str, object]]) -> None:
    """Print names and values, one to a line."""
    for name, value in facts:
        click.echo(f"{name:<14}{value_text(value)}")


def value_text(value: object) -> str:
    """A value as a person reads it, on one line."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(map(value_text, value)) or "-"
        case _:
            return "".join(sign if sign.isprintable() else " " for sign in str(value))


def time_text(milliseconds: int | None) -> str:
    """A time of the server by the clock of this machine."""
    if milliseconds is None:
        return "-"
    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
