"""`uno replay`: a record step by step, with keys on a screen or as plain text."""

import sys
from collections.abc import Callable, Iterator
from io import TextIOWrapper
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from openuno.engine.cards import Card
from openuno.engine.events import Cards
from openuno.engine.state import RoundOver, owes_uno, seat_to_act
from openuno.engine.view import view
from openuno.game.state import NextRound, is_round_on
from openuno.record.reader import Record
from openuno.terminal import score_sheet, screen
from openuno.terminal.commands.records import UnreadableRecord, load_record, location_text, title
from openuno.terminal.keys import keys
from openuno.terminal.narration import side
from openuno.terminal.replay_frames import Frame, ReplayFrames, names_at

MAX_NAME_WIDTH = 12
MARGIN = 6
"""Columns for the number of a step and the space after it."""
KEYS = (
    "n next   p back   h next round   Home start   End end   q quit",
    "n next  p back  h round  q quit",
)

_NEXT = frozenset(("n", " ", "\r", "\n", "\x1b[C", "\x1b[B", "\x1bOC", "\x1bOB"))
_BACK = frozenset(("p", "b", "\x7f", "\x08", "\x1b[D", "\x1b[A", "\x1bOD", "\x1bOA"))
_HOME = frozenset(("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"))
_END = frozenset(("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"))
_QUIT = frozenset(("q", "Q", "\x1b", ""))


def replay_record(path: Path, *, seat: int | None, whole: bool, start: int, plain: bool) -> int:
    """Step through a record; the exit status: 1 if it cannot be followed to its end."""
    record = load_record(path)
    frames = ReplayFrames(record, _viewer(path, record, seat, whole=whole))
    if not record.entries:
        raise UnreadableRecord(f"{path}: nothing has happened yet")
    if not 0 <= start <= frames.last:
        raise UnreadableRecord(f"{path}: its steps are 0 to {frames.last}, there is no {start}")
    out = _console(plain=plain)
    if plain or not (out.is_terminal and sys.stdin.isatty()):
        print_all(frames, out, start)
    else:
        with keys() as pressed:
            step_through(frames, out, start, pressed)
    if frames.error is None:
        return 0
    err = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
    err.print(f"uno: {location_text(path, frames.error)}")
    return 1


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


def step_through(frames: ReplayFrames, out: Console, start: int, key: Callable[[], str]) -> None:
    """Show one step and go where the keys say, until one of them quits."""
    number = start
    with out.screen() as shown:
        while True:
            while (frame := frames.frame(number)) is None:
                if frames.last < 0:
                    return
                number = frames.last
            shown.update(_full_screen(frames, number, frame, out))
            try:
                pressed = key()
            except (EOFError, KeyboardInterrupt):
                return
            if pressed in _QUIT:
                return
            number = _step_after(frames, number, pressed)


def _step_after(frames: ReplayFrames, number: int, key: str) -> int:
    """The step a key leads to; any other key redraws the screen."""
    if key in _NEXT:
        return number + 1
    if key in _BACK:
        return max(number - 1, 0)
    if key == "h":
        return frames.next_round_step(number)
    if key in _HOME:
        return 0
    return frames.last if key in _END else number


def _full_screen(frames: ReplayFrames, number: int, frame: Frame, out: Console) -> Text:
    """The whole screen: where we are, the table, what happened up to here, and the keys."""
    width, height = out.size
    round_number = frame.game.round_number
    where = f"round {round_number}" if round_number else "before the first round"
    head = Text(f"step {number} of {frames.last}, {where}", "bold")
    if frames.seat is not None:
        head.append(f", as {frames.names.seats[frames.seat]} knew it")
    foot = Text(next((keys for keys in KEYS if len(keys) <= width), ""), "reverse")
    room = height - 4
    shown = list(_board(frame, frames, width))
    if len(shown) > room - 2:
        shown = list(_board(frame, frames, width, one_row=True))
    if not is_round_on(frame.game) and round_number:
        rows = list(_score(frame, frames, width))
        shown += rows if len(shown) + len(rows) < room - 2 else []
    shown = shown[: room - 2]
    happened = _last_lines(frames, number, out, max(room - len(shown), 1))
    lines = [head, Text(), *shown, Text(), *happened]
    lines += [Text()] * (height - 1 - len(lines))
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join([*lines[: height - 1], foot])


def _last_lines(frames: ReplayFrames, number: int, out: Console, room: int) -> list[Text]:
    """What happened up to this step, as much as there is room for; what is past is dim."""
    lines: list[Text] = []
    for step in range(number, -1, -1):
        frame = frames.frame(step)
        assert frame is not None, "it has been shown before"
        rows = _step(step, frame, out)
        if step < number:
            for row in rows:
                row.stylize("dim")
        lines = rows + lines
        if len(lines) >= room:
            break
    if frames.error is not None and number == frames.last:
        refusal = f"It cannot be followed further: {frames.error}"
        lines += list(Text(refusal, "bold red").wrap(out, out.width))
    return lines[-room:]


def _step(number: int, frame: Frame, out: Console) -> list[Text]:
    """What happened in a step, a sentence to a line, its number before the first."""
    lines: list[Text] = []
    for text in frame.sentences:
        for row in screen.with_colours(text).wrap(out, max(out.width - MARGIN, 10)):
            mark = "" if lines else str(number)
            lines.append(Text(f"{mark:>{MARGIN - 2}}  ").append_text(row))
    return lines


def _board(
    frame: Frame, frames: ReplayFrames, width: int, *, one_row: bool = False
) -> Iterator[Text]:
    """The table: every seat with its cards, as far as they are known, and the piles."""
    if not frame.game.tables:
        return
    tables = frame.game.tables
    table = tables[frame.table_index]
    round = table.round
    if len(tables) > 1:
        yield Text(f"{screen.INDENT}table {frame.table_index + 1} of {len(tables)}", "dim")
    hands = round.hands
    if frames.seat is not None:
        seat = table.players.index(frames.seat) if frames.seat in table.players else None
        hands = view(round, seat).hands
    acting = None if isinstance(round.phase, RoundOver) else seat_to_act(round)
    names = [_shorten(name) for name in names_at(table, frames.names).seats]
    wide = max(map(cell_len, names))
    for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
        mark = "▸" if seat == acting else " "
        owes = " no UNO yet" if seat == owes_uno(round) else ""
        head = f"{mark} {set_cell_size(name, wide)} {len(hand):>2}"
        style = "bold" if seat == acting else ""
        yield from _seat(Text(head, style), hand, owes, width, one_row=one_row)
    line = Text(f"{screen.INDENT}top ").append_text(screen.card(round.discard[-1]))
    if round.colour is not None and round.discard[-1].colour is None:
        line.append(f" {round.colour.label.lower()}", screen.STYLES[round.colour])
    yield line.append(f"  pile {len(round.pile)}  to the {side(round.direction)}")


def _seat(head: Text, hand: Cards, owes: str, width: int, *, one_row: bool) -> Iterator[Text]:
    """A seat's name and its cards, on as many rows as they take."""
    indent = cell_len(head.plain)
    if Card.BACK in hand:
        words = " card face down" if len(hand) == 1 else " cards face down"
        yield head.append(words, "dim").append(owes, "bold")
        return
    row = head
    for index, held in enumerate(hand):
        text = screen.card(held)
        if cell_len(row.plain) + cell_len(text.plain) + (5 if one_row else 1) > width:
            if one_row:
                row.append(f" +{len(hand) - index}", "dim")
                break
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
