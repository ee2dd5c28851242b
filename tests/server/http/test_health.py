"""For operators: up, ready, and what was done."""

import asyncio
import re
from pathlib import Path

import pytest

from openuno.room.commands import Sit
from openuno.room.protocol.messages import Error
from openuno.room.settings import Settings
from openuno.server.histogram import Histogram
from openuno.server.store import Unavailable
from tests.postgres import Cluster
from tests.server.inside import Inside, at_server
from tests.server.servers import ThreadServer, run_server


def test_a_process_that_is_up_says_so(server: ThreadServer) -> None:
    assert server.ask("GET", "/healthz").json == {"status": "ok"}


def test_a_server_whose_store_works_is_ready(server: ThreadServer) -> None:
    assert server.ask("GET", "/readyz").json == {"status": "ok", "damaged": 0}


def test_a_server_whose_database_is_gone_is_up_but_not_ready(private_postgres: Cluster) -> None:
    with run_server(private_postgres.new_database()) as server:
        assert server.ask("GET", "/readyz").status == 200
        private_postgres.stop()
        no = server.ask("GET", "/readyz")
        assert (no.status, no.json["code"]) == (503, "unavailable")
        assert int(no.headers["retry-after"]) > 0
        assert "postgres" not in no.body.decode().lower()
        assert server.ask("GET", "/healthz").status == 200
        assert server.ask("POST", "/api/guests", {"name": "Ann"}).status == 503
        private_postgres.start()
        server.do(back(server))
        assert server.ask("POST", "/api/guests", {"name": "Ann"}).status == 201


async def back(server: ThreadServer) -> None:
    async with asyncio.timeout(60):
        while True:
            try:
                await server.hub.context.store.check()
            except Unavailable:
                await asyncio.sleep(0.1)
            else:
                return


def test_a_database_that_hangs_is_not_waited_for(private_postgres: Cluster) -> None:
    with run_server(private_postgres.new_database()) as server:
        private_postgres.freeze()
        try:
            assert server.ask("GET", "/readyz").status == 503
        finally:
            private_postgres.thaw()


def test_the_figures_are_there_and_name_their_process(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", process="left") as server:
        told = server.ask("GET", "/metrics")
        assert told.headers["content-type"].startswith("text/plain")
        lines = told.body.decode().splitlines()
        names = {re.split("[{ ]", line)[0] for line in lines if not line.startswith("#")}
        assert {
            "uno_entries_written_total",
            "uno_command_seconds_bucket",
            "uno_commit_seconds_bucket",
            "uno_conflicts_total",
            "uno_loop_lag_seconds_bucket",
            "uno_queued_bytes",
            "uno_tables_in_memory",
            "uno_connections",
            "uno_processes_alive",
            "uno_search_processes",
            "process_resident_memory_bytes",
        } <= names
        figures = [line for line in lines if not line.startswith("#")]
        assert all(f'process="{server.hub.context.process}"' in line for line in figures)
        assert server.hub.context.process.startswith("left-")


def test_answers_are_counted_by_status(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        for _ in range(3):
            server.ask("GET", "/api/me")
        assert [server.ask("GET", "/metrics").status for _ in range(2)] == [200, 200]
        told = server.ask("GET", "/metrics").body.decode()
        assert re.search(r'uno_http_answers_total{.*status="401"} 3\.0', told)
        assert re.search(r'uno_http_answers_total{.*status="200"} 2\.0', told)


@pytest.mark.parametrize("word", ["token", "seed", "password", "name"])
def test_no_figure_is_about_a_person_or_a_secret(server: ThreadServer, word: str) -> None:
    server.guest("Ann")
    ours = [
        line
        for line in server.ask("GET", "/metrics").body.decode().splitlines()
        if line.startswith("uno_")
    ]
    assert ours
    ours = [re.sub('reason="[^"]*"', "", line) for line in ours]  # such as bad-token
    assert not any(word in line for line in ours)


def figure(server: ThreadServer, name: str, **labels: str) -> float:
    """One figure; 0 if nothing has been counted yet."""
    for line in server.ask("GET", "/metrics").body.decode().splitlines():
        if line.startswith(f"{name}{{") and all(f'{k}="{v}"' in line for k, v in labels.items()):
            return float(line.rpartition(" ")[2])
    return 0.0


def test_commands_commits_lag_and_refusals_are_counted(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(Settings())
        await ann.does(Sit(0))
        server = inside.server
        commands = figure(server, "uno_command_seconds_count")
        commits = figure(server, "uno_commit_seconds_count")
        assert commits >= commands > 0
        assert figure(server, "uno_command_seconds_bucket", le="+Inf") == commands
        assert figure(server, "uno_command_seconds_sum") > 0
        refused = await ann.ask(Sit(0))
        assert isinstance(refused, Error)
        assert figure(server, "uno_refusals_total", reason=refused.code) == 1
        assert server.ask("GET", "/api/me").status == 401
        assert figure(server, "uno_http_refusals_total", reason="bad-token") == 1
        await inside.until(lambda: figure(server, "uno_loop_lag_seconds_count") > 0)

    at_server(tmp_path, scenario)


def test_a_histogram_counts_by_range() -> None:
    histogram = Histogram((1.0, 2.0))
    for value in (0.5, 1.0, 1.5, 9.0):
        histogram.observe(value)
    assert histogram.buckets == [("1.0", 2), ("2.0", 3), ("+Inf", 4)]
    assert histogram.total == 12.0
