"""docs/environments.md: its tables are made from the code, and its examples run."""

import json
import re
from pathlib import Path

import pytest

from bench import example_curves
from bench.ppo_curve import PICTURE, draw_curve
from openuno.env.docs_tables import docs_tables, update_page

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "environments.md").read_text("utf-8")
SPEEDS = ROOT / "bench" / "results_environments.json"
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_the_tables_on_the_page_are_up_to_date() -> None:
    assert update_page(PAGE) == PAGE
    for table in docs_tables().values():
        assert table in PAGE


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_on_the_page_runs(example: str) -> None:
    exec(compile(example, "docs/environments.md", "exec"), {})


def test_the_speeds_on_the_page_are_those_that_were_measured() -> None:
    results = json.loads(SPEEDS.read_text("utf-8"))
    rows = re.findall(r"^\| .* \| ([\d.]+) \|$", PAGE.partition("## How fast")[2], re.MULTILINE)
    names = ("learner", "vector", "vector_without_final", "vector_in_place", "batch")
    expected = [results[f"{name}_ratio"] for name in (*names, "pettingzoo", "gymnasium")]
    assert list(map(float, rows)) == expected


def test_on_a_gpu_the_environment_makes_at_least_half_the_steps_of_its_batch() -> None:
    rows = json.loads(SPEEDS.read_text("utf-8"))["gpu"]["rows"]
    part = PAGE.partition("## Run on a GPU")[2].partition("## Examples")[0]
    found = re.findall(
        r"^\| ([\d,]+) \| (\w+) \| (\d+) \| (\d+) \| ([\d.]+) \|$", part, re.MULTILINE
    )
    assert found == [
        (
            *(f"{row['tables']:,}", row["seats_asked"]),
            f"{row['batch_steps_per_second'] / 1e6:.0f}",
            f"{row['environment_steps_per_second'] / 1e6:.0f}",
            f"{row['ratio']:.2f}",
        )
        for row in rows
    ]
    assert min(row["ratio"] for row in rows) >= 0.5


def test_the_speed_on_a_gpu_with_regular_and_last_observations_is_that_measured() -> None:
    measured = json.loads(SPEEDS.read_text("utf-8"))["gpu"]
    two, four = (row["environment_steps_per_second"] / 1e6 for row in measured["regular"])
    assert f"they make {two:.0f} million answers" in PAGE
    assert f"and {four:.0f} million with" in PAGE
    last = [row.get("with_final_obs_steps_per_second") for row in measured["rows"]]
    every, one = (speed / 1e6 for speed in last if speed is not None)
    assert f"make {every:.0f} and {one:.0f} million steps" in PAGE


def test_the_curves_are_drawn_from_their_results() -> None:
    assert PICTURE.read_text("utf-8") == draw_curve()
    assert example_curves.PICTURE.read_text("utf-8") == example_curves.draw_curves()
