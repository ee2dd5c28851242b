"""The operator of a server: `uno admin` and the addresses behind it."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from openuno.cli.app import app
from openuno.room.commands import Say, Sit
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.settings import Settings
from openuno.server.guests import token_hash
from openuno.server.http.endpoint import Endpoint
from openuno.server.http.routes import ENDPOINTS
from openuno.server.limits import Limits
from openuno.server.rooms.retention import DAY, Retention
from openuno.server.store import Append, LobbyState, OperatorSetting
from tests.server.clients import Client, Denied, begin, gather_round, new_guest, open_table
from tests.server.events.visitors import FRIDAY
from tests.server.inside import PushedClock
from tests.server.servers import Answer, ServerProcess, ThreadServer, run_server
from tests.server.servers import ask as http_ask
from tests.server.store.stores import entry, listing

TOKEN = "correct-horse-battery-staple"
PAIR = Settings(seats=2, format="single", public=False)
ADMIN = [each for each in ENDPOINTS if each.operator]
BODIES: dict[str, Any] = {
    "admin_ban": {"person": "0"},
    "admin_announce": {"text": "Hello", "minutes": 1},
    "admin_drain": {"minutes": 1},
    "admin_prune": {"days": 1, "dry_run": True},
}
WORDS = {"code": "ZZZZZZ", "person": "0", "report": "0"}


def uno_admin(url: str, *words: str, token: str = TOKEN) -> Result:
    runner = CliRunner(env={"UNO_SERVER": url, "UNO_ADMIN_TOKEN": token})
    return runner.invoke(app, ["admin", *words])


def uno_check(database: Path) -> str:
    done = CliRunner().invoke(app, ["check-database", "--database", str(database)])
    assert done.exit_code == 1
    return done.stdout


def answer(url: str, *words: str) -> Any:
    done = uno_admin(url, *words, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout.splitlines()[-1])  # a server in this process logs there, too


def ask(server: ThreadServer, each: Endpoint, **how: Any) -> Any:
    return server.ask(each.method, each.path.format(**WORDS), BODIES.get(each.name), **how)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadServer]:
    folder = tmp_path_factory.mktemp("admin")
    limits = Limits(messages=10_000, guests=10_000, openings=10_000, wrong_admin_tokens=3)
    with run_server(
        folder / "uno.db", limits=limits, admin_token_hash=token_hash(TOKEN)
    ) as running:
        yield running


def test_an_operator_looks_after_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UNO_ADMIN_TOKEN", TOKEN)
    with ServerProcess(tmp_path / "uno.db", "--json-logs", "--limit", "chat=100000") as process:
        url = process.url
        asyncio.run(_look_after(url))
        metrics = process.address.ask("GET", "/metrics").body.decode()
        process.stop()
    for text in (process.log, metrics):
        assert TOKEN not in text
        assert token_hash(TOKEN).hex() not in text
    assert "operator closed a table" in process.log


async def _look_after(url: str) -> None:
    await _ban_and_drain(url)
    ann, ben = clients = await gather_round(url, PAIR)
    await begin(clients)
    code = ann.code
    assert code is not None
    shown = await asyncio.to_thread(_read_all, url, code)
    # Whatever the operator is shown, it is no card of a game that is on.
    for client in clients:
        assert client.table.game is not None
    assert re.search(r'"(hand|hands|pile|draw_pile|round|seed|secret)"', shown) is None
    await _announce(url, ann)
    await _report(url, ann, ben)
    closed = await asyncio.to_thread(answer, url, "close", code.lower())
    assert closed == {"closed": code}
    for client in clients:
        await client.wait_for(lambda it: any(e.code is RefusalCode.TABLE_CLOSED for e in it.errors))
        assert client.errors[-1].kind == RefusalKind.CLOSED_BY_OPERATOR
    after = await asyncio.to_thread(answer, url, "tables", "--archived")
    assert (after["tables"][0]["code"], after["tables"][0]["state"]) == (code, "archived")
    assert (await asyncio.to_thread(answer, url, "statistics"))["games"] == 1, "it is broken off"
    again = await asyncio.to_thread(uno_admin, url, "close", code)
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr == "uno: the operator of this server has closed this table\n"
    await _export_and_forget(url, ann)
    await ben.drop()


async def _announce(url: str, ann: Client) -> None:
    text = "A restart at <b>22:00</b> 🃏"
    told = await asyncio.to_thread(answer, url, "announce", text, "--for", "2h")
    assert told["text"] == text
    assert told["until"] > told["since"]
    await ann.wait_for(lambda it: it.announced == text)
    async with await Client.open(url, await new_guest(url, "Dee")) as dee:
        await dee.wait_for(lambda it: it.announced == text)
        lobby = await asyncio.to_thread(http_ask, "GET", f"{url}/api/tables")
        assert lobby.json["announcement"] == text
        shown = (await asyncio.to_thread(uno_admin, url, "announce")).stdout
        assert re.fullmatch(rf"Everyone reads until [-0-9: ]+: {re.escape(text)}\n", shown)
        assert (await asyncio.to_thread(answer, url, "announce", "--end"))["text"] is None
        for client in (ann, dee):
            await client.wait_for(lambda it: it.announced is None)
    lobby = await asyncio.to_thread(http_ask, "GET", f"{url}/api/tables")
    assert lobby.json["announcement"] is None
    both = await asyncio.to_thread(uno_admin, url, "announce", "Hello", "--end")
    assert both.exit_code == 2


async def _report(url: str, ann: Client, ben: Client) -> None:
    for number in range(25):
        await ben.does(Say(f"line {number}"))
    path = f"{url}/api/tables/{ann.code}/reports"

    async def report(token: str, **body: str) -> Answer:
        return await asyncio.to_thread(http_ask, "POST", path, body, token=token)

    stranger = await report(await new_guest(url, "Eve"), person=ben.guest)
    assert (stranger.status, stranger.json["code"]) == (422, "not-at-table")
    for nobody in (ann.guest, "0" * 16):
        refused = await report(ann.token, person=nobody)
        assert (refused.status, refused.json["kind"]) == (404, "not-here")
    told = await report(ann.token, person=ben.guest, text="  He shouts.\x1b[31m ")
    assert told.status == 204
    (kept,) = (await asyncio.to_thread(answer, url, "reports"))["reports"]
    assert (kept["code"], kept["reporter"], kept["reported"]) == (ann.code, ann.guest, ben.guest)
    assert kept["text"] == "He shouts. [31m"
    assert kept["lines"] == [f"{ben.name}: line {number}" for number in range(5, 25)]
    shown = (await asyncio.to_thread(uno_admin, url, "reports")).stdout
    assert f"{ann.name} ({ann.guest}) reports {ben.name} ({ben.guest})" in shown
    await asyncio.to_thread(answer, url, "reports", "--clear", kept["id"])
    again = await asyncio.to_thread(uno_admin, url, "reports", "--clear", kept["id"])
    assert again.stderr == "uno: there is no such report; it may be cleared already\n"
    assert (await report(ann.token, person=ben.guest)).status == 204
    assert (await report(ann.token, person=ben.guest)).status == 429


async def _export_and_forget(url: str, ann: Client) -> None:
    kept = await asyncio.to_thread(answer, url, "export", ann.guest)
    assert (kept["guest"], kept["name"], kept["ban"]) == (ann.guest, ann.name, None)
    assert kept["hosts"] == [ann.code]
    (game,) = kept["games"]
    assert (game["player"], len(game["names"])) == (ann.seat, 2)
    assert [each["reporter"] for each in kept["reports"]] == [ann.guest]
    assert ann.token not in json.dumps(kept)
    assert (await asyncio.to_thread(answer, url, "forget", ann.guest)) == {"deleted": ann.guest}
    await ann.wait_for(lambda it: not it.connected)
    gone = await asyncio.to_thread(uno_admin, url, "export", ann.guest)
    assert gone.stderr == "uno: there is nobody by that id\n"
    assert (await asyncio.to_thread(answer, url, "reports"))["reports"] == []
    await ann.drop()


async def _ban_and_drain(url: str) -> None:
    token = await new_guest(url, "Cem")
    cem = await Client.open(url, token)
    code = await open_table(url, token, PAIR)
    await cem.join(code)
    banned = await asyncio.to_thread(
        answer, url, "ban", cem.guest, "--for", "2h", "--reason", "shouts"
    )
    assert (banned["person"], banned["reason"]) == (cem.guest, "shouts")
    await cem.wait_for(lambda it: not it.connected)
    assert (cem.errors[-1].code, cem.errors[-1].kind) == (RefusalCode.BANNED, "banned-for")
    assert cem.errors[-1].values == {"seconds": 7200}
    await cem.drop()
    with pytest.raises(Denied, match="banned"):
        await cem.connect()
    await cem.drop()
    refused = await asyncio.to_thread(http_ask, "GET", f"{url}/api/me", token=token)
    assert (refused.status, refused.json["code"]) == (403, "banned")
    listed = await asyncio.to_thread(uno_admin, url, "bans")
    assert f"{cem.guest}\t-\t" in listed.stdout
    await asyncio.to_thread(answer, url, "unban", cem.guest)
    await cem.connect()
    # Everyone at the address, the operator's addresses and the health checks apart.
    await asyncio.to_thread(answer, url, "ban", "127.0.0.1")
    await cem.wait_for(lambda it: not it.connected)
    assert cem.errors[-1].kind is None, "it is for good"
    await cem.drop()
    statuses = [
        (await asyncio.to_thread(http_ask, method, url + path, body)).status
        for method, path, body in (
            ("GET", "/api/tables", None),
            ("POST", "/api/guests", {"name": "Cem"}),
            ("GET", "/healthz", None),
        )
    ]
    assert statuses == [403, 403, 200]
    await asyncio.to_thread(answer, url, "unban", "127.0.0.1")
    twice = await asyncio.to_thread(uno_admin, url, "unban", "127.0.0.1")
    assert twice.stderr == "uno: nobody is banned by that id or address; see the list of bans\n"
    # While it drains, what is there goes on, and nothing new is opened.
    drained = await asyncio.to_thread(answer, url, "drain", "on", "--for", "1d")
    assert drained["draining"]
    await cem.connect()
    await cem.join(code)
    await cem.does(Sit(0))
    for path, body in (("/api/tables", {}), ("/api/events", {"settings": FRIDAY})):
        refused = await asyncio.to_thread(http_ask, "POST", url + path, body, token=token)
        assert (refused.status, refused.json["code"]) == (503, "draining")
    assert "No new tables" in (await asyncio.to_thread(uno_admin, url, "drain")).stdout
    assert not (await asyncio.to_thread(answer, url, "drain", "off"))["draining"]
    await open_table(url, token, PAIR)
    for each in (await asyncio.to_thread(answer, url, "tables"))["tables"]:
        await asyncio.to_thread(answer, url, "close", each["code"])
    await cem.drop()


def _read_all(url: str, code: str) -> str:
    """Everything that the operator can read, as text."""
    figures = answer(url, "statistics")
    assert figures["tables"] == figures["playing"] == 1
    assert (figures["people"], figures["connected"], figures["connections"]) == (3, 2, 2)
    assert figures["processes"] == 1
    tables = answer(url, "tables")
    (table,) = tables["tables"]
    assert (table["code"], table["state"], table["public"]) == (code, "playing", False)
    assert (table["people"], len(table["names"])) == (2, 2)
    people = answer(url, "people")
    assert {each["table"] for each in people["people"]} == {code}
    assert {each["address"] for each in people["people"]} == {"127.0.0.1"}
    assert answer(url, "people", "--most", "1")["more"] == 1
    listed = uno_admin(url, "tables").stdout.splitlines()
    assert listed[0].split("\t")[:2] == ["code", "state"]
    assert listed[1].startswith(f"{code}\tplaying\tno\t")
    assert "and 1 more" in uno_admin(url, "people", "--most", "1").stdout
    assert re.search(r"^tables +1$", uno_admin(url, "statistics").stdout, re.MULTILINE)
    return json.dumps([figures, tables, people])


@pytest.mark.parametrize("each", ADMIN, ids=lambda each: f"{each.method} {each.path}")
def test_only_the_admin_token_opens_an_admin_address(
    server: ThreadServer, tmp_path: Path, each: Endpoint
) -> None:
    assert ask(server, each).status == 401
    _, guests = server.guest()
    limits = Limits(wrong_admin_tokens=2)
    with run_server(
        tmp_path / "uno.db", limits=limits, admin_token_hash=token_hash(TOKEN)
    ) as strict:
        for wrong in (guests, TOKEN[:-1]):
            refused = ask(strict, each, token=wrong)
            assert (refused.status, refused.json["kind"]) == (401, "wrong-admin-token")
            assert refused.headers["www-authenticate"] == "Bearer"
            assert wrong not in refused.body.decode()
        # Too many tries: now even the right one has to wait.
        waits = ask(strict, each, token=TOKEN)
        assert (waits.status, waits.json["code"]) == (429, "too-fast")
        assert 0 < int(waits.headers["retry-after"]) <= 10
    for _ in range(5):  # right ones are not counted
        assert ask(server, each, token=TOKEN).status != 429


def test_without_an_admin_token_there_are_no_admin_addresses(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        nothing = server.ask("GET", "/api/no-such-thing")
        assert nothing.status == 404
        for each in ADMIN:
            for how in ({}, {"token": TOKEN}):
                found = ask(server, each, **how)
                assert (found.status, found.body) == (404, nothing.body)
            assert server.ask("OPTIONS", each.path.format(**WORDS)).status == 404
        refused = uno_admin(server.url, "statistics")
        assert refused.exit_code == 2
        assert "has no admin addresses" in refused.stderr


def test_the_command_says_what_is_wrong(server: ThreadServer, tmp_path: Path) -> None:
    wrong = uno_admin(server.url, "tables", token="x" * 30)
    assert wrong.stderr == "uno: this is not the admin token of this server\n"
    assert "nothing listens there" in uno_admin("http://127.0.0.1:1", "tables").stderr
    assert "is no server" in uno_admin("ftp://uno.example", "tables").stderr
    assert "holds no admin token" in uno_admin(server.url, "tables", token="a b").stderr
    missing = uno_admin(server.url, "close", "NOSUCH")
    assert missing.stderr == "uno: there is no table NOSUCH\n"
    for word in ("ban", "unban"):
        neither = uno_admin(server.url, word, "Ann Other")
        assert neither.stderr.startswith("uno: Ann Other is neither the id of a person nor an IP")
    file = tmp_path / "token"
    named = ("statistics", "--token-file", str(file), "--json")
    assert "cannot read" in uno_admin(server.url, *named).stderr
    file.write_text(f"{TOKEN}\n")
    assert uno_admin(server.url, *named, token="").exit_code == 0
    none = CliRunner(env={"UNO_SERVER": server.url}).invoke(app, ["admin", "tables"])
    assert none.stderr.startswith("uno: give the server's admin token")


def test_a_weak_token_is_refused_and_none_is_shown(tmp_path: Path) -> None:
    def check(token: str) -> Result:
        runner = CliRunner(env={"UNO_ADMIN_TOKEN": token, "COLUMNS": "100"})
        return runner.invoke(app, ["serve", "--check", "--database", str(tmp_path / "uno.db")])

    for weak in ("swordfish", "x y" * 10, "é" * 30):
        refused = check(weak)
        assert refused.exit_code == 2
        assert "at least 20 characters" in refused.stderr
        assert weak not in refused.output
    fine = check(TOKEN)
    assert re.search(r"^admin-token +set  \(environment\)$", fine.stdout, re.MULTILINE)
    assert TOKEN not in fine.output


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ({}, 422, "ban-names-one"),
        ({"person": "0", "address": "127.0.0.1"}, 422, "ban-names-one"),
        ({"address": "uno.example"}, 422, "no-address"),
        ({"address": "10.0.0.0/8"}, 422, "no-address"),
        ({"person": "Ann!"}, 400, "not-understood"),
        ({"person": "0", "minutes": 0}, 400, "not-understood"),
        ({"person": "0", "reason": "x" * 201}, 400, "not-understood"),
    ],
)
def test_a_ban_that_names_nobody_is_refused(
    server: ThreadServer, body: dict[str, Any], status: int, kind: str
) -> None:
    before = server.ask("GET", "/api/admin/bans", token=TOKEN).json
    refused = server.ask("POST", "/api/admin/bans", body, token=TOKEN)
    assert (refused.status, refused.json["kind"]) == (status, kind)
    assert server.ask("GET", "/api/admin/bans", token=TOKEN).json == before


def test_an_address_of_ipv6_stands_for_its_network(server: ThreadServer) -> None:
    for written in ("2001:db8::7", "2001:db8:0:0:ffff::/64"):
        made = server.ask("POST", "/api/admin/bans", {"address": written}, token=TOKEN)
        assert (made.status, made.json["address"]) == (201, "2001:db8::/64")
    gone = server.ask("DELETE", "/api/admin/bans?address=2001:db8::9", token=TOKEN)
    assert gone.status == 204


def test_a_damaged_setting_does_not_hide_the_others(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db", admin_token_hash=token_hash(TOKEN)) as here:
        store = here.hub.context.store
        for key in ("ban-person:0", "drain", "announcement", "from-the-future"):
            here.do(store.keep_operator_setting(OperatorSetting(key, None, "[")))
        assert here.ask("POST", "/api/admin/bans", {"person": "1"}, token=TOKEN).status == 201
        listed = here.ask("GET", "/api/admin/bans", token=TOKEN).json["bans"]
        assert [each["person"] for each in listed] == ["1"]
        assert not here.ask("GET", "/api/admin/drain", token=TOKEN).json["draining"]
    damage = uno_check(tmp_path / "uno.db")
    assert "the setting drain cannot be read" in damage


def test_a_ban_ends_by_itself(tmp_path: Path) -> None:
    clock = PushedClock()
    with run_server(tmp_path / "uno.db", now=clock, admin_token_hash=token_hash(TOKEN)) as server:
        guest, token = server.guest()
        body = {"person": guest, "minutes": 5}
        assert server.ask("POST", "/api/admin/bans", body, token=TOKEN).status == 201
        assert server.ask("GET", "/api/me", token=token).status == 403
        clock.push(301)
        assert server.ask("GET", "/api/me", token=token).status == 200
        assert server.ask("GET", "/api/admin/bans", token=TOKEN).json == {"bans": []}
        gone = server.ask("DELETE", f"/api/admin/bans?person={guest}", token=TOKEN)
        assert gone.status == 404


def test_old_tables_are_deleted_when_asked_and_by_themselves(tmp_path: Path) -> None:
    def codes() -> set[str]:
        listed = here.ask("GET", "/api/admin/tables?archived=true", token=TOKEN).json
        return {each["code"] for each in listed["tables"]}

    clock = PushedClock()
    limits = Limits(openings=100)
    with run_server(
        tmp_path / "uno.db", now=clock, limits=limits, admin_token_hash=token_hash(TOKEN)
    ) as here:
        store = here.hub.context.store
        for at, code in enumerate(("OLDER", "OLD", "FRESH", "OPEN")):
            state = LobbyState.OPEN if code == "OPEN" else LobbyState.ARCHIVED
            touched = clock() - (31 * DAY if code.startswith("OLD") else 0)
            shown = listing(code, state=state)
            here.do(store.append(Append(code, replace(entry(1), at=touched + at), shown)))
        counted = uno_admin(here.url, "prune", "--days", "60", "--dry-run")
        assert counted.stdout == "Tables to delete: 0, with games: 0.\n"
        dry = answer(here.url, "prune", "--days", "30", "--dry-run")
        assert dry == {"deleted": 0, "tables": 2, "games": 0}
        assert codes() == {"OLDER", "OLD", "FRESH", "OPEN"}
        assert answer(here.url, "prune", "--days", "30")["deleted"] == 2
        assert codes() == {"FRESH", "OPEN"}
        assert here.do(store.entries("OLD", 0)) == []
        clock.push(31 * DAY / 1000)
        here.do(Retention(here.hub, 30).run(30))
        assert codes() == {"OPEN"}, "a table that is open is never deleted"
