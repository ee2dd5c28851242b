"""The subcommands of `uno admin`: each asks the server and prints its answer."""

from collections.abc import Callable
from typing import Any

import click

from openuno.terminal.admin.client import AdminClient, path_part
from openuno.terminal.admin.output import print_facts, print_json, print_rows, time_text

_STATISTICS = (
    *("tables", "playing", "archived", "people", "events", "games"),
    *("processes", "process", "connections", "connected", "version"),
)


def show_statistics(client: AdminClient, *, as_json: bool) -> None:
    """Print what the server holds and who is connected."""
    answer = client.get("statistics")
    rows = [(name, answer[name]) for name in _STATISTICS]
    _print(answer, lambda: print_facts([*rows, ("since", time_text(answer["since"]))]), as_json)


def list_tables(client: AdminClient, *, most: int, archived: bool, as_json: bool) -> None:
    """Print every table, also private ones."""
    answer = client.get("tables", most=most, archived=archived or None)
    columns = ("code", "state", "public", "host", "people", "names", "format", "touched")
    rows = [
        [*(each[name] for name in columns[:-1]), time_text(each["touched"])]
        for each in answer["tables"]
    ]
    _print(answer, lambda: print_rows(columns, rows, "There are no tables."), as_json)


def list_people(client: AdminClient, *, most: int, as_json: bool) -> None:
    """Print who is connected to the process that answers."""
    answer = client.get("people", most=most)
    columns = ("guest", "name", "address", "table")
    rows = [[each[name] for name in columns] for each in answer["people"]]

    def show() -> None:
        print_rows(columns, rows, "Nobody is connected.")
        if answer["more"]:
            click.echo(f"and {answer['more']} more; see --most")

    _print(answer, show, as_json)


def close_table(client: AdminClient, code: str, *, as_json: bool) -> None:
    """Close a table for good."""
    client.delete(f"tables/{path_part(code)}")
    code = code.upper()
    _print({"closed": code}, lambda: click.echo(f"Table {code} is closed."), as_json)


def _print(answer: Any, show: Callable[[], None], as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        show()
