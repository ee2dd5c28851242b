"""`uno perft`: perft files walked by the engine, with a bar for the waiting, as text or as JSON."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from openuno.engine.notation.rounds import round_text
from openuno.perft import Case, CaseResult, PerftError, Tally, check_case, parse_perft


class UnreadableFile(ValueError):
    """A file is missing, or not a perft file; the sentence says where."""


def print_perft(paths: Sequence[Path], *, as_json: bool) -> bool:
    """Walk every position and print the verdicts; whether all counts are right."""
    cases = [(path, case) for path in paths for case in _read(path)]
    out, err = Console(highlight=False, soft_wrap=True), Console(stderr=True)
    results: list[tuple[Path, CaseResult]] = []
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
            result = check_case(case)
            results.append((path, result))
            bar.advance(task)
            if not as_json:
                bar.stop()  # else the line would be written into the bar
                out.print(_result_text(path, result))
                bar.start()
    wrong = sum(not result.agrees for _, result in results)
    out.out(_json(results)) if as_json else out.print(_summary_text(len(results), wrong))
    return not wrong


def _read(path: Path) -> tuple[Case, ...]:
    try:
        return parse_perft(path.read_text(encoding="utf-8"))
    except PerftError as error:
        raise UnreadableFile(f"{path}:{error.line}:{error.at + 1}: {error.sentence}") from None
    except OSError as error:
        raise UnreadableFile(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableFile(f"{path}: byte {error.start} is not UTF-8 text") from None


def _result_text(path: Path, result: CaseResult) -> Text:
    case, deepest = result.case, result.case.counts[-1]
    location = f" {path}:{case.line} "
    if result.agrees:
        counted = f"depth {deepest.depth}, {deepest.tally.leaves:,} leaves"
        return Text.assemble(("ok", "green"), location, (counted, "dim"))
    lines = [Text.assemble(("wrong", "bold red"), location), Text(f"  {round_text(case.round)}")]
    for count, found in result.wrong:
        said = f"line {count.line} says {_tally_text(count.tally)}"
        lines.append(Text(f"  depth {count.depth}: {_tally_text(found)}, but {said}"))
    if result.divide:
        lines.append(Text(f"  divide at depth {result.wrong[0][0].depth}:"))
    wide = max((len(step) for step, _ in result.divide), default=0)
    lines += [Text(f"    {step:{wide}}  {_tally_text(tally)}") for step, tally in result.divide]
    return Text("\n").join(lines)


def _tally_text(tally: Tally) -> str:
    return f"{tally.leaves} {tally.digest}"


def _summary_text(positions: int, wrong: int) -> Text:
    if wrong:
        return Text(f"{wrong} of {positions} positions differ.", style="bold red")
    return Text(f"All {positions} positions agree." if positions > 1 else "The position agrees.")


def _json(results: list[tuple[Path, CaseResult]]) -> str:
    positions = [
        {
            "file": str(path),
            "line": result.case.line,
            "position": round_text(result.case.round),
            "agrees": result.agrees,
            "counts": [
                {"depth": count.depth, "said": count.tally, "found": found}
                for count, found in zip(result.case.counts, result.found, strict=True)
            ],
            "divide": [{"step": step, "tally": tally} for step, tally in result.divide],
        }
        for path, result in results
    ]
    report = {"agrees": all(result.agrees for _, result in results), "positions": positions}
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
