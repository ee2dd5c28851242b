"""The arena's report as one HTML file, with nothing else to load."""

from collections.abc import Iterator
from html import escape

from openuno.lab.arena.report import Report, headline, notes, report_rows
from openuno.lab.report.charts import Bar, BarChart
from openuno.lab.report.html import html_chart, html_document, html_table


def report_page(report: Report, command: str) -> str:
    """The whole file."""
    return html_document(f"UNO arena: {report.player}", "\n".join(_body(report, command)))


def _body(report: Report, command: str) -> Iterator[str]:
    yield f"<h1>UNO arena: {escape(report.player)}</h1>"
    yield f"<p>{escape(headline(report))}. To see it again:</p>"
    yield f"<pre>{escape(command)}</pre>"
    stopped = report.outcome and report.outcome.stopped
    if stopped:
        yield f"<p><strong>Stopped: {escape(stopped.sentence)}</strong></p>"
    won = {name: each.won for name, each in report.by_opponent.items()}
    bars = tuple(Bar(name, value) for name, value in won.items() if value is not None)
    if bars:  # prices may be below zero, where no bar can be
        yield html_chart(BarChart("rounds won", bars, is_share=True))
    for title, heads, rows in report_rows(report):
        yield f"<h2>{escape(title)}</h2>\n{html_table(heads, rows)}"
    for line in notes(report):
        yield f"<p>{escape(line)}</p>"
