"""`uno perft`: perft files walked by the engine, with a bar for the waiting, as text or as JSON."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from openuno.engine.notation.rounds import round_text
from openuno.perft import Case, PerftError, Tally, Verdict, parse, verify


class UnreadableFile(ValueError):
    """A file is missing, or not a perft file; the sentence says where."""


def print_perft(paths: Sequence[Path], *, as_json: bool) -> bool:
    """Walk every position and print the verdicts; whether all counts are right."""
    cases = [(path, case) for path in paths for case in _read(path)]
    out, err = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    verdicts: list[tuple[Path, Verdict]] = []
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=err,
        transient=True,
        disable=not err.is_terminal,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    with bar:
        task = bar.add_task("", total=len(cases))
        for path, case in cases:
            bar.update(task, description=path.name)
            verdict = verify(case)
            verdicts.append((path, verdict))
            bar.advance(task)
            if not as_json:
                bar.stop()  # else the line would be written into the bar
                out.print(_verdict(path, verdict))
                bar.start()
    wrong = sum(not verdict.agrees for _, verdict in verdicts)
    out.out(_json(verdicts)) if as_json else out.print(_summary(len(verdicts), wrong))
    return not wrong


def _read(path: Path) -> tuple[Case, ...]:
    try:
        return parse(path.read_text(encoding="utf-8"))
    except PerftError as error:
        raise UnreadableFile(f"{path}:{error.line}:{error.at + 1}: {error.sentence}") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: byte {error.start} is not UTF-8 text") from None


def _verdict(path: Path, verdict: Verdict) -> Text:
    case, deepest = verdict.case, verdict.case.counts[-1]
    place = f" {path}:{case.line} "
    if verdict.agrees:
        told = f"depth {deepest.depth}, {deepest.tally.leaves:,} leaves"
        return Text.assemble(("ok", "green"), place, (told, "dim"))
    lines = [Text.assemble(("wrong", "bold red"), place), Text(f"  {round_text(case.round)}")]
    for count, found in verdict.wrong:
        said = f"line {count.line} says {_tally(count.tally)}"
        lines.append(Text(f"  depth {count.depth}: {_tally(found)}, but {said}"))
    if verdict.divide:
        lines.append(Text(f"  divide at depth {verdict.wrong[0][0].depth}:"))
    wide = max((len(step) for step, _ in verdict.divide), default=0)
    lines += [Text(f"    {step:{wide}}  {_tally(tally)}") for step, tally in verdict.divide]
    return Text("\n").join(lines)


def _tally(tally: Tally) -> str:
    return f"{tally.leaves} {tally.digest}"


def _summary(positions: int, wrong: int) -> Text:
    if wrong:
        return Text(f"{wrong} of {positions} positions differ.", style="bold red")
    return Text(f"All {positions} positions agree." if positions > 1 else "The position agrees.")


def _json(verdicts: list[tuple[Path, Verdict]]) -> str:
    positions = [
        {
            "file": str(path),
            "line": verdict.case.line,
            "position": round_text(verdict.case.round),
            "agrees": verdict.agrees,
            "counts": [
                {"depth": count.depth, "said": count.tally, "found": found}
                for count, found in zip(verdict.case.counts, verdict.found, strict=True)
            ],
            "divide": [{"step": step, "tally": tally} for step, tally in verdict.divide],
        }
        for path, verdict in verdicts
    ]
    report = {"agrees": all(verdict.agrees for _, verdict in verdicts), "positions": positions}
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
