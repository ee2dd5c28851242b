"""`uno show` and `uno verify`: a record at a glance, and whether it is true."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.text import Text

from openuno.engine.notation.rules import rules_text
from openuno.engine.state import RoundOver, seat_to_act
from openuno.game.formats import BestOf, Elimination, LowTally, Single
from openuno.game.notation import format_text
from openuno.game.state import Game, is_round_on, remaining_players
from openuno.record.errors import RecordError
from openuno.record.lines import Header, SeededDeal
from openuno.record.reader import MAX_RECORD_BYTES, Record, read_record
from openuno.record.summary import Highlight, Moment, Summary, summarise
from openuno.record.verify import Progress as OnProgress
from openuno.record.verify import Proof, Report, Verdict, verify
from openuno.terminal.languages.catalogue import speaks_english
from openuno.terminal.languages.verdict import verdict_text
from openuno.terminal.seating import shown_names
from openuno.terminal.text import layout, score_sheet
from openuno.terminal.text.narration import Names, cards_text, sentence

EXIT_STATUS = {Verdict.TRUE: 0, Verdict.FALSE: 1, Verdict.UNREADABLE: 2}
PATIENCE = 2.0
"""Seconds before a bar shows how far the check has come."""

_COVERS = {
    Proof.EVERYTHING: "Every deal, every action, every event and the score are right.",
    Proof.ALL_BUT_CHANCE: (
        "Every action and the score are right; the deals cannot be checked before the seed is"
        " revealed."
    ),
    Proof.ONE_SEAT: (
        "It is what one player knew, without the seed: that player's actions and the score are"
        " right, and no card is lost or made."
    ),
}


class UnreadableRecord(ValueError):
    """The file is missing, or no record; the sentence says where."""


def load_record(path: Path) -> Record:
    """The record in this file, or `UnreadableRecord`."""
    try:
        return read_record(_bytes(path))
    except RecordError as error:
        raise UnreadableRecord(location_text(path, error)) from None


def print_report(path: Path, *, as_json: bool) -> int:
    """Check a record and print the verdict; the exit status: 0 true, 1 false, 2 unreadable."""
    data = _bytes(path)
    with _progress_bar() as progress:
        report = verify(data, progress)
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        fields = {"file": str(path), **msgspec.to_builtins(report)}
        out.out(msgspec.json.format(msgspec.json.encode(fields), indent=2).decode())
    else:
        out.print(_verdict(path, report))
    return EXIT_STATUS[report.verdict]


def report_text(path: Path) -> Text:
    """The verdict on a record, to be shown."""
    try:
        report = verify(_bytes(path))
        return _verdict(path, report) if speaks_english() else Text(verdict_text(report))
    except UnreadableRecord as error:
        return Text(str(error))


def print_summary(path: Path, *, as_json: bool = False) -> None:
    """Print who played what, the score sheet, how it ended, and the highlights."""
    record = load_record(path)
    try:
        summary = summarise(record)
    except RecordError as error:
        raise UnreadableRecord(location_text(path, error)) from None
    out = Console(highlight=False, markup=False)
    if as_json:
        fields = {"file": str(path), **_summary_fields(record, summary)}
        out.out(
            msgspec.json.format(msgspec.json.encode(fields), indent=2).decode(), highlight=False
        )
        return
    names = Names(record.header.names)
    out.print(title(record.header))
    if record.header.seat is not None:
        out.print(f"As {record.header.names[record.header.seat]} knew it.")
    out.print(_state_text(record, summary, names))
    if summary.rounds:
        written = score_sheet.blank_sheet(len(record.header.names))
        for entry in record.entries:
            for event in entry.events:
                written = score_sheet.add_to_sheet(written, event)
        out.print()
        out.print(score_sheet.score_table(written, summary.game, names, out.width))
        out.print()
        out.print(score_sheet.figures_table(written, summary.game, names, out.width))
    if summary.highlights:
        out.print()
        for highlight in summary.highlights:
            out.print(layout.INDENT + sentence(_highlight_text(highlight, summary.game, names)))
    out.print()
    out.print(_chance_text(path, record))


def _summary_fields(record: Record, summary: Summary) -> dict[str, object]:
    """The summary for programs; players count from 0, as in the record."""
    header = record.header
    return {
        "rules": rules_text(header.rules),
        "format": format_text(header.format),
        "names": header.names,
        "seat": header.seat,
        "closed": record.closing is not None,
        "result": summary.result,
        "hands": summary.rounds,
        "partnerships": [pair for stage in summary.partnerships for pair in stage],
        "highlights": summary.highlights,
    }


def title(header: Header) -> Text:
    """What was played, `Race to 500, mattel-2016`, and by whom; then what was written on blanks."""
    played = score_sheet.format_name(header.format)
    rules = rules_text(replace(header.rules, written=()))
    lines = [
        Text(f"{played[:1].upper()}{played[1:]}, {rules}", "bold"),
        Text(", ".join(shown_names(header.names))),
        *layout.custom_rule_lines(header.rules),
    ]
    return Text("\n").join(lines)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise UnreadableRecord(f"{path}: {error.strerror or error}") from None


def location_text(path: Path, error: RecordError) -> str:
    """The error after its line and column in the file: `game.uno:12:8: ...`."""
    column = "" if error.column is None else f":{error.column}"
    return f"{path}:{error.line}{column}: {error.sentence}"


def _verdict(path: Path, report: Report) -> Text:
    rounds = _number_of(report.rounds, "round")
    actions = _number_of(report.commands - report.rounds, "action")
    if report.verdict is Verdict.TRUE:
        assert report.proof is not None, "what is true was read"
        left = "" if report.finished else ", unfinished"
        summary = f" {path}: {rounds}, {actions}{left}. {_COVERS[report.proof]}"
        proved = "".join(f"\n{claim.sentence}" for claim in report.claims)
        return Text.assemble(("true", "bold green"), summary, proved)
    column = "" if report.column is None else f":{report.column}"
    location = f" {path}:{report.line}{column}: {report.sentence}"
    text = Text.assemble((report.verdict.value, "bold red"), location)
    if report.commands:
        text.append(f"\nEverything before it is fine: {rounds}, {actions}.")
    return text


@contextmanager
def _progress_bar() -> Iterator[OnProgress]:
    """Show a progress bar on stderr if the check takes long and stderr is a terminal."""
    err = Console(stderr=True)
    bar = Progress(
        TextColumn("checking"), BarColumn(), TaskProgressColumn(), console=err, transient=True
    )
    task = bar.add_task("")
    began = monotonic()
    started = False

    def progress(done: int, of: int) -> None:
        nonlocal started
        if not started and err.is_terminal and monotonic() - began > PATIENCE:
            started = True
            bar.start()
        if started:
            bar.update(task, completed=done, total=of)

    try:
        yield progress
    finally:
        if started:  # stopped without a start, it would print an empty line
            bar.stop()


def _state_text(record: Record, summary: Summary, names: Names) -> str:
    game = summary.game
    actions = sum(each.actions for each in summary.rounds)
    played = f"{_number_of(len(summary.rounds), 'round')}, {_number_of(actions, 'action')}"
    if game.winners is not None:
        won = names.subjects_and_verb(game.winners, "win")
        by_wins = isinstance(game.format, (BestOf, Single))
        points = "" if by_wins else f" with {game.scores[game.winners[0]]} points"
        return sentence(f"{won}{points}, after {played}")
    if record.closing is not None:
        return f"Abandoned after {played}."
    waiting = [
        f"{names.turn(table.players[seat])}"
        for table in game.tables
        if (seat := seat_to_act(table.round)) is not None
        and not isinstance(table.round.phase, RoundOver)
    ]
    still = (
        "" if len(remaining_players(game)) == len(names.seats) else f", {_still_in(game, names)}"
    )
    where = f"it is {', '.join(waiting)}" if is_round_on(game) else "the next round has to be dealt"
    torn = "" if record.torn is None else f" Line {record.torn} is incomplete, as after a crash."
    return sentence(f"unfinished after {played}{still}: {where}") + torn


def _still_in(game: Game, names: Names) -> str:
    return f"with {', '.join(names.seats[player] for player in remaining_players(game))} still in"


def _highlight_text(highlight: Highlight, game: Game, names: Names) -> str:
    number = highlight.number
    who = "" if highlight.player is None else names.seats[highlight.player]
    where = f"round {highlight.round_number}"
    match highlight.moment:
        case Moment.RICHEST:
            tally = isinstance(game.format, (LowTally, Elimination))
            return f"{where} had the most points: {number} {'against' if tally else 'for'} {who}"
        case Moment.FULLEST:
            return f"{who} held {cards_text(number)} in {where}, more than anyone else"
        case Moment.HEAVIEST:
            return f"{who} drew {cards_text(number)} at once in {where}"
        case Moment.LONGEST:
            won = f"; {who} went out" if who and len(game.tables) == 1 else ""
            return f"{where} was the longest, with {number} actions{won}"


def _chance_text(path: Path, record: Record) -> str:
    chance = record.header.chance
    check = f"To check it: uno verify {path}"
    if isinstance(chance, SeededDeal):
        return f"Dealt from a seed that is no secret. {check}"
    if chance is None or record.reveal is None:
        return f"The seed of its deals is not revealed here. {check}"
    return f"Fair deals, and the seed is revealed. {check}"


def _number_of(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
