"""Clients that do not give up when servers die.

A `PersistentClient` repeats a request under the same id until it has a final answer. When the
connection breaks it reconnects, perhaps to another server. `acked` is everything it was promised:
for each request id, the number of the entry.
"""

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from websockets.exceptions import WebSocketException

from openuno.room.commands import (
    AddBot,
    AddSeed,
    DealNextRound,
    Emote,
    Move,
    Ready,
    Rematch,
    RoomCommand,
    Sit,
    Start,
)
from openuno.room.protocol.messages import Ack, Ask, Error
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on, seat_of
from openuno.room.view import view_seat
from tests.chance import new_bytes
from tests.room.games import waits_of
from tests.server.clients import Client, Denied, choose_move, new_guest, open_table

PASSING = {RefusalCode.UNAVAILABLE, RefusalCode.TRY_AGAIN, RefusalCode.NOT_AT_TABLE}
"""Refusals after which a careful client says the same again."""
_LONG = 300.0  # seconds after which a server that gives no final answer is broken


class PersistentClient:
    """One person at one table, through one connection at a time."""

    def __init__(self, client: Client, places: Sequence[str], chance: Random, device: str) -> None:
        self.client = client
        self.places = list(places)
        """Where a server may be found; they come back to any of them."""
        self.chance = chance
        self.acked: dict[str, int] = {}
        self.said_again = 0
        self.came_back = 0
        self.refused: list[RefusalCode] = []
        self._coming = asyncio.Lock()
        self._device = device
        self._requests = 0

    async def insists(self, command: RoomCommand, request_id: str | None = None) -> Ack | Error:
        """Ask until there is an answer that stays: granted, or refused for a reason."""
        if request_id is None:
            self._requests += 1
            request_id = f"{self._device}-{self._requests}"
        async with asyncio.timeout(_LONG):
            while True:
                try:
                    answer = await self._asks(command, request_id)
                except (ConnectionError, TimeoutError):
                    await self.comes_back()
                else:
                    if isinstance(answer, Ack) or answer.code not in PASSING:
                        return self._noted(request_id, answer)
                    self.refused.append(answer.code)
                    await asyncio.sleep(0.1)
                    if answer.code is RefusalCode.NOT_AT_TABLE:
                        await self.comes_back()
                self.said_again += 1

    async def does(self, command: RoomCommand) -> int:
        """Insist on what must be granted; the entry it is, which this person has seen."""
        answer = await self.insists(command)
        if isinstance(answer, Error):
            raise Denied(answer)
        await self.reaches(answer.seq)
        return answer.seq

    async def reaches(self, seq: int) -> None:
        """Wait until this person has heard of the entry."""
        await self.sees(lambda it: it.table.seq >= seq)

    async def sees(self, promise: Callable[[Client], bool], patience: float = _LONG) -> None:
        """Wait until something is true, coming back as often as it takes."""
        async with asyncio.timeout(patience):
            while True:
                try:
                    await self.client.wait_for(promise, patience)
                except ConnectionError:
                    await self.comes_back()
                else:
                    return

    async def comes_back(self) -> None:
        """Connect again, to any server there is, and follow the table from where one was."""
        if self._coming.locked():
            async with self._coming:
                return  # someone else has brought us back
        self.came_back += 1
        async with self._coming, asyncio.timeout(_LONG):
            while True:
                try:
                    await self._resumes(self.chance.choice(self.places))
                except (OSError, EOFError, WebSocketException, Denied):
                    await asyncio.sleep(0.05)
                else:
                    return

    async def plays(self, until: Callable[[], bool], *, pause: float = 0.0) -> None:
        """Play game after game, until the first that is over when `until` is true.

        The host deals again. Now and then a feeling is shown, which nothing but its id keeps from
        being shown twice, and a request is sent twice.
        """
        while True:
            await self.sees(lambda it: not is_game_on(it.table) or self._has_something())
            if not is_game_on(self.client.table):
                if until():
                    return
                await self._wants_a_game()
                continue
            await asyncio.sleep(pause * self.chance.random() * 2)
            if self.chance.random() < 0.1:
                await self.insists(Emote("wow"))
            if self.client.to_move and self.client.legal:
                await self.moves()
            elif self._has_something():
                await self.insists(DealNextRound())

    async def moves(self) -> Ack | Error:
        """Make any legal move."""
        return await self.insists(Move(choose_move(self.client.legal, self.chance)))

    async def sits_idle(self, until: Callable[[], bool]) -> None:
        """Be there, following the table and doing nothing."""
        while not until():
            if self.client.connected:
                await asyncio.sleep(0.05)
            else:
                await self.comes_back()

    async def _wants_a_game(self) -> None:
        """Between games: the host asks for the next one, the others wait for it."""
        if not self.client.connected:
            await self.comes_back()
        elif self.client.table.starting is None:
            own = seat_of(self.client.table, self.client.guest)
            if own is not None and view_seat(self.client.table.seats[own]).seed is None:
                await self.insists(AddSeed(new_bytes(32).hex()))
            if self.client.table.host == self.client.guest:
                await self.insists(Rematch())
        await asyncio.sleep(0.05)

    async def _asks(self, command: RoomCommand, request_id: str) -> Ack | Error:
        async with self._coming:
            if not self.client.connected:
                raise ConnectionError("the connection is gone")
        if self.chance.random() < 0.1:
            await self.client.send(Ask(request_id, command))
        return await self.client.ask(command, request_id)

    async def _resumes(self, place: str) -> None:
        await self.client.drop()
        self.client.base = place
        await self.client.connect()
        code, known = self.client.code, self.client.known
        assert code is not None, "they were at a table"
        await self.client.join(code, None if known is None else known.seq)

    def _has_something(self) -> bool:
        it = self.client
        hosting = it.table.host == it.guest
        return (it.to_move and bool(it.legal)) or (hosting and not waits_of(it.table))

    def _noted(self, request_id: str, answer: Ack | Error) -> Ack | Error:
        if isinstance(answer, Ack):
            before = self.acked.setdefault(request_id, answer.seq)
            assert before == answer.seq, (
                f"{request_id} was promised to be {before}, now {answer.seq}"
            )
        else:
            assert request_id not in self.acked, (
                f"{request_id} was granted, and is refused: {answer}"
            )
        return answer


