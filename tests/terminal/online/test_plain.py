"""A table on a server line by line, at a real terminal and through pipes, in reading order."""

import asyncio
import re
import signal
import subprocess
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from msgspec.structs import replace

from openuno.room.commands import Say, Sit, Start
from openuno.room.state import Human, Seat, is_game_on
from tests.server.clients import Client, contribute, new_guest, open_table, play_out
from tests.server.servers import ServerProcess, run_server
from tests.terminal.commands import SECONDS, UNO, Terminal, environment
from tests.terminal.online.driver import QUICK

TWO = replace(QUICK, seats=2)
ASKED = re.compile(r"\n +1 \S")
"""How a list of moves begins."""


def run_apart(work: Coroutine[Any, Any, None]) -> Callable[[], None]:
    """Run something beside the test; the function returned waits for it, and raises its failure."""
    failed: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:  # noqa: BLE001 - raised again where it is awaited
            failed.append(error)

    thread = Thread(target=run)
    thread.start()

    def wait() -> None:
        thread.join(SECONDS)
        assert not thread.is_alive(), "the other player hangs"
        if failed:
            raise failed[0]

    return wait


def has_added(seat: Seat) -> bool:
    """Whether a person sits there, and has added something to the chance of the game."""
    return isinstance(seat, Human) and (seat.commitment or seat.seed) is not None


async def host_and_play(server: str, token: str, code: str) -> None:
    """Wait for somebody, start, say hello, and play the game out."""
    async with await Client.open(server, token) as host:
        await host.join(code)
        await host.does(Sit(0))
        await contribute(host)
        await host.wait_for(lambda it: has_added(it.table.seats[1]))
        await host.does(Say("Good luck!"))
        await host.does(Start())
        await host.wait_for(lambda it: is_game_on(it.table))
        await play_out([host], Random(3))


def open_for(server: str) -> tuple[str, str]:
    """The token of a host, and the code of a table for two."""

    async def work() -> tuple[str, str]:
        token = await new_guest(server, "Ann")
        return token, await open_table(server, token, TWO)

    return asyncio.run(work())


def play_at(terminal: Terminal, ending: str) -> None:
    """Take the first move of every list of moves, until these words come."""
    answered = 0
    while ending not in terminal.text:
        assert terminal.until("\n"), terminal.text[-2000:]
        lists = ASKED.findall(terminal.text)  # in all that was shown: a line may come in pieces
        if len(lists) > answered:
            answered = len(lists)
            terminal.type("1")


def test_a_whole_game_at_a_terminal_in_reading_order(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        token, code = open_for(server.url)
        wait = run_apart(host_and_play(server.url, token, code))
        link = f"{server.url}/t/{code}"
        more = {"XDG_CONFIG_HOME": str(tmp_path)}
        with Terminal(link, "--name", "Bo", command="join", screen=False, **more) as bo:
            play_at(bo, "the game.")
            wait()
            bo.type("q")
            assert bo.wait_for_end() == 0
        text = bo.text.replace("\r", "")
    parts = (
        "Connecting to",
        f"This is table {code}: mattel-2016+hand_size=3, a single round, 2 seats.",
        "Seat 1: Ann, host.",
        "Seat 2: Bo (you), ready.",
        "Waiting for the host to start.",
        "Ann: Good luck!",
        "Round 1.",
        "The first card is ",
        "▸ 1 Bo (you)",
        "  hand ",
        "our turn",
        "\n  1 ",
        "goes out." if "Ann goes out" in text else "go out.",
        "the game.",
        "You leave the table.",
    )
    at = 0
    for part in parts:
        found = text.find(part, at)
        assert found >= 0, f"{part!r} does not come after {text[max(0, at - 200) : at]!r}"
        at = found
    assert "\x1b[3" not in text
    assert "Traceback" not in text


def test_a_client_waits_for_a_killed_server_and_keeps_its_seat(tmp_path: Path) -> None:
    more = {"XDG_CONFIG_HOME": str(tmp_path)}
    with ServerProcess(tmp_path / "uno.db") as served:
        _, code = open_for(served.url)
        link = f"{served.url}/t/{code}"
        with Terminal(link, "--name", "Bo", command="join", screen=False, **more) as bo:
            bo.until("Waiting for the host")
            served.kill()
            bo.until("The server can't be reached")
            served.start()
            bo.until("Waiting for the host")
            bo.process.send_signal(signal.SIGINT)
            assert bo.wait_for_end() == 130
        with Terminal(link, command="join", screen=False, **more) as again:
            again.until("Seat 1: Bo (you)")
            again.type("q")
            assert again.wait_for_end() == 0
        assert "Traceback" not in bo.text + again.text


def test_a_pipe_gets_what_a_spectator_sees_until_the_game_is_over(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        token, code = open_for(server.url)

        async def play() -> None:
            async with await Client.open(server.url, await new_guest(server.url, "Ben")) as ben:
                await ben.join(code)
                await ben.wait_for(lambda it: "Eve" in [who.name for who in it.table.people])
                await ben.does(Sit(1, ready=True))
                await contribute(ben)
                await ben.wait_for(lambda it: is_game_on(it.table))
                await play_out([ben], Random(5))

        ben = run_apart(play())
        seen = subprocess.Popen(
            [UNO, "watch", f"{server.url}/t/{code}", "--name", "Eve"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(XDG_CONFIG_HOME=str(tmp_path)),
        )
        ann = run_apart(host_and_play(server.url, token, code))
        out, err = seen.communicate(timeout=SECONDS)
        for wait in (ann, ben):
            wait()
    assert (seen.returncode, err) == (0, "")
    assert "Ann: Good luck!" in out
    assert "the game." in out
    assert "hand ◆" not in out
    assert "(you)" not in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["join", "nonsense"], "'nonsense' names no table"),
        (["watch", "http://127.0.0.1:9/t/ABC234"], "nothing listens there"),
        (["join", "{url}/t/ZZZZZZ"], "there is no table ZZZZZZ"),
        (["join", "{url}/t/{locked}"], "this table has a password"),
        (["join", "{url}/t/{locked}", "--password", "no"], "this table has a password"),
        (["join", "{url}/t/ZZZZZZ", "--name", " "], "name"),
    ],
)
def test_what_cannot_be_joined_is_refused_in_a_line(
    tmp_path: Path, words: list[str], said: str
) -> None:
    with run_server(tmp_path / "uno.db") as server:
        token = server.guest()[1]
        locked = asyncio.run(open_table(server.url, token, TWO, "word"))
        done = subprocess.run(
            [UNO, *(word.format(url=server.url, locked=locked) for word in words)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
            env=environment(XDG_CONFIG_HOME=str(tmp_path)),
        )
    assert done.returncode == 2
    assert done.stderr.startswith("uno: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
