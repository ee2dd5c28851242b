"""The only writer of a room: (room, entry of its log) → room."""

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from openuno.engine.actions import Catch, SayUno, Suggest
from openuno.engine.events import Played
from openuno.engine.rng import Generator
from openuno.game.events import AtTable, GameEvent
from openuno.game.evolve import evolve_events
from openuno.game.play import new_game
from openuno.game.sheet import Rows, add_points
from openuno.game.state import Act, Command, Game, NextRound, players_to_act
from openuno.room import facts
from openuno.room.evolve_hints import evolve_hints, hints_after_move
from openuno.room.facts import Entry, Fact
from openuno.room.hints import NO_HINTS, Remark, hear
from openuno.room.settings import parse_settings
from openuno.room.state import (
    FREE,
    RUNNING,
    TIMED_OUT,
    WARNED,
    Ballot,
    BotSeat,
    Free,
    GameOn,
    GameOver,
    Human,
    Person,
    Room,
    Seat,
    Starting,
    Wait,
    collect_seeds,
    is_game_on,
    seat_of,
    without_seats,
)

RngSource = Callable[[facts.GameStarted], Generator]
"""Where the chance of a game comes from: the secret seed and the shares told at its start."""


def evolve_room(room: Room | None, entry: Entry, rng_source: RngSource) -> Room:
    """The table after one more entry of its log."""
    if room is None:
        opened = entry.facts[0]
        assert isinstance(opened, facts.Opened), "a log begins with the opening"
        room = Room(
            opened.settings,
            opened.host,
            (FREE,) * opened.settings.seats,
            opened.password,
            host_away=entry.at,
            owner=opened.host,
            event=opened.event,
        )
    assert entry.seq == room.seq + 1, "a log has no gaps"
    if len(entry.facts) == 1 and isinstance(moved := entry.facts[0], facts.Moved):
        return _evolve_move(room, moved, entry.seq, entry.at)  # nearly every entry is one
    room = replace(room, seq=entry.seq, at=entry.at, archived=False)
    for fact in entry.facts:
        room = _evolve(room, fact, rng_source)
    return room


def _evolve(room: Room, fact: Fact, rng_source: RngSource) -> Room:
    match fact:
        case facts.Moved():
            return _evolve_move(room, fact, room.seq, room.at)
        case facts.Opened() | facts.Emoted():
            return room
        case facts.Said():
            return _add_remark(room, fact)
        case facts.Accused() | facts.Judged() | facts.AccusationClosed():
            on = _game_on(room)
            return replace(room, game=replace(on, hints=evolve_hints(on.hints, fact)))
        case facts.SettingsChanged(settings):
            added = (FREE,) * (settings.seats - len(room.seats))
            room = replace(room, settings=settings, seats=(*room.seats[: settings.seats], *added))
            return _change_humans(room, ready=False, accepted=False, seed=None)
        case facts.SeatsRemoved(seats):
            return without_seats(room, seats)
        case facts.Arrived() | facts.Departed():
            return _set_presence(room, fact)
        case facts.Sat(player, guest, name, face):
            # Who sits down during a game has accepted its rules, or would have been refused.
            sat = Human(guest, name, accepted=is_game_on(room), face=face)
            return _restart_clock(_with_seat(room, player, sat), player)
        case facts.Renamed():
            return _rename(room, fact)
        case facts.BotSat(player, bot, name, face):
            return _with_seat(room, player, BotSeat(bot, name, face=face))
        case facts.Stood():
            return _vacate_seat(room, fact)
        case facts.HostChanged(guest, acting):
            owner = room.owner if acting else guest
            return replace(room, host=guest, host_away=None, owner=owner)
        case facts.Voted():
            return _add_vote(room, fact)
        case facts.ReadyChanged(player, ready):
            accepted = ready or _human(room, player).accepted
            return _change_human(room, player, ready=ready, accepted=accepted)
        case facts.SeedCommitted(player, commitment):
            return _change_human(room, player, commitment=commitment, seed=None)
        case facts.SeedAdded():
            return _add_seed(room, fact)
        case facts.StartAsked(dealer):
            return replace(room, starting=Starting(room.at, dealer))
        case facts.SeedsAsked():
            return _ask_seeds(room)
        case facts.Committed(commitment):
            return replace(_change_humans(room, seed=None), commitment=commitment)
        case facts.GameStarted():
            return _start_game(room, fact, rng_source)
        case facts.GameClosed():
            return _close_game(room)
        case facts.SeedRevealed(reveal):
            assert isinstance(room.game, GameOver), "a seed is revealed after the game"
            return replace(room, game=replace(room.game, reveal=reveal))
        case facts.GamePaused(paused):
            if paused:
                return replace(room, paused=room.at)
            return _resume(room)
        case facts.Warned(player):
            return _change_human(room, player, clock=WARNED)
        case facts.TimedOut(player):
            return _change_human(room, player, clock=TIMED_OUT)
        case facts.Returned(player):
            back = _change_human(room, player, clock=RUNNING)
            return _restart_clock(back, player)
        case facts.Muted(guest, muted):
            return replace(room, muted=room.muted | {guest} if muted else room.muted - {guest})
        case facts.WrongPasswords(count):
            return replace(room, wrong_passwords=room.wrong_passwords + count)
        case facts.Archived():
            return replace(room, archived=True)
        case facts.TableClosed(why):
            return replace(room, archived=True, closed_for=why)
        case _:
            assert_never(fact)


