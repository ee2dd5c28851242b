"""Messages that are nearly right: every one is answered or ends the connection, and nothing else.

Valid messages are changed at random: wrong values, too many or too few fields, flipped bytes, in
one frame or split into several. After each the server must still answer a ping or have closed the
connection. It may log no exception (`no_errors`), and in the end the table's log, read again from
the store, must give the table that the server has.

By hand, for longer: `python -m tests.server.proofs.test_fuzzed_wire --minutes 10`.
"""

import argparse
import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from openuno import EDITIONS, Card, Colour
from openuno.engine.legal import legal
from openuno.room import commands as ask
from openuno.room.chat import EMOTES
from openuno.room.protocol.messages import (
    LONGEST_ID,
    PROTOCOL,
    Ask,
    ClientMessage,
    Hello,
    Join,
    Ping,
    WhyNot,
)
from openuno.room.settings import Clock, Settings
from openuno.room.state import Room
from openuno.room.view import view_room
from openuno.server.limits import Limits
from openuno.server.rooms.actor import RoomActor
from tests.action_space import all_actions
from tests.room.games import game_of, waits_of
from tests.server.clients import new_guest, open_table
from tests.server.proofs.no_errors import no_errors
from tests.server.proofs.raw_client import CLOSE, CONT, PING, TEXT, RawClient, frame
from tests.server.servers import ThreadServer, run_server

LONG = 600.0
LIMITS = Limits(
    messages=1e6,
    chat=1e6,
    settings=1e6,
    changes=1e6,
    commands=1e6,
    commands_per_address=1e6,
    tables_hosted=1000,
    openings=1e6,
)
_UNDERSTOOD = msgspec.json.Decoder(ClientMessage)
OPENING: tuple[ask.RoomCommand, ...] = (
    ask.Sit(0),
    ask.AddBot(1),
    ask.AddBot(2),
    ask.Ready(),
    ask.Start(),
)
ACTIONS = list(all_actions(4))
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3, 4, 99, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40),
    *(0.5, -0.0, 1e308, "", "x", "\x00", "\ud7ff", "R7", "??", "red", "x" * 1000, "\u202e"),
    *([], [[]], {}, {"do": "draw"}, {"type": "ping"}, [None] * 50, "0" * 64, "race:1", "wild-112"),
    *("house+jump_in=on", "classic+written=Everyone_draws_1_card.", "single", "regular"),
)


