"""Branch coverage by package, from coverage.py's JSON report: `make coverage` prints this."""

import sys
from collections import defaultdict
from pathlib import Path

import msgspec


class Summary(msgspec.Struct):
    """What was counted of one file, as coverage.py names it."""

    num_statements: int
    missing_lines: int
    num_branches: int
    missing_branches: int


class File(msgspec.Struct):
    """One measured file."""

    summary: Summary


class Report(msgspec.Struct):
    """The part of the report that we read."""

    files: dict[str, File]


class Row(msgspec.Struct):
    """The counts of one package, added up."""

    lines: int = 0
    missing_lines: int = 0
    branches: int = 0
    missing_branches: int = 0

    def add(self, summary: Summary) -> None:
        """Count one more file."""
        self.lines += summary.num_statements
        self.missing_lines += summary.missing_lines
        self.branches += summary.num_branches
        self.missing_branches += summary.missing_branches

    def share(self) -> float:
        """How much of lines and branches together was run, as coverage.py counts it."""
        total = self.lines + self.branches
        return 1 - (self.missing_lines + self.missing_branches) / total if total else 1.0


def package_of(path: str) -> str:
    """The package a file belongs to, `engine.notation` for example."""
    parts = Path(path).with_suffix("").parts
    inside = parts[parts.index("openuno") + 1 :]
    return ".".join(inside[:-1] or inside)


def coverage_table(report: Report) -> str:
    """One row for each package, least covered first, and the total."""
    rows: dict[str, Row] = defaultdict(Row)
    total = Row()
    for path, file in report.files.items():
        rows[package_of(path)].add(file.summary)
        total.add(file.summary)
    ordered = sorted(rows.items(), key=lambda item: (item[1].share(), item[0]))
    heading = (
        f"{'package':<20}{'lines':>8}{'missing':>9}{'branches':>10}{'missing':>9}{'covered':>10}"
    )
    lines = [heading, "-" * len(heading)]
    for name, row in [*ordered, ("all", total)]:
        lines.append(
            f"{name:<20}{row.lines:>8,}{row.missing_lines:>9,}{row.branches:>10,}"
            f"{row.missing_branches:>9,}{row.share():>10.1%}"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    data = Path(sys.argv[1]).read_bytes()
    print(coverage_table(msgspec.json.decode(data, type=Report)))
