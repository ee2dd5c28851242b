"""Clients that do everything a bad network and a clumsy person can do to a table.

They join, vanish, come back with sequence numbers that are right, old or absurd, join from two
devices, move between tables, and send every command there is: many at once, twice, out of order and
again much later. `check` then verifies that every client knows exactly what the server would show
it, and that the log confirms every answer ever given.
"""

import asyncio
from collections import Counter
from itertools import pairwise
from random import Random

from openuno.bots.registry import BOTS
from openuno.engine.actions import Catch, Draw, SayUno
from openuno.record.verify import Proof, Verdict, verify
from openuno.room import commands as ask
from openuno.room.chat import EMOTES
from openuno.room.protocol.messages import Ack, Ask, Error, Join, ServerMessage
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import FREE, Room, is_game_on, is_present, seat_of
from openuno.room.view import view_room
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.results import game_record
from tests.server.clients import Client, new_guest, open_table
from tests.server.inside import Inside, seen_from_server, shown_to

SETTINGS = (
    Settings(seats=2, format="single", clock=Clock(move=None, bots=0)),
    Settings(rules="classic", seats=3, clock=Clock(move=5, away=5, between=1, bots=0)),
    Settings(rules="house", seats=4, format="best-of:3", clock=Clock(bots=0, between=1)),
    Settings(rules="wild-112", seats=3, format="single", clock=Clock(move=7200, bots=0)),
    Settings(rules="house", seats=8, format="rotating", public=False, clock=Clock(bots=0)),
)
MOST_DEVICES = 9
REMEMBERED = 30
PUSHES = (0.5, 1, 2.5, 6, 12, 35, 3600, 90_000)
_FINAL = (RefusalCode.UNAVAILABLE, RefusalCode.TRY_AGAIN)


class Device(Client):
    """A client that remembers what it knew, and every answer it was given."""

    def __init__(self, base: str, token: str) -> None:
        super().__init__(base, token)
        self.past: list[Room] = []
        self.answers: dict[str, list[Ack | Error]] = {}
        self.asked: Counter[str] = Counter()

    @property
    def follows(self) -> bool:
        """Whether we are told of the table we know: we are at it, by its own account."""
        return self.connected and self.known is not None and is_present(self.known, self.guest)

    async def drop(self) -> None:
        await super().drop()
        self.asked.clear()  # what was not answered by now never will be, here
        self.answers.clear()

    async def sends(self, request_id: str, command: ask.RoomCommand) -> None:
        self.asked[request_id] += 1
        await self.send(Ask(request_id, command))

    async def answered(self) -> None:
        """Wait until everything asked on this connection has its answer."""
        await self.wait_for(
            lambda _: all(len(self.answers.get(w, ())) >= n for w, n in self.asked.items())
        )

    def _take(self, message: ServerMessage) -> None:
        super()._take(message)
        if isinstance(message, Ack | Error) and message.id in self.asked:
            before = self.answers.setdefault(message.id or "", [])
            too_fast = isinstance(message, Error) and message.code is RefusalCode.TOO_FAST
            if before and isinstance(before[0], Ack) and not too_fast:  # that was not looked at
                assert message == before[0], "the same request, the same answer"
            before.append(message)
        if self.known is not None:
            self.past = [*self.past[-REMEMBERED:], self.known]


