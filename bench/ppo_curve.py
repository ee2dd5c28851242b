"""The curve of `examples/ppo.py` as a picture for docs/environments.md.

python examples/ppo.py --opponents regular --minutes 8 --curve bench/results_ppo.json
python -m bench.ppo_curve
"""

import json
from pathlib import Path

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import LineChart, Point, Series
from openuno.lab.report.svg import draw_svg

HERE = Path(__file__).parent
RESULTS = HERE / "results_ppo.json"
PICTURE = HERE.parent / "docs" / "pictures" / "ppo.svg"


def draw_curve() -> str:
    """The share of rounds won after each part of the training, with its interval."""
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    points = tuple(
        Point(
            part["answers"] / 1e6,
            Estimate(part["share"], part["share"] - part["half"], part["share"] + part["half"]),
        )
        for part in found["curve"]
    )
    title = f"examples/ppo.py against {found['opponents']}, two players"
    par = tuple(Point(point.x, Estimate(0.5)) for point in points)
    series = (Series("rounds won", points), Series("as many as the opponent", par))
    return draw_svg(LineChart(title, "millions of answers learned from", "rounds", series))


if __name__ == "__main__":
    PICTURE.write_text(draw_curve(), encoding="utf-8")
