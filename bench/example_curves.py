"""The curves of the examples that learn with other libraries: `python -m bench.example_curves`.

Runs examples/maskable_ppo.py and examples/torchrl_ppo.py against `uniform`, minutes of one core
each, and draws what they print as a picture for docs/environments.md. `--draw` only draws.
"""

import argparse
import json
import re
import subprocess
import sys
from math import sqrt
from pathlib import Path
from typing import Any

from openuno.lab.figures import Estimate
from openuno.lab.report.charts import LineChart, Point, Series
from openuno.lab.report.svg import draw_svg

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
RESULTS = HERE / "results_examples.json"
PICTURE = HERE.parent / "docs" / "pictures" / "examples.svg"
ROUNDS = 1000
STEPS, PARTS = 160_000, 8
FRAMES = 81_920
SMOOTH = 8
"""TorchRL prints the share of each batch, some fifty rounds: this many are one point."""
Z = 1.96


def run(name: str, *words: str) -> str:
    """What an example prints."""
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=3600).stdout


def measure() -> dict[str, Any]:
    """Points of each example: answers learned from, share of rounds won, rounds."""
    words = ["--steps", str(STEPS), "--parts", str(PARTS), "--rounds", str(ROUNDS)]
    printed = run("maskable_ppo.py", *words)
    shares = [round(float(share) / 100, 4) for share in re.findall(r"wins ([\d.]+)%", printed)]
    sb3 = [
        {"answers": number * STEPS // PARTS, "share": share, "rounds": ROUNDS}
        for number, share in enumerate(shares)
    ]
    printed = run("torchrl_ppo.py", "--frames", str(FRAMES))
    batches = re.findall(r"(\d+) answers: wins (\d+)% of (\d+)", printed)
    torchrl = []
    for first in range(0, len(batches) - SMOOTH + 1, SMOOTH):
        part = batches[first : first + SMOOTH]
        rounds = sum(int(each[2]) for each in part)
        won = sum(int(each[1]) / 100 * int(each[2]) for each in part)
        point = {"answers": int(part[-1][0]), "share": round(won / rounds, 4), "rounds": rounds}
        torchrl.append(point)
    return {"MaskablePPO (Stable Baselines3)": sb3, "TorchRL": torchrl}


def draw_curves() -> str:
    """The share of rounds won against `uniform` while they learnt."""
    series = []
    for name, curve in json.loads(RESULTS.read_text("utf-8")).items():
        points = []
        for each in curve:
            share = each["share"]
            half = Z * sqrt(share * (1 - share) / each["rounds"])
            estimate = Estimate(share, share - half, share + half)
            points.append(Point(each["answers"] / 1000, estimate))
        series.append(Series(name, tuple(points)))
    title = "examples against uniform, two players"
    return draw_svg(LineChart(title, "thousands of answers learned from", "rounds", tuple(series)))


def main() -> None:
    """Measure, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--draw", action="store_true", help="draw what was measured before")
    if not parser.parse_args().draw:
        RESULTS.write_text(json.dumps(measure(), indent=2) + "\n", encoding="utf-8")
    PICTURE.write_text(draw_curves(), encoding="utf-8")


if __name__ == "__main__":
    main()
