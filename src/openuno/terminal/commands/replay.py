"""`uno replay`: a record step by step, with keys on a screen or as plain text."""

import sys
from collections.abc import Iterator
from io import TextIOWrapper
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from openuno.engine.cards import Card
from openuno.engine.events import Cards
from openuno.engine.state import RoundOver, owes_uno, seat_to_act
from openuno.engine.view import view
from openuno.game.state import NextRound
from openuno.local.analysis.report import Analysis
from openuno.record.reader import Record
from openuno.terminal.commands.records import (
    UnreadableRecord,
    load_record,
    location_text,
    report_text,
    title,
)
from openuno.terminal.commands.screen_game import has_screen
from openuno.terminal.languages.cards import colour_name
from openuno.terminal.languages.catalogue import say_or, translate
from openuno.terminal.preferences import load_preferences, use_preferred_language
from openuno.terminal.replay.analysis import Progress
from openuno.terminal.replay.frames import Frame, ReplayFrames, names_at, table_text
from openuno.terminal.text import layout, score_sheet

MAX_NAME_WIDTH = 12
MARGIN = 6
"""Columns for the number of a step and the space after it."""


def replay_record(  # noqa: PLR0913 - as many as there are options
    path: Path,
    *,
    seat: int | None,
    whole: bool,
    start: int,
    plain: bool,
    language: str | None = None,
) -> int:
    """Step through a record; the exit status: 1 if it cannot be followed to its end."""
    use_preferred_language(language)
    record = load_record(path)
    frames = ReplayFrames(record, _viewer(path, record, seat, whole=whole))
    if not record.entries:
        raise UnreadableRecord(f"{path}: nothing has happened yet")
    if not 0 <= start <= frames.last:
        raise UnreadableRecord(f"{path}: its steps are 0 to {frames.last}, there is no {start}")
    if plain or not has_screen():
        print_all(frames, _console(plain=plain), start)
    else:
        _show(path, frames, start)
    if frames.error is None:
        return 0
    err = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    err.print(f"uno: {location_text(path, frames.error)}")
    return 1


def _show(path: Path, frames: ReplayFrames, start: int) -> None:
    # Textual takes long to import, and only this draws with it.
    from openuno.terminal.client.replay.app import ReplayApp  # noqa: PLC0415

    def analyse_round(number: int, progress: Progress) -> Analysis:
        # The games behind an analysis take long to import, and most people only look.
        from openuno.local.analysis.analyse import (  # noqa: PLC0415
            Options,
            analyse,
            default_processes,
        )

        options = Options(only=number, processes=default_processes())
        return analyse(frames.record, options, progress)

    app = ReplayApp(
        frames,
        load_preferences(),
        start=start,
        verify=lambda: report_text(path),
        analyse=analyse_round,
    )
    app.run()


def print_all(frames: ReplayFrames, out: Console, start: int) -> None:
    """Print every step from `start` on, and the cards and the score after each round."""
    out.print(title(frames.record.header))
    number = start
    while (frame := frames.frame(number)) is not None:
        if isinstance(frame.entry.command, NextRound):
            out.print()
        for line in _step(number, frame, out):
            out.print(line)
        if frame.ends_round:
            for line in [*_board(frame, frames, out.width), *_score(frame, frames, out.width)]:
                out.print(line)
        number += 1


def _step(number: int, frame: Frame, out: Console) -> list[Text]:
    """What happened in a step, a sentence to a line, its number before the first."""
    lines: list[Text] = []
    for text in frame.sentences:
        for row in layout.with_colours(text).wrap(out, max(out.width - MARGIN, 10)):
            mark = "" if lines else str(number)
            lines.append(Text(f"{mark:>{MARGIN - 2}}  ").append_text(row))
    return lines


def _board(frame: Frame, frames: ReplayFrames, width: int) -> Iterator[Text]:
    """The table: every seat with its cards, as far as they are known, and the piles."""
    if not frame.game.tables:
        return
    tables = frame.game.tables
    table = tables[frame.table_index]
    round = table.round
    if len(tables) > 1:
        where = f"{table_text(frame.table_index)} / {len(tables)}"
        yield Text(f"{layout.INDENT}{where}", "dim")
    hands = round.hands
    if frames.seat is not None:
        seat = table.players.index(frames.seat) if frames.seat in table.players else None
        hands = view(round, seat).hands
    acting = None if isinstance(round.phase, RoundOver) else seat_to_act(round)
    names = [_shorten(name) for name in names_at(table, frames.names).seats]
    wide = max(map(cell_len, names))
    for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
        mark = "▸" if seat == acting else " "
        said_nothing = say_or("no UNO yet", "table.mark-owes")
        owes = f" {said_nothing}" if seat == owes_uno(round) else ""
        head = f"{mark} {set_cell_size(name, wide)} {len(hand):>2}"
        style = "bold" if seat == acting else ""
        yield from _seat(Text(head, style), hand, owes, width)
    line = Text(f"{layout.INDENT}{translate('top')} ").append_text(layout.card(round.discard[-1]))
    if round.colour is not None and round.discard[-1].colour is None:
        line.append(f" {colour_name(round.colour)}", layout.STYLES[round.colour])
    pile = translate("pile {count}", count=len(round.pile))
    yield line.append(f"  {pile}  {layout.direction_text(round.direction)}")


def _seat(head: Text, hand: Cards, owes: str, width: int) -> Iterator[Text]:
    """A seat's name and its cards, on as many rows as they take."""
    indent = cell_len(head.plain)
    if Card.BACK in hand:
        yield head.append(f" {translate('face down')}", "dim").append(owes, "bold")
        return
    row = head
    for held in hand:
        text = layout.card(held)
        if cell_len(row.plain) + cell_len(text.plain) + 1 > width:
            yield row
            row = Text(" " * indent)
        row.append(" ").append_text(text)
    yield row.append(owes, "bold")


def _score(frame: Frame, frames: ReplayFrames, width: int) -> Iterator[Text]:
    yield Text()
    yield from score_sheet.score_table(frame.sheet, frame.game, frames.names, width).split("\n")


def _shorten(name: str) -> str:
    return (
        name if cell_len(name) <= MAX_NAME_WIDTH else set_cell_size(name, MAX_NAME_WIDTH - 1) + "…"
    )


def _viewer(path: Path, record: Record, seat: int | None, *, whole: bool) -> int | None:
    """Whose knowledge to show; None for everybody's."""
    names, own = record.header.names, record.header.seat
    if whole and seat is not None:
        raise UnreadableRecord(
            "--seat shows what one player knew, --all everything; use only one of them"
        )
    if seat is not None and not 0 <= seat < len(names):
        raise UnreadableRecord(f"{path}: the seats are 0 to {len(names) - 1}, there is no {seat}")
    if own is not None and (whole or seat not in (None, own)):
        raise UnreadableRecord(f"{path}: it holds only what {names[own]} (seat {own}) knew")
    return seat if own is None else own


def _console(*, plain: bool) -> Console:
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an odd terminal loses a symbol, not the text
    return Console(highlight=False, markup=False, force_terminal=False if plain else None)
