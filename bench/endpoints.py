"""What one request to each endpoint costs `uno serve`: CPU of the event loop, and of all threads.

The database is full before it starts: lists are as long as they can be asked for, one person has
thousands of games, one game has a long record. Every endpoint of the OpenAPI document is here.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

import uvloop
from msgspec import to_builtins
from msgspec.structs import fields

from bench.load import SEATS, seated
from bench.server import Child, openuno
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.rules import EDITIONS, with_switches
from openuno.game.statistics import Figures
from openuno.room.facts import Entry
from openuno.room.secret import Secret
from openuno.server.http.endpoint import Endpoint
from openuno.server.http.routes import ENDPOINTS, openapi
from openuno.server.store import (
    Append,
    FinishedGame,
    Guest,
    LobbyEntry,
    LobbyState,
    PlayedGame,
    Rating,
    Store,
)
from openuno.server.store.opening import open_store

REQUESTS = 200
GAMES = 3000
TABLES = 300
PEOPLE = 200
LONG_GAME_SECONDS = 4.0
MAX_ANONYMOUS_MS = 2.0
"""What a request may cost the event loop if nobody has to say who they are."""


class Request(NamedTuple):
    """One request; `{...}` in its path is filled in with what the database holds."""

    method: str
    path: str
    body: Any = None


FIGURES = Figures(**{field.name: 1234 for field in fields(Figures)})
LONGEST_RULE = ((EXAMPLES[0].text + " ") * 50)[:1000].rpartition(".")[0] + "."
"""All of it is read before it is refused for having too many sentences."""
LONGEST_BUILT = max((parse_custom_rule(made.text) for made in EXAMPLES), key=len)
LONGEST_RULES = rules_text(
    with_switches(
        EDITIONS["house"],
        blank_cards=len(EXAMPLES[:8]),
        written=tuple(parse_custom_rule(made.text) for made in EXAMPLES[:8]),
    )
)
WORST: dict[str, Request] = {
    "lobby": Request("GET", "/api/tables?most=100"),
    "games": Request("GET", "/api/games?most=50"),
    "my_games": Request("GET", "/api/me/games?most=50"),
    "ratings": Request("GET", "/api/ratings/{kind}?most=100"),
    "new_guest": Request("POST", "/api/guests", {"name": "Ann"}),
    "change_me": Request("PATCH", "/api/me", {"name": "Ann"}),
    "open_event": Request(
        "POST", "/api/events", {"settings": {"title": "A", "kind": {"kind": "ladder"}}}
    ),
    "admin_tables": Request("GET", "/api/admin/tables?most=500&archived=true"),
    "admin_ban": Request("POST", "/api/admin/bans", {"person": "0"}),
    "report_person": Request("POST", "/api/tables/{code}/reports", {"person": "0"}),
    "admin_announce": Request("PUT", "/api/admin/announcement", {"text": "A" * 200}),
    "admin_prune": Request("POST", "/api/admin/prune", {"days": 1, "dry_run": True}),
    "admin_drain": Request("PUT", "/api/admin/drain", {"minutes": 1}),
    "host_event": Request(
        "POST", "/api/events/{event}/commands", {"id": "a", "command": {"command": "draw"}}
    ),
    "take_part": Request(
        "POST", "/api/events/{event}/me", {"id": "a", "command": {"command": "go-home"}}
    ),
    "open_table": Request("POST", "/api/tables", {"settings": {"rules": LONGEST_RULES}}),
    "pencil": Request("POST", "/api/pencil", {"rule": LONGEST_RULE}),
    "write_rule": Request("POST", "/api/pencil/write", {"effects": to_builtins(LONGEST_BUILT)}),
    "round_length": Request("POST", "/api/pencil/rounds", {"rules": LONGEST_RULES, "seats": 10}),
}
"""The dearest way to ask; other endpoints are asked plainly."""
ONCE = frozenset(
    {"close_table", "delete_event", "forget_me", "new_token", "open_event", "open_table"}
)
"""A new person asks each time: the token is worth nothing afterwards, or they have had enough."""


def request_for(endpoint: Endpoint) -> Request:
    """The dearest request to an endpoint."""
    return WORST.get(endpoint.name, Request(endpoint.method, endpoint.path))


async def fill(database: str) -> None:
    """Write tables, people, games and ratings, as many as a busy year brings."""
    store = await open_store(database, process="bench")
    try:
        await asyncio.gather(*_writes(store))
    finally:
        await store.close()


def _writes(store: Store) -> Iterator[Any]:
    people = [f"{number:016x}" for number in range(PEOPLE)]
    for number, person in enumerate(people):
        yield store.add_guest(Guest(person, "A name of sixteen", rated=True), bytes([number]) * 32)
    names = ("A name of sixteen",) * 10
    for number in range(TABLES):
        code = f"T{number:05}"
        listing = LobbyEntry(
            code,
            people[0],
            True,
            False,
            LobbyState.OPEN,
            "house+stacking=any",
            "race",
            10,
            10,
            10,
            names,
        )
        yield store.append(Append(code, Entry(1, number, ()), listing, secret=Secret(bytes(32))))
    for number in range(GAMES):
        # One person is in every game.
        others = [people[(number * 9 + player) % PEOPLE] for player in range(1, 10)]
        played = tuple(
            PlayedGame(player, person, 1, False, FIGURES)
            for player, person in enumerate((people[0], *others))
        )
        game = FinishedGame(
            f"{number:018x}", "T00000", 1, 1, True, number, "house", "race:500", "race", names,
            (0,) if number < len(people) else None, played,
        )  # fmt: skip
        yield store.append(
            Append("T00000", Entry(number + 2, number, ()), finished=game),
        )
        if number < len(people):
            yield store.rate(f"{number:018x}", lambda _, before: [*map(_rated, before)])


def _rated(before: Rating) -> Rating:
    return before


class Costs:
    """One server and what it has spent."""

    def __init__(self, child: Child) -> None:
        self.http = HTTPConnection("127.0.0.1", child.port, timeout=60)
        self._tasks = Path(f"/proc/{child.process.pid}/task")
        self._main = str(child.process.pid)
        self.token = self.new_token()
        self._host = self.new_token()
        self._opened = ""

    def ask(self, request: Request, token: str | None = None) -> tuple[int, bytes]:
        """One request, on the connection that is kept open."""
        headers = {"Content-Type": "application/json"} if request.body is not None else {}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        body = None if request.body is None else json.dumps(request.body)
        self.http.request(request.method, request.path, body, headers)
        answer = self.http.getresponse()
        return answer.status, answer.read()

    def new_token(self) -> str:
        """The token of a new person."""
        _, text = self.ask(WORST["new_guest"])
        return str(json.loads(text)["token"])

    def measure(self, endpoint: Endpoint, values: dict[str, str]) -> dict[str, Any]:
        """Milliseconds of CPU for one request: on the event loop, and on all threads."""
        requests = [self._prepare(endpoint, values) for _ in range(REQUESTS + 3)]
        sizes = []
        for request, token in requests[:3]:
            self.ask(request, token)
        loop, everything = self._spent()
        for request, token in requests[3:]:
            status, content = self.ask(request, token)
            assert status in (200, 201, 204, 422), (endpoint.path, status, content)
            sizes.append(len(content))
        loop_after, everything_after = self._spent()
        return {
            "endpoint": f"{endpoint.method} {endpoint.path}",
            "token": endpoint.token,
            "loop_ms": round((loop_after - loop) / REQUESTS / 1e6, 3),
            "cpu_ms": round((everything_after - everything) / REQUESTS / 1e6, 3),
            "bytes": max(sizes),
        }

    def _prepare(self, endpoint: Endpoint, values: dict[str, str]) -> tuple[Request, str]:
        """One request, and the token it comes with: a new person's, a new table's where need be."""
        token = self.new_token() if endpoint.name in ONCE else self.token
        if endpoint.name == "close_table":
            _, text = self.ask(WORST["open_table"], token)
            values = {**values, "code": json.loads(text)["code"]}
        if "{event}" in endpoint.path:
            token = token if endpoint.name == "delete_event" else self._host
            values = {**values, "event": self._event(token)}
        request = request_for(endpoint)
        return request._replace(path=request.path.format(**values)), token

    def _event(self, token: str) -> str:
        """An event of this person's; the one we host is opened once."""
        if token != self._host or not self._opened:
            _, text = self.ask(WORST["open_event"], token)
            code = str(json.loads(text)["code"])
            if token != self._host:
                return code
            self._opened = code
        return self._opened

    def _spent(self) -> tuple[int, int]:
        spent = {
            task.name: int((task / "schedstat").read_text().split()[0])
            for task in self._tasks.iterdir()
        }
        return spent[self._main], sum(spent.values())