async def seat_people(
    places: Sequence[str], settings: Settings, persons: int, chance: Random, name: str = "Ann"
) -> list[PersistentClient]:
    """People at a new table, the first of them host, and bots in the seats that are left."""
    tokens = [await new_guest(places[0], f"{name} {number}") for number in range(persons)]
    code = await open_table(places[0], tokens[0], settings)
    people = []
    for seat, token in enumerate(tokens):
        person = await join_table(places, token, code, chance, device=f"first-{seat}")
        people.append(person)
        await person.does(Sit(seat))
    for seat in range(persons, settings.seats):
        await people[0].does(AddBot(seat))
    for person in people[1:]:
        await people[0].reaches(await person.does(Ready()))
        await person.does(AddSeed(new_bytes(32).hex()))
    await people[0].does(AddSeed(new_bytes(32).hex()))
    await people[0].does(Start())
    return people


async def join_table(
    places: Sequence[str], token: str, code: str, chance: Random, *, device: str
) -> PersistentClient:
    """Someone who has joined a table through one of the places."""
    client = Client(chance.choice(places), token)
    person = PersistentClient(client, places, chance, device)
    client.code = code
    await person.comes_back()
    person.came_back = 0
    return person


async def table_of_bots(base: str) -> str:
    """A table that plays on by itself with nobody there: its clock is one of days."""
    token = await new_guest(base, "Ann")
    clock = Clock(move=3600, bots=0.5)
    code = await open_table(base, token, Settings(format="race:500", seats=3, clock=clock))
    async with await Client.open(base, token) as ann:
        await ann.join(code)
        for seat in range(3):
            await ann.does(AddBot(seat))
        await ann.does(Start())
    return code
