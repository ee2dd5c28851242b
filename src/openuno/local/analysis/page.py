"""An analysis as one HTML page: charts drawn in SVG, nothing fetched from elsewhere, no script."""

from collections.abc import Iterator, Sequence
from html import escape

from openuno.local.analysis.figures import (
    find_ticks,
    join_names,
    list_accounts,
    sides_of,
    signed_text,
    whole_percents,
)
from openuno.local.analysis.report import (
    LUCK_ABOUT,
    Account,
    Analysis,
    RoundReport,
    costliest,
    costly_move_text,
    describe_percentages,
    draw_four_text,
    step_number,
)

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 276, 66, 8, 14, 34
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f8fc4", "#777777", "#c04040")
_DASHES = ("", "7 4", "2 3")
"""Lines differ by their dashes as well as by their colours."""
_SHOWN = 5
_TICKS = 8
"""Steps written below a chart, at most."""
_STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24;background:#fff}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right}
td:first-child,th:first-child{text-align:left;padding-left:0}
.wide{overflow-x:auto}
.chart{width:100%;height:auto}.chart text{font:14px system-ui,sans-serif;fill:currentColor}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:0;padding:0;list-style:none}
.legend svg{width:1.8rem;height:.5rem;margin-right:.4rem}
.grid{stroke:currentColor;opacity:.15}.quiet{opacity:.75}
@media(max-width:36rem){.chart text{font-size:26px}td,th{padding:.2rem .3rem;font-size:.9rem}}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}}
"""


def write_page(found: Analysis, about: Sequence[str], *, teams: bool) -> str:
    """The whole page; `about` are lines that say what was played, by partners or not."""
    body = "\n".join(_parts(found, about, teams=teams))
    title = escape(f"Analysis: {', '.join(found.names)}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _parts(found: Analysis, about: Sequence[str], *, teams: bool) -> Iterator[str]:
    yield f"<h1>{escape(', '.join(found.names))}</h1>"
    for line in about:
        yield f"<p>{escape(line)}</p>"
    tables = any(round.table for round in found.rounds)
    for round in found.rounds:
        winners = " and ".join(found.names[player] for player in round.winners) or "nobody"
        won = "win" if len(round.winners) > 1 else "wins"
        where = f", table {round.table + 1}" if tables else ""
        yield f"<h2>Round {round.number}{where}: {escape(winners)} {won}</h2>"
        sides = sides_of(len(round.players), teams=teams)
        yield _chart(round, found.names, sides)
        yield _legend(round, found.names, sides)
    yield "<h2>Luck and play, in rounds won</h2>"
    yield _accounts(found, teams=teams)
    yield f'<p class="quiet">{escape(LUCK_ABOUT)}</p>'
    yield from _costly_moves(found)
    draw_fours = [(round, laid) for round in found.rounds for laid in round.draw_fours]
    if draw_fours:
        yield "<h2>Bluffs and challenges</h2><ul>"
        for round, laid in draw_fours:
            text = escape(draw_four_text(laid, found.names))
            yield f"<li>{_location(round, laid.line)}: {text}</li>"
        yield "</ul>"
    yield (
        f'<p class="quiet">{describe_percentages(found)} A move is called costly, and has a dot,'
        " only if the difference is too large to be chance. The steps are those of uno replay.</p>"
    )


def _location(round: RoundReport, line: int) -> str:
    return f"Round {round.number}, step {step_number(line)}"


def _chart(round: RoundReport, names: tuple[str, ...], sides: list[tuple[int, ...]]) -> str:
    """The chance of every side after each action, a dot at each costly move, and the steps."""
    steps = max(1, len(round.points) - 1)
    inner, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def to_point(step: int, share: float) -> tuple[float, float]:
        return _LEFT + inner * step / steps, _TOP + height * (1 - share)

    found = []
    for share in (0, 0.5, 1):
        _, y = to_point(0, share)
        found.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        found.append(
            f'<text x="{_LEFT - 6}" y="{y + 6}" text-anchor="end">{100 * share:.0f}</text>'
        )
    lines = {point.line: step for step, point in enumerate(round.points)}
    for step, number in find_ticks([step_number(line) for line in lines], _TICKS).items():
        x, y = to_point(step, 0)
        found.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{y}"/>')
        found.append(f'<text x="{x:.1f}" y="{_HEIGHT - 8}" text-anchor="middle">{number}</text>')
    for index, side in enumerate(sides):
        players = [round.players[seat] for seat in side]
        spots = [to_point(step, point.chances[side[0]]) for step, point in enumerate(round.points)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        found.append(
            f'<polyline {_stroke(index)} points="{path}">'
            f"<title>{escape(join_names(names, players))}</title></polyline>"
        )
        for move in round.moves:
            if move.player in players and move.cost > 0:
                x, y = spots[lines[move.line]]
                found.append(
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{_colour(index)}">'
                    f"<title>{escape(costly_move_text(move))}</title></circle>"
                )
    drawn = "\n".join(found)
    label = f"Chances of everyone in round {round.number}, in per cent, by step"
    return (
        f'<svg class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">\n'
        f"{drawn}\n</svg>"
    )


def _legend(round: RoundReport, names: tuple[str, ...], sides: list[tuple[int, ...]]) -> str:
    """Whose line is whose, with the chances after the deal."""
    dealt = whole_percents([round.points[0].chances[side[0]] for side in sides])
    rows = (
        f'<li><svg viewBox="0 0 24 6" aria-hidden="true"><path d="M0,3H24" {_stroke(index)}/></svg>'
        f"{escape(join_names(names, [round.players[seat] for seat in side]))}:"
        f" {dealt[index]} % after the deal</li>"
        for index, side in enumerate(sides)
    )
    return f'<ul class="legend">{"".join(rows)}</ul>'


def _stroke(index: int) -> str:
    dash = _DASHES[index // len(_COLOURS) % len(_DASHES)]
    colour = _colour(index)
    return f'fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'


def _colour(index: int) -> str:
    return _COLOURS[index % len(_COLOURS)]


def _accounts(found: Analysis, *, teams: bool) -> str:
    heads = ("player", "par", "deal", "mistakes", "the rest", "won")
    rows = ["".join(f"<th>{head}</th>" for head in heads)]
    rows += [_row(name, each) for name, each in list_accounts(found, teams=teams)]
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table>{body}</table></div>'


def _row(name: str, each: Account) -> str:
    parts = "".join(f"<td>{signed_text(part)}</td>" for part in (each.deal, each.play, each.rest))
    return f"<td>{escape(name)}</td><td>{each.par:.2f}</td>{parts}<td>{each.won}</td>"


def _costly_moves(found: Analysis) -> Iterator[str]:
    for player, name in enumerate(found.names):
        moves = costliest(found, player, _SHOWN)
        if moves:
            yield f"<h2>Costliest moves of {escape(name)}</h2><ul>"
        for round, move in moves:
            yield f"<li>{_location(round, move.line)}: {escape(costly_move_text(move))}</li>"
        if moves:
            yield "</ul>"
