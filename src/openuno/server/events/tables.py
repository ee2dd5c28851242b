"""The tables of an event that play on the server: a room for each, from the draw to the result."""

from functools import partial
from itertools import chain

from msgspec.structs import replace

from openuno.event.commands import EnterResult, Start
from openuno.event.hosted.decide import decide_for_table
from openuno.event.hosted.facts import DealsRevealed, Fact, OnlineTables, RoomOpened
from openuno.event.hosted.shared_deals import draw_seed
from openuno.event.hosted.state import HostedEvent
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.settings import (
    EventSettings,
    KnockOut,
    Ladder,
    Pace,
    RotatingPartners,
    team_size,
)
from openuno.event.state import Table, open_tables
from openuno.event.view import end_time
from openuno.room import facts as room_facts
from openuno.room.closing import end_for_event
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.event_table import break_off_game, reveal_seed
from openuno.room.refusals import Refused
from openuno.room.secret import Secret, Secrets
from openuno.room.settings import Clock, EventTable, Settings, normalize_settings
from openuno.room.starting import ask_start
from openuno.room.state import GameOver, NoGame, Room, humans, is_game_on, is_present
from openuno.server.events.due_time import sealed_sittings
from openuno.server.events.live_event import LiveEvent
from openuno.server.events.problems import event_problem
from openuno.server.events.table_orders import carry_out_orders, orders_for
from openuno.server.rooms.actor import RoomActor
from openuno.server.rooms.hub import Hub
from openuno.server.store import LobbyState

MAX_SEATS = 10
BETWEEN = 10
"""Seconds until the next round of a table is dealt even if nobody asks for it."""
ENDLESS = 100_000
"""Points that nobody reaches: the rounds of a sitting are counted instead."""


