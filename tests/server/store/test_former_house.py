"""Tables kept from when `house` did not let every first card act play on by the rules they began.

`old/revision-0001.json` holds the rows of a database as the server then wrote them: a finished game
in which a Wild Draw Four went back and a Shuffle Hands only asked for a colour, a game under way
whose rules the host had changed before it, and a table that named the switch itself.
"""

import asyncio
import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]  # it has no types of its own
import msgspec
from alembic import command
from alembic.config import Config

from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import FirstCard
from openuno.record.verify import Verdict, verify
from openuno.room.facts import Entry, Opened, SettingsChanged
from openuno.server.store import migrations
from openuno.server.store.address import PostgresAddress, SqliteAddress, parse_address
from openuno.server.store.revisions import migrate
from openuno.server.store.schema import metadata
from tests.server.servers import run_server

OLD = Path(__file__).parent / "old" / "revision-0001.json"
_IN_HEX = {("secrets", "seed"), ("guests", "token_hash")}


def test_a_kept_table_plays_on_by_the_rules_it_began_with(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    for database in (str(tmp_path / "uno.db"), empty_postgres_url):
        asyncio.run(_restore(database))
        asyncio.run(migrate(parse_address(database)))
        settings = {
            fact.settings.rules
            for entry in asyncio.run(_entries(database))
            for fact in entry.facts
            if isinstance(fact, (Opened, SettingsChanged))
        }
        assert settings == {
            "mattel-2016",
            "house+first_card=number",
            "house+first_card=acts+stacking=any+hand_size=3",
            "house+first_card=acts+hand_size=3+swap_cards=8+shuffle_cards=8+blank_cards=8",
        }
        assert {parse_rules(text).first_card for text in settings} == {
            FirstCard.ACTS,
            FirstCard.NUMBER,
        }
        with run_server(database) as server:
            listed = {each["rules"] for each in server.ask("GET", "/api/tables").json["tables"]}
            assert listed <= settings
            (game,) = server.ask("GET", "/api/games").json["games"]
            assert parse_rules(game["rules"]).first_card is FirstCard.ACTS
            report = verify(server.ask("GET", f"/api/games/{game['id']}.uno").body)
            assert report.verdict is Verdict.TRUE, report.sentence


def test_what_somebody_said_is_left_alone(tmp_path: Path, empty_postgres_url: str) -> None:
    for database in (str(tmp_path / "uno.db"), empty_postgres_url):
        asyncio.run(_restore(database))
        before = [entry for entry in asyncio.run(_entries(database)) if "said" in str(entry)]
        asyncio.run(migrate(parse_address(database)))
        after = [entry for entry in asyncio.run(_entries(database)) if "said" in str(entry)]
        assert before == after


async def _restore(database: str) -> None:
    """A database as the server of that time left it."""
    rows = msgspec.json.decode(OLD.read_bytes())
    match parse_address(database):
        case SqliteAddress(path):
            with closing(sqlite3.connect(path)) as file, file:
                file.executescript(_first_revision("sqlite"))
                for sql, values in _inserts(rows, "?"):
                    file.execute(sql, values)
        case PostgresAddress(url):
            db = await asyncpg.connect(url)
            await db.execute(_first_revision("postgresql"))
            for sql, values in _inserts(rows, "$"):
                await db.execute(sql, *values)
            await db.close()


def _first_revision(dialect: str) -> str:
    script = io.StringIO()
    config = Config(output_buffer=script, attributes={"dialect": dialect})
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    command.upgrade(config, "0001", sql=True)
    return script.getvalue()


def _inserts(rows: dict[str, Any], mark: str) -> list[tuple[str, list[Any]]]:
    found = []
    for table in metadata.sorted_tables:
        for row in rows.get(table.name, ()):
            marks = ", ".join(mark if mark == "?" else f"${n}" for n in range(1, len(row) + 1))
            values = [_value(table.name, name, row[name], table) for name in row]
            columns = ", ".join(row)
            found.append((f"insert into {table.name} ({columns}) values ({marks})", values))
    return found


def _value(table: str, column: str, value: Any, kinds: Any) -> Any:
    if (table, column) in _IN_HEX:
        return bytes.fromhex(value)
    kind = kinds.columns[column].type.python_type
    if value is None:
        return None
    return value.encode() if kind is bytes else kind(value)


async def _entries(database: str) -> list[Entry]:
    sql = "select entry from log order by code, seq"
    found: list[bytes] = []
    match parse_address(database):
        case SqliteAddress(path):
            with closing(sqlite3.connect(path)) as file:
                found = [row[0] for row in file.execute(sql)]
        case PostgresAddress(url):
            db = await asyncpg.connect(url)
            found = [row[0] for row in await db.fetch(sql)]
            await db.close()
    return [msgspec.json.decode(line, type=Entry) for line in found]
