"""The ladder for people, for programs, and as a picture."""

from collections.abc import Iterator

import msgspec
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from openuno.engine.notation.rules import rules_text
from openuno.game.notation import format_text
from openuno.lab.figures import Estimate
from openuno.lab.ladder.climb import Ladder
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.lab.report.charts import RatingChart
from openuno.lab.report.percent import percent_text
from openuno.lab.written_rules import rules_words


def ladder_tables(ladder: Ladder) -> Iterator[RenderableType]:
    """What was played, the cross table, and the ratings, the strongest first."""
    table = ladder.table
    format = "" if table.format is None else f", {format_text(table.format)}"
    unit = "rounds" if table.format is None else "games"
    yield Text(
        f"{rules_words(table.rules)}{format}, {table.players} players, every deal from every seat;"
        f" par is {100 * table.par:.4g} %",
        style="bold",
    )
    yield Text(f"{unit} won by the player on the left against a field of the one above, in %")
    cross = RichTable(box=None, pad_edge=False)
    cross.add_column("")
    order = ranking(ladder)
    for name in order:
        cross.add_column(name, justify="right")
    for player in order:
        cross.add_row(
            player, *(percent_text(share_of(ladder, player, field), digits=2) for field in order)
        )
    yield cross
    ratings = RichTable(box=None, pad_edge=False)
    for title in ("", "rating", "95 %"):
        ratings.add_column(title, justify="left" if not title else "right")
    for name in order:
        found = ladder.ratings[name]
        ratings.add_row(name, f"{found.value:.0f}", f"± {found.half:.0f}")
    yield ratings


def ranking(ladder: Ladder) -> list[str]:
    """The names, the strongest first."""
    return sorted(ladder.ratings, key=lambda name: -ladder.ratings[name].value)


def share_of(ladder: Ladder, player: str, field: str) -> Estimate | None:
    """The share a player won against a field; where two sides meet, also seen from the other."""
    if (player, field) in ladder.scores:
        return ladder.scores[player, field].share()
    mirrored = ladder.table.players == 2 or ladder.table.teams
    if not mirrored or (field, player) not in ladder.scores:
        return None
    found = ladder.scores[field, player].share()
    if found is None or found.low is None or found.high is None:
        return None if found is None else Estimate(1 - found.value)
    return Estimate(1 - found.value, 1 - found.high, 1 - found.low)


def ladder_json(ladder: Ladder) -> str:
    """The ladder as one JSON object; everything but `seconds` is the same on every machine."""
    table = ladder.table
    report = {
        "rules": rules_text(table.rules),
        **({} if table.format is None else {"format": format_text(table.format)}),
        "players": table.players,
        "seed": table.seed,
        "first_evaluation_seed": EVALUATION_SEEDS,
        "par": table.par,
        "duels": [
            {
                "player": player,
                "field": field,
                "won": score.won,
                "decided": score.decided,
                "share": _estimate(score.share()),
                "above_par": _estimate(_above_par(score.share(), table.par)),
            }
            for (player, field), score in ladder.scores.items()
        ],
        "ratings": [{"player": name, **ladder.ratings[name]._asdict()} for name in ranking(ladder)],
        "seconds": ladder.seconds,
    }
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def _above_par(found: Estimate | None, par: float) -> Estimate | None:
    if found is None or found.low is None or found.high is None:
        return found and Estimate(found.value - par)
    return Estimate(found.value - par, found.low - par, found.high - par)


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else found._asdict()


def ladder_chart(ladder: Ladder) -> RatingChart:
    """The ratings with their intervals, the strongest first."""
    ratings = tuple((name, ladder.ratings[name]) for name in ranking(ladder))
    return RatingChart(f"ratings and 95 % intervals, {ladder.table.players} players", ratings)
