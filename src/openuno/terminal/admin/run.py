"""The subcommands of `uno admin`: each asks the server and prints its answer."""

import re
from collections.abc import Callable
from typing import Any

import click

from openuno.terminal.admin.client import AdminClient, AdminError, path_part
from openuno.terminal.admin.output import (
    print_facts,
    print_json,
    print_rows,
    time_text,
    value_text,
)

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


def list_bans(client: AdminClient, *, as_json: bool) -> None:
    """Print who is banned."""
    answer = client.get("bans")
    columns = ("person", "address", "since", "until", "reason")
    rows = [
        [
            each["person"],
            each["address"],
            time_text(each["since"]),
            time_text(each["until"]),
            each["reason"] or None,
        ]
        for each in answer["bans"]
    ]
    _print(answer, lambda: print_rows(columns, rows, "Nobody is banned."), as_json)


def ban(
    client: AdminClient, who: str, *, minutes: int | None, reason: str | None, as_json: bool
) -> None:
    """Ban a person by id, or everyone at an address."""
    kind = who_is_meant(who)
    answer = client.post("bans", **{kind: who}, minutes=minutes, reason=reason)
    until = f"until {time_text(answer['until'])}" if answer["until"] else "for good"
    _print(answer, lambda: click.echo(f"Banned {answer[kind]} {until}."), as_json)


def unban(client: AdminClient, who: str, *, as_json: bool) -> None:
    """Let a person or an address in again."""
    client.delete("bans", **{who_is_meant(who): who})
    _print({"unbanned": who}, lambda: click.echo(f"{who} is no longer banned."), as_json)


def drain(client: AdminClient, state: str | None, *, minutes: int | None, as_json: bool) -> None:
    """Open no new tables, or open them again; without a word, say which holds."""
    match state:
        case "on":
            answer = client.put("drain", minutes=minutes)
        case "off":
            answer = client.delete("drain")
        case _:
            answer = client.get("drain")
    until = f" until {time_text(answer['until'])}" if answer["until"] else ""
    sentence = (
        f"No new tables are opened{until}; games in progress go on."
        if answer["draining"]
        else "New tables can be opened."
    )
    _print(answer, lambda: click.echo(sentence), as_json)


def announce(
    client: AdminClient, text: str | None, *, minutes: int | None, end: bool, as_json: bool
) -> None:
    """Tell everyone something, or take it back; without a text, say what they read."""
    if end:
        answer = client.delete("announcement")
    elif text is not None:
        answer = client.put("announcement", text=text, minutes=minutes)
    else:
        answer = client.get("announcement")
    until = f" until {time_text(answer['until'])}" if answer["until"] else ""
    said = value_text(answer["text"])
    sentence = f"Everyone reads{until}: {said}" if answer["text"] else "Nothing is announced."
    _print(answer, lambda: click.echo(sentence), as_json)


def list_reports(client: AdminClient, *, most: int, as_json: bool) -> None:
    """Print what people have told the operator about others."""
    answer = client.get("reports", most=most)

    def show() -> None:
        for each in answer["reports"]:
            when, code = time_text(each["at"]), each["code"]
            by, about = (
                f"{value_text(each[f'{who}_name'])} ({each[who]})"
                for who in ("reporter", "reported")
            )
            click.echo(f"{each['id']}  {when}  table {code}: {by} reports {about}")
            if each["text"]:
                click.echo(f"  {value_text(each['text'])}")
            for line in each["lines"]:
                click.echo(f"    {value_text(line)}")
        if not answer["reports"]:
            click.echo("There are no reports.")

    _print(answer, show, as_json)


def clear_report(client: AdminClient, report: str, *, as_json: bool) -> None:
    """Delete a report that is dealt with."""
    client.delete(f"reports/{path_part(report)}")
    _print({"cleared": report}, lambda: click.echo(f"Report {report} is cleared."), as_json)


def prune_tables(client: AdminClient, *, days: int, dry_run: bool, as_json: bool) -> None:
    """Delete old tables, as often as it takes, or say how many there are."""
    answer = client.post("prune", days=days, dry_run=dry_run)
    deleted = answer["deleted"]
    while answer["tables"] and answer["deleted"]:
        answer = client.post("prune", days=days, dry_run=dry_run)
        deleted += answer["deleted"]
    answer["deleted"] = deleted
    sentence = (
        f"Tables to delete: {answer['tables']}, with games: {answer['games']}."
        if dry_run
        else f"Tables deleted: {deleted}."
    )
    _print(answer, lambda: click.echo(sentence), as_json)


def export_person(client: AdminClient, person: str) -> None:
    """Print everything that is kept about a person, as JSON."""
    print_json(client.get(f"people/{path_part(person)}"))


def forget_person(client: AdminClient, person: str, *, as_json: bool) -> None:
    """Delete a person."""
    client.delete(f"people/{path_part(person)}")
    _print({"deleted": person}, lambda: click.echo(f"{person} is deleted."), as_json)


def who_is_meant(who: str) -> str:
    """Whether a word names a `person` or an `address`; or `AdminError`."""
    if "." in who or ":" in who:
        return "address"
    if not re.fullmatch("[0-9a-z]{1,64}", who):
        raise AdminError(
            f"{who} is neither the id of a person nor an IP address; see uno admin people"
        )
    return "person"


def _print(answer: Any, show: Callable[[], None], as_json: bool) -> None:
    if as_json:
        print_json(answer)
    else:
        show()
