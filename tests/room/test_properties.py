"""What holds at every table, no matter who comes and what they ask."""

from contextlib import suppress
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import Card, Colour
from openuno.engine.actions import Catch, Play
from openuno.engine.questions import is_open_to_a_jump_in
from openuno.engine.state import owes_uno
from openuno.game.state import Act, GameStep
from openuno.game.state import find_player as seat_in_game
from openuno.room import commands as ask
from openuno.room.deadlines import (
    GRACE,
    NO_CALLS_SEEN,
    BotCallsDue,
    BotMoves,
    BotSaysUno,
    CallsSeen,
    next_deadline,
    note_calls_seen,
)
from openuno.room.decide.moves import apply_game_command
from openuno.room.evolve import evolve_room
from openuno.room.facts import Committed, Entry, GameClosed, Moved
from openuno.room.protocol.client import follow, room_from_snapshot
from openuno.room.protocol.messages import Ask, ClientMessage, News, ServerMessage, Snapshot
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.settings import Clock, Settings
from openuno.room.state import (
    FREE,
    ClockState,
    GameOn,
    Human,
    Room,
    is_game_on,
    is_played_by_bot,
    is_present,
    seat_name,
    seat_of,
)
from openuno.room.view import is_public_entry, legal_actions, redact_entry, view_room
from tests.game.playing import Moved as MovedInGame
from tests.game.test_properties import elsewhere
from tests.room.driver import PEOPLE, seat_people, secret, start_game
from tests.room.games import game_of, start_of, waits_of
from tests.room.random_evenings import Evening, Happened, Plan, asks_something, plans, waited_for

SEEDS = st.integers(0, 2**32 - 1)
A_FEW = 4
encode = msgspec.json.encode
entries = msgspec.json.Decoder(list[Entry])
client_messages = msgspec.json.Decoder(ClientMessage)
messages = msgspec.json.Decoder(ServerMessage)


def snapshot(room: Room, seat: int | None) -> Snapshot:
    return Snapshot("table", room.seq, room.at, view_room(room, seat))


def news(happened: Happened, seat: int | None) -> News:
    entry, after = happened.entry, happened.after
    return News(entry.seq, entry.at, redact_entry(after, entry, seat), legal_actions(after, seat))


@given(plans())
def test_the_log_written_and_read_again_gives_the_same_table(plan: Plan) -> None:
    evening = Evening(plan)
    for _ in evening.steps():
        pass
    driven = evening.driven
    read = entries.decode(encode(driven.log))
    assert read == driven.log
    table: Room | None = None
    for entry in read:
        table = evolve_room(table, entry, driven.tapes)
    assert table == driven.table


@given(plans())
def test_a_client_that_follows_the_facts_has_exactly_the_servers_view(plan: Plan) -> None:
    evening = Evening(plan)
    chance = Random(plan.seed + 1)
    guests = (*chance.sample(plan.guests[:-1], 3), plan.guests[-1])
    known: dict[str, tuple[Room, int | None]] = {}
    for happened in evening.steps():
        for guest in guests:
            seat = seat_of(happened.after, guest)
            if guest in known and known[guest][1] == seat and chance.random() > 0.02:
                heard = messages.decode(encode(news(happened, seat)))
                assert isinstance(heard, News)
                table = follow(known[guest][0], heard)
            elif chance.random() < 0.5:
                taken = messages.decode(encode(snapshot(happened.after, seat)))
                assert isinstance(taken, Snapshot)
                table = room_from_snapshot(taken)
            else:
                known.pop(guest, None)  # not looking; will join again
                continue
            known[guest] = table, seat
            assert (table.seq, table.at) == (happened.after.seq, happened.after.at)
            assert view_room(table, seat) == view_room(happened.after, seat)


@given(plans(), st.data())
def test_two_tables_that_differ_in_what_one_cannot_see_send_the_same_bytes(
    plan: Plan, data: st.DataObject
) -> None:
    evening = Evening(plan)
    moved = [h for h in evening.steps() if acted(h) is not None]
    chance = Random(data.draw(SEEDS, label="chance"))
    for happened in chance.sample(moved, min(A_FEW, len(moved))):
        watcher = chance.choice((None, *range(len(happened.before.seats))))
        same_bytes(evening, happened, watcher, chance)


def acted(happened: Happened) -> Moved | None:
    """The move a player made, where that is what happened."""
    return next(
        (f for f in happened.entry.facts if isinstance(f, Moved) and isinstance(f.command, Act)),
        None,
    )


