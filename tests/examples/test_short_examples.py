"""The short examples as a newcomer runs them: quick, and printing something worth seeing."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
SHORT = ["tournament.py", "my_bot.py", "record_statistics.py"]


def run(name: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(EXAMPLES / name), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("name", SHORT)
def test_it_has_at_most_twenty_lines_and_uses_public_names_only(name: str) -> None:
    source = (EXAMPLES / name).read_text("utf-8")
    assert len(source.splitlines()) <= 20
    assert "openuno." not in source


def test_a_tournament_by_house_rules() -> None:
    done = run("tournament.py")
    assert done.stderr == ""
    games = dict(re.findall(r"^(\w+) +games (\d+), rounds", done.stdout, re.MULTILINE))
    assert set(games) == {"regular", "casual"}
    assert sum(map(int, games.values())) == 20
    assert int(games["regular"]) > int(games["casual"])


def test_your_own_bot_against_regular() -> None:
    done = run("my_bot.py")
    assert done.stderr == ""
    found = re.fullmatch(r"my_bot wins (\d+) of 500 rounds against regular\n", done.stdout)
    assert found
    assert 100 < int(found[1]) < 250, "it says UNO, and is the weaker player"


def test_your_own_bot_is_imported_without_playing() -> None:
    """`uno ladder --bots my_bot:my_bot,regular` in its folder names it by its module."""
    code = "from openuno.lab.ladder.entrants import find_bot; print(find_bot('my_bot:my_bot'))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("<function my_bot")


def test_statistics_of_a_saved_game(tmp_path: Path) -> None:
    game = tmp_path / "game.uno"
    words = ["play", "--watch", "--format", "single", "--seed", "4", "--save", str(game)]
    uno = [sys.executable, "-m", "openuno.cli", *words]
    subprocess.run(uno, check=True, capture_output=True, timeout=300)
    done = run("record_statistics.py", str(game))
    assert done.stderr == ""
    _, *players = done.stdout.splitlines()
    assert sorted(line.split()[1] for line in players) == ["0", "0", "0", "1"], "one went out"
    assert run("record_statistics.py").stderr.startswith("which game?")
