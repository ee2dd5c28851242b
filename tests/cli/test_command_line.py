"""Whatever happens around the command: one sentence or silence, and a status that is documented."""

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from openuno import Single, edition, play_game, record_bytes, with_switches
from openuno.cli import INTERRUPTED, OUTPUT_FAILED, READER_GONE
from tests.command_tree import children, commands
from tests.depth import by_depth
from tests.terminal.commands import environment

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
SECONDS = 300
COMMAND = [sys.executable, "-c", "from openuno.cli import main; main()"]
NAME = "Łukasz"


class Setting:
    """A folder with a record, a database and its backup in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.record = folder / "game.uno"
        self.finished = folder / "finished.uno"
        rules = with_switches(edition("house"), hand_size=2)
        played = play_game(["regular", "casual"], rules, Single(), seed=1)
        self.finished.write_bytes(record_bytes(played.record))
        self.database = folder / "uno.db"
        self.backup = folder / "backup.db"
        self.event = folder / "friday.event"
        self.counts = folder / "perft.txt"
        known = (ROOT / "perft" / "classic-tricky.txt").read_text(encoding="utf-8")
        self.counts.write_text("\n".join(known.splitlines()[:4]) + "\n", encoding="utf-8")
        words = ["play", "--people", NAME, "--seed", "3", "--save", str(self.record)]
        assert run(words, stdin=subprocess.DEVNULL).returncode == 0
        words = ["event", "create", NAME, "Ben", "Cem", "Dee", "--file", str(self.event)]
        assert run(words).returncode == 0
        assert run(["migrate", "--database", str(self.database)]).returncode == 0
        assert run(["backup", str(self.backup), "--database", str(self.database)]).returncode == 0

    def new(self, name: str) -> str:
        """A file or a folder that is not there."""
        path = self.folder / name
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        return str(path)


# Every subcommand, so that it prints something and ends by itself.
SHALLOW = ("--worlds", "2", "--processes", "1")
WORDS: dict[str, Callable[[Setting], list[str]]] = {
    "rules": lambda _: ["rules"],
    "play": lambda setting: ["play", "--people", NAME, "--save", setting.new("new.uno")],
    "bots": lambda _: ["bots"],
    "games": lambda _: ["games"],
    "puzzle": lambda _: ["puzzle", "1"],
    "perft": lambda setting: ["perft", str(setting.counts)],
    "pencil": lambda _: ["pencil", "--examples"],
    "show": lambda setting: ["show", str(setting.record)],
    "verify": lambda setting: ["verify", str(setting.record)],
    "replay": lambda setting: ["replay", str(setting.record)],
    "analyse": lambda setting: ["analyse", str(setting.finished), *SHALLOW],
    "export": lambda setting: ["export", str(setting.record), "--seat", "0"],
    "migrate": lambda setting: ["migrate", "--database", str(setting.database)],
    "backup": lambda setting: ["backup", setting.new("b.db"), "--database", str(setting.database)],
    "check-database": lambda setting: ["check-database", "--database", str(setting.database)],
    "restore": lambda setting: ["restore", str(setting.backup), "--database", setting.new("r.db")],
    "simulate": lambda _: ["simulate", "--rounds", "1"],
    "ladder": lambda _: ["ladder", "--bots", "random,rule", "--rounds", "2", "--threads", "1"],
    "dataset": lambda setting: ["dataset", setting.new("rounds"), "--rounds", "1"],
    "event show": lambda setting: ["event", "show", "--file", str(setting.event)],
    "completion": lambda _: ["completion", "bash"],
    "lab compare": lambda _: ["lab", "compare", "--vary", "players=2,3", "--rounds", "1"],
}
ENDLESS = {"serve", "host", "join", "watch", "mcp"}
EVENT_WORDS = (
    *("create", "join", "leave", "rename", "team", "draw", "start", "clock", "points", "correct"),
    *("cancel", "swap", "standings", "finish", "results", "print", "log"),
)
ADMIN_WORDS = (
    *("statistics", "tables", "people", "close", "bans", "ban", "unban", "drain"),
    *("announce", "prune", "export", "forget", "reports"),
)
ELSEWHERE = {
    *(f"admin {word}" for word in ADMIN_WORDS),  # they need a server: tests/server/test_admin.py
    "arena",  # it takes long, and prints as `ladder` does: tests/lab/test_arena.py
    "lab luck",  # it prints as `lab compare` does: tests/lab/test_luck.py
    "warm-up",  # it takes long, and prints as `simulate` does: tests/lab/test_warm_up.py
    *(f"event {word}" for word in EVENT_WORDS),  # as `event show`: tests/event/test_command.py
}

# The command, which says when it begins to import what is large; Ctrl-C works wherever we run.
SAYING_WHEN = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
def hear(event, about):
    if event == "import" and about[0] == "openuno.cli.app":
        os.write(1, b"here\\n")
sys.addaudithook(hear)
from openuno.cli import main
main()
"""
EVERY = pytest.mark.parametrize("command", WORDS)
DELAYS = (0, 0.05, 0.2)
SOME = by_depth(("show", "replay"), tuple(WORDS))
"""What surrounds a command is the same for all of them, so that two stand for the others."""