def same_bytes(evening: Evening, happened: Happened, watcher: int | None, chance: Random) -> None:
    before, after, moved = happened.before, happened.after, acted(happened)
    assert moved is not None
    step = GameStep(game_of(after), moved.events)
    other = elsewhere(MovedInGame(game_of(before), moved.command, step), watcher, chance)
    assert isinstance(before.game, GameOn)
    there = replace(before, game=replace(before.game, game=other))
    assert encode(snapshot(there, watcher)) == encode(snapshot(before, watcher))
    try:
        carried = apply_game_command(
            other, moved.command, secrets(evening, happened.entry), moved.by
        )
    except Refused:
        return  # the player who acts may hold other cards there, and not all cards let one draw
    at = happened.entry.facts.index(moved)
    entry = replace(happened.entry, facts=(*happened.entry.facts[:at], *carried))
    one = Happened(there, entry, evolve_room(there, entry, evening.driven.tapes))
    assert encode(news(one, watcher)) == encode(news(happened, watcher))
    assert encode(snapshot(one.after, watcher)) == encode(snapshot(after, watcher))


def secrets(evening: Evening, entry: Entry) -> Secrets:
    """The one the table was bound to then, and the next."""
    known = evening.driven.log[: entry.seq - 1]
    number = sum(isinstance(fact, Committed) for entry in known for fact in entry.facts)
    return Secrets(secret(number), secret(number + 1))


@given(plans())
def test_public_facts_are_the_same_for_everyone(plan: Plan) -> None:
    for happened in Evening(plan).steps():
        entry, after = happened.entry, happened.after
        if is_public_entry(entry):
            for seat in (None, *range(len(after.seats))):
                assert redact_entry(after, entry, seat) == entry.facts


@given(plans())
def test_every_wish_can_be_sent_and_is_granted_or_refused(plan: Plan) -> None:
    evening = Evening(plan)
    for _ in evening.steps():
        if evening.chance.random() < 0.2:
            request = Ask("1", evening.any_command())
            assert client_messages.decode(encode(request)) == request


NUMBERS = st.integers(-3, 12) | st.integers()
WORDS = st.text(max_size=30) | st.sampled_from(PEOPLE)
COLOURS_OR_NONE = st.none() | st.sampled_from(tuple(Colour))
HOSTILE: st.SearchStrategy[ask.RoomCommand] = st.one_of(
    st.builds(ask.Sit, NUMBERS, st.booleans()),
    st.builds(ask.AddSeed, WORDS),
    st.builds(ask.Start, st.none() | NUMBERS),
    st.builds(
        ask.Move,
        st.builds(Play, st.sampled_from(Card), COLOURS_OR_NONE, st.none() | NUMBERS, st.booleans())
        | st.builds(Catch, NUMBERS),
    ),
    st.builds(
        ask.SetUp,
        st.builds(Settings, rules=WORDS, format=WORDS, seats=NUMBERS)
        | st.builds(Settings, seats=NUMBERS, clock=st.builds(Clock, st.floats(), st.floats())),
    ),
    st.builds(ask.AddBot, NUMBERS, WORDS),
    st.builds(ask.RemoveBot, NUMBERS),
    st.builds(ask.Kick, NUMBERS),
    st.builds(ask.Vote, st.none() | NUMBERS, st.booleans()),
    st.builds(ask.HandOver, WORDS),
    st.builds(ask.Say, st.text(), st.booleans()),
    st.builds(ask.Accuse, NUMBERS, st.none() | NUMBERS),
    st.builds(ask.Judge, st.booleans()),
    st.builds(ask.Emote, WORDS),
    st.builds(ask.Mute, WORDS, st.booleans()),
)


@given(st.booleans(), st.lists(st.tuples(st.sampled_from(PEOPLE[:3]), HOSTILE), max_size=12))
def test_every_command_is_granted_or_refused(
    on: bool, requests: list[tuple[str, ask.RoomCommand]]
) -> None:
    driven = (start_game if on else seat_people)(2).comes(PEOPLE[2])
    for guest, command in requests:
        with suppress(Refused):
            driven.asks(guest, command)
        assert entries.decode(encode(driven.log)) == driven.log


@given(plans())
def test_what_is_refused_leaves_the_table_as_it_was(plan: Plan) -> None:
    evening = Evening(plan)
    for happened in evening.steps():
        if evening.chance.random() < 0.8:
            continue
        driven, written = evening.driven, msgspec.msgpack.encode(happened.after)
        for _ in range(5):
            asks_something(driven, evening.chance.choice(plan.guests), evening.any_command())
        assert driven.table is happened.after or driven.table.seq > happened.after.seq
        assert msgspec.msgpack.encode(happened.after) == written


