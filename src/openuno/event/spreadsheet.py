"""The results of an event as CSV, for a spreadsheet."""

import csv
import io

from openuno.event.view import EventView


def results_csv(view: EventView) -> str:
    """One row for each entrant, best first; figures by name."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["rank", "name", *view.columns, "played", "byes", "present"])
    for row in view.standings:
        present = "yes" if row.present else "no"
        writer.writerow([row.rank, _cell(row.name), *row.figures, row.played, row.byes, present])
    return out.getvalue()


def tables_csv(view: EventView) -> str:
    """One row for each side of each table."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["sitting", "table", "side", "people", "points"])
    for sitting in view.sittings:
        for table in sitting.tables:
            for number, side in enumerate(table.sides):
                points = "" if table.points is None else table.points[number]
                people = _cell(" & ".join(side))
                writer.writerow([sitting.number, table.number, number + 1, people, points])
    return out.getvalue()


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in "=+-@" else text
