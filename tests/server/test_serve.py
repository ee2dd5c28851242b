"""`uno serve` and the commands beside it, as an operator runs them."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app
from openuno.room.commands import Sit
from openuno.room.settings import Settings
from openuno.room.view import view_seat
from tests.postgres import Cluster
from tests.server.clients import Client, new_guest, open_table
from tests.server.servers import ServerAddress, ServerProcess, ask
from tests.signals import interruptible

UNO = [sys.executable, "-c", "from openuno.cli import main; main()"]
SECONDS = 180


def uno(*words: str | Path) -> Result:
    return CliRunner(env={"COLUMNS": "100", "GITHUB_ACTIONS": ""}).invoke(
        app, [str(word) for word in words]
    )


def shell(*words: str | Path, **more: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*UNO, *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env={**os.environ, **more},
    )


def refused(done: "subprocess.CompletedProcess[str]") -> str:
    """The one line on stderr."""
    assert done.returncode == 2, done
    assert done.stdout == ""
    assert done.stderr.startswith("uno: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def eventually(promise: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not promise():
        assert time.monotonic() < deadline, "it never came true"
        time.sleep(0.05)


# ---- starting ----


def test_it_prints_the_address_once_it_listens(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "deep" / "down" / "uno.db") as server:
        assert server.address.ask("GET", "/readyz").status == 200
        assert (tmp_path / "deep" / "down" / "uno.db").is_file()


def test_it_says_nothing_else_and_ends_well(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path / "uno.db")
    server.address.guest()
    assert server.stop() == 0
    assert "warning" not in server.log
    assert "error" not in server.log


def test_ctrl_c_ends_it_as_well(tmp_path: Path) -> None:
    with interruptible(), ServerProcess(tmp_path / "uno.db") as server:
        assert server.stop(signal.SIGINT) == 0


def test_what_was_there_before_a_power_cut_is_there_after_it(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db") as server:
        guest, token = server.address.guest()
        before = server.url
        server.kill()
        server.start()
        assert server.url == before
        assert server.address.ask("GET", "/api/me", token=token).json["guest"] == guest


def test_the_database_can_be_named_by_the_environment(tmp_path: Path) -> None:
    done = shell("migrate", UNO_DATABASE=str(tmp_path / "uno.db"))
    assert done.returncode == 0
    assert (tmp_path / "uno.db").is_file()


def test_other_commands_do_not_load_the_server() -> None:
    code = "import sys, openuno.cli.app; print([m for m in sys.modules if 'openuno.server' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=SECONDS
    )
    assert done.stdout.strip() == "[]"


def test_the_slow_libraries_wait_until_they_are_needed(tmp_path: Path) -> None:
    assert shell("migrate", "--database", tmp_path / "uno.db").returncode == 0
    code = (
        "import asyncio, sys\n"
        "from openuno.server.process import launch\n"
        "from openuno.server.process.app import open_server\n"
        "from openuno.server.options import Options\n"
        "async def main():\n"
        "    async with open_server(Options(database=sys.argv[1])):\n"
        "        slow = {'alembic', 'sqlalchemy', 'openskill', 'prometheus_client', 'segno'}\n"
        "        print(sorted(slow & set(sys.modules)))\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "uno.db")],
        capture_output=True,
        text=True,
        check=True,
        timeout=SECONDS,
    )
    assert done.stdout.strip() == "[]"


# ---- not starting ----


def test_a_port_that_is_taken_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = refused(shell("serve", "--database", tmp_path / "uno.db", "--port", port))
    assert f"port {port}" in said
    assert "--port" in said


def test_an_address_of_another_machine_is_reported_in_one_line(tmp_path: Path) -> None:
    said = refused(shell("serve", "--database", tmp_path / "uno.db", "--host", "no.such.invalid"))
    assert "--host" in said


def test_a_file_that_is_no_database_is_reported_in_one_line(tmp_path: Path) -> None:
    refused(shell("serve", "--port", "0", "--database", "mysql://uno:hunter2@db/uno"))
    rubbish = tmp_path / "uno.db"
    rubbish.write_bytes(b"this is no database, but a letter to my aunt" * 100)
    refused(shell("serve", "--port", "0", "--database", rubbish))


def test_a_database_that_cannot_be_reached_is_reported_without_its_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    url = f"postgresql://uno:hunter2@127.0.0.1:{port}/uno"
    said = refused(shell("serve", "--port", "0", "--database", url))
    assert "hunter2" not in said


def test_two_servers_do_not_share_a_file(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db"):
        said = refused(shell("serve", "--port", "0", "--database", tmp_path / "uno.db"))
    assert "in use" in said


def test_a_database_that_is_not_up_to_date_names_the_command_to_run(tmp_path: Path) -> None:
    said = refused(shell("serve", "--port", "0", "--no-migrate", "--database", tmp_path / "uno.db"))
    assert "uno migrate --database" in said


def test_several_processes_on_a_file_are_refused_with_the_reason(tmp_path: Path) -> None:
    words = ("serve", "--port", "0", "--workers", "2", "--database", tmp_path / "uno.db")
    said = refused(shell(*words))
    assert "PostgreSQL" in said
    assert "one process at a time" in said


@pytest.mark.parametrize(
    "limit", ["bogus=1", "body=many", "body=0", "body=-5", "body", "guests=nan"]
)
def test_a_limit_that_is_none_is_refused(tmp_path: Path, limit: str) -> None:
    database = tmp_path / "uno.db"
    refused(shell("serve", "--port", "0", "--limit", limit, "--database", database))


def test_a_limit_can_be_moved(tmp_path: Path) -> None:
    with ServerProcess(
        tmp_path / "uno.db", "--limit", "body=40", "--limit", "guests=0.01"
    ) as server:
        long = {"name": "Ann", "more": "x" * 40}
        assert server.address.ask("POST", "/api/guests", long).status == 413
        server.address.guest()
        assert server.address.ask("POST", "/api/guests", {"name": "Ben"}).status == 429


@pytest.mark.parametrize("command", ["serve", "migrate", "backup", "restore", "export"])
def test_every_option_is_explained(command: str) -> None:
    done = uno(command, "--help")
    assert done.exit_code == 0
    assert f"uno {command}" in done.stdout


# ---- stopping ----


def test_clients_are_told_to_come_back_and_do(tmp_path: Path) -> None:
    async def stay(server: ServerProcess) -> None:
        token = await new_guest(server.url, "Ann")
        code = await open_table(server.url, token, Settings(seats=2))
        async with await Client.open(server.url, token) as ann:
            await ann.join(code)
            await ann.does(Sit(1))
            assert await asyncio.to_thread(server.stop) == 0
            await ann.wait_for(lambda it: not it.connected)
            assert ann.bye is not None
            assert ann.close_code == 1012
            await asyncio.to_thread(server.start)
            await ann.resume(server.url)
            assert view_seat(ann.table.seats[1]).guest == ann.guest

    with ServerProcess(tmp_path / "uno.db") as server:
        asyncio.run(asyncio.wait_for(stay(server), SECONDS))


# ---- what is logged ----


def test_json_logs_are_json_and_hold_no_secret(private_postgres: Cluster) -> None:
    url = private_postgres.new_database()
    with ServerProcess(url, "--json-logs", "--name", "left") as server:
        _, token = server.address.guest()
        private_postgres.stop()
        assert server.address.ask("GET", f"/api/me?token={token}", token=token).status == 503
        private_postgres.start()
        server.stop()
    lines = [json.loads(line) for line in server.log.splitlines()]
    assert any(line["event"] == "store unavailable" for line in lines)
    assert all(line["process"].startswith("left-") for line in lines if "process" in line)
    assert token not in server.log


# ---- several processes ----


def processes(place: ServerAddress) -> set[str]:
    """Which processes answer, asked often enough to meet them all."""
    told = set()
    for _ in range(30):
        lines = ask("GET", f"{place.url}/metrics").body.decode().splitlines()
        told |= {line.split('"')[1] for line in lines if line.startswith("uno_connections")}
    return told


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in found if b"spawn_main" in _command(int(each))]


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return b""


def test_several_processes_share_one_socket_and_one_that_dies_is_replaced(
    postgres_url: str,
) -> None:
    with ServerProcess(postgres_url, "--workers", "2", "--name", "uno") as server:
        parent = server.process.pid
        first = children(parent)
        assert len(first) == 2
        eventually(lambda: {name.rpartition("-")[0] for name in processes(server.address)}
                   == {"uno-1", "uno-2"})  # fmt: skip
        guest, token = server.address.guest()
        os.kill(first[0], signal.SIGKILL)
        eventually(lambda: len(set(children(parent)) - {first[0]}) == 2)
        assert server.address.ask("GET", "/api/me", token=token).json["guest"] == guest
        last = children(parent)
        assert server.stop() == 0
        assert not any(_command(each) for each in last)
    assert "a process died and will be started again" in server.log


def test_clients_of_several_processes_are_told_to_come_back(postgres_url: str) -> None:
    async def stay(server: ServerProcess) -> None:
        token = await new_guest(server.url, "Ann")
        clients = [await Client.open(server.url, token) for _ in range(6)]
        assert await asyncio.to_thread(server.stop) == 0
        for client in clients:
            await client.wait_for(lambda it: not it.connected)
            assert client.bye is not None
            assert client.close_code == 1012
            await client.drop()

    with ServerProcess(postgres_url, "--workers", "2") as server:
        asyncio.run(asyncio.wait_for(stay(server), SECONDS))


def test_processes_do_not_outlive_the_one_that_started_them(postgres_url: str) -> None:
    with ServerProcess(postgres_url, "--workers", "2") as server:
        orphans = children(server.process.pid)
        server.kill()
        eventually(lambda: not any(_command(each) for each in orphans))


def test_several_processes_that_cannot_start_say_why_in_one_line(empty_postgres_url: str) -> None:
    words = ("serve", "--port", "0", "--workers", "2", "--no-migrate")
    said = refused(shell(*words, "--database", empty_postgres_url))
    assert "uno migrate" in said


# ---- looking after the database ----


def test_migrate_makes_a_database_once(tmp_path: Path) -> None:
    path = tmp_path / "uno.db"
    assert "is up to date now" in uno("migrate", "--database", path).stdout
    assert "was up to date" in uno("migrate", "--database", path).stdout


def test_a_backup_is_made_while_the_server_runs_and_can_be_restored(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    copy = tmp_path / "copy.db"
    with ServerProcess(tmp_path / "uno.db") as server:
        guest, token = server.address.guest()
        done = shell("backup", copy, "--database", tmp_path / "uno.db")
        assert (done.returncode, done.stderr) == (0, "")
        assert str(copy) in done.stdout
    for target in (tmp_path / "new.db", empty_postgres_url):
        assert shell("restore", copy, "--database", target).returncode == 0
        with ServerProcess(target) as again:
            assert again.address.ask("GET", "/api/me", token=token).json["guest"] == guest


def test_dated_backups_in_a_folder_replace_the_oldest_of_them_only(tmp_path: Path) -> None:
    shell("migrate", "--database", tmp_path / "uno.db")
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "openuno-before-the-move.db").touch()
    removed = []
    for _ in range(3):
        done = shell("backup", folder, "--keep", "2", "--database", tmp_path / "uno.db")
        assert done.returncode == 0, done.stderr
        assert "no damage found" in done.stdout
        removed.append(done.stdout.count("removed."))
    assert removed == [0, 0, 1]
    assert len(list(folder.iterdir())) == 3
    assert (folder / "openuno-before-the-move.db").exists()
    latest = max(folder.glob("openuno-2*.db"))
    assert shell("restore", latest, "--database", tmp_path / "new.db").returncode == 0
    said = refused(shell("backup", tmp_path / "a.db", "--keep", "2", "--database", latest))
    assert "--keep needs a folder" in said
    assert not (tmp_path / "a.db").exists()


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    uno("migrate", "--database", tmp_path / "uno.db")
    (tmp_path / "copy.db").write_text("precious")
    said = refused(shell("backup", tmp_path / "copy.db", "--database", tmp_path / "uno.db"))
    assert "there already" in said
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_of_nothing_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    refused(shell("backup", tmp_path / "copy.db", "--database", tmp_path / "no.db"))
    assert list(tmp_path.iterdir()) == []


def test_restoring_overwrites_nothing(tmp_path: Path) -> None:
    uno("migrate", "--database", tmp_path / "uno.db")
    with ServerProcess(tmp_path / "uno.db") as server:
        server.address.guest()
    uno("backup", tmp_path / "copy.db", "--database", tmp_path / "uno.db")
    refused(shell("restore", tmp_path / "copy.db", "--database", tmp_path / "uno.db"))
    refused(shell("restore", tmp_path / "none.db", "--database", tmp_path / "new.db"))
    with sqlite3.connect(tmp_path / "uno.db") as file:
        assert file.execute("select count(*) from guests").fetchone() == (1,)


# ---- what it says ----


def test_the_start_and_the_stop_are_logged_with_what_an_operator_asks_first(tmp_path: Path) -> None:
    served = ServerProcess(tmp_path / "uno.db", "--json-logs", "--limit", "tables=7")
    url = served.url
    assert served.stop() == 0
    lines = [json.loads(line) for line in served.log.splitlines()]
    (started,) = [line for line in lines if line["event"] == "server started"]
    assert started["version"] == version("openuno")
    assert started["address"] == url
    assert started["database"] == str(tmp_path / "uno.db")
    assert started["limits"]["tables"] == 7
    assert lines[-1]["event"] == "server stopped"


def test_what_is_logged_can_be_chosen(tmp_path: Path) -> None:
    served = ServerProcess(tmp_path / "uno.db", "--log-level", "warning")
    assert served.stop() == 0
    assert served.log == ""
    done = shell("serve", "--database", tmp_path / "uno.db", "--log-level", "loud")
    assert "debug, info, warning, error" in refused(done)
