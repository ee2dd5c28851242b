"""A browser, a terminal and a program at one table: three real processes, one game."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import expect

from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from openuno.room.settings import Clock, Settings
from tests.browser import ROOT, Visits
from tests.server.clients import open_table, request
from tests.server.servers import ThreadServer
from tests.terminal.commands import SECONDS, Terminal
from tests.web.playing import play, press_start, sit_down, wait_for_table

SETTINGS = Settings(
    rules="mattel-2016+hand_size=3",
    format="single",
    seats=3,
    clock=Clock(move=None, window=0.2),
    public=False,
)
MOVES = ("\t\r", "\r", "d", "k", "a")
"""The next card that fits, or the answer to a question; draw; keep; take the cards."""


@contextmanager
def program(link: str) -> Iterator["subprocess.Popen[bytes]"]:
    """The example of docs/protocol.md, at this table."""
    words = [sys.executable, str(ROOT / "examples" / "bot.py"), link, "--name", "Robo"]
    process = subprocess.Popen(words)
    try:
        yield process
    finally:
        process.kill()
        process.wait(SECONDS)


@contextmanager
def playing(terminal: Terminal) -> Iterator[None]:
    """Somebody who tries every key at the terminal, again and again."""
    over = Event()

    def press() -> None:
        while not over.is_set() and terminal.process.poll() is None:
            for keys in MOVES:
                terminal.press(keys)
                terminal.until("nothing that is ever shown", seconds=0.1)

    person = Thread(target=press)
    person.start()
    try:
        yield
    finally:
        over.set()
        person.join(SECONDS)
        assert not person.is_alive()


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal")
def test_a_browser_a_terminal_and_a_program_play_a_game(
    visit: Visits, server: ThreadServer, tmp_path: Path
) -> None:
    token = server.guest("Ann")[1]
    ann = visit("Ann", token=token)
    link = f"{server.url}/t/{server.do(open_table(server.url, token, SETTINGS))}"
    ann.goto(link)
    sit_down(ann, 0)
    words, config = (link, "--name", "Zoe"), str(tmp_path)
    with Terminal(*words, command="join", screen=True, XDG_CONFIG_HOME=config) as zoe:
        zoe.until("Zoe")
        with program(link) as robo:
            for name in ("Zoe", "Robo"):
                expect(ann.get_by_text(name).first).to_be_visible()
            zoe.press_until("\r", "Waiting for the host to start.")
            press_start(ann)
            wait_for_table(ann)
            with playing(zoe):
                play([ann], until=lambda: ann.locator("#round-end").count() > 0)
            assert robo.wait(SECONDS) == 0
        zoe.press_until("\x03", "\x1b[?1049l")
        assert zoe.wait_for_end() == 130
    assert "Traceback" not in zoe.text
    (game,) = server.do(request(server.url, "GET", "/api/me/games", token=token))["games"]
    record = server.ask("GET", f"/api/games/{game['id']}.uno").body
    assert sorted(read_record(record).header.names) == ["Ann", "Robo", "Zoe"]
    assert verify(record).verdict is Verdict.TRUE
