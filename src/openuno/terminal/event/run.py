"""What each `uno event` command does: open the file, ask, write, print."""

import secrets
import time
from datetime import datetime
from pathlib import Path

import click
import msgspec
from rich.live import Live

from openuno.event.commands import Command, DrawTables, TakeBackDraw
from openuno.event.facts import PlacesSwapped, SittingDrawn
from openuno.event.real_deals import deck_orders
from openuno.event.results import find_table
from openuno.event.settings import EventSettings
from openuno.event.spreadsheet import results_csv, tables_csv
from openuno.event.view import EventTableView, EventView, SittingView, view_event
from openuno.terminal.event import pages, screen
from openuno.terminal.event.file import create_event, open_event, write_file
from openuno.terminal.event.narration import fact_text

TICK = 0.5
"""Seconds between two pictures of the clock."""


class CannotUse(ValueError):
    """Something that was typed cannot be used; the sentence says what to type."""


def create(
    path: Path | None,
    settings: EventSettings,
    commands: list[Command],
    *,
    seed: int | None,
    as_json: bool,
) -> None:
    """Make a new event, and carry out these commands first."""
    chosen = secrets.randbits(63) if seed is None else seed
    path = create_event(path, settings, chosen, commands)
    _print_event(path, as_json=as_json, before=f"Saved in {path}")


def show(path: Path | None, *, as_json: bool) -> None:
    """Print the event at a glance."""
    _print_event(path, as_json=as_json)


def apply(path: Path | None, *commands: Command, as_json: bool) -> None:
    """Carry out commands and print what they led to."""
    now = _now()
    with open_event(path) as file:
        facts = file.apply(commands, now)
        event = file.event
        view = view_event(event)
    if as_json:
        _print_json({"file": str(file.path), "facts": facts, "event": view})
        return
    out = screen.console()
    for fact in facts:
        out.print(fact_text(event, fact))
    if any(isinstance(fact, SittingDrawn | PlacesSwapped) for fact in facts):
        out.print(screen.sitting_text(view.sittings[-1], now))
    out.print(f"Next: {screen.next_step(view)}", style="bold")


def draw(path: Path | None, names: tuple[str, ...], *, again: bool, as_json: bool) -> None:
    """Draw the next tables, or the last ones again."""
    commands = (TakeBackDraw(), DrawTables(names)) if again else (DrawTables(names),)
    apply(path, *commands, as_json=as_json)


def standings(path: Path | None, *, as_json: bool) -> None:
    """Print who is ahead."""
    view = _view(path)
    if as_json:
        _print_json({"columns": view.columns, "standings": view.standings})
    else:
        screen.console().print(screen.standings_text(view))


def log(path: Path | None, *, as_json: bool) -> None:
    """Print every step, also what was corrected later."""
    with open_event(path) as file:
        event, entries = file.event, list(file.entries)
    if as_json:
        _print_json(entries)
        return
    out = screen.console()
    for entry in entries:
        at = datetime.fromtimestamp(entry.at / 1000)
        for fact in entry.facts:
            out.print(f"{at:%H:%M:%S}  {fact_text(event, fact)}")


def clock(path: Path | None, *, watch: bool, as_json: bool) -> None:
    """Print the time that is left at every table, or show it until the time is up."""
    view = _view(path)
    if view.minutes is None:
        raise CannotUse(
            "this event has no clock; `uno event create --minutes 25` makes one with it"
        )
    running = _running(view)
    if as_json:
        now = _now()
        _print_json(
            [
                {"sitting": each.sitting, "table": each.number, "left": max(each.ends - now, 0)}
                for each in running
                if each.ends is not None
            ]
        )
        return
    if not running:
        raise CannotUse("no clock is running; `uno event start` starts it")
    out = screen.console()
    if not (watch and out.is_terminal):
        for sitting in _open_sittings(view):
            out.print(screen.sitting_text(sitting, _now()))
        return
    last = max(each.ends or 0 for each in running)
    with Live(console=out, auto_refresh=False) as live:
        while _now() < last and _open_sittings(view):
            live.update(screen.sitting_text(_open_sittings(view)[-1], _now()), refresh=True)
            time.sleep(TICK)
            view = _view(path)  # points may be entered from another terminal meanwhile
    out.bell()
    out.print("Time is up." if _open_sittings(view) else "Every table has its result.")


def print_results(path: Path | None, *, tables: bool, out: Path | None, as_json: bool) -> None:
    """Print or write the results, as CSV or JSON."""
    view = _view(path)
    table = tables_csv(view) if tables else results_csv(view)
    text = _json_text(view) + "\n" if as_json else table
    if out is None:
        click.echo(text, nl=False)
        return
    # With a mark in front, spreadsheets read the letters of all languages.
    data = text.encode() if as_json else text.encode("utf-8-sig")
    write_file(out, data)
    click.echo(f"Wrote {out}")


def print_page(path: Path | None, what: str, out: Path, sitting: int | None) -> None:
    """Write a page that can be printed."""
    with open_event(path) as file:
        event = file.event
    view = view_event(event)
    if what == "standings":
        if sitting is not None:
            raise CannotUse("the standings are those of all sittings; leave out --sitting")
        text = pages.standings_page(view)
    elif what == "deals":
        if not event.settings.duplicate:
            raise CannotUse("only the tables of a duplicate event play the same deals")
        number, _ = find_table(event, sitting, 1, lambda _: True)
        text = pages.deals_page(view, number, deck_orders(event, number))
    else:
        number, _ = find_table(event, sitting, 1, lambda _: True)
        draw_page = pages.score_sheets if what == "sheets" else pages.table_cards
        text = draw_page(view, view.sittings[number - 1])
    write_file(out, text.encode())
    click.echo(f"Wrote {out}; open it in a browser and print it")


def parse_points(words: tuple[str, ...]) -> tuple[int, ...]:
    """The points of each side: whole numbers, or sums such as 40+0+65."""
    return tuple(sum(_parse_number(part, word) for part in word.split("+")) for word in words)


def parse_names(words: tuple[str, ...]) -> tuple[str, ...]:
    """Names, each a word by itself or several with commas between them."""
    return tuple(name for word in words for part in word.split(",") if (name := part.strip()))


def read_names(path: Path) -> tuple[str, ...]:
    """The names in a file, one on each line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise CannotUse(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CannotUse(f"{path} is not a text file in UTF-8") from None
    return tuple(name for line in text.splitlines() if (name := line.strip()))


def _parse_number(part: str, word: str) -> int:
    if not (part.isascii() and part.isdigit() and len(part) <= 9):
        raise CannotUse(f"points are a whole number or a sum such as 40+0+65, not {word!r}")
    return int(part)


def _print_event(path: Path | None, *, as_json: bool, before: str = "") -> None:
    with open_event(path) as file:
        view, found = view_event(file.event), file.path
    if as_json:
        _print_json({"file": str(found), "event": view})
        return
    out = screen.console()
    if before:
        out.print(before, soft_wrap=True)
    out.print(screen.event_text(view, _now()))


def _view(path: Path | None) -> EventView:
    with open_event(path) as file:
        return view_event(file.event)


def _open_sittings(view: EventView) -> list[SittingView]:
    return [each for each in view.sittings if screen.is_open(each)]


def _running(view: EventView) -> list[EventTableView]:
    return [
        table
        for sitting in view.sittings
        for table in sitting.tables
        if screen.is_waiting(table) and table.ends is not None
    ]


def _now() -> int:
    return int(time.time() * 1000)


def _print_json(value: object) -> None:
    click.echo(_json_text(value))


def _json_text(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
