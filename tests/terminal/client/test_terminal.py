"""The client at a real terminal: it is drawn, keys reach it, and a crash loses nothing."""

import signal
from pathlib import Path

from openuno.record.verify import Verdict, verify
from tests.terminal.commands import SECONDS, Terminal

START = ("--seed", "83", "--people", "Zoe")


def test_it_is_drawn_and_left_with_a_command_that_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    with Terminal(*START, "--save", str(path), screen=True, XDG_CONFIG_HOME=str(tmp_path)) as shown:
        assert "D" in shown.until("Draw")
        shown.press_until("q", "Leave the table?")
        shown.press_until("y", "uno play --resume")
        assert shown.wait_for_end() == 0
    assert f"uno play --resume {path}" in shown.text
    assert "Traceback" not in shown.text


def test_without_colours_it_sends_none(tmp_path: Path) -> None:
    more = {"NO_COLOR": "1", "XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(*START, screen=True, **more) as shown:
        shown.until("Draw")
        shown.press_until("\x03", "uno play --resume")
        assert shown.wait_for_end() == 130
    assert "[38;" not in shown.text
    assert "[48;" not in shown.text


def test_killed_in_the_middle_it_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    with Terminal(*START, "--save", str(path), screen=True, XDG_CONFIG_HOME=str(tmp_path)) as shown:
        shown.until("Draw")
        shown.press_until("d", "You draw")
        before = path.read_bytes()
        shown.process.send_signal(signal.SIGKILL)
        shown.process.wait(SECONDS)
    assert path.read_bytes().startswith(before)
    assert verify(path.read_bytes()).verdict is Verdict.TRUE
    with Terminal("--resume", str(path), screen=True, XDG_CONFIG_HOME=str(tmp_path)) as again:
        again.until("Zoe")
        again.press_until("\x03", "uno play --resume")
        assert again.wait_for_end() == 130
    assert path.read_bytes().startswith(before)
