"""Stepping through a record with keys."""

import errno
import os
import pty
import select
import struct
import subprocess
import termios
from fcntl import ioctl
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from openuno.game.state import NextRound
from openuno.record.reader import read_record
from openuno.terminal.commands.replay import step_through
from openuno.terminal.replay_frames import ReplayFrames
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.sample import SAMPLE
from tests.terminal.commands import SECONDS, UNO, environment

CLEARED = "\x1b[?1049h"
RESTORED = "\x1b[?1049l"


class Keys:
    """Types one key after another; what was shown for each is kept."""

    def __init__(self, frames: ReplayFrames, keys: list[str], width: int, height: int) -> None:
        self.screens: list[list[str]] = []
        self._file = StringIO()
        self._keys = iter([*keys, "q"])
        console = Console(
            file=self._file,
            force_terminal=True,
            width=width,
            height=height,
            color_system=None,
            highlight=False,
            markup=False,
            legacy_windows=False,
        )
        step_through(frames, console, 0, self._press)
        assert self._file.getvalue().endswith(f"{RESTORED}\x1b[?25h")

    def _press(self) -> str:
        shown = self._file.getvalue()
        self._file.seek(0)
        self._file.truncate()
        picture = shown.rpartition("\x1b[H")[2].removeprefix("\x1b[?25l")
        self.screens.append([line.rstrip() for line in picture.split("\n")])
        return next(self._keys)


def screens(
    setting: Setting, *keys: str, seat: int | None = None, width: int = 80, height: int = 24
) -> list[list[str]]:
    frames = ReplayFrames(read_record(play_setting(setting).data), seat)
    return Keys(frames, list(keys), width, height).screens


def steps(shown: list[list[str]]) -> list[int]:
    return [int(picture[0].split()[1]) for picture in shown]


def test_keys_go_on_back_to_the_next_round_and_to_either_end() -> None:
    setting = SETTINGS[6]
    commands = [what for what, _ in play_setting(setting).steps]
    last = len(commands)
    hands = [n for n, what in enumerate(commands, 1) if isinstance(what, NextRound)]
    shown = screens(setting, "n", " ", "p", "p", "p", "h", "h", "\x1b[F", "n", "h", "\x1b[H", "x")
    expected = [0, 1, 2, 1, 0, 0, hands[0], hands[1], last, last, last, 0, 0]
    assert steps(shown) == expected
    assert shown[0][0] == f"step 0 of {last}, before the first round"


@pytest.mark.parametrize("key", ["\x1b[C", "\x1b[B", "\x1bOC", "\r", "\n"])
def test_arrows_and_enter_go_on(key: str) -> None:
    assert steps(screens(SAMPLE, key)) == [0, 1]


@pytest.mark.parametrize("key", ["\x1b[D", "\x1b[A", "\x7f", "b"])
def test_arrows_and_backspace_go_back(key: str) -> None:
    assert steps(screens(SAMPLE, "n", "n", key)) == [0, 1, 2, 1]


def test_a_picture_shows_the_table_what_happened_and_the_keys() -> None:
    picture = screens(SAMPLE, "n", "n")[-1]
    assert picture[:5] == [
        "step 2 of 5, round 1",
        "",
        "▸ Ada  2 ■G3 ▲Y3",
        "  Bo   1 ●RD no UNO yet",
        "  top ★W red  pile 103  to the left",
    ]
    assert "   2  Bo lays Wild and names red." in picture
    assert picture[-1].startswith("n next   p back")


def test_one_seat_sees_its_own_cards_only() -> None:
    picture = screens(SAMPLE, "n", "n", seat=0)[-1]
    assert picture[0] == "step 2 of 5, round 1, as Ada knew it"
    assert picture[2].startswith("▸ Ada  2 ")
    assert picture[3] == "  Bo   1 card face down no UNO yet"


def test_after_a_round_the_score_is_shown() -> None:
    picture = screens(SAMPLE, "\x1b[F")[-1]
    assert "  1 Bo   1    1" in picture
    assert "      Bo wins the game." in picture


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 12), (20, 8)])
def test_every_picture_fits_the_screen(setting: Setting, width: int, height: int) -> None:
    keys = ["n"] * min(20, len(play_setting(setting).steps)) + ["\x1b[F"]
    for seat in (None, 0):
        for picture in screens(setting, *keys, seat=seat, width=width, height=height):
            assert len(picture) == height
            assert all(len(line) <= width for line in picture)


def test_a_record_that_cannot_be_followed_is_shown_up_to_there() -> None:
    data = play_setting(SAMPLE).data.replace(b'"do":"keep"', b'"do":"pass"')
    frames = ReplayFrames(read_record(data), None)
    shown = Keys(frames, ["\x1b[F", "n", "p"], 80, 24).screens
    assert steps(shown) == [0, 3, 3, 2]
    assert any("It cannot be followed further: line 6" in line for line in shown[1])
    assert frames.error is not None


def test_at_a_terminal_the_screen_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(play_setting(SAMPLE).data)
    near, far = pty.openpty()
    ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    shown_by = environment(TERM="xterm-256color")
    shown_by.pop("COLUMNS")
    process = subprocess.Popen(
        [UNO, "replay", str(path)], stdin=far, stdout=far, stderr=far, env=shown_by
    )
    os.close(far)
    shown = ""
    try:
        for key, words in (
            (b"nnn", "step 0 of 5"),
            (b"\x1b[H", "step 3 of 5"),
            (b"\x1b[4~", "step 0 of 5"),
            (b"\x1b", "step 5 of 5"),
        ):
            shown += until(near, words)
            os.write(near, key)
        shown += until(near, RESTORED)
        assert process.wait(SECONDS) == 0
    finally:
        process.kill()
        process.wait()
        os.close(near)
    assert CLEARED in shown
    assert RESTORED in shown


def until(terminal: int, words: str) -> str:
    shown = ""
    while words not in shown:
        ready, _, _ = select.select([terminal], [], [], SECONDS)
        assert ready, f"{words!r} was not shown"
        try:
            shown += os.read(terminal, 4096).decode(errors="replace")
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            break
    return shown
