"""The examples that learn or search: they run, and the first one learns something."""

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.depth import THOROUGH, by_depth

EXAMPLES = Path(__file__).parents[2] / "examples"


def needs(module: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        find_spec(module) is None, reason=f"{module} is not installed: `make learn` does that"
    )


def run(name: str, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,  # the first environment compiles the rules
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def shares(text: str) -> list[float]:
    return [float(rate) for rate in re.findall(r"wins ([\d.]+)%", text)]


def test_a_first_training_needs_no_more_than_the_extra() -> None:
    first, *_, last = shares(run("first_training.py"))
    assert first < 10
    assert last > 30


def test_pettingzoos_loop_plays_to_the_end() -> None:
    won = re.findall(r"player_\d won (\d+) rounds", run("pettingzoo_loop.py"))
    assert len(won) == 3
    assert sum(map(int, won)) == 100


def test_a_search_by_saved_states_wins_more() -> None:
    won = re.findall(r"won (\d+) of 6 rounds", run("search.py", "--rounds", "6", "--tries", "4"))
    assert int(won[1]) > int(won[0])


@needs("torch")
def test_a_little_training_makes_the_agent_win_more(tmp_path: Path) -> None:
    # The gate sees it run; that training pays is shown there by the first example.
    updates, rounds = by_depth(("1", "512"), ("24", "2048"))
    words = ["ppo.py", "--updates", updates, "--minutes", "60", "--rounds", rounds, "--seed", "2"]
    code = (
        f"import sys; sys.argv = {[*words, '--save', 'agent.pt', '--curve', 'curve.json']!r}\n"
        f"sys.path.insert(0, {str(EXAMPLES)!r}); import openuno, ppo; ppo.main()\n"
        "print('played', openuno.play_round([ppo.bot, 'regular'], seed=1).winners)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    untrained, trained = shares(done.stdout)
    assert not THOROUGH or trained > untrained + 20
    assert "played (" in done.stdout
    found = json.loads((tmp_path / "curve.json").read_text("utf-8"))
    best = float(re.findall(r"look best: ([\d.]+)%", done.stdout)[0])
    for part, share in (
        (found["curve"][0], untrained),
        (found["trained"], trained),
        (found["best_answers"], best),
    ):
        assert part["rounds"] == int(rounds)
        assert part["share"] == pytest.approx(share / 100, abs=0.001)
        assert 0 <= part["half"] < 0.1


@needs("sb3_contrib")
def test_stable_baselines_learns_with_masks() -> None:
    steps, rounds = by_depth(("256", "1"), ("60000", "200"))
    untrained, trained = shares(run("maskable_ppo.py", "--steps", steps, "--rounds", rounds))
    assert not THOROUGH or trained > untrained


@needs("torchrl")
def test_torchrl_learns_with_masks() -> None:
    assert len(shares(run("torchrl_ppo.py", "--frames", by_depth("1024", "20480")))) >= 1
