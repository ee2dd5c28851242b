"""`uno` alone, misspelt commands, and the games that are kept."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from textual.events import Paste
from textual.widgets import Input

from openuno.cli.app import app
from openuno.terminal.client.menu import MenuApp
from openuno.terminal.commands.menu import menu_choices
from openuno.terminal.preferences import Look, Preferences
from tests.terminal.commands import PLAIN, SECONDS, UNO, Terminal, environment, uno

SHORT = ("--format", "best-of:5", "--set", "hand_size=1", "--people", "Zoe")


def run(*words: str) -> Result:
    return CliRunner(env=PLAIN).invoke(app, list(words))


def test_alone_at_a_terminal_it_offers_what_to_do(tmp_path: Path) -> None:
    where = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(screen=True, command=None, **where) as menu:
        menu.until("See all commands")
        menu.press_until("?", "Usage: uno")
        assert menu.wait_for_end() == 0
    assert "Continue your last game" not in menu.text
    assert uno(*SHORT, typed="q\n").exit_code == 0
    with Terminal(screen=True, command=None, **where) as menu:
        menu.until("Continue your last game")
        menu.press_until("\x1b", "\x1b[?1049l")  # the screen is given back
        assert menu.wait_for_end() == 0


def test_alone_in_a_pipe_it_prints_its_help() -> None:
    done = subprocess.run(
        [UNO], capture_output=True, text=True, check=False, timeout=SECONDS, env=environment()
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Usage: uno")


def test_the_package_can_be_run() -> None:
    words = [sys.executable, "-m", "openuno", "-V"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.stdout.startswith("uno ")


@pytest.mark.parametrize(("word", "meant"), [("plya", "play"), ("game", "games"), ("shwo", "show")])
def test_a_misspelt_command_is_guessed(word: str, meant: str) -> None:
    done = subprocess.run([UNO, word], capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 2
    assert done.stderr.startswith(f"uno: there is no command {word!r}; did you mean {meant}?\n")


def test_games_are_listed_shown_and_deleted(games: Path) -> None:
    assert "No unfinished games" in run("games").stdout
    games.mkdir(parents=True, exist_ok=True)
    uno("--format", "single", "--seed", "3", "--save", str(games / "a.uno"), typed="q\n")
    uno(*SHORT, "--save", str(games / "b.uno"), typed="1\n" * 30 + "q\n")
    uno("--save", str(games / "c.uno"), typed="q\n")
    listed = run("games").stdout
    assert "a  " in listed
    assert "single  You, Mia, Ned, Ola" in listed
    assert "Ned" in run("games", "--show", "a").stdout
    assert "games --resume a" in listed
    resumed = CliRunner(env=PLAIN).invoke(app, ["games", "--resume", "a"], input="q\n")
    assert "Resuming in round 1." in resumed.stdout
    assert resumed.exit_code == 0
    assert "give only one of" in run("games", "--resume", "a", "--show", "a").stderr
    assert run("games", "--delete", "a").stdout == "a is deleted.\n"
    assert not list(games.glob("a.uno*"))
    again = run("games", "--delete", "a")
    assert again.exit_code == 2
    assert again.stderr == "uno: there is no game 'a'; `uno games` lists them\n"


def test_only_games_of_the_folder_are_deleted(games: Path, tmp_path: Path) -> None:
    games.mkdir(parents=True, exist_ok=True)
    other = tmp_path / "other.uno"
    uno("--save", str(other), typed="q\n")
    done = run("games", "--delete", "../../other")
    assert done.exit_code == 2
    assert other.exists()


def test_a_game_that_is_being_played_is_not_deleted(games: Path) -> None:
    games.mkdir(parents=True, exist_ok=True)
    with Terminal("--save", str(games / "a.uno")) as terminal:
        terminal.until("> ")
        done = run("games", "--delete", "a")
        assert done.exit_code == 2
        assert "is open in another terminal" in done.stderr
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert (games / "a.uno").exists()


def test_the_menu_joins_the_table_whose_link_is_pasted() -> None:
    menu = MenuApp(menu_choices(can_host=False, can_resume=False), Preferences(look=Look.NIGHT))

    async def run() -> None:
        async with menu.run_test() as pilot:
            await pilot.press("j")
            await pilot.pause()
            field = menu.screen.query_one(Input)
            field.post_message(Paste("x" * 10_000))
            await pilot.pause()
            assert field.value == "", "nothing that long is a link"
            field.post_message(Paste("http://192.168.1.20:8000/t/ABC234\n"))
            await pilot.pause()
            await pilot.press("enter")

    asyncio.run(run())
    assert menu.return_value == ["join", "http://192.168.1.20:8000/t/ABC234"]