def _add_seed(room: Room, fact: facts.SeedAdded) -> Room:
    starting = room.starting
    if starting is None or not starting.asked:
        return _change_human(room, fact.seat, seed=fact.seed)
    seeds = (*starting.seeds[: fact.seat], fact.seed, *starting.seeds[fact.seat + 1 :])
    return replace(room, starting=replace(starting, seeds=seeds))


def _ask_seeds(room: Room) -> Room:
    """What was added so far is for this game; from now on seats commit for the one after it."""
    assert room.starting is not None, "a start was asked for"
    starting = collect_seeds(room.seats, room.starting.dealer, room.at)
    return replace(_change_humans(room, commitment=None, seed=None), starting=starting)


def _set_presence(room: Room, fact: facts.Arrived | facts.Departed) -> Room:
    guest = fact.guest
    before = next((person for person in room.people if person.guest == guest), None)
    others = tuple(person for person in room.people if person.guest != guest)
    via = () if before is None else tuple(door for door in before.via if door != fact.via)
    match fact:
        case facts.Arrived(_, name, door, face):
            people = (*others, Person(guest, name, (*via, door), face))
            away = None
        case facts.Departed() if before is not None and via:
            people = (*others, replace(before, via=via))
            away = None
        case facts.Departed() if before is None:
            return room  # away since before
        case facts.Departed():
            people = others
            away = room.at
        case _:
            assert_never(fact)
    if people and not room.people:
        room = replace(_without_warnings(room), resumed=room.at)
    room = replace(room, people=people)
    if guest == room.host:
        room = replace(room, host_away=away)
    player = seat_of(room, guest)
    if player is None:
        return room
    if away is None:  # nobody votes on someone who is back
        room = _without_votes(room, seat=player)
    return _change_human(room, player, away=away)


def _rename(room: Room, fact: facts.Renamed) -> Room:
    people = tuple(
        replace(person, name=fact.name, face=fact.face) if person.guest == fact.guest else person
        for person in room.people
    )
    room = replace(room, people=people)
    player = seat_of(room, fact.guest)
    if player is None:
        return room
    return _change_human(room, player, name=fact.name, face=fact.face)


def _resume(room: Room) -> Room:
    """The table after a pause: every clock starts again."""
    room = replace(_clear_warnings(room), paused=None)
    on = room.game
    if not isinstance(on, GameOn):
        return room
    waiting = tuple(Wait(wait.seat, room.at) for wait in on.waiting)
    return replace(room, game=replace(on, waiting=waiting, rested=room.at))


def _without_warnings(room: Room) -> Room:
    """Clocks start again, and so do warnings; but the clocks of correspondence ran on."""
    return room if room.settings.clock.correspondence else _clear_warnings(room)


def _clear_warnings(room: Room) -> Room:
    for player, seat in enumerate(room.seats):
        if _is_warned(seat):
            room = _change_human(room, player, clock=RUNNING)
    return room


def _add_vote(room: Room, fact: facts.Voted) -> Room:
    others = tuple(
        ballot for ballot in room.votes if (ballot.guest, ballot.seat) != (fact.guest, fact.seat)
    )
    cast = (Ballot(fact.guest, fact.seat, fact.until),) if fact.favour else ()
    return replace(room, votes=(*others, *cast))


def _without_votes(room: Room, *, seat: int, guest: str | None = None) -> Room:
    """The table without the votes on this seat, and those of a person who has given it up."""
    if not room.votes:
        return room
    kept = (ballot for ballot in room.votes if ballot.seat != seat and ballot.guest != guest)
    return replace(room, votes=tuple(kept))


def _vacate_seat(room: Room, fact: facts.Stood) -> Room:
    left = room.seats[fact.seat]
    if not isinstance(left, Human):
        return _with_seat(_without_votes(room, seat=fact.seat), fact.seat, FREE)
    room = _without_votes(room, seat=fact.seat, guest=left.guest)
    if fact.kicked:
        room = replace(room, kicked=room.kicked | {left.guest})
        if left.guest == room.owner:
            room = replace(room, owner=room.host)  # the table is not theirs any more
    if fact.by_bot is None:
        return _with_seat(room, fact.seat, FREE)
    return _with_seat(room, fact.seat, BotSeat(fact.by_bot, left.name, left.guest, left.face))


def _start_game(room: Room, fact: facts.GameStarted, rng_source: RngSource) -> Room:
    rules, format = parse_settings(room.settings)
    game = new_game(rules, format, len(room.seats), rng_source(fact))
    game = evolve_events(game, fact.events)
    on = GameOn(
        game=game,
        started=fact,
        first=room.seq,
        dealt=room.seq,
        sheet=_add_to_sheet((), fact.events, len(game.scores)),
        waiting=(),
        laid=(room.at,) * len(game.tables),
        rested=room.at,
    )
    return replace(room, game=on, starting=None, votes=())


