"""The same evening in two worlds: two servers whose cards differ where the observers cannot look.

A world is a database in which a game has just been dealt. The first is played by people and bots,
and what the people do is written down. In the second, cards are changed about that no observer
comes to see before the hands are laid open: in the hands of the seats in `hidden`, and in the draw
pile. What the rules lay open is said here once more (`revealed_cards`), apart from the code that is
tried: a change counts if every command of the first world is legal in the second and lays open the
same. Then the people of the second world do the same things, and every observer must have been sent
the same bytes.

Both servers have the same clock, which stands still until a step moves it, and the same chance.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import assert_never

import msgspec

from openuno.engine.actions import Action, Catch, Play, Suggest
from openuno.engine.events import RoundEnded
from openuno.engine.state import AfterDraw, FacingDrawFour
from openuno.game.events import AtTable
from openuno.room import commands as ask
from openuno.room.deadlines import GRACE
from openuno.room.facts import Moved
from openuno.room.protocol.messages import Error, News, ServerMessage, Snapshot
from openuno.room.state import is_game_on, is_present
from openuno.server.rooms.actor import RoomActor
from tests.action_space import all_actions
from tests.room.games import game_of, waits_of
from tests.server.clients import Client, begin, new_guest, open_table, request
from tests.server.inside import ROOMY
from tests.server.proofs.plans import (
    BOT,
    Deals,
    DealtWorld,
    Drops,
    Looks,
    Moves,
    Outcome,
    Peeks,
    Plan,
    Returns,
    Says,
    Step,
    Waits,
    Wonders,
)
from tests.server.proofs.swapped_cards import deal_in, log_of
from tests.server.servers import ThreadServer, run_server

ACTIONS = list(all_actions(6))
LONGEST = 600
"""Steps after which a game that has not ended is broken off."""
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
WATCHER = -1
"""A spectator, among the seats."""


class StillClock:
    """A clock that stands still."""

    def __init__(self, now: int) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now


def fixed_entropy(name: str) -> Callable[[int], bytes]:
    """Chance that is the same in every world."""
    read = iter(range(1 << 62))

    def entropy(count: int) -> bytes:
        bits = sha256(f"{name} {next(read)}".encode()).digest()
        assert count <= len(bits)
        return bits[:count]

    return entropy


async def deal_world(plan: Plan, folder: Path) -> DealtWorld:
    """A table at which the first hand has been dealt, and nobody is connected."""
    database = folder / "dealt.db"
    now = StillClock(1_700_000_000_000)
    with run_server(database, now=now, entropy=fixed_entropy(f"dealt {plan.seed}")) as server:
        tokens = {seat: await new_guest(server.url, NAMES[seat]) for seat in plan.people}
        tokens[WATCHER] = await new_guest(server.url, "Wim")
        code = await open_table(server.url, tokens[plan.people[0]], plan.settings)
        clients: list[Client] = []
        for seat in plan.people:
            client = await Client.open(server.url, tokens[seat])
            clients.append(client)
            await client.join(code)
            await client.does(ask.Sit(seat))
        for seat in plan.bots:
            await clients[0].does(ask.AddBot(seat))
        await begin(clients)
        for client in clients:
            await client.close()
    deal_in(log_of(database, code))  # or it is unfit
    return DealtWorld(database, code, tokens, now.now)


# ---- playing a world ----


class World:
    """A server, and the people of a plan at its table."""

    def __init__(
        self, plan: Plan, world: DealtWorld, server: ThreadServer, now: StillClock
    ) -> None:
        self.plan = plan
        self.code = world.code
        self.now = now
        self.server = server
        self.clients = {seat: Client(server.url, token) for seat, token in world.tokens.items()}
        self.answers: list[bytes] = []

    @property
    def actor(self) -> RoomActor:
        return self.server.hub.actors[self.code]

    async def gather(self) -> None:
        for seat, client in self.clients.items():
            client.device = f"device {seat}"  # the same in every world
            await client.connect()
            await client.join(self.code)
            await self.wait_until_idle()

    async def does(self, step: Step) -> None:
        """Let one thing happen, and all that follows by itself."""
        match step:
            case Moves(seat, action):
                answer = await self.clients[seat].ask(ask.Move(action))
                assert not isinstance(answer, Error), (step, answer)
            case Deals(seat):
                await self.clients[seat].does(ask.DealNextRound())
            case Says(seat, text):
                await self.clients[seat].ask(ask.Say(text))
            case Waits(milliseconds):
                self.now.now += milliseconds
            case Drops(seat):
                client = self.clients[seat]
                await client.drop()
                while is_present(self.actor.room, client.guest):
                    await asyncio.sleep(0.002)
            case Returns(seat, anew):
                client = self.clients[seat]
                await client.connect()
                await client.join(self.code, None if anew else client.table.seq)
            case Peeks(seat):
                await self._peeks(self.clients[seat])
            case Wonders(seat, action):
                await self.clients[seat].why(action)
            case Looks(path):
                answer = await request(self.server.url, "GET", path.format(code=self.code))
                self.answers.append(msgspec.json.encode(answer))
            case _:
                assert_never(step)
        await self.wait_until_idle()

    async def _peeks(self, client: Client) -> None:
        async with await Client.open(self.server.url, client.token) as other:
            other.device = f"{client.device} {len(client.frames)}"
            await other.join(self.code)
            client.frames += other.frames
        while len(self.actor.crowd.of(client.guest)) > 1:
            await asyncio.sleep(0.001)

    async def wait_until_idle(self) -> None:
        """Wait until nothing is due and everyone has heard everything."""

        async def settle() -> int:
            actor = self.actor
            while True:
                await actor.wait_until_idle()
                due = actor.next_due()
                if due is None or due > self.now():
                    return actor.room.seq
                actor.wake()

        on_loop = asyncio.run_coroutine_threadsafe(settle(), self.server.loop)
        seq = await asyncio.wrap_future(on_loop)
        for client in self.clients.values():
            if client.connected:
                await client.reach(seq)

    async def heard(self) -> Outcome:
        work = self.server.hub.context.store.entries(self.code, 0)
        on_loop = asyncio.run_coroutine_threadsafe(work, self.server.loop)
        log = await asyncio.wrap_future(on_loop)
        frames = {seat: list(client.frames) for seat, client in self.clients.items()}
        return Outcome(frames, self.answers, log)


@asynccontextmanager
async def open_world(plan: Plan, world: DealtWorld) -> AsyncIterator[World]:
    """A world served, with everyone there; the database stays as it is."""
    now = StillClock(world.now)
    played_on = world.database.with_suffix(".played")
    shutil.copy(world.database, played_on)
    chance = fixed_entropy(f"played {plan.seed}")
    # Real time must decide nothing: who was quick in one world may be slow in the other.
    with run_server(played_on, now=now, entropy=chance, limits=ROOMY) as server:
        played = World(plan, world, server, now)
        await played.gather()
        try:
            yield played
        finally:
            for client in played.clients.values():
                await client.drop()


async def improvise(plan: Plan, world: DealtWorld) -> tuple[list[Step], Outcome]:
    """The first world: everyone plays as they like; what they did, and what came of it."""
    script: list[Step] = []
    chance = Random(plan.seed)
    async with open_world(plan, world) as played:
        while is_game_on(played.actor.room) and len(script) < LONGEST:
            for step in chain(_peek(plan, played, chance), _next(plan, played, chance)):
                script.append(step)
                await played.does(step)
        return script, await played.heard()


async def repeat(plan: Plan, world: DealtWorld, script: Iterable[Step]) -> Outcome:
    """Another world, in which people do what they did in the first."""
    async with open_world(plan, world) as played:
        for step in script:
            await played.does(step)
        return await played.heard()


def _next(plan: Plan, world: World, chance: Random) -> Iterator[Step]:
    """What happens next: mostly a move of the player to move, and sometimes something else."""
    table = world.actor.room
    roll = chance.random()
    calls = [move for seat in plan.people for move in _calls(world.clients[seat], seat)]
    if roll < 0.04:
        away = chance.choice((WATCHER, *plan.people))
        yield Drops(away)
        if chance.random() < 0.5:
            yield from _turn(plan, world, chance, away)
        yield Returns(away, chance.random() < 0.5)
    elif roll < 0.06:
        yield Says(chance.choice(plan.people), chance.choice(("hello", "red 7!", "nice one")))
    elif roll < 0.08:
        yield Looks(chance.choice(("/api/tables", "/api/tables/{code}", "/api/games")))
    elif roll < 0.09:
        asking = [seat for seat in plan.people if Suggest() in world.clients[seat].legal]
        yield from (Moves(seat, Suggest()) for seat in asking[:1])
    elif calls and roll < 0.4:
        move = chance.choice(calls)
        if isinstance(move.action, Catch):
            yield Waits(GRACE)
        if move.action in world.clients[move.seat].legal:  # a bot may have said UNO meanwhile
            yield move
    elif not waits_of(table):
        yield Deals(plan.people[0])
    else:
        yield from _turn(plan, world, chance)


def _peek(plan: Plan, world: World, chance: Random) -> Iterator[Step]:
    """Someone who may not know takes a look while cards are about that nobody else may see."""
    game = game_of(world.actor.room)
    unknowing = [WATCHER, *set(plan.people) & set(plan.observers)]
    busy = any(isinstance(table.round.phase, AfterDraw | FacingDrawFour) for table in game.tables)
    if busy or chance.random() < 0.1:
        yield Peeks(chance.choice(unknowing))
    if busy or chance.random() < 0.2:
        yield Wonders(chance.choice(unknowing), chance.choice(ACTIONS))


def _turn(plan: Plan, world: World, chance: Random, away: int | None = None) -> Iterator[Step]:
    for wait in waits_of(world.actor.room)[:1]:
        if wait.seat in plan.bots:
            yield Waits(BOT)
        elif wait.seat != away:
            yield Moves(wait.seat, _choice(world.clients[wait.seat].legal, chance))


def _calls(client: Client, seat: int) -> Iterator[Moves]:
    """What a person may do out of turn."""
    for action in client.legal:
        wrong = isinstance(action, Catch) and action.target != owes(client)
        out_of_turn = isinstance(action, Play) and not client.to_move
        if (isinstance(action, Catch) and not wrong) or out_of_turn:
            yield Moves(seat, action)


def owes(client: Client) -> int | None:
    """Who can be caught, as the client sees it."""
    game = game_of(client.table)
    window = game.tables[0].round.window
    return None if window is None or window.settled else window.by


def _choice(legal: Sequence[Action], chance: Random) -> Action:
    quiet = [action for action in legal if not isinstance(action, Catch | Suggest)]
    cards = [action for action in quiet if isinstance(action, Play)]
    return chance.choice(cards if cards and chance.random() < 0.8 else quiet)


# ---- what was sent ----

_MESSAGES = msgspec.json.Decoder(ServerMessage)


def until_the_end(frames: Sequence[str]) -> list[str]:
    """The frames; from when the hands are laid open without what those show."""
    for at, frame in enumerate(frames):
        message = _MESSAGES.decode(frame)
        shown = message.view.closed if isinstance(message, Snapshot) else _ends(message)
        if shown:
            return [*frames[:at], *map(_outline, frames[at:])]
    return list(frames)


def _ends(message: ServerMessage) -> bool:
    facts = message.facts if isinstance(message, News) else ()
    events = (e for fact in facts if isinstance(fact, Moved) for e in fact.events)
    return any(isinstance(e, AtTable) and isinstance(e.what, RoundEnded) for e in events)


def _outline(frame: str) -> str:
    """A frame by the names of its fields, and its number."""
    message = msgspec.json.decode(frame)
    return f"{message['type']} {message.get('seq')} {sorted(message)}"
