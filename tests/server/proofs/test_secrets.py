"""What a page could find in its memory: every frame, answer, log line and figure of a played game.

A whole match is played by people and bots while others watch, drop out, come back, mistake the
password and ask for everything there is. Then: no frame shows a card that its reader may not know
(whatever field it lies in); the seed of a game is nowhere before the frame that reveals it; tokens
are told once, to their owner; no password, in clear or sealed, is anywhere at all.
"""

import asyncio
import io
import json
import logging
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import structlog

from openuno.engine.cards import Card
from openuno.room.commands import AddBot, Say, Sit
from openuno.room.facts import Opened
from openuno.room.settings import Clock, Settings
from openuno.server.http.routes import ENDPOINTS
from openuno.server.limits import Limits
from openuno.server.process.logs import set_up_logs
from tests.chance import new_entropy
from tests.server.clients import Client, begin, new_guest, open_table, play_out
from tests.server.events.visitors import FRIDAY
from tests.server.servers import ThreadServer, ask, run_server

LONG = 300.0
CODES = frozenset(card.value for card in Card) - {Card.BACK.value}
RULES = (
    "classic",
    "house+stacking=any+jump_in=on+seven_zero=on",
    "wild-112+swap_cards=4+blank_cards=2+written="
    "You_take_2_random_cards_from_a_player_you_choose.|A_player_you_choose_shows_the_hand_to_you.",
)
PASSWORD = "correct horse battery"
SEED_BYTES, TOKEN_BYTES, SALT_BYTES = 32, 24, 16


class Chance:
    """Chance that remembers what it gave."""

    def __init__(self) -> None:
        self.given: list[bytes] = []
        self._entropy = new_entropy()

    def __call__(self, count: int) -> bytes:
        self.given.append(self._entropy(count))
        return self.given[-1]

    def of(self, count: int) -> list[bytes]:
        return [some for some in self.given if len(some) == count]


class Evening:
    """What was said by a server, to whom."""

    def __init__(self, chance: Chance, log: io.StringIO) -> None:
        self.chance = chance
        self.log = log
        self.clients: list[Client] = []
        self.answers: list[str] = []
        self.tokens: list[str] = []
        self.sealed = ""

    @property
    def frames(self) -> Iterator[str]:
        for client in self.clients:
            yield from client.frames


async def played(rules: str, database: Path) -> Evening:
    """A match at a table with a password, and everything anybody heard of it."""
    with logged() as log:
        evening = Evening(Chance(), log)
        with run_server(
            database, entropy=evening.chance, limits=Limits(chat=1000, changes=1000)
        ) as server:
            await _play(evening, server, rules)
        return evening


async def _play(evening: Evening, server: ThreadServer, rules: str) -> None:
    clock = Clock(between=1, bots=0)
    settings = Settings(rules=rules, format="race:60", seats=3, clock=clock)
    evening.tokens = [await new_guest(server.url, name) for name in ("Ann", "Ben", "Wim")]
    code = await open_table(server.url, evening.tokens[0], settings, PASSWORD)
    for token in evening.tokens:
        client = await Client.open(server.url, token)
        evening.clients.append(client)
        await client.join(code, password=PASSWORD)
    ann, ben, wim = evening.clients
    await ann.does(Sit(0))
    await ben.does(Sit(1))
    await ann.does(AddBot(2))
    await begin([ann, ben])
    async with asyncio.TaskGroup() as group:
        game = group.create_task(play_out([ann, ben], Random(1)))
        while not game.done():
            await wim.resume()
            await wim.does(Say("good luck"))
            await _mistakes(server, wim)
            await asyncio.to_thread(_everything, evening, server, code)
            await asyncio.sleep(0.3)
    await asyncio.to_thread(_everything, evening, server, code)
    (first,) = server.do(server.hub.context.store.entries(code, 0, 1))
    opened = first.facts[0]
    assert isinstance(opened, Opened)
    assert opened.password is not None
    evening.sealed = opened.password
    for client in evening.clients:
        await client.close()


async def _mistakes(server: ThreadServer, known: Client) -> None:
    """What is said wrongly is answered, and perhaps written down."""
    stranger = Client(server.url, known.token)
    await stranger.open_socket()
    await stranger.send_raw(f'{{"type":"hello","protocol":1,"tokn":"{known.token}"}}')
    await stranger.send_raw(f'{{"type":"hello","protocol":9,"token":"{known.token}"}}')
    await stranger.send_raw(f'{{"type":"join","table":"{known.code}","password":"{PASSWORD}x"}}')
    await stranger.send_raw(b"\xff" + known.token.encode())
    await stranger.wait_for(lambda it: not it.connected)
    known.frames += stranger.frames
    await stranger.drop()


def _everything(evening: Evening, server: ThreadServer, code: str) -> None:
    """Ask for all that can be asked for, as each person and as nobody."""
    games = ask("GET", server.url + "/api/games").json["games"]
    opened = ask(
        "POST", server.url + "/api/events", {"settings": FRIDAY}, token=evening.tokens[0]
    ).json["code"]
    names = {"code": code, "kind": "race", "event": opened}
    names["game"] = games[0]["id"] if games else "none"
    for token in (None, *evening.tokens, "wrong"):
        names["person"] = evening.clients[0].guest
        for each in ENDPOINTS:
            if each.method == "GET":
                path = each.path.format(**names)
                answer = ask("GET", server.url + path, token=token)
                body = answer.body.decode(errors="replace")  # one of them is a picture
                evening.answers.append(f"{answer.headers}{body}")