class ChaoticClients:
    """A handful of people at a few tables of one server, driven by chance."""

    def __init__(self, inside: Inside) -> None:
        self.inside = inside
        self.tokens: list[str] = []
        self.codes: list[str] = []
        self.devices: list[Device] = []
        self.acks: dict[tuple[str, str, str], int] = {}
        self.sent: list[tuple[str, str, str, ask.RoomCommand]] = []
        self._number = 0

    # ---- what they do ----

    async def opens(self, chance: Random) -> None:
        """Someone opens a table and is there."""
        if len(self.codes) < 4:
            token = await self._somebody(chance)
            code = await open_table(self.inside.url, token, chance.choice(SETTINGS))
            self.codes.append(code)
            await (await self._device(token)).join(code)

    async def arrives(self, chance: Random) -> None:
        """Somebody, new or with another device, comes to a table with any number at all."""
        if len(self.devices) < MOST_DEVICES and self.codes:
            device = await self._device(await self._somebody(chance))
            await self._joins(device, chance.choice(self.codes), chance)

    async def vanishes(self, chance: Random) -> None:
        """A connection breaks, or is closed; perhaps with requests under way."""
        if there := self._there():
            device = chance.choice(there)
            if chance.random() < 0.5 and device.follows:
                for _ in range(chance.randrange(4)):
                    await self._send(device, _random_command(device, chance))
            if chance.random() < 0.7:
                await device.drop()
            else:
                await device.close()
                await device.drop()

    async def comes_back(self, chance: Random) -> None:
        """A connection is made again, with the right number or an old one, and goes on."""
        gone = [device for device in self.devices if not device.connected]
        if not gone:
            return
        device = chance.choice(gone)
        await device.drop()
        await device.connect()
        if device.code is None:
            return
        if device.past and chance.random() < 0.8:
            device.known = chance.choice(device.past[-4:] if chance.random() < 0.7 else device.past)
            await device.join(device.code, device.known.seq)
        else:
            await self._joins(device, device.code, chance)

    async def wanders(self, chance: Random) -> None:
        """A connection joins once more: another table, or the same without having gone."""
        if there := self._there():
            device = chance.choice(there)
            await device.answered()
            self._note(device)
            code = chance.choice(self.codes)
            if chance.random() < 0.3:  # and changes its mind before it has arrived
                device.code, device.known, device.past = None, None, []
                await device.send(Join(chance.choice(self.codes), None))
            await self._joins(device, code, chance)

    async def requests(self, chance: Random) -> None:
        """Someone asks for something and waits for the answer."""
        if following := self._following():
            device = chance.choice(following)
            await self._send(device, _random_command(device, chance))
            await device.answered()

    async def plays(self, chance: Random) -> None:
        """Those whose turn it is move, for a while."""
        for _ in range(chance.randrange(1, 12)):
            for device in self._following():
                if device.to_move and device.legal:
                    await self._send(device, ask.Move(chance.choice(device.legal)))
                    await device.answered()

    async def sets_up(self, chance: Random) -> None:
        """Someone does what gets a table going."""
        if following := self._following():
            host = chance.choice(following)
            table = host.table
            for seat, taken in enumerate(table.seats):
                if taken == FREE:
                    seated = seat_of(table, host.guest) is not None or chance.random() < 0.4
                    command = ask.AddBot(seat) if seated else ask.Sit(seat)
                    await self._send(host, command)
                    await host.answered()
            for device in self._following():
                await self._send(device, ask.AddSeed(chance.randbytes(32).hex()))
                await self._send(device, ask.Ready())
            for device in self._following():
                await device.answered()
                if device.code == host.code:
                    await self._send(device, ask.Start())

    async def all_at_once(self, chance: Random) -> None:
        """Many requests at the same instant, some of them twice, in any order."""
        following = self._following()
        if not following:
            return
        requests = [
            (device, self._new_id(), _random_command(device, chance))
            for device in chance.choices(following, k=chance.randrange(2, 9))
        ]
        requests += chance.choices(requests, k=chance.randrange(4))
        chance.shuffle(requests)
        for device, request_id, command in requests:
            await self._send(device, command, request_id)
        for device in following:
            await device.answered()

    async def says_again(self, chance: Random) -> None:
        """What was asked before is asked again, from any device of the same person."""
        for code, guest, request_id, command in chance.choices(self.sent, k=3) if self.sent else ():
            for device in self._following():
                if (device.code, device.guest) == (code, guest):
                    await self._send(device, command, request_id)
                    await device.answered()
                    break

    async def time_passes(self, chance: Random) -> None:
        """A moment, an hour or a day."""
        self.inside.clock.push(chance.choice(PUSHES))
        for code in self.codes:
            await self.inside.wake(code)
        if chance.random() < 0.5:
            await self.inside.on_loop(self.inside.hub._sweep())

    async def stalls(self, chance: Random) -> None:
        """For a moment a table gets nothing done, as if the disk were slow."""
        if self.codes:
            held = await self.inside.hold(chance.choice(self.codes))
            asyncio.get_running_loop().call_later(0.05 * chance.random(), held.set)

    # ---- whether all is well ----

    async def check(self) -> None:
        """Everyone knows what they should, and the log confirms the answers they were given."""
        for device in self._there():
            await device.answered()
            self._note(device)
            if device.follows:
                await self._same(device)
        for code in self.codes:
            await self._check_log(code)

    async def _same(self, device: Device) -> None:
        assert device.code is not None
        async with asyncio.timeout(20):
            while True:
                table = await self.inside.table(device.code)
                if not is_present(table, device.guest):
                    # It has left, perhaps by another device; the news is on its way.
                    await device.wait_for(lambda it: not is_present(it.table, it.guest))
                    return
                await device.reach(table.seq)
                if device.table.seq == table.seq:
                    break
        assert shown_to(device) == seen_from_server(table, device)
        assert device.seat == seat_of(table, device.guest)

    async def _check_log(self, code: str) -> None:
        log = await self.inside.log(code)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert all(before.at <= after.at for before, after in pairwise(log))
        requests = [(e.guest or "", e.command or "") for e in log if e.command is not None]
        assert len(requests) == len(set(requests)), "no request was granted twice"
        for (where, guest, request_id), seq in self.acks.items():
            if where == code:
                entry = log[seq - 1]
                named = (entry.guest, entry.command) == (guest, request_id)
                # A request that changes nothing is granted without an entry.
                assert named or (guest, request_id) not in requests, "an ack names its entry"

    async def check_storage(self) -> None:
        """A fresh process would show the same tables, and every finished game verifies."""

        async def loaded(code: str) -> tuple[Room, Room]:
            actor = await self.inside.hub.find_actor(code)
            await actor.wait_until_idle()
            fresh = await RoomActor.load(self.inside.hub.context, code)
            assert fresh is not None
            return actor.room, fresh.room

        for code in self.codes:
            here, fresh = await self.inside.on_loop(loaded(code))
            for seat in (None, *range(len(here.seats))):
                assert view_room(here, seat) == view_room(fresh, seat)
        store = self.inside.hub.context.store
        known: dict[str, str] = {}
        for client in self.devices:
            for game in await self.inside.on_loop(store.games_of(client.guest, 2**53, 500)):
                known[game.id] = game.code
                log = await self.inside.log(game.code)
                report = verify(game_record(game, log[game.first - 1 : game.last]))
                assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING), report

    async def disconnect_all(self) -> None:
        for device in self.devices:
            self._note(device)
            await device.drop()

    # ---- how ----

    def _there(self) -> list[Device]:
        return [device for device in self.devices if device.connected]

    def _following(self) -> list[Device]:
        return [device for device in self.devices if device.follows]

    async def _somebody(self, chance: Random) -> str:
        if len(self.tokens) < 3 or (len(self.tokens) < 6 and chance.random() < 0.4):
            self.tokens.append(await new_guest(self.inside.url, f"Guest {len(self.tokens)}"))
            return self.tokens[-1]
        return chance.choice(self.tokens)

    async def _device(self, token: str) -> Device:
        device = Device(self.inside.url, token)
        self.devices.append(device)
        await device.connect()
        return device

    async def _joins(self, device: Device, code: str, chance: Random) -> None:
        """Join without knowing anything, whatever number is claimed."""
        self._note(device)
        if code != device.code:
            device.past = []
        device.known = None
        absurd = chance.choice((None, None, 10**6, -1, 2**53, -(2**40)))
        device.code = code
        await device.send(Join(code, absurd))
        await device.wait_for(lambda it: it.known is not None)

    async def _send(self, device: Device, command: ask.RoomCommand, request_id: str = "") -> None:
        request_id = request_id or self._new_id()
        assert device.code is not None
        if device.connected:
            self.sent.append((device.code, device.guest, request_id, command))
            await device.sends(request_id, command)

    def _new_id(self) -> str:
        self._number += 1
        return f"{self._number}"

    def _note(self, device: Device) -> None:
        for request_id, answers in device.answers.items():
            for answer in answers:
                if isinstance(answer, Ack):
                    assert device.code is not None
                    self.acks[device.code, device.guest, request_id] = answer.seq
                else:
                    assert answer.code not in _FINAL, answer
        device.answers.clear()
        device.asked.clear()


