"""Plant rule faults one at a time in a copy of the project, and see that the tests catch each."""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.faults import FAULTS  # noqa: E402 - a script finds its own project first
from tests.faults.fault import Fault  # noqa: E402

SOURCE = Path("src/openuno")
LEFT_BEHIND = shutil.ignore_patterns(
    ".git", ".venv", ".hypothesis", "*_cache", "__pycache__", "node_modules"
)
NETS = {
    "clauses": ("tests/rules", "tests/engine"),
    "perft": ("tests/test_perft.py",),
    "golden": ("tests/golden", "tests/test_golden.py"),
    "games": ("tests/game",),
    "properties": ("tests/properties",),
    "events": tuple(f"tests/event/test_{name}.py" for name in ("rules", "draw", "properties")),
}
"""The nets of docs/proof.md, quickest first; a fault goes on to the next until one holds it."""
NETS_OF_PACKAGE = {"event": ("events",)}
"""The only nets that a fault in this package can reach; in any other, all of them."""
SECONDS = 600
DOCS = ROOT / "docs" / "proof.md"
_NO_NET = "**none**"
BEGIN, END = "<!-- mutants: written by `make mutants ARGS=--write-docs` -->", "<!-- /mutants -->"


NOTHING = Fault("no fault", "", "", "")


class Verdict(NamedTuple):
    """How one planting ended: the first test that failed, and the net it belongs to."""

    fault: Fault
    net: str | None
    by: str
    seconds: float

    def __str__(self) -> str:
        verdict = "SURVIVED" if self.net is None else "caught"
        return f"{verdict:8} {self.seconds:5.1f} s  {self.fault.name}\n{'':18}{self.by}"


class Unplantable(Exception):
    """The fault's text is not there exactly once, or the engine cannot be imported with it."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="faults whose name contains this")
    parser.add_argument("--net", action="append", choices=NETS, help="this net alone; repeatable")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument(
        "--missing", action="store_true", help="faults that have no row in docs/proof.md yet"
    )
    parser.add_argument(
        "--write-docs", action="store_true", help="put the results into the table of docs/proof.md"
    )
    parser.add_argument("--list", action="store_true", help="name the faults and stop")
    options = parser.parse_args()
    faults = [fault for fault in FAULTS if options.only in fault.name]
    if options.missing:
        rows = written_rows()
        faults = [fault for fault in faults if fault.name not in rows]
    if options.write_docs and options.net:
        parser.error("--write-docs names the first net that caught a fault; leave --net out")
    if options.list:
        print(*(fault.name for fault in faults), sep="\n")
        return 0
    for fault in faults:
        planted(fault, (ROOT / SOURCE / fault.file).read_text())

    verdicts: list[Verdict] = []
    with TemporaryDirectory(prefix="openuno-") as folder:
        # One copy to plant in, so that an edit during the run changes nothing.
        project = shutil.copytree(ROOT, Path(folder) / "openuno", ignore=LEFT_BEHIND)
        reached = {net for fault in faults for net in nets_of(fault)}
        nets = {name: NETS[name] for name in options.net or NETS if name in reached}
        unharmed = hunt(NOTHING, project, nets)
        if unharmed.net is not None:
            print(f"without any fault the tests fail already: {unharmed.by}")
            return 1
        print(
            f"no fault, no failure ({unharmed.seconds:.0f} s); planting {len(faults)}", flush=True
        )
        with ThreadPoolExecutor(options.jobs) as pool:
            for verdict in pool.map(partial(hunt, project=project, nets=nets), faults):
                verdicts.append(verdict)
                print(f"{len(verdicts):3}/{len(faults)} {verdict}", flush=True)
    survivors = [verdict.fault.name for verdict in verdicts if verdict.net is None]
    print(f"{len(faults) - len(survivors)} of {len(faults)} faults caught", *survivors, sep="\n  ")
    if options.write_docs:
        write_docs(verdicts)
    return 1 if survivors else 0


def planted(fault: Fault, text: str) -> str:
    """The file's text with the fault in it."""
    count = text.count(fault.old)
    if count != 1:
        raise Unplantable(
            f"{fault.name}: the text to change is in {fault.file} {count} times, not once"
        )
    return text.replace(fault.old, fault.new)