class Fuzzer:
    """One person with a socket, at a table where a game may be on."""

    def __init__(self, server: ThreadServer, seed: int) -> None:
        self.server = server
        self.chance = Random(seed)
        self.tokens: list[str] = []
        self.code = ""
        self.sent = 0
        self.hung_up = 0
        self.entries = 0
        self.awaited: set[str] = set()

    async def runs(self, enough: Callable[[int], bool]) -> None:
        self.tokens = [await new_guest(self.server.url, name) for name in ("Ann", "Ben")]
        clock = Clock(bots=0, between=1, move=5)
        settings = Settings(rules="house", format="race:100", seats=3, clock=clock)
        self.code = await open_table(self.server.url, self.tokens[0], settings)
        while not enough(self.sent):
            self.awaited.clear()
            async with await RawClient.upgraded(self.server.url) as raw:
                if self.chance.random() < 0.9:
                    await self._sits_down(raw)
                if not await self._fuzzes(raw, enough):
                    self.hung_up += 1
        self._agrees()

    async def _sits_down(self, raw: RawClient) -> None:
        raw.say(Hello(PROTOCOL, self.chance.choice(self.tokens)))
        raw.say(Join(self.code))
        for number, command in enumerate(OPENING):
            raw.say(Ask(f"{self.sent} {number}", command))

    async def _fuzzes(self, raw: RawClient, enough: Callable[[int], bool]) -> bool:
        """Whether the server still listens after some messages."""
        for _ in range(self.chance.randrange(1, 60)):
            if enough(self.sent):
                break
            self.sent += 1
            self._sends(raw, self._mutated())
            raw.say(Ping())
            if not await self._answered(raw, "pong"):
                return False
        # Wishes are answered in their order, so that this one comes last.
        self.awaited.add("last")
        raw.say(Ask("last", ask.Sit(-1)))
        return await self._answered(raw, "error", "ack")

    async def _answered(self, raw: RawClient, *kinds: str) -> bool:
        """Whether an answer of this kind has come; of requests, the answer to the last."""
        try:
            while True:
                opcode, data = await raw.frame()
                if opcode == CLOSE:
                    return False
                if opcode != TEXT:
                    continue
                message = msgspec.json.decode(data)
                self.awaited.discard(message.get("id"))
                if message["type"] in kinds and (kinds == ("pong",) or not self.awaited):
                    return True
        except (asyncio.IncompleteReadError, ConnectionError):
            return False

    def _sends(self, raw: RawClient, data: bytes) -> None:
        roll = self.chance.random()
        if roll < 0.8:
            raw.send(frame(data))
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                message = _UNDERSTOOD.decode(data)
                if isinstance(message, Ask | WhyNot) and _has_an_id(message):
                    self.awaited.add(message.id)
        elif roll < 0.95:
            cut = self.chance.randrange(len(data) + 1)
            parts = (frame(data[:cut], TEXT, fin=False), frame(b"", PING), frame(data[cut:], CONT))
            raw.send(b"".join(parts))
        else:
            broken = bytearray(frame(data))
            broken[self.chance.randrange(len(broken))] ^= 1 << self.chance.randrange(8)
            # A length may have grown: what it now waits for must come.
            raw.send(bytes(broken) + b"\x00" * (LIMITS.frame + 100))

    def _mutated(self) -> bytes:
        chance = self.chance
        message = msgspec.to_builtins(self._message())
        if chance.random() < 0.75:
            message = self._changed(message)
        data = msgspec.json.encode(message)
        if chance.random() < 0.1:
            broken = bytearray(data)
            broken[chance.randrange(len(broken))] = chance.randrange(256)
            data = bytes(broken)
        return data

    def _message(self) -> ClientMessage:
        chance = self.chance
        roll = chance.random()
        if roll < 0.05:
            return Hello(chance.choice((PROTOCOL, 0)), chance.choice((*self.tokens, "wrong")))
        if roll < 0.12:
            since = chance.choice((None, 0, 3, 10**6, -1))
            return Join(chance.choice((self.code, self.code.lower(), "NOPE")), since)
        if roll < 0.15:
            return Ping()
        if roll < 0.25:
            return WhyNot(str(chance.randrange(10**6)), chance.choice(ACTIONS))
        return Ask(str(chance.randrange(10**6)), self._command())

    def _command(self) -> ask.RoomCommand:
        chance = self.chance
        seat, guest = chance.randrange(4), chance.choice(self._guests())
        makers: tuple[Callable[[], ask.RoomCommand], ...] = (
            *(lambda: ask.Move(chance.choice(ACTIONS)),) * 6,
            *(self._legal,) * 12,
            lambda: ask.Sit(seat, chance.random() < 0.5),
            ask.Stand,
            ask.Leave,
            ask.Return,
            ask.Ready,
            lambda: ask.AddSeed(chance.randbytes(32).hex()),
            ask.Start,
            ask.DealNextRound,
            ask.Rematch,
            ask.End,
            lambda: ask.SetUp(Settings(rules=chance.choice(tuple(EDITIONS)), seats=seat)),
            lambda: ask.AddBot(seat),
            lambda: ask.RemoveBot(seat),
            lambda: ask.Kick(seat),
            lambda: ask.Vote(chance.choice((None, seat))),
            lambda: ask.Accuse(chance.randrange(200)),
            lambda: ask.Judge(chance.random() < 0.5),
            lambda: ask.HandOver(guest),
            lambda: ask.Say(chance.choice(("hello", "red 7", "\u200b")), chance.random() < 0.5),
            lambda: ask.Rename(chance.choice((None, "Ann", "\u200b")), chance.choice((None, "x"))),
            lambda: ask.Emote(chance.choice(EMOTES)),
            lambda: ask.Mute(guest, chance.random() < 0.5),
        )
        return chance.choice(makers)()

    def _legal(self) -> ask.RoomCommand:
        actor = self.server.hub.actors.get(self.code)
        if actor is None or not waits_of(actor.room):
            return ask.Start()
        view = game_of(actor.room).tables[0].round
        return ask.Move(self.chance.choice(legal(view, 0) or ACTIONS[:1]))

    def _guests(self) -> list[str]:
        actor = self.server.hub.actors.get(self.code)
        return ["nobody", *(p.guest for p in (actor.room.people if actor else ()))]

    def _changed(self, message: Any) -> Any:
        """The message with one thing in it, however deep, that does not belong there."""
        chance = self.chance
        message = deepcopy(message)
        places = list(_places(message))
        holder, key = chance.choice(places)
        match chance.randrange(5):
            case 0:
                del holder[key]
            case 1 if isinstance(holder, dict):
                holder[chance.choice(("seat", "extra", "type", "\x00", "do"))] = holder[key]
            case 2:
                cards = (*(card.value for card in Card), *(colour.value for colour in Colour))
                holder[key] = chance.choice(cards)
            case _:
                holder[key] = chance.choice(VALUES)
        return message

    def _agrees(self) -> None:
        """The log gives the table."""
        hub = self.server.hub

        async def both() -> tuple[Room, Room]:
            actor = await hub.find_actor(self.code)
            while True:
                await actor.wait_until_idle()
                before = actor.room
                again = await RoomActor.load(hub.context, self.code)
                assert again is not None
                if before is actor.room:  # no bot moved meanwhile
                    return before, again.room

        one, other = self.server.do(both())
        for seat in (None, *range(len(one.seats))):
            assert view_room(one, seat) == view_room(other, seat)
        self.entries = one.seq