def run(words: list[str], **how: Any) -> "subprocess.CompletedProcess[bytes]":
    env = {**environment(), **how.pop("env", {})}
    how = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, **how}
    return subprocess.run(
        [*COMMAND, *words],
        stderr=subprocess.PIPE,
        check=False,
        timeout=SECONDS,
        env=env,
        **how,
    )


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Setting:
    return Setting(tmp_path_factory.mktemp("setting"))


def sentence(stderr: bytes) -> str:
    """What was said: one line, but for those that say why it takes long the first time."""
    text = re.sub(r"uno: (still )?compil.*\n", "", stderr.decode(errors="replace"))
    assert "Traceback" not in text, text
    assert text.count("\n") <= 1, text
    return text


def subcommands() -> Iterator[str]:
    """The words after `uno` that do something; a group by itself does nothing."""
    return (name.removeprefix("uno ") for name, command in commands() if not children(command))


def test_every_subcommand_is_tried() -> None:
    assert set(subcommands()) == {*WORDS, *ENDLESS, *ELSEWHERE}


@EVERY
def test_a_full_disk_is_reported_in_a_sentence(command: str, setting: Setting) -> None:
    with Path("/dev/full").open("wb") as full:
        done = run(WORDS[command](setting), stdout=full)
    assert sentence(done.stderr) == (f"uno: cannot write the output: {os.strerror(errno.ENOSPC)}\n")
    assert done.returncode == OUTPUT_FAILED


@EVERY
def test_a_reader_who_leaves_ends_it_in_silence(command: str, setting: Setting) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as gone:
        done = run(WORDS[command](setting), stdout=gone)
    assert sentence(done.stderr) == ""
    assert done.returncode == READER_GONE


@pytest.mark.parametrize(
    ("command", "closed"),
    [*((name, (0, 1, 2)) for name in WORDS), *((name, (at,)) for name in SOME for at in (0, 1))],
)
def test_closed_streams_change_nothing(
    command: str, closed: tuple[int, ...], setting: Setting
) -> None:
    words = WORDS[command](setting)
    closing = " ".join(f"{number}>&-" if number else "<&-" for number in closed)
    done = _shell(words, closing)
    assert "Traceback" not in done.stderr.decode()
    assert done.returncode == 0


def _shell(words: list[str], closing: str) -> "subprocess.CompletedProcess[bytes]":
    script = f'exec "$@" {closing}'
    return subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, *words],
        capture_output=True,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )


@pytest.mark.parametrize(
    ("command", "encoding"),
    [
        *((name, "ascii") for name in WORDS),
        *((name, "cp1252") for name in dict.fromkeys((*SOME, "export"))),
    ],
)
def test_letters_a_terminal_cannot_show_stop_nothing(
    command: str, encoding: str, setting: Setting
) -> None:
    done = run(WORDS[command](setting), env={"PYTHONIOENCODING": encoding})
    assert sentence(done.stderr) == ""
    assert done.returncode == 0
    if command == "export":
        assert done.stdout.startswith(b'{"openuno":')
        assert NAME.encode() in done.stdout, "a record is UTF-8 wherever it goes"
    else:
        done.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_stays_json_whatever_a_terminal_can_show(encoding: str, setting: Setting) -> None:
    words = ["show", str(setting.record), "--json"]
    done = run(words, env={"PYTHONIOENCODING": encoding})
    assert json.loads(done.stdout.decode(encoding))["names"][0] == NAME


@pytest.mark.parametrize(
    ("command", "delay"),
    by_depth(
        [(name, DELAYS[at % len(DELAYS)]) for at, name in enumerate(WORDS)],
        [(name, delay) for name in WORDS for delay in DELAYS],
    ),
)
def test_control_c_at_any_moment_leaves_no_traceback(
    command: str, delay: float, setting: Setting
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SAYING_WHEN, *WORDS[command](setting)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == b"here\n"
        time.sleep(delay)
        process.send_signal(signal.SIGINT)
        try:
            _, told = process.communicate(timeout=SECONDS)
        finally:
            process.kill()
    assert "Traceback" not in told.decode()
    # On a quick machine it may have been done by then.
    assert process.returncode in (INTERRUPTED, 0)


# Each sends itself Ctrl-C where Python has a way of its own with it.
IN_A_CALLBACK = """
    thing = Thing()
    gone = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
    del thing
    time.sleep(60)
"""
IN_A_STRING = """
    eval("signal.raise_signal(signal.SIGINT)")
"""
IN_A_CLASS = """
    class Field:
        def __set_name__(self, owner, name):
            signal.raise_signal(signal.SIGINT)
    class Form:
        field = Field()
"""


@pytest.mark.parametrize("lines", [IN_A_CALLBACK, IN_A_STRING, IN_A_CLASS])
def test_control_c_ends_with_its_status_wherever_it_comes(lines: str, tmp_path: Path) -> None:
    script = f"""
import signal, time, weakref
from openuno.cli import app, main
class Thing: pass
def run():
{lines}
app.run = run
signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
    (tmp_path / "pressing.py").write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pressing"],
        cwd=tmp_path,
        capture_output=True,
        check=False,
        env=environment(),
        timeout=SECONDS,
    )
    assert (done.returncode, done.stderr.decode()) == (INTERRUPTED, "")


def test_a_server_whose_address_nobody_can_read_does_not_start(setting: Setting) -> None:
    words = ["serve", "--port", "0", "--database", setting.new("served.db")]
    with Path("/dev/full").open("wb") as full:
        done = run(words, stdout=full)
    assert done.returncode == OUTPUT_FAILED
    assert "Traceback" not in done.stderr.decode()
    assert f"uno: cannot write the output: {os.strerror(errno.ENOSPC)}" in done.stderr.decode()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_server_runs_with_closed_streams_and_odd_encodings(
    encoding: str, setting: Setting
) -> None:
    words = ["serve", "--port", "0", "--database", setting.new("served.db")]
    with subprocess.Popen(
        ["sh", "-c", 'exec "$@" <&-', "sh", *COMMAND, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**environment(), "PYTHONIOENCODING": encoding},
    ) as process:
        assert process.stdout
        assert b"http://" in process.stdout.readline()
        process.terminate()
        _, told = process.communicate(timeout=SECONDS)
    assert "Traceback" not in told.decode(encoding)
    assert process.returncode == 0


def test_the_page_lists_every_status() -> None:
    listed = {int(status) for status in re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)}
    assert listed == {0, 1, 2, OUTPUT_FAILED, INTERRUPTED, READER_GONE}
