"""`uno host`: a server, a table, and a seat at it, in one command."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.terminal.commands import SECONDS, UNO, Terminal, environment


def test_it_serves_opens_a_table_and_sits_the_host_down(tmp_path: Path) -> None:
    more = {"XDG_CONFIG_HOME": str(tmp_path), "UNO_DATABASE": str(tmp_path / "uno.db")}
    words = ("--name", "Zoe", "--players", "2", "--format", "single", "--port", "0")
    with Terminal(*words, command="host", screen=False, **more) as host:
        host.until("Invite somebody")
        host.type("b")
        host.until("starts the game")
        host.type("")
        host.until("Round 1.")
        host.type("q")
        assert host.wait_for_end() == 0
    text = host.text.replace("\r", "")
    link = re.search(r"http://\S+/t/[A-Z0-9]{10}", text)
    assert link is not None, text
    assert "█" in text  # its QR code
    assert text.index("Scan the code") < text.index("This is table")
    assert "Seat 1: Zoe (you), host." in text
    assert f"join {link[0].partition('//')[0]}" in text
    assert "Traceback" not in text


def test_without_play_it_serves_until_it_is_stopped_and_leaves_no_server_behind(
    tmp_path: Path,
) -> None:
    more = {"XDG_CONFIG_HOME": str(tmp_path), "UNO_DATABASE": str(tmp_path / "uno.db")}
    host = subprocess.Popen(
        [UNO, "host", "--no-play", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(**more),
    )
    assert host.stdout is not None
    shown = ""
    while "Ctrl-C" not in shown:
        line = host.stdout.readline()
        assert line, "it ended"
        shown += line
    code = re.search(r"/t/([A-Z0-9]+)", shown)
    assert code is not None
    server = _child_of(host.pid)
    host.send_signal(signal.SIGKILL)  # not even a word to its server
    host.communicate(timeout=SECONDS)
    _wait_until_gone(server)


def test_settings_that_cannot_be_played_are_refused_before_anything_starts(tmp_path: Path) -> None:
    done = subprocess.run(
        [UNO, "host", "--players", "11"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env=environment(XDG_CONFIG_HOME=str(tmp_path)),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("uno: ")
    assert done.stderr.count("\n") == 1


def _child_of(pid: int) -> int:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=True
    )
    (child,) = found.stdout.split()
    return int(child)


def _wait_until_gone(pid: int) -> None:
    """Wait until a process that somebody else started has ended."""
    script = (
        "import os, sys, time\nwhile os.path.exists(f'/proc/{sys.argv[1]}'): time.sleep(0.05)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(pid)], timeout=SECONDS, check=True)
    assert not os.path.exists(f"/proc/{pid}")  # noqa: PTH110
