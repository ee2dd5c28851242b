"""`uno event`: an evening for many people with real cards."""

import time
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from openuno.cli import options
from openuno.cli.errors import refuse_on
from openuno.cli.help import Group
from openuno.cli.values import Number, Word

if TYPE_CHECKING:
    from openuno.event.commands import Command
    from openuno.event.settings import Kind

event_file = click.option(
    "--file",
    "-f",
    "path",
    type=options.PATH,
    metavar="FILE",
    help="The event; without it, the one used last.",
)
sitting_number = click.option(
    "--sitting",
    type=Number(),
    metavar="N",
    help="A sitting by its number; without it, the one that can be meant.",
)
table_number = click.argument("table", type=Number(), metavar="TABLE")
table_points = click.argument("points", nargs=-1, required=True, metavar="POINTS...")
names_given = click.argument("names", nargs=-1, required=True, metavar="NAME...")


@click.group(
    cls=Group,
    examples=(
        "uno event create Ann Ben Cem Dee --rounds 4",
        "uno event draw",
        "uno event points 1 40 0",
        "uno event standings",
    ),
)
def event() -> None:
    """Run an evening for 4 to 60 people with real cards: tables, clock, points, standings."""


@event.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--title", metavar="TITLE", default="UNO evening", show_default=True, help="What it is called."
)
@click.option(
    "--kind",
    metavar="KIND",
    type=Word("rotating", "swiss", "knock-out", "teams", "ladder"),
    default="rotating",
    show_default=True,
    help="Who plays whom: rotating, swiss, knock-out, teams or ladder.",
)
@click.option("--names-file", type=options.PATH, metavar="FILE", help="More names, one on a line.")
@click.option("--team", "teams", multiple=True, metavar="NAME,NAME", help="People who stay a team.")
@click.option("--team-size", type=Number(), metavar="N", help="People in a team, 1 to 5.")
@click.option(
    "--table-size", type=Number(), metavar="N", help="Seats at a table where each plays alone."
)
@click.option("--cycles", type=Number(), metavar="N", help="How often everyone meets everyone.")
@click.option("--sittings", type=Number(), metavar="N", help="How many sittings to play.")
@click.option(
    "--rounds",
    type=Number(),
    metavar="N",
    default=4,
    show_default=True,
    help="Rounds in a sitting.",
)
@click.option("--minutes", type=Number(), metavar="N", help="Time for a sitting; else no clock.")
@click.option("--when-ready", is_flag=True, help="Each table starts when its people are free.")
@click.option("--duplicate", is_flag=True, help="Same deals everywhere, scored against the field.")
@click.option("--seed", type=Number(), metavar="N", help="To draw the same tables again.")
@click.option("--file", "-f", "path", type=options.PATH, metavar="FILE", help="Where to keep it.")
@options.as_json
def create(
    names: tuple[str, ...],
    *,
    title: str,
    kind: str,
    names_file: Path | None,
    teams: tuple[str, ...],
    team_size: int | None,
    table_size: int | None,
    cycles: int | None,
    sittings: int | None,
    rounds: int,
    minutes: int | None,
    when_ready: bool,
    duplicate: bool,
    seed: int | None,
    path: Path | None,
    as_json: bool,
) -> None:
    """Set up an event with these people; more can join later."""
    from openuno.event.commands import AddPeople, FormTeam
    from openuno.event.settings import EventSettings, Pace, check_bounds
    from openuno.terminal.event import run

    with _refuse():
        people = run.parse_names(names)
        if names_file is not None:
            people += run.read_names(names_file)
        if seed is not None:
            check_bounds("seed", seed, 0, 2**63 - 1)
        settings = EventSettings(
            title,
            _kind(kind, team_size=team_size, table_size=table_size, cycles=cycles),
            rounds=rounds,
            minutes=minutes,
            sittings=sittings,
            pace=Pace.READY if when_ready else Pace.TOGETHER,
            duplicate=duplicate,
        )
        commands: list[Command] = [AddPeople(people)] if people else []
        commands += [FormTeam(run.parse_names((team,))) for team in teams]
        run.create(path, settings, commands, seed=seed, as_json=as_json)