def _close_game(room: Room) -> Room:
    on = _game_on(room)
    over = GameOver(on.game, on.started, on.first, on.sheet, on.laid, ended=room.at)
    seats = tuple(_seat_after_game(seat) for seat in room.seats)
    return replace(room, seats=seats, game=over, votes=())


def _seat_after_game(seat: Seat) -> Seat:
    """A seat a bot kept for someone is free again; a person's seat stays theirs."""
    match seat:
        case Human():
            return replace(seat, ready=False, clock=RUNNING)
        case BotSeat():
            return seat if seat.kept_for is None else FREE
        case Free():
            return seat
        case _:
            assert_never(seat)


def _add_remark(room: Room, fact: facts.Said) -> Room:
    """What a player says during a game can be judged, where suggestions cost cards (PEN-1)."""
    seat, on = seat_of(room, fact.guest), room.game
    if seat is None or not isinstance(on, GameOn) or not on.game.rules.suggestion_penalty:
        return room
    hints = hear(on.hints, Remark(room.seq, seat, fact.text))
    return replace(room, game=replace(on, hints=hints))


def _evolve_move(room: Room, fact: facts.Moved, seq: int, at: int) -> Room:
    on = _game_on(room)
    game = evolve_events(on.game, fact.events)
    laid = on.laid
    if len(laid) != len(game.tables):
        laid = (at,) * len(game.tables)
    acted = _acting_player(fact.command)
    kept = before = on.waiting
    sheet = on.sheet
    for event in fact.events:
        if not isinstance(event, AtTable):
            sheet = add_points(sheet, event, len(game.scores))
        elif isinstance(event.what, Played):
            laid = (*laid[: event.table], at, *laid[event.table + 1 :])
            # A card laid is a new turn, for who waited already too: it may have been a jump-in.
            players = game.tables[event.table].players
            kept = tuple(wait for wait in kept if wait.seat not in players)
    waiting = _waiting(kept, game, acted, at)
    dealt = isinstance(fact.command, NextRound)  # perhaps a round that its first card has ended
    hints = on.hints
    on = GameOn(
        game=game,
        started=on.started,
        first=on.first,
        dealt=seq if dealt else on.dealt,
        sheet=sheet,
        waiting=waiting,
        laid=laid,
        rested=on.rested if waiting or not (before or dealt) else at,
        hints=hints_after_move(hints, fact, game, seq)
        if hints is not NO_HINTS or game.rules.written
        else hints,
    )
    room = replace(room, game=on, seq=seq, at=at, archived=False)
    for wait in before:
        if _is_warned(room.seats[wait.seat]) and wait not in waiting:
            room = _change_human(room, wait.seat, clock=RUNNING)
    return room


def _add_to_sheet(sheet: Rows, events: tuple[GameEvent, ...], players: int) -> Rows:
    """The sheet with what these events bring."""
    for event in events:
        if not isinstance(event, AtTable):  # nearly all are, and bring no points
            sheet = add_points(sheet, event, players)
    return sheet


def _acting_player(command: Command) -> int | None:
    """Whose clock the command stops. A call is no turn: catching by guess must buy no time."""
    if not isinstance(command, Act) or isinstance(command.action, Catch | SayUno | Suggest):
        return None
    return command.player


def _waiting(before: tuple[Wait, ...], game: Game, acted: int | None, at: int) -> tuple[Wait, ...]:
    """Whom the game waits for; a clock goes on unless its own seat has acted."""
    since = {wait.seat: wait.since for wait in before if wait.seat != acted}
    return tuple([Wait(seat, since.get(seat, at)) for seat in players_to_act(game)])


def _restart_clock(room: Room, player: int) -> Room:
    """The seat's clock started again, if the game waits for it."""
    on = room.game
    if not isinstance(on, GameOn):
        return room
    waiting = tuple(Wait(player, room.at) if wait.seat == player else wait for wait in on.waiting)
    return replace(room, game=replace(on, waiting=waiting))


def _game_on(room: Room) -> GameOn:
    assert isinstance(room.game, GameOn), "this happens during a game only"
    return room.game


def _with_seat(room: Room, player: int, seat: Seat) -> Room:
    return replace(room, seats=(*room.seats[:player], seat, *room.seats[player + 1 :]))


def _change_human(room: Room, player: int, **changes: object) -> Room:
    return _with_seat(room, player, replace(_human(room, player), **changes))


def _change_humans(room: Room, **changes: object) -> Room:
    seats = (replace(seat, **changes) if isinstance(seat, Human) else seat for seat in room.seats)
    return replace(room, seats=tuple(seats))


def _human(room: Room, player: int) -> Human:
    seat = room.seats[player]
    assert isinstance(seat, Human), "this happens to people only"
    return seat


def _is_warned(seat: Seat) -> bool:
    return isinstance(seat, Human) and seat.clock is WARNED
