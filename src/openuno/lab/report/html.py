"""A comparison as one HTML file: the command, tables and charts, and nothing else to load."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from openuno.lab.cases import Case
from openuno.lab.figures import Figure
from openuno.lab.game_figures import figures_for
from openuno.lab.plans import units
from openuno.lab.report.charts import Chart
from openuno.lab.report.console import estimate_cells, plan_text
from openuno.lab.report.json_report import difference_from_first
from openuno.lab.report.svg import draw_svg
from openuno.lab.runner import Run

_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;
background:#fff;color:#1b1f24}
table{border-collapse:collapse;margin:0 0 1.5rem;width:100%}
th,td{padding:.25rem .6rem;text-align:right;border-bottom:1px solid #d8dee4}
th:first-child,td:first-child{text-align:left}
pre{background:#f3f4f6;padding:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}
svg{width:100%;min-width:34rem;height:auto;margin:0 0 1.5rem}
.wide{overflow-x:auto}td:not(:first-child){white-space:nowrap}
@media(max-width:36rem){th,td{padding:.25rem .3rem;font-size:.9rem}}
@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}
th,td{border-color:#30363d}pre{background:#161b22}}
"""


def html_page(
    cases: Sequence[Case],
    run: Run,
    shown: Sequence[Figure],
    charts: Sequence[Chart],
    command: str,
) -> str:
    """The whole file."""
    return html_document("UNO, compared", "\n".join(_body(cases, run, shown, charts, command)))


def html_document(title: str, body: str) -> str:
    """A whole file with this body, which is HTML already."""
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that scrolls by itself where it is wider than the page."""
    body = "\n".join(_row("td", row) for row in rows)
    head = f"<thead>{_row('th', heads)}</thead>"
    return f'<div class="wide"><table>\n{head}\n<tbody>\n{body}\n</tbody>\n</table></div>'


def html_chart(chart: Chart) -> str:
    """A chart that scrolls by itself where its letters would become too small."""
    return f'<div class="wide">{draw_svg(chart)}</div>'


def _body(
    cases: Sequence[Case],
    run: Run,
    shown: Sequence[Figure],
    charts: Sequence[Chart],
    command: str,
) -> Iterator[str]:
    yield "<h1>UNO, compared</h1>"
    what = units(run.plans[0])
    yield f"<p>{run.per_case:,} {what} of each case, the same deals in all. To see it again:</p>"
    yield f"<pre>{escape(command)}</pre>"
    yield "<ul>"
    for case in cases:
        yield f"<li><b>{escape(case.name)}</b>: {escape(plan_text(case.plan, run.per_case))}</li>"
    yield "</ul>"
    for chart in charts:
        yield html_chart(chart)
    rest = [figure for figure in figures_for(games=run.games).values() if figure not in shown]
    for figure in (*shown, *rest):
        if any(found and found.value for found in map(figure.estimate, run.totals.counts)):
            yield from _table(cases, run, figure)


def _table(cases: Sequence[Case], run: Run, figure: Figure) -> Iterator[str]:
    yield f"<h2>{escape(figure.title.capitalize())}</h2>"
    titles = ("", figure.title, "95 %", "difference", "95 %")
    rows = []
    for index, case in enumerate(cases):
        here = estimate_cells(figure.estimate(run.totals.counts[index]), figure)
        there = (
            estimate_cells(difference_from_first(run, figure, index), figure, signed=True)
            if index
            else ("", "")
        )
        rows.append((case.name, *here, *there))
    yield html_table(titles, rows)


def _row(kind: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"