def _has_an_id(message: Ask | WhyNot) -> bool:
    return 1 <= len(message.id) <= LONGEST_ID and message.id.isprintable()


def _places(node: Any) -> Any:
    if isinstance(node, dict):
        for key, value in node.items():
            yield node, key
            yield from _places(value)


def fuzzed(database: Path | str, seed: int, enough: Callable[[int], bool]) -> Fuzzer:
    with no_errors(), run_server(database, limits=LIMITS) as server:
        fuzzer = Fuzzer(server, seed)
        asyncio.run(asyncio.wait_for(fuzzer.runs(enough), LONG))
    return fuzzer


def test_no_message_breaks_a_server_on_sqlite(tmp_path: Path) -> None:
    fuzzer = fuzzed(tmp_path / "uno.db", 1, lambda sent: sent >= 3000)
    assert fuzzer.hung_up
    assert fuzzer.entries > 100, "some of it was sensible"


def test_no_message_breaks_a_server_on_postgresql(postgres_url: str) -> None:
    assert fuzzed(postgres_url, 2, lambda sent: sent >= 1000).hung_up


def main() -> None:
    """Send messages for some minutes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    end = time.monotonic() + 60 * parser.parse_args().minutes
    sent = hung_up = 0
    for seed in count(100):
        with TemporaryDirectory() as folder:
            fuzzer = fuzzed(Path(folder) / "uno.db", seed, lambda sent: sent >= 5000)
        sent, hung_up = sent + fuzzer.sent, hung_up + fuzzer.hung_up
        print(f"{sent} messages, hung up on {hung_up} times, {fuzzer.entries} entries")  # noqa: T201 - a program by hand
        if time.monotonic() > end:
            return


if __name__ == "__main__":
    main()
