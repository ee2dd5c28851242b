"""What was written before the modules moved and were renamed is read, and gone on with.

`old/` comes from the program as it was then (commit f63e052) and is never written anew: a
database with a finished game, one under way and a locked table (`evening.db`), a record with fair
deals, the same as one player knew it, a simulated one, and a game left at the terminal.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app
from tests.borders.evening import finish_evening
from tests.borders.pins import read_pin

OLD = Path(__file__).parent / "old"
RECORDS = sorted(path.name for path in OLD.glob("*.uno"))


def uno(*words: str, typed: str = "") -> Result:
    return CliRunner(env={"COLUMNS": "100", "FORCE_COLOR": ""}).invoke(app, words, input=typed)


def printed_json(*words: str) -> Any:
    done = uno(*words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A copy, which may be changed."""
    return Path(shutil.copy(OLD / "evening.db", tmp_path / "uno.db"))


def test_a_database_is_whole_once_it_is_up_to_date(database: Path) -> None:
    done = uno("migrate", "--database", str(database))
    assert done.exit_code == 0, done.output
    assert not printed_json("check-database", "--database", str(database))["damage"]


def test_a_game_under_way_is_played_to_its_end(database: Path) -> None:
    script = finish_evening(database, read_pin("evening.txt")).splitlines()
    assert '"fact":"game-closed"' in "".join(script)
    games = json.loads(script[script.index("nobody: GET /api/games") + 2])["games"]
    assert [game["names"] for game in games] == [["Ann", "Ben", "Cat", "Ada"]] * 2
    assert '"code":"wrong-password"' in script[-3]
    assert '"type":"snapshot"' in script[-1]


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_is_true(name: str) -> None:
    report = printed_json("verify", str(OLD / name))
    assert report["verdict"] == "true"


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_can_be_shown_and_replayed(name: str) -> None:
    path = str(OLD / name)
    assert printed_json("show", path)["names"]
    done = uno("replay", path, "--plain")
    assert (done.exit_code, done.stderr) == (0, "")


def test_an_export_is_the_same_bytes() -> None:
    done = uno("export", str(OLD / "fair.uno"), "--seat", "1")
    assert done.stdout_bytes == (OLD / "seat.uno").read_bytes()


def test_a_game_that_was_left_is_gone_on_with(tmp_path: Path) -> None:
    for name in ("left.uno", "left.uno.secret"):
        shutil.copy(OLD / name, tmp_path / name)
    path = str(tmp_path / "left.uno")
    assert "unfinished" in uno("verify", path).stdout
    done = uno("play", "--resume", path, "--plain", typed="1\n" * 400)
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "left.uno.secret").exists()
    assert "unfinished" not in uno("verify", path).stdout
