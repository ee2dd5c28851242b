"""An analysis as one HTML page: charts drawn in SVG, nothing fetched from elsewhere, no script."""

from collections.abc import Iterator
from html import escape

from openuno.engine.notation.rules import rules_text
from openuno.game.notation import format_text
from openuno.local.analysis.report import (
    Account,
    Analysis,
    RoundReport,
    costliest,
    draw_four_text,
    percent,
)
from openuno.record.lines import Header

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 720, 260, 46, 90, 14, 30
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#3f8fc4", "#555555", "#a02c2c")
_DASHES = ("", "7 4", "2 3")
"""Lines differ by their dashes as well as by their colours."""
_SHOWN = 5
_STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24;background:#fff}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right}
td:first-child,th:first-child{text-align:left;padding-left:0}
svg{width:100%;height:auto}svg text{font:12px system-ui,sans-serif;fill:currentColor}
.grid{stroke:currentColor;opacity:.15}.quiet{opacity:.75}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}}
"""


def write_page(found: Analysis, header: Header) -> str:
    """The whole page."""
    body = "\n".join(_parts(found, header))
    title = escape(f"Analysis: {', '.join(found.names)}")
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def _parts(found: Analysis, header: Header) -> Iterator[str]:
    yield f"<h1>{escape(', '.join(found.names))}</h1>"
    yield f"<p>{escape(format_text(header.format))}, {escape(rules_text(header.rules))}</p>"
    for round in found.rounds:
        winners = " and ".join(found.names[player] for player in round.winners) or "nobody"
        won = "win" if len(round.winners) > 1 else "wins"
        yield f"<h2>Round {round.number}: {escape(winners)} {won}</h2>"
        yield _chart(round, found.names)
    yield "<h2>Luck and play, in rounds won</h2>"
    yield _accounts(found)
    yield from _costly_moves(found)
    draw_fours = [laid for round in found.rounds for laid in round.draw_fours]
    if draw_fours:
        yield "<h2>Bluffs and challenges</h2><ul>"
        for laid in draw_fours:
            yield f"<li>Line {laid.line}: {escape(draw_four_text(laid, found.names))}</li>"
        yield "</ul>"
    yield (
        f'<p class="quiet">Each position was played out by the bot regular from'
        f" {found.worlds} deals that fit what the player knew; seed {found.seed}.</p>"
    )


def _chart(round: RoundReport, names: tuple[str, ...]) -> str:
    """The chance of every player after each action, and a dot at each costly move."""
    steps = max(1, len(round.points) - 1)
    inner, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def to_point(step: int, share: float) -> tuple[float, float]:
        return _LEFT + inner * step / steps, _TOP + height * (1 - share)

    found = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        _, y = to_point(0, share)
        found.append(f'<line class="grid" x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y}" y2="{y}"/>')
        found.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{percent(share)}</text>')
    lines = {point.line: step for step, point in enumerate(round.points)}
    for index, player in enumerate(round.players):
        colour = _COLOURS[index % len(_COLOURS)]
        dash = _DASHES[index // len(_COLOURS) % len(_DASHES)]
        spots = [to_point(step, point.chances[index]) for step, point in enumerate(round.points)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        found.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
            f' points="{path}"><title>{escape(names[player])}</title></polyline>'
        )
        found.append(
            f'<text x="{_WIDTH - _RIGHT + 6}" y="{_TOP + 14 * (index + 1)}"'
            f' style="fill:{colour}">{escape(names[player])}</text>'
        )
        for move in round.moves:
            if move.player == player and move.cost > 0:
                x, y = spots[lines[move.line]]
                about = f"{move.action}; better {move.better}, by {percent(move.cost)}"
                found.append(
                    f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{colour}">'
                    f"<title>{escape(about)}</title></circle>"
                )
    drawn = "\n".join(found)
    label = f"Chances of everyone in round {round.number}"
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">\n{drawn}\n</svg>'
    )


def _accounts(found: Analysis) -> str:
    heads = ("player", "par", "the deal", "own mistakes", "the rest", "won")
    rows = ["".join(f"<th>{head}</th>" for head in heads)]
    rows += [_row(found.names[each.player], each) for each in found.accounts if each.rounds]
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def _row(name: str, each: Account) -> str:
    parts = "".join(f"<td>{part + 0:+.2f}</td>" for part in (each.deal, each.play, each.rest))
    return f"<td>{escape(name)}</td><td>{each.par:.2f}</td>{parts}<td>{each.won}</td>"


def _costly_moves(found: Analysis) -> Iterator[str]:
    for player, name in enumerate(found.names):
        moves = costliest(found, player, _SHOWN)
        if moves:
            yield f"<h2>Costliest moves of {escape(name)}</h2><ul>"
        for round, move in moves:
            better, why = escape(move.better or ""), escape(move.why or "")
            yield (
                f"<li>Round {round.number}, line {move.line}: {escape(move.action)};"
                f" better {better}, by {percent(move.cost)}. {why}</li>"
            )
        if moves:
            yield "</ul>"