@event.command()
@event_file
@options.as_json
def show(path: Path | None, *, as_json: bool) -> None:
    """Show the tables, the clock and what to do next."""
    from openuno.terminal.event import run

    with _refuse():
        run.show(path, as_json=as_json)


@event.command()
@names_given
@event_file
@options.as_json
def join(names: tuple[str, ...], path: Path | None, *, as_json: bool) -> None:
    """Let people join, also late, or come back under their name."""
    from openuno.event.commands import AddPeople
    from openuno.terminal.event import run

    _apply(path, AddPeople(run.parse_names(names)), as_json=as_json)


@event.command()
@names_given
@event_file
@options.as_json
def leave(names: tuple[str, ...], path: Path | None, *, as_json: bool) -> None:
    """Let people leave; their points stay."""
    from openuno.event.commands import RemovePeople
    from openuno.terminal.event import run

    _apply(path, RemovePeople(run.parse_names(names)), as_json=as_json)


@event.command()
@click.argument("name")
@click.argument("new_name")
@event_file
@options.as_json
def rename(name: str, new_name: str, path: Path | None, *, as_json: bool) -> None:
    """Correct the spelling of a name."""
    from openuno.event.commands import RenamePerson

    _apply(path, RenamePerson(name, new_name), as_json=as_json)


@event.command()
@names_given
@event_file
@options.as_json
def team(names: tuple[str, ...], path: Path | None, *, as_json: bool) -> None:
    """Put people in a team; the others are teamed up by lot."""
    from openuno.event.commands import FormTeam
    from openuno.terminal.event import run

    _apply(path, FormTeam(run.parse_names(names)), as_json=as_json)


@event.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--again", is_flag=True, help="Take the last draw back and draw once more.")
@event_file
@options.as_json
def draw(names: tuple[str, ...], *, again: bool, path: Path | None, as_json: bool) -> None:
    """Draw the next tables; on a ladder you may name who plays."""
    from openuno.terminal.event import run

    with _refuse():
        run.draw(path, run.parse_names(names), again=again, as_json=as_json)


@event.command()
@click.argument("name")
@click.argument("other_name")
@event_file
@options.as_json
def swap(name: str, other_name: str, path: Path | None, *, as_json: bool) -> None:
    """Let two people of the last draw change places.

    Their tables must not have started. Somebody who sits out can take a place, and teams change
    places as a whole.
    """
    from openuno.event.commands import SwapPlaces

    _apply(path, SwapPlaces(name, other_name), as_json=as_json)


@event.command()
@click.argument("tables", nargs=-1, type=Number(), metavar="[TABLE]...")
@sitting_number
@event_file
@options.as_json
def start(
    tables: tuple[int, ...], sitting: int | None, path: Path | None, *, as_json: bool
) -> None:
    """Start the clock of all tables, or of these."""
    from openuno.event.commands import Start

    now = int(time.time() * 1000)
    _apply(path, Start(now, tables, sitting), as_json=as_json)


@event.command()
@click.option("--watch", is_flag=True, help="Show it until the time is up; Ctrl-C ends it.")
@event_file
@options.as_json
def clock(path: Path | None, *, watch: bool, as_json: bool) -> None:
    """Show the time that is left at each table."""
    from openuno.terminal.event import run

    with _refuse():
        run.clock(path, watch=watch, as_json=as_json)


@event.command()
@table_number
@table_points
@sitting_number
@event_file
@options.as_json
def points(
    table: int, points: tuple[str, ...], sitting: int | None, path: Path | None, *, as_json: bool
) -> None:
    """Enter the points of a table: a number or a sum for each side.

    A sum looks like this: 40+0+65.
    """
    from openuno.event.commands import EnterResult
    from openuno.terminal.event import run

    with _refuse():
        command = EnterResult(table, run.parse_points(points), sitting)
        run.apply(path, command, as_json=as_json)