def _random_command(device: Device, chance: Random) -> ask.RoomCommand:
    """Something a person could ask for, sensible or not."""
    table = device.table
    if device.legal and chance.random() < 0.4:
        return ask.Move(chance.choice(device.legal))
    seat = chance.randrange(len(table.seats) + 1) - chance.randrange(2)
    people = [person.guest for person in table.people] or [device.guest]
    nonsense = (Draw(), SayUno(), Catch(seat % 4))
    commands: tuple[ask.RoomCommand, ...] = (
        ask.Sit(seat, accept=True),
        ask.Sit(seat),
        ask.Stand(),
        ask.Leave(),
        ask.Return(),
        ask.Ready(ready=chance.random() < 0.8),
        ask.AddSeed(chance.randbytes(32).hex()),
        ask.Commit(chance.randbytes(32).hex()),
        ask.Start(),
        ask.Move(chance.choice(nonsense)),
        ask.DealNextRound(),
        ask.DealNextRound(),
        ask.Rematch(),
        ask.End(),
        ask.SetUp(chance.choice(SETTINGS)),
        ask.AddBot(seat, chance.choice(tuple(BOTS))),
        ask.AddBot(seat),
        ask.RemoveBot(seat),
        ask.Kick(seat),
        ask.Vote(chance.choice((None, seat))),
        ask.Accuse(chance.randrange(200)),
        ask.Judge(guilty=chance.random() < 0.5),
        ask.HandOver(chance.choice(people)),
        ask.Say("a word", anyway=True),
        ask.Say("lay red!", anyway=chance.random() < 0.5),
        ask.Rename(f"Person {chance.randrange(4)}", chance.choice((None, "p:2-1-4-0-3"))),
        ask.Emote(chance.choice(EMOTES)),
        ask.Mute(chance.choice(people), muted=chance.random() < 0.5),
    )
    command = chance.choice(commands)
    if (
        isinstance(command, ask.End | ask.Leave | ask.Kick | ask.Vote)
        and is_game_on(table)
        and chance.random() < 0.7
    ):
        return ask.Say("on we go")
    return command
