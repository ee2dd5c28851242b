"""An evening in the log: who and what came and went, an outage once, and no secret."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import structlog.testing

from openuno.room.commands import AddBot, Leave, Say, Sit, Start
from openuno.room.settings import Clock, Settings
from openuno.room.state import GameOver
from openuno.server.activity import Activity
from openuno.server.notices import EVERY, Notices
from openuno.server.outage import QUIET, Outage
from openuno.server.store import Unavailable
from tests.postgres import Cluster
from tests.server.clients import Client, new_guest, open_table
from tests.server.inside import Inside, at_server
from tests.server.servers import ServerProcess

PASSWORD = "open-sesame"
NAME = "Zsa Zsa Unlogged"
EVENING = (
    "server started",
    "person new",
    "table opened",
    "person connected",
    "person came",
    "game started",
    "game over",
    "person left",
    "server stopped",
)
QUICK = Settings(seats=2, format="single", public=False, clock=Clock(move=None, bots=0))


def test_an_evening_is_in_the_log_and_its_secrets_are_not(tmp_path: Path) -> None:
    secrets: list[str] = [PASSWORD, NAME]

    async def evening(url: str) -> None:
        token = await new_guest(url, NAME)
        code = await open_table(url, token, QUICK, PASSWORD)
        secrets.extend((token, code))
        async with await Client.open(url, token) as ann:
            await ann.join(code)
            await ann.does(Say("hello there"))
            for seat in (0, 1):
                await ann.does(AddBot(seat))
            await ann.does(Start())
            await ann.wait_for(lambda it: isinstance(it.table.game, GameOver))
            await ann.does(Leave())

    with ServerProcess(tmp_path / "uno.db", "--json-logs") as served:
        asyncio.run(asyncio.wait_for(evening(served.url), 300))
        assert served.stop() == 0
    lines = [json.loads(line) for line in served.log.splitlines()]
    events = [line["event"] for line in lines]
    assert set(EVENING) <= set(events)
    (connected,) = [line for line in lines if line["event"] == "person connected"]
    assert connected["address"] == "127.0.0.1"
    at_table = {line["table"] for line in lines if "table" in line}
    assert len(at_table) == 1, "a table keeps its name in the log"
    for secret in secrets:
        assert secret not in served.log
    assert "hello there" not in served.log


def test_behind_a_proxy_the_address_is_the_clients(tmp_path: Path) -> None:
    with ServerProcess(tmp_path / "uno.db", "--json-logs", "--behind-proxy") as served:
        said = {"X-Forwarded-For": "10.0.0.7"}
        served.address.ask("POST", "/api/guests", {"name": "Ann"}, headers=said)
        served.stop()
    (new,) = [json.loads(line) for line in served.log.splitlines() if '"person new"' in line]
    assert new["address"] == "10.0.0.7"


def test_a_public_table_is_called_by_its_code(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        _, shown = await inside.host(Settings())
        _, hidden = await inside.host(Settings(public=False))
        _, locked = await inside.host(Settings(), password=PASSWORD)
        names = {line["table"] for line in inside.logged if line["event"] == "table opened"}
        assert shown in names
        assert not {hidden, locked} & names
        assert len(names) == 3

    at_server(tmp_path, scenario)


def test_the_name_of_a_hidden_table_does_not_give_its_code_away() -> None:
    log = structlog.testing.CapturingLogger()
    names = {Activity(log).table_name("ABCDEF") for _ in range(5)}
    assert len(names) == 5, "without the process's key nobody can find the code by trying"


def test_an_outage_is_logged_when_it_begins_and_when_it_ends(private_postgres: Cluster) -> None:
    database = private_postgres.new_database().replace("://uno@", f"://uno:{PASSWORD}@")
    assert PASSWORD in database
    with ServerProcess(database, "--json-logs") as served:
        token = served.address.guest()[1]
        private_postgres.stop()
        for _ in range(20):
            assert served.address.ask("GET", "/api/me", token=token).status == 503
        private_postgres.start()
        asyncio.run(_until_back(served))
        served.stop()
    events = [json.loads(line)["event"] for line in served.log.splitlines()]
    assert events.count("store unavailable") == 1
    assert events.count("store available again") == 1
    assert PASSWORD not in served.log


async def _until_back(served: ServerProcess) -> None:
    async with asyncio.timeout(120):
        while not served.has_logged("store available again"):
            await asyncio.sleep(0.1)


def log_of(work: Any) -> list[Any]:
    with structlog.testing.capture_logs() as logged:
        work(structlog.get_logger("openuno"))
    return list(logged)


def test_a_store_that_comes_and_goes_does_not_fill_the_log() -> None:
    now = 0

    def flap(log: Any) -> None:
        nonlocal now
        outage = Outage(log, lambda: now)
        for second in range(3 * QUIET // 1000):
            now = 1000 * second
            outage.begin(Unavailable("gone"))
            outage.end()

    assert len(log_of(flap)) == 6, "once a minute, beginning and end"


def test_a_warning_that_strangers_bring_about_is_logged_once_a_minute() -> None:
    now = 0.0

    def knock(log: Any) -> None:
        nonlocal now
        notices = Notices(log, lambda: now)
        for number in range(101):
            now = number * EVERY / 50
            notices.warn("too many connections", address="10.0.0.7")

    lines = log_of(knock)
    assert [line.get("more") for line in lines] == [None, 49, 49]


def test_no_line_is_about_a_move(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(Settings())
        before = len(inside.logged)
        await ann.does(Sit(0))
        await ann.does(Say("hello"))
        assert not [line for line in inside.logged[before:] if line["log_level"] == "info"]
        assert all(re.fullmatch("[a-z ]+", line["event"]) for line in inside.logged)

    at_server(tmp_path, scenario)
