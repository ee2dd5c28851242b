"""docs/bots.md says what the bots do: its program runs, its numbers are the measured ones."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text("utf-8")
RESULTS = json.loads((ROOT / "bench" / "results_bots.json").read_text("utf-8"))


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(example, "bots.md", "exec"), {})
    assert capsys.readouterr().out.startswith("Over(winner=")


def test_the_strengths_are_those_measured() -> None:
    rows = re.findall(r"^\| (\w+) \| (\d) (\w+) \| (.*) % \| (.*)–(.*) % \|$", PAGE, re.MULTILINE)
    assert rows == [
        (
            result["bot"],
            str(result["seats"] - 1),
            result["field"],
            f"{100 * result['share']:.1f}",
            f"{100 * result['low']:.1f}",
            f"{100 * result['high']:.1f}",
        )
        for result in RESULTS["matches"]
    ]


def test_the_bars_are_cleared_by_the_whole_interval() -> None:
    barred = [result for result in RESULTS["matches"] if result["bar"] is not None]
    assert len(barred) == 2
    for result in barred:
        assert result["low"] > result["bar"], result
