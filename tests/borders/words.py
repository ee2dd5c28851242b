"""The words that are borders: names that people type, store, or read by programs of their own."""

import asyncio
import json
import os
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import click
import msgspec

from openuno.bots.registry import BOTS
from openuno.cli.values import Day, Duration, Number, Word
from openuno.engine.errors import Reason
from openuno.engine.rules import EDITIONS
from openuno.game.notation import FORMAT_NAMES
from openuno.kernel.bots.policies import RATES, Policy
from openuno.lab.figures import FIGURES
from openuno.lab.game_figures import figures_for
from openuno.room.chat import EMOTES
from openuno.room.commands import Sit
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from openuno.server.options import default_database
from openuno.server.process.maintenance import migrate
from openuno.terminal.saves import games_folder
from tests import command_tree
from tests.server.clients import Client, new_guest, open_table
from tests.server.servers import ThreadServer, run_server

WEB = Path(__file__).parents[2] / "web" / "src"


def commands() -> dict[str, Any]:
    """Every command: its arguments and options, what each takes and what it is if left out."""
    return {
        name: [_parameter(each) for each in command.params]
        for name, command in command_tree.commands()
    }


def _parameter(parameter: click.Parameter) -> str:
    """Such as `--players int = 4`, `[--set str]...`; words of the help alone are left out."""
    kind = _KINDS[type(parameter.type)]
    multiple = parameter.multiple or parameter.nargs == -1
    if isinstance(parameter, click.Option):
        text = "|".join((*parameter.opts, *parameter.secondary_opts))
        text += "" if parameter.is_flag else f" {kind}"
    else:
        text = f"argument {kind}"
    text = text if parameter.required else f"[{text}]"
    text += "..." if multiple else ""
    default = parameter.to_info_dict()["default"]
    text += "" if default in (None, False) else f" = {default}"
    return text + (f", ${parameter.envvar}" if parameter.envvar else "")


_KINDS = {
    click.types.StringParamType: "str",
    click.types.IntParamType: "int",
    click.IntRange: "int",
    click.Path: "Path",
    click.Choice: "choice",
    click.types.BoolParamType: "bool",
    Day: "date",
    Duration: "str",
    Number: "int",
    Word: "choice",
}


def limits() -> dict[str, str]:
    """What `--limit` can move: the type and the usual number of each."""
    return {
        field.encode_name: f"{field.type.__name__} {field.default}"
        for field in msgspec.structs.fields(Limits)
    }


def bots() -> list[str]:
    """The bots of tables and of the terminal."""
    return list(BOTS)


def policies() -> list[str]:
    """The policies of simulations, with every habit that can be set."""
    habits = ",".join(f"{habit}={7 + number}" for number, habit in enumerate(RATES))
    return [str(Policy.parse(text)) for text in ("regular", "uniform", f"uniform:{habits}")]


def editions() -> dict[str, Any]:
    """Every edition with its switches, as text forms and records name them."""
    return {name: msgspec.to_builtins(rules) for name, rules in EDITIONS.items()}


def reasons() -> list[str]:
    """Why an action is refused, as programs read it."""
    return list(Reason)


def folders() -> list[str]:
    """Where tables and games are kept when nothing else is asked for."""
    with patch.dict(os.environ, {"HOME": "/home/ann"}):
        for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
            os.environ.pop(name, None)
        return [default_database(), str(games_folder())]


def figures() -> dict[str, list[str]]:
    """What `uno lab compare --show` knows and its JSON has, of rounds and of games."""
    return {"rounds": list(FIGURES), "games": list(figures_for(games=True))}


def tables() -> dict[str, Any]:
    """Tables, columns and indexes of a new SQLite database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "uno.db"
        migrate(str(path))
        with closing(sqlite3.connect(path)) as database:
            names = database.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            return {name: _table(database, name) for (name,) in names}


def _table(database: sqlite3.Connection, name: str) -> dict[str, Any]:
    columns = {
        column: " ".join(
            [kind, *["NOT NULL"] * required, *["PRIMARY KEY"] * bool(key)]
            + ([] if usual is None else [f"DEFAULT {usual}"])
        )
        for _, column, kind, required, usual, key in database.execute(f"PRAGMA table_info({name})")
    }
    indexes = database.execute(
        "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY name",
        (name,),
    )
    return {"columns": columns, "indexes": [" ".join(sql.split()) for (sql,) in indexes]}


def metrics() -> dict[str, str]:
    """The type and the labels of each of our figures for Prometheus."""
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder) / "uno.db") as server:
        asyncio.run(_be_refused(server))  # some figures have labels only once they count something
        assert server.ask("GET", "/api/me").status == 401
        text = server.ask("GET", "/metrics").body.decode()
    kinds = dict(re.findall(r"^# TYPE (uno_\w+) (\w+)$", text, re.MULTILINE))
    labels: dict[str, list[str]] = {}
    for name, words in re.findall(r"^(uno_\w+)\{(.*)\}", text, re.MULTILINE):
        labels.setdefault(name, re.findall(r'(\w+)="', words))
    return {
        name: " ".join([kinds.get(name, ""), *labels.get(name, [])]).strip()
        for name in sorted({*kinds, *labels})
    }


async def _be_refused(server: ThreadServer) -> None:
    token = await new_guest(server.url, "Ann")
    code = await open_table(server.url, token, Settings())
    async with await Client.open(server.url, token) as client:
        await client.join(code)
        await client.refused(Sit(-1))


def browser_storage() -> list[str]:
    """The keys under which the pages store something, and the names of their caches."""
    return sorted({key for path in WEB.rglob("*.*") for key in _stored(path)})


def _stored(path: Path) -> Iterator[str]:
    if path.suffix not in {".ts", ".svelte"}:
        return
    text = path.read_text(encoding="utf-8")
    constants = dict(re.findall(r'\bconst (\w+) = "([^"]*)"', text))
    for store, name in re.findall(r"\b(\w+Storage)\.\w+Item\(\s*([^,)]+)", text):
        yield f"{store} {constants[name]}"
    if "caches.open(" in text:
        names = [value for value in constants.values() if value.startswith("openuno-")]
        assert names, "the caches have other names now"
        yield from (f"cache {name}" for name in names)


def text() -> str:
    """All of them, as one JSON document."""
    found = {
        "commands": commands(),
        "limits": limits(),
        "bots": bots(),
        "policies": policies(),
        "editions": editions(),
        "formats": list(FORMAT_NAMES),
        "emotes": list(EMOTES),
        "reasons": reasons(),
        "folders": folders(),
        "figures": figures(),
        "tables": tables(),
        "metrics": metrics(),
        "browser storage": browser_storage(),
    }
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"
