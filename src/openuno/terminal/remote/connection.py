"""One WebSocket that is always there: it comes back, resumes, and repeats what was not answered."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Literal, Protocol

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from openuno.room.commands import RoomCommand
from openuno.room.protocol.messages import (
    PROTOCOL,
    Ack,
    Announcement,
    Ask,
    ClientMessage,
    Error,
    Hello,
    Join,
    News,
    Pong,
    ServerMessage,
    Snapshot,
    Welcome,
)
from openuno.room.refusal_kinds import RefusalCode
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.remote.link import TableLink, is_nearby
from openuno.terminal.remote.refusals import refused_sentence

WAITS = (0.2, 0.5, 1.0, 2.0)
"""Seconds until the next try to connect; the last one from then on."""
OPEN_SECONDS = 10.0
RETRY_SECONDS = 0.5
MAX_MESSAGE_BYTES = 1 << 22
FATAL = frozenset(
    (
        RefusalCode.NO_SUCH_TABLE,
        RefusalCode.TABLE_CLOSED,
        RefusalCode.TABLE_DAMAGED,
        RefusalCode.WRONG_PASSWORD,
        RefusalCode.TOO_MANY_GUESSES,
        RefusalCode.BAD_TOKEN,
        RefusalCode.WRONG_PROTOCOL,
        RefusalCode.KICKED,
        RefusalCode.BANNED,
    )
)
"""Refusals after which coming back does not help."""
_ASKED_AGAIN = frozenset(
    (
        RefusalCode.UNAVAILABLE,
        RefusalCode.TRY_AGAIN,
        RefusalCode.TOO_FAST,
        RefusalCode.NOT_AT_TABLE,
    )
)
_DECODER = msgspec.json.Decoder(ServerMessage)
_ENCODER = msgspec.json.Encoder()


class TableRefused(Exception):
    """The server does not let us stay at the table, and trying again would not help."""

    def __init__(self, code: RefusalCode | None, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class RequestRefused(Exception):
    """The server does not do what was asked, and nothing has changed."""

    def __init__(self, error: Error) -> None:
        super().__init__(refused_sentence(error))
        self.error = error


class ConnectionListener(Protocol):
    """Is told what comes over the connection, in order."""

    def greet(self, welcome: Welcome, /) -> None:
        """The server has let us in, and says what time it is."""

    def replace(self, snapshot: Snapshot, /) -> None:
        """This is the table now."""

    def follow(self, news: News, /) -> None:
        """This happened, right after what is known."""

    def announce(self, text: str, /) -> None:
        """The person who runs the server tells everyone something."""

    def set_online(self, online: bool, /) -> None:
        """Whether the server can be reached."""


class Connection:
    """Follows one table until it is closed."""

    def __init__(
        self, link: TableLink, token: str, listener: ConnectionListener, password: str | None = None
    ) -> None:
        self._link = link
        self._token = token
        self._listener = listener
        self._password = password
        self._socket: ClientConnection | None = None
        self._since: int | None = None
        self._joined = False
        self._tries = 0
        self._requests: dict[str, tuple[Ask, asyncio.Future[int]]] = {}

    async def run(self) -> None:
        """Stay connected; ends with `TableRefused`, or when it is cancelled."""
        try:
            while True:
                with suppress(OSError, WebSocketException, TimeoutError):
                    async with self._open() as socket:
                        await self._talk(socket)
                self._joined = False
                self._listener.set_online(False)
                await asyncio.sleep(WAITS[min(self._tries, len(WAITS) - 1)])
                self._tries += 1
        finally:
            for _, answer in self._requests.values():
                answer.cancel()
            self._requests.clear()

    def use_password(self, password: str) -> None:
        """Give this password from now on."""
        self._password = password

    async def ask(self, command: RoomCommand) -> int:
        """The entry a command has led to; `RequestRefused` if it is not done.

        While the server cannot be reached, the answer is waited for.
        """
        asked = Ask(secrets.token_hex(8), command)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._requests[asked.id] = (asked, answer)
        try:
            if self._joined:
                await self._send(asked)
            return await answer
        finally:
            self._requests.pop(asked.id, None)

    @asynccontextmanager
    async def _open(self) -> AsyncIterator[ClientConnection]:
        proxy: Literal[True] | None = None if is_nearby(self._link.server) else True
        async with connect(
            self._link.websocket,
            proxy=proxy,
            open_timeout=OPEN_SECONDS,
            close_timeout=1.0,
            max_size=MAX_MESSAGE_BYTES,
        ) as socket:
            self._socket = socket
            try:
                yield socket
            finally:
                self._socket = None
                # Somebody who cancels does not wait until the other side has closed, too.
                socket.transport.abort()

    async def _talk(self, socket: ClientConnection) -> None:
        await self._send(Hello(PROTOCOL, self._token))
        await self._join()
        async for frame in socket:
            try:
                message = _DECODER.decode(frame)
            except msgspec.MsgspecError:
                unknown = translate(
                    "this server says something that this version of uno does not understand"
                )
                raise TableRefused(None, unknown) from None
            await self._take(message)

    async def _take(self, message: ServerMessage) -> None:
        match message:
            case Welcome():
                self._listener.greet(message)
            case Snapshot():
                self._since = message.seq
                joined = self._join_now()
                self._listener.replace(message)
                await self._repeat_all(joined)
            case News(seq) if self._since is not None and seq <= self._since:
                pass  # known already
            case News(seq) if self._since is not None and seq != self._since + 1:
                self._since = None
                await self._join()  # something was missed
            case News():
                self._since = message.seq
                joined = self._join_now()
                self._listener.follow(message)
                await self._repeat_all(joined)
            case Ack(request_id, seq):
                self._answer(request_id, seq)
            case Error():
                self._refuse(message)
            case Announcement(str(text)):
                self._listener.announce(text)
            case Pong() | _:
                pass

    def _answer(self, request_id: str, result: int | RequestRefused) -> None:
        _, answer = self._requests.get(request_id, (None, None))
        if answer is None or answer.done():
            return
        if isinstance(result, int):
            answer.set_result(result)
        else:
            answer.set_exception(result)

    def _refuse(self, error: Error) -> None:
        asked, _ = self._requests.get(error.id or "", (None, None))
        if asked is not None and error.code in _ASKED_AGAIN:
            delay = RETRY_SECONDS if error.retry is None else error.retry / 1000
            asyncio.get_running_loop().call_later(delay, self._repeat, asked)
        elif error.id is not None:
            self._answer(error.id, RequestRefused(error))
        elif error.code in FATAL:
            raise TableRefused(error.code, refused_sentence(error))
        else:
            raise ConnectionError(error.sentence)

    def _repeat(self, asked: Ask) -> None:
        if asked.id in self._requests and self._joined:
            self._repeating = asyncio.ensure_future(self._send(asked))

    async def _join(self) -> None:
        await self._send(Join(self._link.code, self._since, self._password))

    def _join_now(self) -> list[Ask]:
        """We are at the table; what was not answered before, to be said again."""
        if self._joined:
            return []
        unanswered = [asked for asked, _ in self._requests.values()]
        self._joined, self._tries = True, 0
        self._listener.set_online(True)
        return unanswered

    async def _repeat_all(self, unanswered: list[Ask]) -> None:
        for asked in unanswered:
            await self._send(asked)

    async def _send(self, message: ClientMessage) -> None:
        if self._socket is not None:
            with suppress(WebSocketException):  # it is sent again on the next connection
                await self._socket.send(_ENCODER.encode(message).decode())
