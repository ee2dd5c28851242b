"""`uno analyse`: what a finished game can teach, as text, as a page, or as JSON."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap

import msgspec
from rich import box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from openuno.local.analysis.analyse import Options, analyse
from openuno.local.analysis.analyse import Progress as OnProgress
from openuno.local.analysis.figures import (
    find_ticks,
    has_teams,
    join_names,
    lasting_sides,
    list_accounts,
    sides_of,
    signed_text,
    whole_percents,
)
from openuno.local.analysis.luck import measure_luck
from openuno.local.analysis.page import write_page
from openuno.local.analysis.positions import CannotAnalyse, GameNotOver, read_rounds
from openuno.local.analysis.report import (
    LUCK_ABOUT,
    QUICK_LUCK_ABOUT,
    Account,
    Analysis,
    RoundReport,
    costliest,
    costly_move_text,
    describe_percentages,
    draw_four_text,
    step_number,
)
from openuno.record.errors import RecordError
from openuno.terminal.commands.records import UnreadableRecord, load_record, location_text, title
from openuno.terminal.own_command import own_command

SHOWN = 3
"""How many moves of each player are listed."""
_LEVELS = " ▁▂▃▄▅▆▇█"
_LABEL = 26
"""Columns that a name and its figures take beside a curve."""
_SHORTEST_CURVE = 10
"""Where there is no room for that beside its name, a curve has a line of its own."""
_ANY_WIDTH = 1000
_AXIS = "step"
_TICK_COLUMNS = 8
"""Columns for each number below a curve, at least."""


class CannotWrite(ValueError):
    """The page could not be written; the sentence says why."""


def print_analysis(path: Path, options: Options, *, html: Path | None, as_json: bool) -> None:
    """Analyse the record in a file and print what was found."""
    if html is not None and html.exists():
        raise CannotWrite(f"{html} is there already; name a new file")
    record = load_record(path)
    with _progress_bar() as progress:
        try:
            found = analyse(record, options, progress)
        except CannotAnalyse as error:
            raise _refuse(path, error) from None
    out = Console(highlight=False, markup=False)
    if html is not None:
        played, _, *written = title(record.header).plain.splitlines()
        _write(html, write_page(found, (played, *written), teams=has_teams(record.header)))
    if as_json:
        fields = {"file": str(path), **msgspec.to_builtins(found)}
        out.out(msgspec.json.format(msgspec.json.encode(fields), indent=2).decode())
        return
    out.print(title(record.header))
    for round in found.rounds:
        out.print()
        _print_round(out, found, round, teams=has_teams(record.header))
    out.print()
    rows = [
        [name, *_account_cells(account)]
        for name, account in list_accounts(found, teams=has_teams(record.header))
    ]
    _print_luck_table(out, ("deal", "mistakes", "the rest"), rows, LUCK_ABOUT)
    _print_costly_moves(out, found)
    _print_draw_fours(out, found)
    out.print(
        f"{describe_percentages(found)} A move is called costly only if the difference is too"
        " large to be chance. The steps are those of uno replay."
    )
    if html is not None:
        out.print(f"Written: {html}")


def print_luck(path: Path, only: int | None, *, as_json: bool) -> None:
    """Separate luck from play at once, by the network that the replay in the browser has."""
    record = load_record(path)
    names = record.header.names
    try:
        rounds = read_rounds(record, only)
        accounts = measure_luck(len(names), rounds)
    except CannotAnalyse as error:
        raise _refuse(path, error) from None
    out = Console(highlight=False, markup=False)
    if as_json:
        fields = {"file": str(path), "names": names, "accounts": accounts}
        out.out(msgspec.json.format(msgspec.json.encode(fields), indent=2).decode())
        return
    out.print(title(record.header))
    out.print()
    rows = []
    seated = [round.players for round in rounds]
    for side in lasting_sides(seated, teams=has_teams(record.header)):
        each = accounts[side[0]]  # partners win together, so their accounts are the same
        parts = (signed_text(each.deal), signed_text(each.play))
        rows.append([join_names(names, side), f"{each.par:.2f}", *parts, str(each.won)])
    _print_luck_table(out, ("deal", "draws and play"), rows, QUICK_LUCK_ABOUT)


def _refuse(path: Path, error: CannotAnalyse) -> UnreadableRecord:
    """Why a record cannot be analysed: where it is wrong, or how to finish the game."""
    if isinstance(error.__cause__, RecordError):
        return UnreadableRecord(location_text(path, error.__cause__))
    if isinstance(error, GameNotOver):
        resume = f"{own_command()} play --resume {shlex.quote(str(path))}"
        return UnreadableRecord(f"{path}: {error}: {resume}")
    return UnreadableRecord(f"{path}: {error}")


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise CannotWrite(f"{path}: {error.strerror or error}") from None


def _print_round(out: Console, found: Analysis, round: RoundReport, *, teams: bool) -> None:
    where = f", table {round.table + 1}" if any(each.table for each in found.rounds) else ""
    won = " and ".join(found.names[player] for player in round.winners) or "nobody"
    verb = "win" if len(round.winners) > 1 else "wins"
    out.print(Text(f"Round {round.number}{where}: {won} {verb}", "bold"))
    sides = sides_of(len(round.players), teams=teams)
    names = [join_names(found.names, [round.players[seat] for seat in side]) for side in sides]
    curves = [[point.chances[side[0]] for point in round.points] for side in sides]
    dealt = whole_percents([shares[0] for shares in curves])
    width = max(cell_len(name) for name in (*names, _AXIS))
    room = out.width - width - _LABEL
    beside = room >= _SHORTEST_CURVE
    if not beside:
        room = max(_SHORTEST_CURVE, out.width - 4)
    for name, shares, chance in zip(names, curves, dealt, strict=True):
        if beside:
            label = set_cell_size(name, width)
            out.print(f"  {label}  {_curve(shares, room)}  {chance} % after the deal")
        else:
            _print_item(out, f"{name}, {chance} % after the deal:")
            out.print(f"    {_curve(shares, room)}")
    steps = [step_number(point.line) for point in round.points]
    axis = _axis(steps, room)
    if beside:
        out.print(f"  {set_cell_size(_AXIS, width)}  {axis}")
    else:
        out.print(f"    {axis}\n    ({_AXIS})")


def _curve(shares: list[float], width: int) -> str:
    """The shares as bars of a line, several to a bar where there is no room for each."""
    columns = min(width, len(shares))
    found = []
    for column in range(columns):
        start = column * len(shares) // columns
        part = shares[start : max(start + 1, (column + 1) * len(shares) // columns)]
        found.append(_LEVELS[round(sum(part) / len(part) * (len(_LEVELS) - 1))])
    return "".join(found).replace(" ", "▁")


def _axis(steps: list[int], width: int) -> str:
    """The numbers of some steps, each beginning below its column of the curve."""
    columns = min(width, len(steps))
    found = ""
    for index, number in find_ticks(steps, columns // _TICK_COLUMNS).items():
        column = index * columns // len(steps)
        if column >= len(found) and column + len(str(number)) <= width:
            found = f"{found:{column}}{number} "
    return found.rstrip()


def _print_luck_table(
    out: Console, parts: tuple[str, ...], rows: list[list[str]], about: str
) -> None:
    """A row for each player or side, and what is counted; on a narrow terminal, sentences."""
    title = "Luck and play, in rounds won"
    names = ("par", *parts, "won")
    table = Table(title=title, box=box.SIMPLE, title_justify="left")
    table.add_column("player")
    for name in names:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*row)
    if out.measure(table, options=out.options.update(width=_ANY_WIDTH)).minimum <= out.width:
        out.print(table)
        out.print(about)
        out.print()
        return
    out.print(Text(title, "italic"))
    for player, *figures in rows:
        parted = (f"{name} {figure}" for name, figure in zip(names, figures, strict=True))
        _print_item(out, f"{player}: {', '.join(parted)}")
    out.print()
    out.print(about)
    out.print()


def _account_cells(account: Account) -> list[str]:
    parts = (account.deal, account.play, account.rest)
    return [f"{account.par:.2f}", *(signed_text(part) for part in parts), str(account.won)]


def _print_costly_moves(out: Console, found: Analysis) -> None:
    for player, name in enumerate(found.names):
        moves = costliest(found, player, SHOWN)
        if not moves:
            continue
        out.print(Text(f"Costliest moves of {name}", "bold"))
        for played, move in moves:
            _print_item(out, f"{_location(played, move.line)}: {costly_move_text(move)}")
        out.print()
    if not any(move.cost for round in found.rounds for move in round.moves):
        out.print("Nobody made a move that was clearly worse than another.")
        out.print()


def _print_draw_fours(out: Console, found: Analysis) -> None:
    draw_fours = [(round, laid) for round in found.rounds for laid in round.draw_fours]
    if not draw_fours:
        return
    out.print(Text("Bluffs and challenges", "bold"))
    for round, laid in draw_fours:
        _print_item(out, f"{_location(round, laid.line)}: {draw_four_text(laid, found.names)}")
    out.print()


def _print_item(out: Console, text: str) -> None:
    """An item of a list: all its lines are indented, and no number is parted from its unit."""
    for line in wrap(text.replace(" %", "\u00a0%"), max(20, out.width - 2)):
        out.print("  " + line.replace("\u00a0", " "))


def _location(round: RoundReport, line: int) -> str:
    return f"round {round.number}, step {step_number(line)}"


@contextmanager
def _progress_bar() -> Iterator[OnProgress]:
    """A bar on stderr, if that is a terminal."""
    err = Console(stderr=True)
    columns = (TextColumn("analysing"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task("")
        yield lambda done, of: bar.update(task, completed=done, total=of)