@event.command()
@table_number
@table_points
@sitting_number
@click.option("--reason", metavar="REASON", default="", help="Why, for the log.")
@event_file
@options.as_json
def correct(
    table: int,
    points: tuple[str, ...],
    sitting: int | None,
    reason: str,
    path: Path | None,
    *,
    as_json: bool,
) -> None:
    """Correct the points of a table; the log keeps both."""
    from openuno.event.commands import CorrectResult
    from openuno.terminal.event import run

    with _refuse():
        command = CorrectResult(table, run.parse_points(points), sitting, reason)
        run.apply(path, command, as_json=as_json)


@event.command()
@table_number
@sitting_number
@event_file
@options.as_json
def cancel(table: int, sitting: int | None, path: Path | None, *, as_json: bool) -> None:
    """Cancel a table that cannot be played.

    Its people are scored with the mean of the others.
    """
    from openuno.event.commands import CancelTable

    _apply(path, CancelTable(table, sitting), as_json=as_json)


@event.command()
@event_file
@options.as_json
def standings(path: Path | None, *, as_json: bool) -> None:
    """Show who is ahead."""
    from openuno.terminal.event import run

    with _refuse():
        run.standings(path, as_json=as_json)


@event.command()
@event_file
@options.as_json
def finish(path: Path | None, *, as_json: bool) -> None:
    """End the event; corrections stay possible."""
    from openuno.event.commands import Finish

    _apply(path, Finish(), as_json=as_json)


@event.command()
@click.option("--tables", is_flag=True, help="Every table instead of the standings.")
@click.option("--out", "-o", type=options.PATH, metavar="FILE", help="Write a file; else print.")
@event_file
@options.as_json
def results(*, tables: bool, out: Path | None, path: Path | None, as_json: bool) -> None:
    """Print or write the results as CSV, or the event as JSON."""
    from openuno.terminal.event import run

    with _refuse():
        run.print_results(path, tables=tables, out=out, as_json=as_json)


@event.command("print")
@click.argument("what", metavar="WHAT", type=Word("sheets", "cards", "standings", "deals"))
@click.argument("out", type=options.PATH, metavar="FILE")
@sitting_number
@event_file
def print_page(what: str, out: Path, sitting: int | None, path: Path | None) -> None:
    """Write score sheets, table cards, the standings or the deals to print.

    WHAT is sheets, cards, standings or, for a duplicate event, deals:
    the order of the deck for each round.
    The file is HTML; print it from a browser, on A4 or Letter.
    """
    from openuno.terminal.event import run

    with _refuse():
        run.print_page(path, what, out, sitting)


@event.command()
@event_file
@options.as_json
def log(path: Path | None, *, as_json: bool) -> None:
    """Show every step so far, also what was corrected."""
    from openuno.terminal.event import run

    with _refuse():
        run.log(path, as_json=as_json)


def _apply(path: Path | None, command: "Command", *, as_json: bool) -> None:
    from openuno.terminal.event import run

    with _refuse():
        run.apply(path, command, as_json=as_json)


def _refuse() -> AbstractContextManager[None]:
    from openuno.event.refusals import EventRefused
    from openuno.terminal.event.file import CannotKeepEvent
    from openuno.terminal.event.run import CannotUse

    return refuse_on(EventRefused, CannotKeepEvent, CannotUse)


def _kind(name: str, **numbers: int | None) -> "Kind":
    """The kind of this name; a number that it does not have is refused."""
    from openuno.event.settings import KINDS
    from openuno.terminal.event.run import CannotUse

    kind = KINDS[name]
    given = {key: value for key, value in numbers.items() if value is not None}
    for key in given:
        if key not in kind.__struct_fields__:
            raise CannotUse(f"a {name} event has no --{key.replace('_', '-')}; leave it out")
    return kind(**given)
