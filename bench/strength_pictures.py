"""How strong the bots are, how `master` learnt, and what was learnt to win from it, for the docs.

`python -m bench.strength_pictures` draws them from what the other benchmarks measured.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.search_moves import SINGLE, figures, read_rows
from openuno.lab.figures import Estimate
from openuno.lab.report.charts import Bar, BarChart, LineChart, Point, Series
from openuno.lab.report.svg import draw_svg

HERE = Path(__file__).parent
PICTURES = HERE.parent / "docs" / "pictures"
CURVES = {
    "plain 2": "2 players",
    "plain 3": "3",
    "plain 4": "4",
    "house 2": "house, 2",
    "house 4": "house, 4",
}


def read_results(name: str) -> Any:
    """What a benchmark has measured."""
    return json.loads((HERE / f"results_{name}.json").read_text("utf-8"))


def draw_training() -> str:
    """The share of rounds won while the network learnt, by seconds on one GPU."""
    lines: dict[str, list[Point]] = {name: [] for name in CURVES}
    before = 0.0
    for run in read_results("training")["runs"]:
        for part in run["curve"]:
            for name, points in lines.items():
                points.append(_point(before + part["seconds"], part, name))
        before += run["seconds"]
    series = tuple(Series(CURVES[name], tuple(points)) for name, points in lines.items())
    return draw_svg(LineChart("master against regular", "seconds on one H200", "rounds", series))


def draw_response() -> str:
    """What a network wins beyond its par from the shipped one while it learns to beat it."""
    curve = read_results("training")["responses"][-1]["curve"]
    series = tuple(
        Series(
            f"{players} players, above {100 // players} %",
            tuple(
                _point(part["seconds"], part, f"rival {players}", par=1 / players) for part in curve
            ),
        )
        for players in (2, 4)
    )
    return draw_svg(LineChart("won from master", "seconds on one H200", "rounds", series))


def _point(seconds: float, part: dict[str, float], name: str, par: float = 0.0) -> Point:
    share, half = part[name] - par, part[f"± {name}"]
    return Point(seconds, Estimate(share, share - half, share + half))


def draw_bots() -> str:
    """The share of rounds won against one `regular`, from the weakest character to `expert`."""
    bars = sorted(_duels(), key=lambda bar: bar.value.value)
    return draw_svg(BarChart("rounds won against one regular", tuple(bars), is_share=True))


def _duels() -> Iterator[Bar]:
    for match in read_results("characters")["matches"]:
        if match["seats"] == 2:
            yield Bar(match["bot"], Estimate(match["share"], match["low"], match["high"]))
    for row in read_rows():
        if (row.rules, row.players, row.format, row.known) == ("mattel-2016", 2, SINGLE, 0.0):
            found = figures(row)
            share, half = found["expert"] / 100, found["expert_half"] / 100
            yield Bar("expert", Estimate(share, share - half, share + half))


def main() -> None:
    """Draw all of them."""
    (PICTURES / "training.svg").write_text(draw_training(), encoding="utf-8")
    (PICTURES / "response.svg").write_text(draw_response(), encoding="utf-8")
    (PICTURES / "bots.svg").write_text(draw_bots(), encoding="utf-8")


if __name__ == "__main__":
    main()
