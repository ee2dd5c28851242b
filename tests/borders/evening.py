"""One evening at a table over real sockets, every frame of it, in the same order every time.

Three people, a bot and a spectator sit down, chat, are refused, play two games with a custom rule,
catch, challenge, time out, are kicked and come back. The cards, the ids and the time are given, all
messages are plain JSON, and after each step everyone waits until the table is quiet.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.server.inside import ROOMY, Inside, PushedClock
from tests.server.servers import ask, run_server

START = 1_800_000_000_000
STEP = 0.4
"""Seconds between two things that people do: shorter than the grace before a catch."""
PATIENCE = 60.0
RULES = (
    "house+shuffle_cards=2+swap_cards=1+jump_in=on+suggestion_penalty=4+hand_size=3+blank_cards=4"
    "+written=Everyone_else_draws_1_card._The_next_player_misses_a_turn."
)
PASSWORD = "seven"
SETTINGS = {
    "rules": RULES,
    "format": "race:60",
    "seats": 4,
    "clock": {"move": 30, "between": 5, "bots": 1},
}
FIRST_GAME, SECOND_GAME = 600, 16
"""The most moves of the first game, which is played to its end, and those of the second."""


ORDINARY = {"play", "draw", "keep", "pass", "name", "choose", "accept", "challenge"}
ANSWERS = {"ack", "because", "error"}
CHANCE = 3
SEED = 39


class StillClock(PushedClock):
    """A time that goes on only when it is pushed."""

    def __call__(self) -> int:
        return START + round(self.ahead * 1000)


class Person:
    """Someone at the table: the frames they have been sent, and what they may do now."""

    def __init__(self, name: str, guest: str, token: str, first_id: int = 1) -> None:
        self.name = name
        self.guest = guest
        self.token = token
        self.legal: list[Any] = []
        self.seq = 0
        self._ws: ClientConnection | None = None
        self._ids = count(first_id)

    async def connect(self, url: str) -> None:
        self._ws = await connect(url, compression=None, proxy=None)

    async def disconnect(self) -> None:
        assert self._ws is not None
        await self._ws.close()
        self._ws = None

    @property
    def connected(self) -> bool:
        return self._ws is not None

    def new_id(self) -> str:
        return f"{self.name.lower()}-{next(self._ids)}"

    async def send(self, frame: str) -> None:
        assert self._ws is not None
        await self._ws.send(frame)

    async def receive(self) -> str:
        assert self._ws is not None
        async with asyncio.timeout(PATIENCE):
            frame = await self._ws.recv()
        assert isinstance(frame, str)
        self._notice(json.loads(frame))
        return frame

    def _notice(self, message: Any) -> None:
        match message["type"]:
            case "snapshot":
                self.seq = message["seq"]
                game = message["view"].get("game")
                tables = game["tables"] if game else []
                self.legal = tables[0]["view"].get("legal", []) if tables else []
            case "news":
                self.seq, self.legal = message["seq"], message.get("legal", [])
            case _:
                pass


class Evening:
    """What is done at a table, and the script of it."""

    def __init__(self, inside: Inside) -> None:
        self._inside = inside
        self.people: list[Person] = []
        self.code = ""
        self.over = False
        self.lines: list[str] = []
        self._frames: dict[str, int] = {}

    def write_frame(self, person: Person, frame: str) -> None:
        """A frame someone was sent; what was sent before is written as its number."""
        if (number := self._frames.get(frame)) is not None:
            self.write(f"{person.name} < #{number}")
            return
        self._frames[frame] = number = len(self._frames) + 1
        self.write(f"{person.name} < #{number} {frame}")

    def write(self, line: str) -> None:
        if '"fact":"game-closed"' in line:
            self.over = True
        if '"fact":"game-started"' in line:
            self.over = False
        self.lines.append(line.replace(self._inside.url, "http://server"))

    async def http(
        self, method: str, path: str, body: object = None, person: Person | None = None
    ) -> Any:
        """One request, and its answer in the script."""
        token = None if person is None else person.token
        url = self._inside.url + path
        got = await asyncio.to_thread(ask, method, url, body, token=token)
        name = "nobody" if person is None else person.name
        said = "" if body is None else f" {json.dumps(body)}"
        self.write(f"{name}: {method} {path}{said}")
        self.write(f"{got.status} {got.headers.get('content-type')}")
        for line in got.body.decode().splitlines():
            self.write(f"  {line}")
        return got.json if got.headers.get("content-type") == "application/json" else got.body

    async def arrive(self, name: str) -> Person:
        """A new person, known to the server and not yet connected."""
        made = await self.http("POST", "/api/guests", {"name": name})
        person = Person(name, made["guest"], made["token"])
        self.people.append(person)
        return person

    async def hello(self, person: Person, protocol: int = 1) -> None:
        """Connect and say hello."""
        await person.connect(self._inside.server.ws)
        await self.tell(person, {"type": "hello", "protocol": protocol, "token": person.token})
        self.write_frame(person, await person.receive())

    async def tell(self, person: Person, message: object) -> None:
        """Send one message."""
        frame = json.dumps(message)
        self.write(f"{person.name} > {frame}")
        await person.send(frame)

    async def join(self, person: Person, code: str | None = None, since: int | None = None) -> None:
        """Follow the table; what is asked next is answered after all that was missed."""
        message: dict[str, Any] = {"type": "join", "table": code or self.code}
        await self.tell(person, message if since is None else message | {"since": since})
        if code is not None:  # there is no such table
            self.write_frame(person, await person.receive())
            return
        await self.asks(person, "sit", seat=-1)

    async def asks(self, person: Person, do: str, **fields: object) -> None:
        """Ask, and wait until everything that follows from it has reached everyone."""
        await self.tells_id(person, "ask", command={"do": do, **fields})

    async def tells_id(self, person: Person, kind: str, **fields: object) -> None:
        request_id = person.new_id()
        await self.tell(person, {"type": kind, "id": request_id, **fields})
        answered = False
        while not answered:
            frame = await person.receive()
            self.write_frame(person, frame)
            answer = json.loads(frame)
            answered = answer.get("id", request_id) == request_id and answer["type"] in ANSWERS
        await self.passes(STEP)

    async def passes(self, seconds: float) -> None:
        """Let time pass: what is due by then is done, and everyone has heard of it."""
        self._inside.clock.push(seconds)
        await self._inside.on_loop(self._until_quiet())
        for person in self.people:
            if person.connected:
                await person.send('{"type":"ping"}')
                while json.loads(frame := await person.receive())["type"] != "pong":
                    self.write_frame(person, frame)

    async def _until_quiet(self) -> None:
        """Do what is due now; a timer may ring meanwhile, and then finds it done."""
        actor = await self._inside.hub.find_actor(self.code)
        await actor.wait_until_idle()
        while (due := actor.next_due()) is not None and due <= self._inside.clock():
            actor.wake()
            await actor.wait_until_idle()
        await self._inside.hub.context.drain()

    async def leaves(self, person: Person) -> None:
        """Lose the connection."""
        self.write(f"{person.name} is gone")
        await person.disconnect()
        # The server hears of it in its own time: only then does the table go on.
        await self._inside.until(lambda: self._has_gone(person))
        await self.passes(1)

    async def _has_gone(self, person: Person) -> bool:
        table = await self._inside.table(self.code)
        return all(each.guest != person.guest for each in table.people)


def play_evening(database: Path) -> str:
    """Play it on a new database; the script."""
    with _evening_at(database, StillClock()) as evening:
        asyncio.run(_evening(evening))
    return "\n".join(evening.lines) + "\n"


def finish_evening(database: Path, script: str) -> str:
    """Come back to what was played before, and play its second game to the end; the new script."""
    clock = StillClock()
    clock.push(300)
    with _evening_at(database, clock) as evening:
        asyncio.run(_finish(evening, script))
    return "\n".join(evening.lines) + "\n"


@contextmanager
def _evening_at(database: Path, clock: StillClock) -> Iterator[Evening]:
    entropy = Random(SEED + clock() - START).randbytes
    with run_server(database, now=clock, entropy=entropy, limits=ROOMY) as server:
        yield Evening(Inside(server, clock, []))


async def _finish(evening: Evening, script: str) -> None:
    known = [json.loads(line) for line in script.splitlines() if line.startswith('  {"guest":')]
    evening.people = [
        Person(each["name"], each["guest"], each["token"], first_id=1000) for each in known[:2]
    ]
    open_code, locked_code = re.findall(r'{"code":"(\w+)","link"', script)
    evening.code = open_code
    ann, ben = evening.people
    for person in (ann, ben):
        await evening.hello(person)
        await evening.join(person)
    await _play(evening, 1000)
    await evening.http("GET", "/api/games")
    for password in ("eight", PASSWORD):
        join = {"type": "join", "table": locked_code, "password": password}
        await evening.tell(ann, join)
        evening.write_frame(ann, await ann.receive())
    for person in (ann, ben):
        await person.disconnect()


async def _evening(evening: Evening) -> None:
    async with _seated(evening) as (ann, ben, cat, wim):
        await _talk(evening, ann, ben, wim)
        await _start(evening, ann, ben, cat)
        await _play(evening, FIRST_GAME)
        await _look_back(evening, ann)
        await _rematch(evening, ann, ben, cat, wim)


@asynccontextmanager
async def _seated(evening: Evening) -> AsyncIterator[tuple[Person, ...]]:
    ann, ben, cat, wim = [await evening.arrive(name) for name in ("Ann", "Ben", "Cat", "Wim")]
    await evening.http("POST", "/api/guests", {"name": ""})
    await evening.http("POST", "/api/tables", {"settings": {"rules": "poker"}}, ann)
    made = await evening.http("POST", "/api/tables", {"settings": SETTINGS}, ann)
    evening.code = made["code"]
    await evening.http("POST", "/api/tables", {"settings": {}, "password": PASSWORD}, ben)
    await evening.hello(wim, protocol=9)
    await wim.disconnect()
    for person in (ann, ben, cat, wim):
        await evening.hello(person)
    await evening.join(wim, code="NOSUCH")
    for person in (ann, ben, cat, wim):
        await evening.join(person)
    await evening.asks(ann, "sit", seat=0, accept=True)
    await evening.asks(ben, "sit", seat=0)
    await evening.asks(ben, "sit", seat=1, accept=True)
    await evening.asks(cat, "sit", seat=2, accept=True)
    await evening.asks(ben, "add-bot", seat=3)
    await evening.asks(ann, "add-bot", seat=3, bot="casual")
    await evening.asks(ann, "remove-bot", seat=3)
    await evening.asks(ann, "add-bot", seat=3)
    try:
        yield ann, ben, cat, wim
    finally:
        for person in evening.people:
            if person.connected:
                await person.disconnect()


async def _talk(evening: Evening, ann: Person, ben: Person, wim: Person) -> None:
    await evening.asks(wim, "say", text="Good luck, everyone!")
    await evening.asks(ben, "emote", emote="hello")
    await evening.asks(ben, "emote", emote="tableflip")
    await evening.asks(ann, "mute", guest=wim.guest)
    await evening.asks(wim, "say", text="Can you hear me?")
    await evening.asks(ann, "mute", guest=wim.guest, muted=False)
    await evening.asks(ann, "set-up", settings={**SETTINGS, "seats": 3})
    await evening.asks(ann, "set-up", settings={**SETTINGS, "format": "race:80"})
    await evening.tells_id(wim, "why", action={"do": "draw"})


async def _start(evening: Evening, ann: Person, ben: Person, cat: Person) -> None:
    await evening.asks(ann, "start")
    seeds = {each.name: sha256(each.name.encode()).digest() for each in (ann, ben, cat)}
    for person in (ann, ben):
        commitment = sha256(b"openuno client seed 1" + seeds[person.name]).hexdigest()
        await evening.asks(person, "commit", commitment=commitment)
    for person in (ben, cat):
        await evening.asks(person, "ready")
    await evening.asks(ann, "start")
    await evening.asks(ann, "share", seed=seeds["Ann"].hex())
    await evening.passes(3)  # Cat has committed to nothing: the game waits a moment for her
    await evening.asks(ann, "share", seed=seeds["Ann"].hex())
    await evening.asks(ben, "share", seed=seeds["Cat"].hex())
    await evening.asks(ben, "share", seed=seeds["Ben"].hex())
    await evening.passes(3)


async def _play(evening: Evening, most: int) -> None:
    """People do something they may, chosen by lot, and the bot what it likes."""
    chance = Random(CHANCE)
    for _ in range(most):
        if evening.over:
            return
        choices = [(each, action) for each in evening.people for action in each.legal]
        person, action = _choose(choices, chance)
        if person is None:
            await evening.passes(STEP)
            if chance.random() < 0.1:
                await evening.asks(evening.people[0], "next")
        else:
            await evening.asks(person, "move", action=action)


def _choose(choices: list[tuple[Person, Any]], chance: Random) -> tuple[Person | None, Any]:
    """What is rare rather than a card, a card rather than anything else; or wait."""
    for kinds in ({"catch", "uno", "challenge"}, {"play"}, ORDINARY):
        found = [choice for choice in choices if choice[1]["do"] in kinds]
        if found and chance.random() < 0.7:
            return chance.choice(found)
    return None, None


async def _look_back(evening: Evening, ann: Person) -> None:
    games = await evening.http("GET", "/api/games")
    game = games["games"][0]["id"]
    for path in (f"/api/games/{game}", f"/api/games/{game}.uno", f"/api/tables/{evening.code}"):
        await evening.http("GET", path)
    for path in ("/api/me", "/api/me/games", "/api/me/statistics"):
        await evening.http("GET", path, None, ann)
    await evening.http("GET", "/api/tables")
    await evening.http("GET", "/api/ratings/race")


async def _rematch(evening: Evening, ann: Person, ben: Person, cat: Person, wim: Person) -> None:
    await evening.asks(wim, "rematch")
    await evening.asks(cat, "rename", name="Ann", face="p:2-1-4-0-3")
    await evening.asks(cat, "rename", name="Cat")
    await evening.asks(wim, "rename", face="p:2-1-99-0-3")
    await evening.asks(ben, "rematch")
    await evening.passes(4)
    await evening.asks(ann, "say", text="play red, Ben!")
    await evening.asks(cat, "say", text="play red, Ben!", anyway=True)
    await evening.asks(wim, "move", action={"do": "draw"})
    await evening.asks(cat, "move", action={"do": "catch", "target": 0})
    await evening.asks(cat, "move", action={"do": "catch", "target": 0})
    await evening.tells_id(cat, "why", action={"do": "challenge"})
    await evening.asks(cat, "fly")
    await _play(evening, SECOND_GAME)
    await evening.leaves(ben)
    await evening.passes(31)
    await evening.passes(31)  # bots play for him, and for who else was late
    since = ben.seq
    await evening.hello(ben)
    await evening.join(ben, since=since)
    await evening.asks(ben, "back")
    await evening.asks(ann, "kick", seat=2)
    await evening.asks(cat, "say", text="What did I do?")
    await evening.asks(ann, "hand-over", guest=ben.guest)
    await evening.asks(ben, "vote", seat=0)
    await evening.asks(wim, "leave")
