"""A damaged page closes the tables that lie on it, and no other."""

import asyncio
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.room.commands import Say, Sit
from openuno.room.facts import Arrived, Committed, Departed, Entry, Opened, Said
from openuno.room.protocol.messages import Ack, Error, Join
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.secret import Secret
from openuno.room.settings import Settings
from openuno.server.guests import token_hash
from openuno.server.store import Append, Damaged, Guest, Store, StoredSnapshot
from openuno.server.store.snapshot_version import snapshot_version
from tests.server.clients import Client
from tests.server.inside import ROOMY, Inside, at_server
from tests.server.store.stores import entry, listing, with_store

SECRET = Secret(b"s" * 32)
WHOLE, BROKEN = "AAAAAA", "MMMMMM"
"""In the file they lie apart: each fills many pages."""
LONG = 60
TOKEN = "ab" * 16
PAGE = 4096
LEAF = 0x0A
"""How SQLite begins a page of rows, in a table that is an index itself."""
_UNO = [sys.executable, "-c", "from openuno.cli import main; main()"]


def shell(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*_UNO, *words], capture_output=True, text=True, check=False, timeout=300)


def log(code: str) -> list[Entry]:
    """A table where somebody has talked at length."""
    said = f"said at {code} " + "x" * 300
    talk = [
        Entry(seq, 1_000 + seq, (Said("ann", said),), "ann", f"c{seq:02}-{'y' * 55}")
        for seq in range(3, LONG)
    ]
    opened = (Opened("ann", Settings(seats=2)), Committed(SECRET.commitment))
    came, went = Arrived("ann", "Ann", "gone"), Departed("ann", "gone")
    return [Entry(1, 1, opened), Entry(2, 2, (came,)), *talk, Entry(LONG, 9_999, (went,))]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two tables in one file, nothing of it in a write-ahead log."""
    path = tmp_path / "uno.db"

    async def fill(store: Store) -> None:
        for code in (WHOLE, BROKEN):
            first, *others = log(code)
            await store.append(Append(code, first, listing(code), secret=SECRET))
            await asyncio.gather(*(store.append(Append(code, each)) for each in others))
        await store.add_guest(Guest("ann", "Ann"), token_hash(TOKEN))

    with_store(str(path), fill)
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma journal_mode = delete")
        assert db.execute("pragma page_size").fetchone() == (PAGE,)
    return path


def break_page(path: Path, marker: bytes) -> None:
    """Flip the bits of the head of the middle one of the leaf pages on which this is written."""
    content = bytearray(path.read_bytes())
    leaves = [
        start
        for start in range(0, len(content), PAGE)
        if content[start] == LEAF and marker in content[start : start + PAGE]
    ]
    start = leaves[len(leaves) // 2]
    for at in range(start, start + 16):
        content[at] ^= 0xFF
    path.write_bytes(content)


def flip(path: Path, text: bytes, other: bytes) -> None:
    """Change a text in place, once."""
    content = path.read_bytes()
    assert len(text) == len(other)
    path.write_bytes(content.replace(text, other, 1))


def damage_page(path: Path) -> None:
    break_page(path, b"said at MMMMMM")


def damage_entry(path: Path) -> None:
    flip(
        path,
        b'"fact":"said","guest":"ann","text":"said at MMMMMM',
        b'"fact":"sajd","guest":"ann","text":"said at MMMMMM',
    )


def damage_order(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("delete from log where code = ? and seq = 20", (BROKEN,))


def lose_seed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("delete from secrets where code = ?", (BROKEN,))


def change_seed(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update secrets set seed = ? where code = ?", (b"t" + b"s" * 31, BROKEN))


DAMAGES = pytest.mark.parametrize(
    "damage", [damage_page, damage_entry, damage_order, lose_seed, change_seed]
)


@DAMAGES
def test_a_check_finds_the_table(database: Path, damage: object) -> None:
    assert callable(damage)
    fine = shell("check-database", "--database", str(database))
    assert (fine.returncode, fine.stdout) == (0, f"2 tables, {2 * LONG} entries: no damage found\n")
    damage(database)
    found = shell("check-database", "--database", str(database))
    assert found.returncode == 1, found.stdout
    assert f"table {BROKEN}: " in found.stdout
    assert f"table {WHOLE}: " not in found.stdout
    assert found.stderr == ""
    report = json.loads(shell("check-database", "--database", str(database), "--json").stdout)
    assert {each.get("table") for each in report["damage"]} <= {BROKEN, None}
    assert BROKEN in {each.get("table") for each in report["damage"]}
    assert report["tables"] == 2


def test_a_check_finds_a_snapshot_that_is_not_what_the_log_says(database: Path) -> None:
    snapshot = StoredSnapshot(30, snapshot_version(), b"x" * 100)
    with_store(str(database), lambda store: store.keep_snapshot(WHOLE, snapshot))
    found = shell("check-database", "--database", str(database))
    assert found.returncode == 1
    assert f"table {WHOLE}: its snapshot at entry 30 is not what its log says" in found.stdout


def test_a_database_that_is_none_cannot_be_checked(tmp_path: Path) -> None:
    missing = shell("check-database", "--database", str(tmp_path / "none.db"))
    assert missing.returncode == 2
    assert "there is no database" in missing.stderr
    (tmp_path / "text.db").write_bytes(b"This is no database." * 500)
    text = shell("check-database", "--database", str(tmp_path / "text.db"))
    assert text.returncode == 2
    assert "file is not a database" in text.stderr


@DAMAGES
def test_a_server_closes_the_damaged_table_and_no_other(database: Path, damage: object) -> None:
    assert callable(damage)
    damage(database)

    async def scenario(inside: Inside) -> None:
        ann = await inside.person("Ann")
        await refused(ann, BROKEN)
        await refused(ann, BROKEN)
        answer = inside.server.ask("GET", "/api/tables/NOSUCH")
        assert answer.status == 404, "a damaged table is no wrong code"
        await ann.join(WHOLE)
        await ann.does(Sit(0))
        ready = inside.server.ask("GET", "/readyz")
        assert (ready.status, ready.json) == (200, {"status": "ok", "damaged": 1})
        host, _ = await inside.host(Settings(seats=2), "Ben")
        await host.does(Say("nobody minds"))
        complaints = [each for each in inside.logged if "damaged" in each["event"]]
        assert len(complaints) == 1, "said once"

    at_server(database.parent, scenario, limits=replace(ROOMY, wrong_codes=1))


def test_damage_outside_of_tables_is_reported_too(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        sql = "select rootpage from sqlite_master where name = 'guests'"
        (page,) = db.execute(sql).fetchone()
    content = bytearray(database.read_bytes())
    content[(page - 1) * PAGE : (page - 1) * PAGE + 16] = b"\xff" * 16
    database.write_bytes(content)

    async def scenario(inside: Inside) -> None:
        assert inside.server.ask("GET", "/readyz").json["damaged"] == 0
        for _ in range(2):
            assert inside.server.ask("GET", "/api/me", token=TOKEN).status == 503
        ready = inside.server.ask("GET", "/readyz")
        assert (ready.status, ready.json) == (200, {"status": "ok", "damaged": 1})
        complaints = [each["event"] for each in inside.logged if each["log_level"] == "warning"]
        assert complaints == ["the database is damaged: run `uno check-database`"]

    at_server(database.parent, scenario)


async def refused(client: Client, code: str) -> None:
    before = len(client.errors)
    await client.send(Join(code))
    await client.wait_for(lambda it: len(it.errors) > before)
    assert client.errors[-1].code is RefusalCode.TABLE_DAMAGED


def test_a_table_that_can_be_read_but_not_written_is_closed_too(database: Path) -> None:
    """The index of commands is damaged where hers belong: no table needs it to be loaded."""
    break_page(database, f"{BROKEN}annc30-".encode())  # a row of the index: column after column

    async def scenario(inside: Inside) -> None:
        at_broken = await inside.device(TOKEN)
        at_broken.code = BROKEN
        await at_broken.send(Join(BROKEN))
        await at_broken.wait_for(lambda it: it.known is not None)
        at_whole = await inside.device(TOKEN, WHOLE)
        for _ in range(2):
            answer = await at_broken.ask(Say("hello?"), "c30-again")
            assert isinstance(answer, Error)
            assert answer.code is RefusalCode.TABLE_DAMAGED
        assert isinstance(await at_whole.ask(Say("hello"), "c30-again"), Ack)
        assert list(inside.hub.context.damaged) == [BROKEN]
        assert inside.server.ask("GET", "/readyz").json["damaged"] == 1
        other = await inside.person("Ben")
        await refused(other, BROKEN)

    at_server(database.parent, scenario)


def test_of_appends_in_one_commit_only_that_to_the_damaged_page_fails(database: Path) -> None:
    break_page(database, b"said at MMMMMM")
    with closing(sqlite3.connect(database)) as db:
        broken = None
        for seq in range(1, LONG + 1):
            try:
                db.execute(
                    "select entry from log where code = ? and seq = ?", (BROKEN, seq)
                ).fetchall()
            except sqlite3.DatabaseError:
                broken = seq
                break
    assert broken is not None, "a page was damaged"

    async def body(store: Store) -> None:
        bad = Append(BROKEN, entry(broken))
        good = [Append(WHOLE, entry(LONG + number)) for number in (1, 2, 3)]
        outcomes = await asyncio.gather(
            store.append(good[0]),
            store.append(bad),
            store.append(good[1]),
            store.append(good[2]),
            return_exceptions=True,
        )
        assert [type(each) for each in outcomes] == [type(None), Damaged, type(None), type(None)]
        kept = await store.entries(WHOLE, LONG)
        assert [each.seq for each in kept] == [LONG + 1, LONG + 2, LONG + 3]
        with pytest.raises(Damaged):
            await store.entries(BROKEN, 0)

    with_store(str(database), body)