class EventTables:
    """Opens rooms for tables that are drawn, starts them, and takes their results."""

    def __init__(self, rooms: Hub) -> None:
        self._rooms = rooms
        self._context = rooms.context

    def check(self, settings: EventSettings, online: OnlineTables) -> OnlineTables:
        """The same with rules in their normal form; refuses what tables of it cannot play."""
        kind = settings.kind
        size = team_size(kind)
        seats = 4 if isinstance(kind, RotatingPartners) else 2 * size
        if size == 1 and not isinstance(kind, RotatingPartners):
            seats = getattr(kind, "table_size", 2)
        if seats > MAX_SEATS:
            raise event_problem(EventRefused(EventFault.CROWDED_TABLE, most=MAX_SEATS, count=seats))
        teams = isinstance(kind, RotatingPartners) or size > 1
        room = _room_settings(online, seats, settings.rounds, teams=teams)
        return replace(online, rules=normalize_settings(room).rules)

    async def look_after(self, live: LiveEvent) -> None:
        """Do what is due: open rooms, start games, pass on the host's orders, take results."""
        await self._open_rooms(live)
        for sitting, number, table in open_tables(live.hosted.event):
            room = live.hosted.rooms.get((sitting, number))
            if room is not None:
                await self._look_after_table(live, sitting, number, table, room)
        await self._end_settled_games(live)
        for sitting in sealed_sittings(live.hosted):
            await self._reveal_deals(live, sitting)

    # ---- opening ----

    async def _open_rooms(self, live: LiveEvent) -> None:
        hosted = live.hosted
        opened: dict[tuple[int, int], str] = {}
        for sitting, number, table in open_tables(hosted.event):
            if (sitting, number) not in hosted.rooms:
                opened[sitting, number] = await self._open_room(live, sitting, number, table)
        if not opened:
            return
        drawn = hosted.event.draws

        def decide(now: HostedEvent) -> tuple[Fact, ...]:
            # Another process may have opened rooms for the same tables, or the draw was taken
            # back: then nobody comes to these, and they are closed unused.
            if now.event.draws != drawn or len(now.event.sittings) < len(hosted.event.sittings):
                return ()
            missing = {where: room for where, room in opened.items() if where not in now.rooms}
            return tuple(RoomOpened(*where, room) for where, room in missing.items())

        await live.carry_out(decide)

    async def _open_room(self, live: LiveEvent, sitting: int, number: int, table: Table) -> str:
        hosted = live.hosted
        assert hosted.online is not None, "only tables on the server have rooms"
        settings = hosted.event.settings
        people = seat_people(hosted, table)
        teams = len(table.sides) == 2 and len(people) > 2
        through = 0
        if isinstance(settings.kind, KnockOut):
            through = len(table.sides) // 2 * (len(people) // len(table.sides))
        seed = hosted.deal_seed
        event = EventTable(
            live.code,
            sitting,
            number,
            settings.rounds,
            through,
            phrases=hosted.classroom,
            shared_deal=seed is not None,
        )
        secret = None if seed is None else Secret(draw_seed(seed, hosted.deals[sitting - 1]))
        room = _room_settings(hosted.online, len(people), settings.rounds, teams=teams)
        seats = [await self._seat(hosted, seat, person) for seat, person in enumerate(people)]
        return await self._rooms.open_event_table(room, event, seats, secret)

    async def _seat(
        self, hosted: HostedEvent, seat: int, number: int
    ) -> room_facts.Sat | room_facts.BotSat:
        person, guest = hosted.event.people[number], hosted.guests.get(number)
        if guest is None or not person.present:
            return room_facts.BotSat(seat, STAND_IN_BOT, person.name)
        known = await self._context.store.find_guest(guest)
        return room_facts.Sat(seat, guest, person.name, None if known is None else known.face)

    # ---- playing ----

    async def _look_after_table(
        self, live: LiveEvent, sitting: int, number: int, table: Table, code: str
    ) -> None:
        hosted, store = live.hosted, self._context.store
        if await store.last_game(code) is not None:
            await self._take_result(live, sitting, number, table, code)
            return
        await self._pass_on_orders(live, table, code)
        listing = await store.listing(code)
        if listing is None or hosted.paused is not None:
            return
        if listing.state is LobbyState.PLAYING:
            await self._end_if_over_time(hosted, table, code)
            return
        started = table.started is not None
        if not started and _starts_when_ready(hosted.event.settings):
            started = await self._start_if_ready(live, sitting, number, code)
        if started:
            actor = await self._find(code)
            if actor is not None:
                await actor.act_for_event(_start_game)

    async def _start_if_ready(self, live: LiveEvent, sitting: int, number: int, code: str) -> bool:
        actor = await self._find(code)
        if actor is None:
            return False
        room = actor.room
        if not all(is_present(room, seat.guest) for seat in humans(room)):
            return False
        start = Start(self._context.now(), (number,), sitting)
        try:
            await live.carry_out(lambda hosted: decide_for_table(hosted, start))
        except EventRefused:
            return False  # someone still plays elsewhere, or another process was first
        return True

    async def _end_if_over_time(self, hosted: HostedEvent, table: Table, code: str) -> None:
        ends = end_time(table, hosted.event.settings.minutes)
        if ends is None or ends > self._context.now():
            return
        actor = await self._find(code)
        if actor is not None:
            await actor.act_for_event(_end_game)

    async def _pass_on_orders(self, live: LiveEvent, table: Table, code: str) -> None:
        """Let the room know what the host has decided since it was last given orders."""
        orders = orders_for(live.hosted, seat_people(live.hosted, table))
        if live.orders.get(code) == orders:
            return
        actor = await self._find(code)
        if actor is not None:
            await actor.act_for_event(partial(carry_out_orders, orders))
        live.orders[code] = orders

    # ---- the end ----

    async def _take_result(
        self, live: LiveEvent, sitting: int, number: int, table: Table, code: str
    ) -> None:
        actor = await self._find(code)
        if actor is None or not isinstance(actor.room.game, GameOver):
            return
        scores = actor.room.game.game.scores
        # Seats follow the sides in turn, so the first seats are one of each side.
        points = scores[: len(table.sides)]
        result = EnterResult(number, points, sitting)
        try:
            await live.carry_out(lambda hosted: decide_for_table(hosted, result))
        except EventRefused as refused:
            # The host has entered it meanwhile, or has to: a broken-off knock-out may be level.
            self._context.notices.warn("a result is not entered", reason=refused.fault.value)

    async def _end_settled_games(self, live: LiveEvent) -> None:
        """End what still plays at tables whose result the host has entered, or cancelled."""
        for (sitting, number), code in live.hosted.rooms.items():
            table = live.hosted.event.sittings[sitting - 1].tables[number - 1]
            if table.outcome is None or (sitting, number) in live.settled:
                continue
            live.orders.pop(code, None)
            listing = await self._context.store.listing(code)
            actor = None
            if listing is not None and listing.state is LobbyState.PLAYING:
                actor = await self._find(code)
            if actor is not None:
                await actor.act_for_event(break_off_game)
                if is_game_on(actor.room) or actor.room.starting is not None:
                    continue  # the cards are being dealt: look again
            live.settled.add((sitting, number))

    async def _reveal_deals(self, live: LiveEvent, sitting: int) -> None:
        """Open the seed that all tables of the sitting had, once none of them plays any more."""
        hosted = live.hosted
        rooms = {where: code for where, code in hosted.rooms.items() if where[0] == sitting}
        if hosted.deal_seed is None or not live.settled.issuperset(rooms):
            return
        seed = draw_seed(hosted.deal_seed, hosted.deals[sitting - 1]).hex()
        for code in rooms.values():
            actor = await self._find(code)
            if actor is not None:
                await actor.act_for_event(lambda room, _: reveal_seed(room, seed))

        def decide(now: HostedEvent) -> tuple[Fact, ...]:
            return (DealsRevealed(sitting),) if sitting in sealed_sittings(now) else ()

        await live.carry_out(decide)

    async def _find(self, code: str) -> RoomActor | None:
        try:
            return await self._rooms.find_actor(code)
        except Refused:
            return None  # it is closed or damaged: the host cancels the table


def seat_people(hosted: HostedEvent, table: Table) -> tuple[int, ...]:
    """The people of a table, seat by seat: sides take turns, so that partners face each other."""
    entrants = hosted.event.entrants
    sides = [
        [member for entrant in side for member in entrants[entrant].members] for side in table.sides
    ]
    return tuple(chain.from_iterable(zip(*sides, strict=True)))


def _room_settings(online: OnlineTables, seats: int, rounds: int, *, teams: bool) -> Settings:
    if teams:
        name = "partners" if seats == 4 else "teams"
        format = f"{name}:{1 if rounds == 1 else ENDLESS}"
    else:
        format = "single" if rounds == 1 else f"race:{ENDLESS}"
    clock = Clock(move=online.move, between=BETWEEN)
    return Settings(online.rules, format, seats, clock, public=False)


def _starts_when_ready(settings: EventSettings) -> bool:
    return settings.pace is Pace.READY or isinstance(settings.kind, Ladder)


def _start_game(room: Room, secrets: Secrets) -> tuple[room_facts.Fact, ...]:
    if not isinstance(room.game, NoGame) or room.starting is not None:
        return ()
    return ask_start(room, secrets, None)


def _end_game(room: Room, secrets: Secrets) -> tuple[room_facts.Fact, ...]:
    return end_for_event(room, secrets)