def nets_of(fault: Fault) -> Iterable[str]:
    """The nets that can catch the fault."""
    return NETS_OF_PACKAGE.get(fault.file.partition("/")[0], NETS)


def hunt(fault: Fault, project: Path, nets: dict[str, tuple[str, ...]]) -> Verdict:
    """Plant the fault in a fresh copy and run the nets until one fails."""
    began = time.monotonic()
    with TemporaryDirectory(prefix="openuno-mutant-") as folder:
        copy = shutil.copytree(project, Path(folder) / "openuno")
        if fault is not NOTHING:
            path = copy / SOURCE / fault.file
            path.write_text(planted(fault, path.read_text()))
        for net in nets_of(fault):
            by = first_failure(copy, fault, nets.get(net, ()))
            if by is not None:
                return Verdict(fault, net, by, time.monotonic() - began)
    return Verdict(fault, None, "no test failed", time.monotonic() - began)


def first_failure(copy: Path, fault: Fault, paths: tuple[str, ...]) -> str | None:
    """The first test of these that fails, or None."""
    there = [path for path in paths if (copy / path).exists()]
    if not there:
        return None
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--tb=no", "-rfE"]
    command += ["-p", "no:cacheprovider", "-p", "tests.unshrunk", "--hypothesis-seed=0", *there]
    environment = os.environ | {
        "PYTHONPATH": str(copy / "src"),
        "HYPOTHESIS_PROFILE": "unshrunk",
        "COLUMNS": "200",
    }
    try:
        run = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        print(f"{fault.name}: no answer within {SECONDS} s from {' '.join(there)}", flush=True)
        return None  # too slow is not caught
    if run.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return None
    if run.returncode != pytest.ExitCode.TESTS_FAILED:
        raise Unplantable(f"{fault.name}: the tests did not run\n{run.stdout}{run.stderr}")
    failed = [line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    if "hypothesis.errors." in failed[0]:
        raise Unplantable(
            f"{fault.name}: Hypothesis itself complains, which proves nothing\n{failed[0]}"
        )
    return failed[0].split(" ", 1)[1]


def write_docs(verdicts: list[Verdict]) -> None:
    """Put the results between their marks in the page on proof; other faults keep their rows."""
    rows = written_rows()
    for verdict in verdicts:
        name, net = verdict.fault.name, verdict.net or _NO_NET
        rows[name] = f"| {name} | {net} | {_short(verdict.by)} |"
    kept = [rows[fault.name] for fault in FAULTS if fault.name in rows]
    caught = sum(f"| {_NO_NET} |" not in row for row in kept)
    without = len(FAULTS) - len(kept)
    newer = f" Newer faults without a row: {without}." if without else ""
    table = [f"{caught} of {len(kept)} faults caught.{newer}", ""]
    table += ["| fault | net | first test to fail |", "|---|---|---|", *kept]
    head, _, rest = DOCS.read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    DOCS.write_text("\n".join([head + BEGIN, "", *table, "", END + tail]))


def written_rows() -> dict[str, str]:
    """The rows of the table in the page on proof, by the name of their fault."""
    table = DOCS.read_text().partition(BEGIN)[2].partition(END)[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")]
    return {row.split(" | ")[0].removeprefix("| "): row for row in rows[1:]}


def _short(by: str) -> str:
    """`test_turn.py::test_x`, without its folder, its parameters and its complaint."""
    test = by.partition(" - ")[0].partition("[")[0]
    return f"`{test.rpartition('/')[2]}`"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Unplantable as error:
        sys.exit(f"error: {error}")
