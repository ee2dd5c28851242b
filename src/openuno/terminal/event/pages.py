"""Pages to print, on A4 or Letter: score sheets, cards for the tables, and the standings."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import zip_longest

from openuno.engine.cards import Card
from openuno.event.view import EventTableView, EventView, SittingView
from openuno.terminal.event.screen import KIND_NAMES

_STYLE = """
@page{margin:12mm}
*{box-sizing:border-box}
body{font:12pt/1.4 system-ui,sans-serif;margin:0 auto;max-width:186mm;padding:4mm;color:#000;
background:#fff}
h1{font-size:20pt;margin:0 0 4mm}h2{font-size:15pt;margin:0 0 2mm}
table{border-collapse:collapse;width:100%;margin:0 0 4mm}
th,td{border:1px solid #000;padding:1.5mm 2.5mm;text-align:left;overflow-wrap:anywhere}
td.number,th.number{text-align:right}
.sheet{break-inside:avoid;border-bottom:1px dashed #777;padding:4mm 0}
.sheet table{table-layout:fixed}.sheet td{height:8mm}.sheet th:first-child{width:22mm}
.deal{break-after:page}.deal ol{columns:4;font-size:9.5pt;line-height:1.35;padding-left:8mm}
.card{break-after:page;text-align:center;padding-top:20mm}
.card:last-child{break-after:auto}
.card .table{font-size:120pt;font-weight:800;line-height:1}
.card .side{font-size:30pt;font-weight:700;margin:8mm 0;overflow-wrap:anywhere}
.card .alone{font-size:22pt;margin:3mm 0}
.card .against{font-size:16pt}
footer{font-size:9pt;color:#333}
"""


def score_sheets(view: EventView, sitting: SittingView) -> str:
    """A sheet for each table of the sitting: a row for each round, to be filled in by hand."""
    return _page(
        f"{view.title}: score sheets", "\n".join(_sheet(view, table) for table in sitting.tables)
    )


def table_cards(view: EventView, sitting: SittingView) -> str:
    """A page for each table: its number and who sits there; partners face each other."""
    cards = "\n".join(_card(view, table) for table in sitting.tables)
    return _page(f"{view.title}: table cards", cards)


def deals_page(view: EventView, sitting: int, orders: Sequence[Sequence[Card]]) -> str:
    """For each round of a sitting how the deck of every table is put in order, from the top."""
    rounds = "\n".join(
        f'<section class="deal"><h2>{escape(view.title)}: sitting {sitting}, round {number}</h2>'
        f"<p>From the top; the first card is the first one dealt.</p><ol>"
        + "".join(f"<li>{escape(card.label)}</li>" for card in order)
        + "</ol></section>"
        for number, order in enumerate(orders, 1)
    )
    return _page(f"{view.title}: deals", rounds)


def standings_page(view: EventView) -> str:
    """The standings, then every table so far."""
    return _page(f"{view.title}: standings", "\n".join(_standings(view)))


def _sheet(view: EventView, table: EventTableView) -> str:
    heads = "".join(f"<th>{_side(side)}</th>" for side in table.sides)
    empty = "<td></td>" * len(table.sides)
    rows = "".join(f"<tr><th>{number}</th>{empty}</tr>" for number in range(1, view.rounds + 1))
    return (
        f'<section class="sheet"><h2>{escape(view.title)}: sitting {table.sitting},'
        f" table {table.number}</h2><table><tr><th>round</th>{heads}</tr>{rows}"
        f"<tr><th>total</th>{empty}</tr></table></section>"
    )


def _card(view: EventView, table: EventTableView) -> str:
    two = len(table.sides) == 2
    sides = ('<div class="against">against</div>' if two else "").join(
        f'<div class="side{"" if two else " alone"}">{_side(side)}</div>' for side in table.sides
    )
    return (
        f'<section class="card"><h1>{escape(view.title)}: sitting {table.sitting}</h1>'
        f'<div class="table">{table.number}</div>{sides}'
        f"<p>Seats in turn: {_seats(table)}</p></section>"
    )


def _seats(table: EventTableView) -> str:
    """The names around the table: the sides take turns, so that partners face each other."""
    around = [name for seats in zip_longest(*table.sides) for name in seats if name is not None]
    return escape(", ".join(around))


def _standings(view: EventView) -> Iterator[str]:
    kind = KIND_NAMES[view.kind] + (", duplicate" if view.duplicate else "")
    state = "final" if view.finished else f"after {len(view.sittings)} sittings"
    yield f"<h1>{escape(view.title)}</h1><p>{escape(kind)}, {state}</p>"
    heads = "".join(f'<th class="number">{escape(name)}</th>' for name in view.columns)
    yield f"<table><tr><th></th><th>who</th>{heads}</tr>"
    for row in view.standings:
        figures = "".join(f'<td class="number">{figure}</td>' for figure in row.figures)
        yield f"<tr><td>{row.rank}.</td><td>{escape(row.name)}</td>{figures}</tr>"
    yield "</table>"
    for sitting in view.sittings:
        yield f"<h2>Sitting {sitting.number}</h2><table>"
        for table in sitting.tables:
            points = "" if table.points is None else " : ".join(map(str, table.points))
            sides = " against ".join(_side(side) for side in table.sides)
            yield f"<tr><td>{table.number}</td><td>{sides}</td>"
            yield f'<td class="number">{points}</td></tr>'
        yield "</table>"
        if sitting.byes:
            yield f"<p>Sitting out: {escape(', '.join(sitting.byes))}</p>"


def _side(side: tuple[str, ...]) -> str:
    return escape(" & ".join(side))


def _page(title: str, body: str) -> str:
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )
