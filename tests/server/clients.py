"""People at a table, over real WebSockets: what a careful client does, and every frame it was sent.

    token = await new_guest(base, "Ann")
    code = await open_table(base, token, Settings(seats=2, format="single"))
    async with await Client.open(base, token) as ann:
        await ann.join(code)
        await ann.does(Sit(0))

A client follows the table as `openuno.room.protocol.client` says, and fails if a number is missing.
Nothing here waits for ever: every wait ends in `TimeoutError` after `PATIENCE` seconds.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from types import TracebackType
from typing import Any, Self
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from openuno.engine.actions import Action, Catch, Play, Suggest
from openuno.game.state import find_player as seat_in_game
from openuno.room.commands import AddSeed, DealNextRound, Move, Ready, RoomCommand, Sit, Start
from openuno.room.protocol.client import follow, room_from_snapshot
from openuno.room.protocol.messages import (
    PROTOCOL,
    Ack,
    Announcement,
    Ask,
    Bye,
    ClientMessage,
    Error,
    Hello,
    Join,
    News,
    Ping,
    Pong,
    ServerMessage,
    Snapshot,
    Welcome,
    WhyNot,
    WhyNotAnswer,
)
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.settings import Settings
from openuno.room.state import Room, is_game_on
from tests.chance import new_bytes
from tests.room.games import game_of, waits_of

PATIENCE = 60.0

_DEVICES = count(1)
_DECODER = msgspec.json.Decoder(ServerMessage)
_ENCODER = msgspec.json.Encoder()


class Denied(Exception):
    """The server said no where the test expected yes."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error.code}: {error.sentence}")
        self.error = error


class Refusal(Exception):
    """An HTTP request was answered with an error."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"{status}: {body.decode(errors='replace')}")
        self.status = status
        self.body = body


class Client:
    """One person's connection, and the table as they know it.

    `frames` are all the frames ever received, by this connection and those before it; `sent` are
    the text frames the other way.
    """

    def __init__(self, base: str, token: str) -> None:
        self.base = base
        self.token = token
        self.guest = ""
        self.name = ""
        self.code: str | None = None
        self.seat: int | None = None
        self.known: Room | None = None
        self.legal: tuple[Action, ...] = ()
        self.frames: list[str] = []
        self.sent: list[str] = []
        self.messages: list[ServerMessage] = []
        self.errors: list[Error] = []
        self.snapshots = 0
        self.bye: Bye | None = None
        self.announced: str | None = None
        self._ws: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._answers: dict[str, Ack | Error] = {}
        # No two devices of one person may use the same id for different requests.
        self.device = f"device-{next(_DEVICES)}"
        self._ids = count(1)
        self._pongs = 0
        self._reasons: dict[str, WhyNotAnswer] = {}
        self._unheard = False
        self._password: str | None = None

    # ---- coming and going ----

    @classmethod
    async def open(cls, base: str, token: str) -> Self:
        """A client that has been welcomed."""
        client = cls(base, token)
        await client.connect()
        return client

    async def connect(self) -> None:
        """Open a connection and say hello."""
        await self.open_socket()
        self.messages.clear()
        await self.send(Hello(PROTOCOL, self.token))
        await self.wait_for(lambda it: it.has(Welcome) or it.has(Error))
        if not self.has(Welcome):
            raise Denied(self.errors[-1])

    async def open_socket(self) -> None:
        """Open a connection and say nothing."""
        assert self._ws is None, "one connection at a time"
        url = self.base.replace("http", "ws", 1) + "/ws"
        self.bye = None
        async with asyncio.timeout(PATIENCE):
            self._ws = await connect(url, compression=None, proxy=None)
        self._reader = asyncio.create_task(self._read(self._ws))

    async def join(self, code: str, since: int | None = None, password: str | None = None) -> None:
        """Follow a table; with `since` from there on, else from a snapshot."""
        if since is None:
            self.known = None
        self.code, self._password = code, password
        before = len(self.errors)
        await self.send(Join(code, since, password))
        # All that was missed comes before the answer to a request, even one for no seat at all.
        nothing = await self.refused(Sit(-1))
        if nothing.code is not RefusalCode.NO_SUCH_SEAT:
            raise Denied(self.errors[before])

    async def drop(self) -> None:
        """Vanish without a word, as a phone in a tunnel does."""
        if self._ws is not None:
            self._ws.transport.abort()
        await self._ended()

    async def close(self) -> None:
        """Close the connection in good order."""
        if self._ws is not None:
            await self._ws.close()
        await self._ended()

    async def resume(self, base: str | None = None) -> None:
        """Come back, perhaps to another server, and hear what was missed.

        While the server restarts there is nobody to come back to: it is tried until it works.
        """
        await self.drop()
        self.base = base or self.base
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self.connect()
                    break
                except (OSError, WebSocketException, EOFError):
                    await self.drop()
                    await asyncio.sleep(0.05)
        if self.code is not None:
            await self.join(self.code, self.table.seq if self.known else None, self._password)

    @property
    def connected(self) -> bool:
        """Whether the server still speaks to us."""
        return self._reader is not None and not self._reader.done()

    @property
    def close_code(self) -> int | None:
        """Why the connection ended, if it has."""
        return None if self._ws is None else self._ws.close_code

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await self.drop()

    # ---- asking ----

    async def ask(self, command: RoomCommand, request_id: str | None = None) -> Ack | Error:
        """Ask and wait for the answer; the same `request_id` again repeats the same request."""
        request_id = self.new_request_id() if request_id is None else request_id
        self._answers.pop(request_id, None)
        while request_id not in self._answers:
            # Who speaks too fast is not listened to: the same once more, a little later.
            self._unheard = False
            await self.send(Ask(request_id, command))
            await self.wait_for(
                lambda it: request_id in it._answers or it._unheard or not it.connected
            )
            if not self._unheard:
                break
            await asyncio.sleep(0.1)
        return await self.answer(request_id)

    async def does(self, command: RoomCommand, request_id: str | None = None) -> Ack:
        """Ask for what must be granted, and wait until it is seen to have happened."""
        answer = await self.ask(command, request_id)
        if isinstance(answer, Error):
            raise Denied(answer)
        await self.reach(answer.seq)
        return answer

    async def refused(self, command: RoomCommand, request_id: str | None = None) -> Error:
        """Ask for what must be refused."""
        answer = await self.ask(command, request_id)
        assert isinstance(answer, Error), f"granted: {command}"
        return answer

    async def answer(self, request_id: str) -> Ack | Error:
        """The answer to a request; `ConnectionError` if it can no longer come."""
        await self.wait_for(lambda it: request_id in it._answers or not it.connected)
        if request_id not in self._answers:
            raise ConnectionError("the connection ended before the answer")
        return self._answers[request_id]

    def new_request_id(self) -> str:
        """An id that no request of this person has had."""
        return f"{self.device}-{next(self._ids)}"

    async def why(self, action: Action) -> WhyNotAnswer:
        """Why the action is not allowed now, if it is not."""
        request_id = self.new_request_id()
        await self.send(WhyNot(request_id, action))
        await self.wait_for(lambda it: request_id in it._reasons)
        return self._reasons[request_id]

    async def ping(self) -> None:
        """Wait until the server has answered once more."""
        before = self._pongs
        await self.send(Ping())
        await self.wait_for(lambda it: it._pongs > before)

    async def send(self, message: ClientMessage) -> None:
        """Send one message and wait for nothing."""
        await self.send_raw(_ENCODER.encode(message).decode())

    async def send_raw(self, text: str | bytes) -> None:
        """Send any frame: text, or bytes as a binary one; `ConnectionError` if nobody hears it."""
        assert self._ws is not None, "connect first"
        if isinstance(text, str):
            self.sent.append(text)
        try:
            await self._ws.send(text)
        except ConnectionClosed as closed:
            raise ConnectionError(str(closed)) from closed

    # ---- following ----

    @property
    def table(self) -> Room:
        """The table as this person knows it."""
        assert self.known is not None, "join first"
        return self.known

    @property
    def to_move(self) -> bool:
        """Whether the game waits for this person."""
        return self.known is not None and any(
            wait.seat == self.seat for wait in waits_of(self.known)
        )

    def has(self, kind: type[ServerMessage]) -> bool:
        """Whether such a message has come since the connection was opened."""
        return any(isinstance(message, kind) for message in self.messages)

    async def wait_for(
        self, promise: Callable[["Client"], bool], patience: float = PATIENCE
    ) -> None:
        """Wait until something is true of this client; what broke the reader is raised here."""
        async with asyncio.timeout(patience), self._changed:
            await self._changed.wait_for(lambda: self._broken() or promise(self))
        if self._broken() and not promise(self):
            assert self._reader is not None
            self._reader.result()
            raise ConnectionError(f"the connection ended ({self.close_code})")

    async def reach(self, seq: int) -> None:
        """Wait until this client has heard of the entry."""
        await self.wait_for(lambda it: it.known is not None and it.known.seq >= seq)

    def _broken(self) -> bool:
        return self._reader is not None and self._reader.done()

    async def _read(self, ws: ClientConnection) -> None:
        try:
            async for frame in ws:
                assert isinstance(frame, str), "the server sends text"
                self.frames.append(frame)
                self._take(_DECODER.decode(frame))
                async with self._changed:
                    self._changed.notify_all()
        except ConnectionClosed:
            pass  # those who wait find the reader done
        finally:
            asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _ended(self) -> None:
        reader, self._reader, self._ws = self._reader, None, None
        if reader is not None:
            async with asyncio.timeout(PATIENCE):
                await reader

    def _take(self, message: ServerMessage) -> None:
        self.messages.append(message)
        match message:
            case Welcome():
                self.guest, self.name = message.guest, message.name
            case Snapshot() if message.table != self.code:
                pass  # of the table we followed before; it was on its way
            case Snapshot():
                self._snapshot(message)
            case News() if self.known is None:
                pass  # likewise
            case News():
                assert message.seq == self.table.seq + 1, (
                    f"entry {message.seq} came after {self.table.seq}"
                )
                self.known = follow(self.table, message)
                self.legal = message.legal
            case Ack(id):
                self._answers[id] = message
            case Error():
                self.errors.append(message)
                if message.kind == RefusalKind.TOO_MANY_MESSAGES:
                    self._unheard = True
                elif message.id is not None:
                    self._answers[message.id] = message
            case WhyNotAnswer(id):
                self._reasons[id] = message
            case Pong():
                self._pongs += 1
            case Announcement(text):
                self.announced = text
            case Bye():
                self.bye = message

    def _snapshot(self, message: Snapshot) -> None:
        assert self.known is None or message.seq >= self.known.seq, "a table never goes back"
        self.snapshots += 1
        self.known = room_from_snapshot(message)
        self.seat = message.view.seat
        self.legal = ()
        game = message.view.game
        if game is not None and self.seat is not None:
            found = seat_in_game(game_of(self.known), self.seat)
            self.legal = () if found is None else game.tables[found[0]].view.legal


# ---- over HTTP ----


async def new_guest(base: str, name: str) -> str:
    """A new person's token."""
    answer = await request(base, "POST", "/api/guests", {"name": name})
    token = answer["token"]
    assert isinstance(token, str)
    return token


async def open_table(base: str, token: str, settings: Settings, password: str | None = None) -> str:
    """The code of a new table; the token's person is host."""
    body = {"settings": msgspec.to_builtins(settings)}
    if password is not None:
        body["password"] = password
    answer = await request(base, "POST", "/api/tables", body, token)
    code = answer["code"]
    assert isinstance(code, str)
    return code


async def request(
    base: str, method: str, path: str, body: Any = None, token: str | None = None
) -> Any:
    """One HTTP request with JSON both ways; `Refusal` for any status that is an error."""
    return await asyncio.to_thread(_request, base, method, path, body, token)


def _request(base: str, method: str, path: str, body: Any, token: str | None) -> Any:
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body).encode()
    asked = Request(base + path, data, headers, method=method)
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:
            return json.loads(answer.read() or b"null")
    except HTTPError as error:
        with error:
            raise Refusal(error.code, error.read()) from None


# ---- whole tables ----


async def gather_round(
    base: str, settings: Settings, names: Sequence[str] = ("Ann", "Ben", "Cat", "Dan")
) -> list[Client]:
    """People at a new table, each in a seat, the first of them host; not yet ready."""
    tokens = [await new_guest(base, name) for name in names[: settings.seats]]
    code = await open_table(base, tokens[0], settings)
    clients: list[Client] = []
    for seat, token in enumerate(tokens):
        client = await Client.open(base, token)
        clients.append(client)
        await client.join(code)
        await client.does(Sit(seat))
    return clients


@asynccontextmanager
async def people_at_table(
    base: str, settings: Settings, names: Sequence[str] = ("Ann", "Ben", "Cat", "Dan")
) -> AsyncIterator[list[Client]]:
    """The same, and at the end nobody is left connected."""
    clients = await gather_round(base, settings, names)
    try:
        yield clients
    finally:
        for client in clients:
            await client.drop()


async def begin(clients: Sequence[Client]) -> None:
    """Everyone is ready, the first (the host) starts, and everyone has seen it."""
    host, *others = clients
    await contribute(*clients)
    for client in others:
        await client.does(Ready())
    started = await host.does(Start())
    for client in clients:
        await client.reach(started.seq)


async def contribute(*clients: Client) -> None:
    """Everyone adds a seed to the next game, so that it starts as soon as it is asked for."""
    for client in clients:
        await client.does(AddSeed(new_bytes(32).hex()))


async def play_out(clients: Sequence[Client], chance: Random) -> None:
    """Everyone plays at random, laying a card where they can, until the game is closed."""
    first = clients[0]
    async with asyncio.TaskGroup() as group:
        for client in clients:
            group.create_task(_play(client, chance, deals=client is first))


async def _play(client: Client, chance: Random, *, deals: bool) -> None:
    while True:
        await client.wait_for(lambda it: not is_game_on(it.table) or _has_something(it, deals))
        if not is_game_on(client.table):
            return
        seen = client.table.seq
        answer = await client.ask(
            Move(choose_move(client.legal, chance)) if client.to_move else DealNextRound()
        )
        if isinstance(answer, Ack):
            await client.reach(answer.seq)
        elif client.table.seq == seen:
            raise Denied(answer)  # nobody was quicker: the move itself was no good


def _has_something(client: Client, deals: bool) -> bool:
    return client.to_move or (deals and not waits_of(client.table))


def choose_move(legal: Sequence[Action], chance: Random) -> Action:
    """One of the moves at random: no catching by guess, and a card before anything else."""
    moves = [action for action in legal if not isinstance(action, Catch | Suggest)]
    cards = [action for action in moves if isinstance(action, Play)]
    return chance.choice(cards or moves)