@contextmanager
def logged() -> Iterator[io.StringIO]:
    """Everything that is logged meanwhile, down to the least."""
    root, uvicorn = logging.getLogger(), logging.getLogger("uvicorn.error")
    before = root.handlers, root.level, uvicorn.level, structlog.get_config()
    stream = io.StringIO()
    set_up_logs(as_json=True, stream=stream)
    root.setLevel(logging.DEBUG)
    uvicorn.setLevel(logging.DEBUG)
    client = logging.getLogger("websockets.client")  # ours, in the same process
    client.disabled = True
    try:
        yield stream
    finally:
        root.handlers, level, uvicorn_level, config = before
        root.setLevel(level)
        uvicorn.setLevel(uvicorn_level)
        structlog.configure(**config)
        client.disabled = False


# ---- cards ----


def face_up(node: Any, seat: int | None) -> Iterator[str]:
    """The cards in a message that its reader, in this seat, should see face down."""
    match node:
        case dict():
            for each in _without_open(node, seat).values():
                yield from face_up(each, seat)
        case list():
            for each in node:
                yield from face_up(each, seat)
        case str() if node in CODES:
            yield node
        case _:
            pass


def _without_open(node: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """A part of a message without the cards that the rules let this seat see there."""
    left = dict(node)
    own = node.get("seat") == seat
    match node.get("event"):
        case "played" | "turned-up" | "put-back" | "drew-for-deal":
            del left["card"]
        case "discarded":
            del left["cards"]
        case "round-ended":
            del left["hands"]
        case "drew" if own:
            del left["cards"]
        case "hand-shown" | "cards-given" if own or node["to"] == seat:
            del left["cards"]
        case _:
            pass
    match node.get("phase"):
        case "drawn" if own:
            del left["card"]
        case "doubt" if node["by"] == seat:
            del left["held"]
        case {"phase": "over"}:
            del left["hands"]
        case _:
            pass
    left.pop("discard", None)
    if node.get("do") == "play":
        del left["card"]  # laid for all to see, or offered to who holds it
    if "hands" in left and seat is not None:
        left["hands"] = [hand for at, hand in enumerate(node["hands"]) if at != seat]
    return left


def seats_of(frames: list[str]) -> Iterator[tuple[int | None, Any]]:
    """Each message with the seat its reader had: a snapshot says when that changes."""
    seat: int | None = None
    for frame in frames:
        message = json.loads(frame)
        if message["type"] == "snapshot":
            seat = message["view"]["seat"]
        yield seat, message


# ---- the promises ----


@pytest.fixture(scope="module", params=RULES)
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Evening:
    database = tmp_path_factory.mktemp("evening") / "uno.db"
    return asyncio.run(asyncio.wait_for(played(request.param, database), LONG))


def test_no_frame_shows_a_card_that_its_reader_may_not_know(evening: Evening) -> None:
    looked = 0
    for client in evening.clients:
        for seat, message in seats_of(client.frames):
            assert not list(face_up(message, seat)), message
            looked += "??" in json.dumps(message)
            if seat is None:
                assert "legal" not in message, "who watches is offered nothing"
    assert looked > len(evening.clients), "cards did lie face down"


def test_a_seed_is_nowhere_before_it_is_revealed(evening: Evening) -> None:
    revealed = []
    for client in evening.clients:
        known: set[str] = set()
        for _, message in seats_of(client.frames):
            facts = message.get("facts", ())
            new = {fact["reveal"] for fact in facts if fact["fact"] == "game-closed"}
            assert not new or len(new) == 1
            known |= new
            hidden = [seed for seed in evening.chance.of(SEED_BYTES) if seed.hex() not in known]
            assert not secrets_in(json.dumps(message), hidden)
        revealed.append(known)
    assert revealed[0]
    assert all(known <= revealed[0] for known in revealed), "who was away may have missed it"
    hidden = [seed for seed in evening.chance.of(SEED_BYTES) if seed.hex() not in revealed[0]]
    assert hidden, "the next game has a seed already"
    for text in (*evening.answers, evening.log.getvalue()):
        assert not secrets_in(text, hidden)


def test_a_token_is_sent_only_to_its_owner_and_only_once(evening: Evening) -> None:
    tokens = evening.chance.of(TOKEN_BYTES)
    assert sorted(token.hex() for token in tokens) == sorted(evening.tokens)
    hashes = [sha256(token.encode()).digest() for token in evening.tokens]
    for text in (*evening.frames, *evening.answers, evening.log.getvalue()):
        assert not secrets_in(text, tokens + hashes)


def test_a_password_is_nowhere_neither_open_nor_sealed(evening: Evening) -> None:
    salts = evening.chance.of(SALT_BYTES)
    sealed = bytes.fromhex(evening.sealed.rpartition(":")[2])  # after its version
    assert sealed[:SALT_BYTES] in salts
    for text in (*evening.frames, *evening.answers, evening.log.getvalue()):
        assert PASSWORD not in text
        assert not secrets_in(text, [*salts, sealed[SALT_BYTES:]])


def secrets_in(text: str, secrets: list[bytes]) -> list[str]:
    """Those of the secrets that can be read off the text, in one of the usual ways."""
    return [
        secret.hex()
        for secret in secrets
        if secret.hex() in text.lower()
        or b64encode(secret).decode().rstrip("=") in text
        or repr(secret)[2:-1] in text
    ]
