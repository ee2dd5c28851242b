"""Whole evenings at a table by chance: people, bots and clocks; all follows from a plan."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import assert_never

import msgspec
from hypothesis import note
from hypothesis import strategies as st

from openuno import EDITIONS, with_switches
from openuno.engine.actions import Action, SayUno, Suggest
from openuno.engine.notation.rules import rules_text
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.notation import format_text
from openuno.game.state import Act, NextRound
from openuno.record.fairness import client_commitment
from openuno.room import commands as ask
from openuno.room.chat import EMOTES
from openuno.room.deadlines import (
    NO_CALLS_SEEN,
    Archive,
    BotCallsDue,
    BotMoves,
    BotSaysUno,
    Delete,
    Due,
    Expire,
    HostChangeDue,
    NextRoundDue,
    StartDue,
    TimeoutDue,
    VerdictDue,
    Warn,
    next_deadline,
    note_calls_seen,
)
from openuno.room.decide import decide
from openuno.room.decide.moves import apply_game_command
from openuno.room.facts import (
    AccusationClosed,
    Archived,
    Entry,
    GamePaused,
    HostChanged,
    MovedBy,
    WrongPasswords,
)
from openuno.room.host import is_acting
from openuno.room.refusals import Refused
from openuno.room.settings import Clock, Settings
from openuno.room.starting import continue_start
from openuno.room.state import (
    FREE,
    Human,
    Room,
    Seat,
    humans,
    is_game_on,
    is_played_by_bot,
    is_present,
    last_game,
    seat_of,
)
from openuno.room.view import legal_actions
from tests.action_space import all_actions
from tests.policies import closing
from tests.room.driver import PEOPLE, RoomDriver, open_room
from tests.room.games import game_of, waits_of
from tests.strategies import tables

WATCHERS = ("wim", "xia")
SAYINGS = ("hello", "red 7!", "", "\u202e", "x" * 400, "play blue", "nice one")
NAMES = (None, "Ann", "Zoe", " ", "x" * 30)
FACES = (None, "p:2-1-4-0-3", "p:6-7-14-31-8", "p:9-9-9-9-9")


class Plan(msgspec.Struct, frozen=True):
    """A table, how many steps it is followed, and the chance it all comes from."""

    settings: Settings
    seed: int
    length: int

    @property
    def guests(self) -> tuple[str, ...]:
        """Everyone who may turn up: more than there are seats."""
        return PEOPLE[: self.settings.seats] + WATCHERS


@dataclass(frozen=True)
class Happened:
    """One entry: the table it found, and the table it left."""

    before: Room
    entry: Entry
    after: Room


CLOCKS = st.builds(
    Clock,
    move=st.sampled_from((None, 5, 60, 3600, 3 * 24 * 3600)),
    away=st.sampled_from((5, 30)),
    between=st.sampled_from((1, 20)),
    bots=st.sampled_from((0, 1, 10)),
    window=st.sampled_from((0, 0.5, 1, 3)),
)


def formats(seats: int, *, teams: bool) -> st.SearchStrategy[Format]:
    """Those that this many can play."""
    limits = st.sampled_from((1, 60, 500))
    choices: list[st.SearchStrategy[Format]] = []
    if not teams:
        choices += [st.just(Single()), st.builds(Race, limits), st.builds(LowTally, limits)]
        choices += [st.builds(Elimination, limits), st.builds(BestOf, st.sampled_from((1, 3)))]
    if seats == 4:
        choices.append(st.builds(Partners, limits))
    if seats in (4, 8):
        choices.append(st.just(Rotating()))
    if seats >= 4 and seats % 2 == 0:
        choices.append(st.builds(Teams, limits))
    return st.one_of(choices)


@st.composite
def plans(draw: st.DrawFn, length: int = 200) -> Plan:
    """Any rules, any format they can be played in, any clock."""
    rules, seats = draw(tables())
    if draw(st.sampled_from((True, True, False))):
        rules = with_switches(rules, hand_size=min(rules.hand_size, 2))  # games that end
    if draw(st.booleans()) and not rules.teams:
        rules = with_switches(EDITIONS[rules.edition], hand_size=rules.hand_size)
    format = draw(formats(seats, teams=rules.teams))
    settings = Settings(
        rules=rules_text(rules), format=format_text(format), seats=seats, clock=draw(CLOCKS)
    )
    plan = Plan(
        settings, draw(st.integers(0, 2**32 - 1)), draw(st.sampled_from((20, length, length)))
    )
    note(f"{settings.rules} {settings.format} for {seats}, {settings.clock}")
    return plan


class Evening:
    """The table of a plan and those around it, going on step by step."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.chance = Random(plan.seed)
        self.pauses = Random(plan.seed + 1)
        self.driven = open_room(plan.settings)
        self.looked = NO_CALLS_SEEN
        self.fallen_due: set[type] = set()
        self.seeds: dict[str, str] = {}
        """By commitment."""
        self.actions = list(all_actions(min(plan.settings.seats, 10)))

    @property
    def table(self) -> Room:
        return self.driven.table

    def steps(self) -> Iterator[Happened]:
        """What happens, entry by entry; what is refused leaves no trace."""
        for _ in range(self.plan.length):
            self.driven.waits(self.chance.choice((0, 0, 100, 900, 3_000, 70_000)))
            yield from self.recorded(self._anything)
            if self.pauses.random() < 0.01 and self.table.closed_for is None:
                yield from self.recorded(self._pauses)

    def recorded(self, step: Callable[[], object]) -> Iterator[Happened]:
        """The entries a step writes."""
        before, known = self.table, len(self.driven.after)
        with suppress(Refused):
            step()
        for after in self.driven.after[known:]:
            yield Happened(before, self.driven.log[after.seq - 1], after)
            before = after

    def _pauses(self) -> None:
        """The host of an event stops the table for a while."""
        self.driven.happens(GamePaused(paused=True))
        self.driven.happens(GamePaused(paused=False))

    def _anything(self) -> None:
        roll = self.chance.random()
        starting = self.table.starting
        if starting is not None and starting.asked and roll < 0.4:
            self._shows_seeds()
        elif not is_game_on(self.table) and roll < 0.2:
            self._gather()
        elif roll < 0.6 and waits_of(self.table):
            self._goes_on()
        elif 0.6 <= roll < 0.75:
            self.falls_due()
        elif 0.75 <= roll < 0.85:
            self._comes_or_goes()
        else:
            self.driven.asks(self._anyone(), self.any_command())

    def _anyone(self) -> str:
        """Often the host, mostly someone who is there."""
        there = [person.guest for person in self.table.people]
        host = [self.table.host] if self.table.host in there else there
        roll = self.chance.random()
        known = host if roll < 0.4 else there if roll < 0.9 else ()
        return self.chance.choice(list(filter(None, known)) or self.plan.guests)

    def _gather(self) -> None:
        """As many as a game needs come, sit down and are ready; the host starts."""
        host = self.table.host
        if host is None or not is_present(self.table, host):
            self.driven.comes(host or self.chance.choice(self.plan.guests))
            self.falls_due()
            return
        for place, seat in enumerate(self.table.seats):
            guest = self.plan.guests[place % len(self.plan.guests)]
            if seat == FREE and self._may_sit(guest) and self.chance.random() < 0.7:
                self.driven.comes(guest).asks(guest, ask.Sit(place))
            elif seat == FREE and self.chance.random() < 0.8:
                self.driven.asks(host, ask.AddBot(place))
        for seat in humans(self.table):
            self.driven.comes(seat.guest).asks(seat.guest, ask.Ready())
            self._adds_seed(seat.guest)
        self.driven.asks(host, ask.Start(only_taken=FREE in self.table.seats))

    def _adds_seed(self, guest: str) -> None:
        """Someone commits to a seed, or shows one at once, or leaves it."""
        roll, seed = self.chance.random(), self.chance.randbytes(32)
        if roll < 0.5:
            bound = client_commitment(seed).hex()
            self.seeds[bound] = seed.hex()
            self.driven.asks(guest, ask.Commit(bound))
        elif roll < 0.8:
            self.driven.asks(guest, ask.AddSeed(seed.hex()))

    def _shows_seeds(self) -> None:
        """Some of those who have committed to a seed show it."""
        starting = self.table.starting
        assert starting is not None
        for place, bound in enumerate(starting.commitments):
            guest, seed = self._guest_in(place), self.seeds.get(bound or "")
            if self.table.starting and guest and seed and self.chance.random() < 0.8:
                self.driven.comes(guest).asks(guest, ask.AddSeed(seed))

    def _may_sit(self, guest: str) -> bool:
        return seat_of(self.table, guest) is None and guest not in self.table.kicked

    def _guest_in(self, place: int) -> str | None:
        seat = self.table.seats[place]
        return seat.guest if isinstance(seat, Human) else None

    def _said_last(self) -> int:
        """What somebody can be accused of, or nothing."""
        remarks = self.driven.hints.remarks
        return remarks[-1].message if remarks else 0

    def _breaks(self) -> bool:
        """Whether someone says that another, or they themselves, did not keep an honour rule."""
        here = [s.guest for s in humans(self.table) if is_present(self.table, s.guest)]
        readings = self.driven.hints.readings
        if not readings or not here or self.chance.random() < 0.5:
            return False
        reading = self.chance.choice(readings)
        seat = self.chance.choice(reading.players)
        self.driven.asks(self.chance.choice(here), ask.Accuse(reading.message, seat))
        return True

    def _accuses(self) -> bool:
        """Whether someone says something, and another calls it a hint."""
        game = last_game(self.table)
        here = [s.guest for s in humans(self.table) if is_present(self.table, s.guest)]
        price = 0 if game is None else game.rules.suggestion_penalty
        if not price or len(here) < 2 or self.chance.random() < 0.8:
            return False
        speaker, accuser = self.chance.sample(here, 2)
        self.driven.asks(speaker, ask.Say("nice one"))
        self.driven.asks(accuser, ask.Accuse(self._said_last()))
        return True

    def _judges(self) -> bool:
        """Whether one of those who are asked says if somebody has given a hint."""
        accusation = self.driven.hints.accusation
        if accusation is None:
            return self._breaks() or self._accuses()
        if self.chance.random() < 0.5:
            return False
        spoken = {*accusation.guilty, *accusation.innocent}
        asked = [self._guest_in(seat) for seat in accusation.judges if seat not in spoken]
        there = [guest for guest in asked if guest and is_present(self.table, guest)]
        if not there:
            return False
        self.driven.asks(self.chance.choice(there), ask.Judge(self.chance.random() < 0.7))
        return True

    def _goes_on(self) -> None:
        """The player who is waited for moves, or anyone who may do something calls out."""
        if self._judges():
            return
        seat = self.chance.choice(waits_of(self.table)).seat
        if self.chance.random() < 0.2:
            seat = self.chance.randrange(len(self.table.seats))
        choices = legal_actions(self.table, seat)
        if choices and self.chance.random() < 0.5:
            self._moves(seat, self.chance.choice(choices))
        elif any(wait.seat == seat for wait in waits_of(self.table)):
            self._moves(seat, self._best(seat))

    def _moves(self, place: int, action: Action) -> None:
        seat = self.table.seats[place]
        if isinstance(seat, Human) and is_present(self.table, seat.guest):
            says = isinstance(action, Suggest) and self.chance.random() < 0.5
            command = ask.Say("red", anyway=True) if says else ask.Move(action)
            self.driven.asks(seat.guest, command)
        elif is_played_by_bot(seat):
            self._carries_out(Act(place, action), MovedBy.BOT)

    def _carries_out(self, what: Act | NextRound, by: MovedBy) -> None:
        game = game_of(self.table)
        driven = self.driven
        driven.happens(*apply_game_command(game, what, driven.secrets, by))

    def _comes_or_goes(self) -> None:
        guest, via = self.chance.choice(self.plan.guests), self.chance.choice(("one", "two"))
        if self.chance.random() < 0.02:
            self.driven.happens(WrongPasswords(self.chance.randrange(1, 20)))
        if self.chance.random() < 0.05:
            for person in self.table.people:
                for door in person.via:
                    self.driven.goes(person.guest, via=door)
            self.falls_due()
        elif self.chance.random() < 0.6:
            self.driven.comes(guest, via=via)
        else:
            self.driven.goes(guest, via=via)

    def falls_due(self) -> Due | None:
        """The table does what it would do next by itself, and it is that time."""
        due = next_deadline(self.table, self.looked)
        if due is None:
            return None
        self.fallen_due.add(type(due))
        self.driven.now = max(self.driven.now, due.at)
        self.looked = note_calls_seen(self.table, self.looked, due)
        match due:
            case BotMoves():
                self._carries_out(Act(due.seat, self._best(due.seat)), MovedBy.BOT)
            case BotSaysUno():
                if self.chance.random() < 0.5:
                    self._carries_out(Act(due.seat, SayUno()), MovedBy.BOT)
            case BotCallsDue():
                pass
            case Warn():
                self.driven.warned(due.seat)
            case TimeoutDue():
                self.driven.late(due.seat)
            case StartDue():
                self.driven.happens(*continue_start(self.table, self.driven.secrets))
            case NextRoundDue():
                self._carries_out(NextRound(), MovedBy.CLOCK)
            case HostChangeDue():
                self.driven.happens(HostChanged(due.guest, is_acting(self.table, due.guest)))
            case VerdictDue():
                self.driven.happens(AccusationClosed(upheld=False))
            case Archive():
                self.driven.happens(Archived())
            case Expire():
                self.driven.comes(self.table.host or self.plan.guests[0])  # at the last moment
            case Delete():
                pass  # nothing is left to follow
            case _:
                assert_never(due)
        return due

    def _best(self, place: int) -> Action:
        """What takes the seat, whose turn it is, out of the hand soonest."""
        game = game_of(self.table)
        (table,) = (table for table in game.tables if place in table.players)
        seat, action = closing(table.round, self.chance)
        assert table.players[seat] == place
        return action

    def any_command(self) -> ask.RoomCommand:
        """Anything that can be asked, sensible or not."""
        chance, seats = self.chance, len(self.table.seats)
        seat = chance.randrange(-1, seats + 1)
        guest = chance.choice(self.plan.guests)
        free = [at for at, one in enumerate(self.table.seats) if not isinstance(one, Human)]
        makers: tuple[Callable[[], ask.RoomCommand], ...] = (
            lambda: ask.Sit(chance.choice(free or [seat]), chance.random() < 0.5),
            lambda: ask.Sit(seat, chance.random() < 0.5),
            lambda: ask.Sit(
                chance.choice(free or [seat]),
                ready=chance.random() < 0.5,
                name=chance.choice(NAMES),
                face=chance.choice(FACES),
            ),
            ask.Stand,
            ask.Leave,
            ask.Return,
            lambda: ask.Ready(chance.random() < 0.8),
            lambda: ask.Commit(chance.choice((chance.randbytes(32).hex(), "zz"))),
            lambda: ask.AddSeed(chance.choice((chance.randbytes(32).hex(), "zz"))),
            lambda: ask.Start(chance.choice((None, None, seat)), only_taken=chance.random() < 0.5),
            lambda: ask.Move(chance.choice(self.actions)),
            ask.DealNextRound,
            ask.Rematch,
            lambda: chance.choice((ask.End(), ask.DealNextRound())),
            lambda: ask.SetUp(self._other_settings()),
            lambda: ask.AddBot(seat, chance.choice(("random", "regular", "nobody"))),
            lambda: ask.RemoveBot(seat),
            lambda: ask.Kick(seat),
            lambda: ask.Vote(chance.choice((None, seat)), chance.random() < 0.8),
            lambda: ask.HandOver(guest),
            lambda: ask.Say(chance.choice(SAYINGS), chance.random() < 0.5),
            lambda: ask.Accuse(self._said_last(), chance.choice((None, seat))),
            lambda: ask.Judge(chance.random() < 0.7),
            lambda: ask.Rename(chance.choice(NAMES), chance.choice(FACES)),
            lambda: ask.Emote(chance.choice((*EMOTES, "rude"))),
            lambda: ask.Mute(guest, chance.random() < 0.5),
        )
        return chance.choice(makers)()

    def _other_settings(self) -> Settings:
        chance = self.chance
        return chance.choice(
            (
                self.plan.settings,
                Settings(rules=chance.choice(tuple(EDITIONS)), seats=chance.randrange(1, 12)),
                Settings(format="partners"),
                Settings(format="chess"),
            )
        )


def asks_something(driven: RoomDriver, guest: str, command: ask.RoomCommand) -> bool:
    """Whether the table would do it; nothing is written down."""
    try:
        decide(driven.table, driven.asked(guest), command)
    except Refused:
        return False
    return True


def waited_for(room: Room) -> list[Seat]:
    """The seats the game waits for."""
    return [room.seats[wait.seat] for wait in waits_of(room)]