@given(plans())
def test_the_moves_offered_are_those_of_the_seats_own_view(plan: Plan) -> None:
    for happened in Evening(plan).steps():
        table = happened.after
        for seat in (None, *range(len(table.seats))):
            game = view_room(table, seat).game
            offered = [t.view.legal for t in game.tables if t.view.legal] if game else []
            assert list(filter(None, (legal_actions(table, seat),))) == offered
            if seat is None or not is_game_on(table):
                assert offered == []


@given(plans())
def test_a_seed_is_revealed_when_its_game_is_over_and_not_before(plan: Plan) -> None:
    evening = Evening(plan)
    number = 0
    for happened in evening.steps():
        for fact in happened.entry.facts:
            if isinstance(fact, GameClosed):
                number += 1
                assert fact.reveal == secret(number).reveal()
        assert happened.after.commitment == secret(number + 1).commitment
        assert secret(number + 1).reveal().encode() not in encode(happened.entry)
        if is_game_on(happened.after):
            assert happened.after.commitment == start_of(happened.after).commitment


def looked_at(room: Room) -> CallsSeen:
    """As though every bot had been asked just now."""
    looked = NO_CALLS_SEEN
    for index, inner in enumerate(game_of(room).tables):
        for due in (BotSaysUno(0, inner.players[0]), BotCallsDue(0, index)):
            looked = note_calls_seen(room, looked, due)
    return looked


@given(plans())
def test_a_live_game_with_someone_there_never_hangs(plan: Plan) -> None:
    for happened in Evening(plan).steps():
        table = happened.after
        if not is_game_on(table) or not table.people or table.paused is not None:
            continue
        if next_deadline(table, looked_at(table)) is None:
            assert table.settings.clock.move is None
            assert waited_for(table)
            for seat in waited_for(table):
                assert not is_played_by_bot(seat)
                assert isinstance(seat, Human)
                assert is_present(table, seat.guest)


@pytest.mark.rule("UNO-8")
@given(plans())
def test_no_bot_moves_on_before_everyone_has_had_the_chance_to_call(plan: Plan) -> None:
    for happened in Evening(plan).steps():
        table = happened.after
        if not isinstance(table.game, GameOn):
            continue
        for looked in (NO_CALLS_SEEN, looked_at(table)):
            due = next_deadline(table, looked)
            if not isinstance(due, BotMoves):
                continue
            index, inner = next(
                (n, each)
                for n, each in enumerate(table.game.game.tables)
                if due.seat in each.players
            )
            if owes_uno(inner.round) is None and not is_open_to_a_jump_in(inner.round):
                continue
            assert looked is not NO_CALLS_SEEN, "the others are asked first"
            if not all(is_played_by_bot(table.seats[player]) for player in inner.players):
                clock = table.settings.clock
                assert due.at >= table.game.laid[index] + GRACE + int(clock.window * 1000)


@given(plans())
def test_a_game_whose_people_do_nothing_is_played_on(plan: Plan) -> None:
    evening = Evening(plan)
    for _ in evening.steps():
        pass
    evening.driven.comes(plan.guests[-1])
    idle = 0
    for _ in range(60):
        if not is_game_on(evening.table):
            return
        happened = list(evening.recorded(evening.falls_due))
        moved = any(isinstance(f, Moved) for h in happened for f in h.entry.facts)
        idle = 0 if moved else idle + 1
        # A new host, a warning and a lapse for everyone waited for; bots look after each of them,
        # first the one that owes UNO and then the others.
        assert idle <= 3 * (1 + 2 * len(waits_of(evening.table))) + 2
        if is_game_on(evening.table) and next_deadline(evening.table, evening.looked) is None:
            assert evening.table.settings.clock.move is None
            return


@given(plans())
def test_nobody_is_dealt_in_who_has_not_accepted_and_every_dealt_seat_is_played(
    plan: Plan,
) -> None:
    for happened in Evening(plan).steps():
        table = happened.after
        if not is_game_on(table):
            continue
        assert len(game_of(table).scores) == len(table.seats)
        for place, seat in enumerate(table.seats):
            assert seat != FREE
            if isinstance(seat, Human):
                assert seat.accepted
                awaited = place in [wait.seat for wait in waits_of(table)]
                assert awaited or seat.clock is not ClockState.WARNED
        for wait in waits_of(table):
            assert seat_in_game(game_of(table), wait.seat) is not None
        assert len({seat_name(seat) for seat in table.seats}) == len(table.seats)