async def play_long_game(port: int) -> str:
    """Let four bots play for a while; the id of the longest finished game."""
    (table,) = await seated([port], 1, 0.0, setup=True)
    table.seats[0].ask('{"do":"start"}')
    await asyncio.sleep(LONG_GAME_SECONDS)
    while not (games := _games(port, table.seats[0].token)):
        await asyncio.sleep(0.5)
    for seat in table.seats[:SEATS]:
        seat.transport.abort()
    return str(games[0]["id"])


def _games(port: int, token: str) -> list[dict[str, Any]]:
    http = HTTPConnection("127.0.0.1", port, timeout=60)
    http.request("GET", "/api/me/games", headers={"Authorization": f"Bearer {token}"})
    found: list[dict[str, Any]] = json.loads(http.getresponse().read())["games"]
    http.close()
    return found


def measure(only: str | None = None) -> list[dict[str, Any]]:
    """Every endpoint's cost, the dearest first."""
    with tempfile.TemporaryDirectory(prefix="openuno-bench") as folder:
        database = str(Path(folder) / "tables.db")
        uvloop.run(fill(database))
        child = openuno(database)
        try:
            game = uvloop.run(play_long_game(child.port))
            values = {"code": "T00000", "game": game, "person": f"{0:016x}", "kind": "race"}
            costs = Costs(child)
            found = [
                costs.measure(endpoint, values)
                for endpoint in (*ENDPOINTS, openapi)
                if not endpoint.operator  # nobody else can ask for those
                if only is None or only in endpoint.path
            ]
        finally:
            child.stop()
    return sorted(found, key=lambda each: -float(each["loop_ms"]))


def report(only: str | None = None) -> None:
    """Measure every endpoint, print it, and keep it in bench/results_endpoints.json."""
    found = measure(only)
    for each in found:
        dear = not each["token"] and each["loop_ms"] > MAX_ANONYMOUS_MS
        print(
            f"{each['endpoint']:32} {'token' if each['token'] else '':6}"
            f"{each['loop_ms']:8.3f} ms of the loop {each['cpu_ms']:8.3f} ms in all"
            f"{each['bytes']:9,} bytes{'  TOO DEAR' if dear else ''}"
        )
    if only is None:
        text = json.dumps(found, indent=2)
        Path(__file__).with_name("results_endpoints.json").write_text(text + "\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.endpoints", description=__doc__)
    parser.add_argument("--only", help="endpoints whose path has this in it")
    report(parser.parse_args().only)
