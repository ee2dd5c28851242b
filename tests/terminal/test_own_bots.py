"""Somebody's own program in a seat of `uno play`: what is said when it does not play well."""

import sys
from pathlib import Path

import pytest

from tests.terminal.commands import Terminal, uno

HELLO = "input(); print('{\"protocol\": 1}', flush=True); input()"
BOT_BEGINS = ("--players", "2", "--set", "dealer_draw=chosen", "--dealer", "You", "--seed", "83")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program to be written, in Python."""
    return tmp_path / "program.py"


def bot(program: Path, answer: str) -> tuple[str, ...]:
    program.write_text(f"{HELLO}\n{answer}\n", "utf-8")
    return (*BOT_BEGINS, "--bots", f"engine:'{sys.executable}' '{program}'")


def test_a_wrong_answer_names_the_program_the_player_and_the_action(program: Path) -> None:
    done = uno(*bot(program, 'print(\'{"action": "W4/B"}\', flush=True); input()'))
    assert done.exit_code == 2
    assert done.stderr.startswith("uno: ")
    assert f"{program}" in done.stderr
    assert done.stderr.endswith(
        ", playing as Mia, answered W4/B: it does not hold a Wild Draw Four\n"
    )


def test_a_game_whose_bot_has_ended_can_be_resumed(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.uno"
    done = uno(*bot(program, "raise SystemExit(3)"), "--save", str(path))
    assert "it has ended, with exit status 3" in done.stderr
    assert "To resume this game:\n  " in done.stdout
    assert f"play --resume {path}" in done.stdout


def test_on_the_screen_it_can_be_resumed_as_well(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.uno"
    words = (*bot(program, "raise SystemExit(3)"), "--save", str(path))
    with Terminal(*words, screen=True, XDG_CONFIG_HOME=str(tmp_path)) as shown:
        assert shown.wait_for_end() == 2
        text = shown.text
    assert "it has ended, with exit status 3" in text
    assert f"play --resume {path}" in text
