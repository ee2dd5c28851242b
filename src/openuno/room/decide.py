"""Whether a person may do what they ask, and what follows: (table, command) -> facts."""

from typing import assert_never

import msgspec

from openuno.bots.characters import name_for
from openuno.bots.registry import BOTS, CHOICES, EXPERT, choose_kind, is_oracle
from openuno.engine.actions import Action, Catch, Suggest
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.legal import legal
from openuno.engine.rules import MIN_SEATS
from openuno.engine.state import owes_uno, seat_to_act
from openuno.game.play import apply_command
from openuno.game.state import Act, Command, Game, NextRound, Penalty
from openuno.game.state import find_player as seat_in_game
from openuno.game.state import is_round_on as hand_is_on
from openuno.room import commands as ask
from openuno.room.accusations import accuse, accuse_of_breaking, give_verdict
from openuno.room.card_words import suggests_card
from openuno.room.chat import EMOTES, clean_name, clean_text
from openuno.room.closing import check_open
from openuno.room.deadlines import GRACE
from openuno.room.evolve_hints import accusation_of
from openuno.room.faces import face_of_bot
from openuno.room.facts import (
    AccusationClosed,
    Accused,
    BotSat,
    Departed,
    Emoted,
    Fact,
    HostChanged,
    Moved,
    MovedBy,
    Muted,
    ReadyChanged,
    Returned,
    Said,
    Sat,
    SeatsRemoved,
    SettingsChanged,
    Stood,
    Voted,
)
from openuno.room.host import (
    absent_players,
    check_absent,
    check_gone,
    has_voted,
    is_acting,
    is_carried,
    long_absence,
    next_host,
)
from openuno.room.naming import distinct_name, rename
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.settings import normalize_settings, parse_settings
from openuno.room.starting import ask_start, commit_seed, share_seed
from openuno.room.state import (
    FREE,
    TIMED_OUT,
    Ballot,
    BotSeat,
    GameOn,
    Human,
    NoGame,
    Room,
    humans,
    is_game_on,
    is_played_by_bot,
    is_present,
    is_reserved,
    seat_name,
    seat_of,
    without_seats,
)

STAND_IN_BOT = "regular"
"""The bot that plays on for those who leave during a game, and for those who are late."""
COOL_DOWN = 2000
"""Milliseconds without another try after a catch that was too early."""


class RequestContext(msgspec.Struct, frozen=True, gc=False):
    """Who asks, when, and the table's secrets.

    Until `cooling` the person may not try to catch anyone.
    """

    guest: str
    name: str
    now: int
    secrets: Secrets
    cooling: int = 0
    face: str | None = None


def decide(room: Room, request: RequestContext, what: ask.RoomCommand) -> tuple[Fact, ...]:
    """The facts the command brings about, none if all is so already; or `Refused`."""
    check_open(room)
    if not is_present(room, request.guest):
        raise Refused(RefusalKind.NOT_AT_TABLE)
    if room.event is not None:
        _check_event_table(room, request, what)
    match what:
        case ask.Move():
            return _move(room, request, what.action)
        case ask.DealNextRound():
            on = _check_on(room)
            if request.guest != room.host:
                _own_seat(room, request)
            return apply_game_command(on.game, NextRound(), request.secrets)
        case ask.Sit():
            return _sit(room, request, what)
        case ask.Stand() | ask.Ready() | ask.Return():
            return _seat(room, request, what)
        case ask.Commit(commitment):
            return commit_seed(room, _own_seat(room, request), commitment, request.secrets)
        case ask.AddSeed(seed):
            return share_seed(room, _own_seat(room, request), seed, request.secrets)
        case ask.Leave():
            return _leave(room, request)
        case ask.Vote():
            return _vote(room, request, what)
        case ask.Rename(name, face):
            return rename(room, request.guest, name, face)
        case ask.Rematch():
            if request.guest != room.host:
                _own_seat(room, request)
            _check_off(room, RefusalKind.GAME_ON)
            _check_rematch(room, request)
            return _start_with_taken(room, request, None)
        case ask.Say() | ask.Emote():
            return _say(room, request, what)
        case ask.Accuse() | ask.Judge():
            return _accuse_or_judge(room, request, what)
        case _ if not _may_order(room, request.guest, what):
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Start(dealer, only_taken):
            _check_off(room, RefusalKind.GAME_ON)
            _check_ready(room, request)
            if only_taken:
                return _start_with_taken(room, request, dealer)
            return _start(room, request, dealer)
        case ask.End():
            _check_on(room)
            check_absent(room, request.guest, absent_players(room), request.now)
            return _end(request)
        case ask.SetUp(settings):
            _check_off(room, RefusalKind.GAME_ON_RULES)
            settings = normalize_settings(settings)
            if any(seat != FREE for seat in room.seats[settings.seats :]):
                raise Refused(RefusalKind.SEAT_IN_USE)
            return () if settings == room.settings else (SettingsChanged(settings),)
        case ask.AddBot() | ask.RemoveBot():
            return _bots(room, what)
        case ask.Kick() | ask.HandOver() | ask.Mute():
            return _order(room, request, what)
        case _:
            assert_never(what)


def refusal_of(room: Room, guest: str, action: Action) -> Refused | None:
    """Why a person may not do this in the round now; None if they may."""
    try:
        on = _check_on(room)
        apply_command(on.game, Act(_seat_of(room, guest), action))
    except IllegalAction as error:
        return Refused(RefusalKind.ILLEGAL_MOVE, cause=error)
    except Refused as refused:
        return refused
    return None


def owes_uno_at(room: Room, guest: str) -> bool:
    """Whether a person owes UNO now, in the game at this table."""
    player = seat_of(room, guest)
    if player is None or not isinstance(room.game, GameOn):
        return False
    game = room.game.game
    found = seat_in_game(game, player)
    return found is not None and owes_uno(game.tables[found[0]].round) == found[1]


def apply_game_command(
    game: Game, what: Command, secrets: Secrets, by: MovedBy = MovedBy.PERSON
) -> tuple[Fact, ...]:
    """A move in the game by anyone, and the reveal if it ends the game."""
    try:
        step = apply_command(game, what)
    except IllegalAction as error:
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=error) from None
    moved = Moved(what, step.events, by)
    if step.game.winners is None:
        return (moved,)
    return (moved, *secrets.end_game())


def _move(room: Room, request: RequestContext, action: Action) -> tuple[Fact, ...]:
    on = _check_on(room)
    player = _own_seat(room, request)
    if isinstance(action, Catch):
        _check_catch(on, request, player, action.target)
    facts = apply_game_command(on.game, Act(player, action), request.secrets)
    return (Returned(player), *facts) if is_played_by_bot(room.seats[player]) else facts


def _check_catch(on: GameOn, request: RequestContext, player: int, target: int) -> None:
    """Refuse a catch that comes too early. One that comes too late meets a newer card: it is
    told that there is nothing to catch, and costs nothing.
    """
    found = seat_in_game(on.game, player)
    if found is None:
        return
    inner, seat = found
    round, in_grace = on.game.tables[inner].round, request.now - on.laid[inner] < GRACE
    if owes_uno(round) == target:
        if request.now < request.cooling:
            wait = request.cooling - request.now
            raise Refused(RefusalKind.CATCH_COOLING, retry=wait)
        if in_grace:
            raise Refused(RefusalKind.TOO_EARLY)
    elif in_grace and Catch(target) in legal(round, seat):
        # It would cost cards here, but was meant for the card before.
        cause = IllegalAction(Reason.NOTHING_TO_CATCH, seat=target)
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)


def _sit(room: Room, request: RequestContext, what: ask.Sit) -> tuple[Fact, ...]:
    player = what.seat
    _check_seat(room, player)
    if seat_of(room, request.guest) is not None:
        raise Refused(RefusalKind.ALREADY_SEATED)
    if request.guest in room.kicked:
        raise Refused(RefusalKind.KICKED)
    if room.starting is not None:
        raise Refused(RefusalKind.GAME_ON_SIT_LATER)
    if isinstance(room.game, GameOn):
        _check_takes_over(room, room.game.game, request, what)
    elif room.seats[player] != FREE and not _is_kept_for(room, player, request.guest):
        raise Refused(RefusalKind.SEAT_TAKEN)
    # At an event its host decides what people are called, so a seat is taken up by its name.
    wanted = what.name if room.event is None else seat_name(room.seats[player])
    renamed = rename(room, request.guest, wanted, what.face)
    name = request.name if wanted is None else clean_name(wanted)
    face = request.face if what.face is None else what.face
    sat = Sat(player, request.guest, distinct_name(room, player, name), face)
    if what.ready and not isinstance(room.game, GameOn):
        return (*renamed, sat, ReadyChanged(player, ready=True))
    return (*renamed, sat)


def _check_event_table(room: Room, request: RequestContext, what: ask.RoomCommand) -> None:
    """Refuse what the host of the event decides: who plays, when, and when it is over."""
    match what:
        case ask.Move() | ask.DealNextRound() | ask.Accuse() | ask.Judge() if (
            room.paused is not None
        ):
            raise Refused(RefusalKind.PAUSED)
        case ask.Rematch() | ask.Vote():
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Rename(name) if name is not None and rename(room, request.guest, name, None):
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Sit(seat) if 0 <= seat < len(room.seats):
            if not _is_kept_for(room, seat, request.guest):
                raise Refused(RefusalKind.SEAT_TAKEN)
        case ask.Say() if room.event is not None and room.event.phrases:
            raise Refused(RefusalKind.PHRASES_ONLY)
        case _:
            pass


def _is_kept_for(room: Room, player: int, guest: str) -> bool:
    seat = room.seats[player]
    return isinstance(seat, BotSeat) and seat.kept_for == guest


def _check_takes_over(room: Room, game: Game, request: RequestContext, what: ask.Sit) -> None:
    """Check that nobody chooses a hand: during a game only your own seat can be taken, or between
    rounds that of a bot which keeps it for nobody.
    """
    seat = room.seats[what.seat]
    if not isinstance(seat, BotSeat):
        raise Refused(RefusalKind.SEAT_TAKEN)
    if seat.kept_for != request.guest:
        kept = (other for other in room.seats if isinstance(other, BotSeat))
        if any(other.kept_for == request.guest for other in kept):
            raise Refused(RefusalKind.SEAT_KEPT_FOR_YOU)
        if is_reserved(room, what.seat):
            raise Refused(RefusalKind.SEAT_RESERVED, name=seat.name)
        if hand_is_on(game):
            raise Refused(RefusalKind.GAME_ON_BOT_SEAT)
    if parse_settings(room.settings)[0].written and not what.accept:
        raise Refused(RefusalKind.NOT_ACCEPTED)


def _seat(
    room: Room, request: RequestContext, what: ask.Stand | ask.Ready | ask.Return
) -> tuple[Fact, ...]:
    player = _own_seat(room, request)
    seat = room.seats[player]
    assert isinstance(seat, Human), "only people ask"
    match what:
        case ask.Stand():
            return _stand_up(room, player)
        case ask.Return():
            if seat.clock is not TIMED_OUT:
                # Coming back winds the clock: over and over, it would never run out.
                raise Refused(RefusalKind.NOT_REPLACED)
            return (Returned(player),)
        case ask.Ready(ready):
            _check_off(room, RefusalKind.GAME_ON)
            return () if seat.ready == ready else (ReadyChanged(player, ready),)
        case _:
            assert_never(what)


def _leave(room: Room, request: RequestContext) -> tuple[Fact, ...]:
    player = seat_of(room, request.guest)
    stands = () if player is None else _stand_up(room, player)
    doors = next(person.via for person in room.people if person.guest == request.guest)
    goes = (*stands, *(Departed(request.guest, via) for via in doors))
    if request.guest != room.host:
        return goes
    new = next_host(room, without=request.guest)
    # An owner who goes on purpose gives the table up; an acting host is followed by another.
    owner = None if request.guest == room.owner else room.owner
    return (*goes, HostChanged(new, acting=owner not in (None, new)))


def _vote(room: Room, request: RequestContext, what: ask.Vote) -> tuple[Fact, ...]:
    _own_seat(room, request)
    until = request.now + long_absence(room.settings.clock)
    if what.seat is None:
        _check_on(room)
        about = None
    else:
        about = _removable(room, request, what.seat)
        if what.favour:
            check_gone(room, about, request.now)
    cast = Ballot(request.guest, what.seat, until)
    stands = has_voted(room, cast, request.now)
    if not what.favour:
        return (Voted(request.guest, what.seat, favour=False),) if stands else ()
    voted = Voted(request.guest, what.seat, until=until)
    if not is_carried(room, cast, request.now):
        return () if stands else (voted,)
    if what.seat is None or about is None:
        return (voted, *_end(request))
    goes = _stand_up(room, what.seat, kicked=True)
    if about.guest != room.host:
        return (voted, *goes)
    new = next_host(room)
    acting = about.guest != room.owner and is_acting(room, new)
    return (voted, *goes, HostChanged(new, acting=acting))


def _end(request: RequestContext) -> tuple[Fact, ...]:
    return request.secrets.end_game(request.guest)


def _check_ready(room: Room, request: RequestContext) -> None:
    waiting = [
        seat.name for seat in humans(room) if not (seat.ready or seat.guest == request.guest)
    ]
    if waiting:
        raise Refused(RefusalKind.NOT_READY, names=waiting)


def _check_rematch(room: Room, request: RequestContext) -> None:
    if isinstance(room.game, NoGame):
        raise Refused(RefusalKind.NO_GAME_YET)
    missing = [
        seat.name
        for seat in humans(room)
        if not (seat.guest == request.guest or _is_set_for_rematch(room, seat))
    ]
    if missing:
        raise Refused(RefusalKind.NOT_READY_AGAIN, names=missing)


def _is_set_for_rematch(room: Room, seat: Human) -> bool:
    """Whether a person is there and agrees to the rules, as a host does who has set them."""
    return (seat.accepted or seat.guest == room.host) and is_present(room, seat.guest)


def _start(room: Room, request: RequestContext, dealer: int | None) -> tuple[Fact, ...]:
    if FREE in room.seats:
        raise Refused(RefusalKind.SEATS_EMPTY)
    player = seat_of(room, request.guest)
    ready = () if player is None else (ReadyChanged(player, ready=True),)
    return (*ready, *ask_start(room, request.secrets, dealer))


def _start_with_taken(room: Room, request: RequestContext, dealer: int | None) -> tuple[Fact, ...]:
    """Start without the seats that are empty, if enough are taken for this game."""
    empty = tuple(index for index, seat in enumerate(room.seats) if seat == FREE)
    if not empty:
        return _start(room, request, dealer)
    if len(room.seats) - len(empty) < MIN_SEATS:
        raise Refused(RefusalKind.SEATS_EMPTY)
    if dealer is not None:
        if dealer in empty:
            raise Refused(RefusalKind.SEATS_EMPTY)
        dealer -= sum(index < dealer for index in empty)
    return (SeatsRemoved(empty), *_start(without_seats(room, empty), request, dealer))


def _bots(room: Room, what: ask.AddBot | ask.RemoveBot) -> tuple[Fact, ...]:
    _check_off(room, RefusalKind.GAME_ON_BOTS)
    _check_seat(room, what.seat)
    seat = room.seats[what.seat]
    if isinstance(what, ask.RemoveBot):
        if not isinstance(seat, BotSeat):
            raise Refused(RefusalKind.NO_BOT_THERE)
        return (Stood(what.seat),)
    used = {seat_name(seat) for seat in room.seats}
    bot = choose_kind(what.bot, used)
    if bot not in BOTS and bot != EXPERT:
        kind = RefusalKind.NO_ORACLES if is_oracle(bot) else RefusalKind.NO_SUCH_BOT
        raise Refused(kind, choices=CHOICES)
    if seat != FREE:
        raise Refused(RefusalKind.SEAT_TAKEN)
    name = name_for(bot, used) or f"Bot {what.seat + 1}"
    return (BotSat(what.seat, bot, distinct_name(room, what.seat, name), face_of_bot(bot)),)


def _order(
    room: Room, request: RequestContext, what: ask.Kick | ask.HandOver | ask.Mute
) -> tuple[Fact, ...]:
    match what:
        case ask.Kick(player):
            seat = _removable(room, request, player)
            if not is_present(room, seat.guest):
                check_absent(room, request.guest, (seat,), request.now)
            return _stand_up(room, player, kicked=True)
        case ask.HandOver(guest):
            _check_there(room, guest)
            if guest == room.host:
                return ()
            if request.guest == room.owner:
                return (HostChanged(guest),)
            if seat_of(room, guest) is None:
                raise Refused(RefusalKind.SUCCESSOR_NOT_SEATED)
            return (HostChanged(guest, acting=is_acting(room, guest)),)
        case ask.Mute(guest, muted):
            if muted:
                _check_there(room, guest)
            elif guest not in room.muted:
                raise Refused(RefusalKind.NOT_MUTED)
            return () if muted and guest in room.muted else (Muted(guest, muted),)
        case _:
            assert_never(what)


def _say(room: Room, request: RequestContext, what: ask.Say | ask.Emote) -> tuple[Fact, ...]:
    if request.guest in room.muted:
        raise Refused(RefusalKind.MUTED)
    if isinstance(what, ask.Emote):
        if what.emote not in EMOTES:
            raise Refused(RefusalKind.NO_SUCH_EMOTE, choices=EMOTES)
        return (Emoted(request.guest, what.emote),)
    said = Said(request.guest, clean_text(what.text))
    player = seat_of(room, request.guest)
    price = parse_settings(room.settings)[0].suggestion_penalty
    if player is None or not price or not isinstance(room.game, GameOn):
        return (said,)
    game = room.game.game
    if not _is_in_round(game, player):
        return (said,)
    if not suggests_card(said.text, [seat_name(seat) for seat in room.seats]):
        return (said,)
    if not what.anyway:
        raise Refused(RefusalKind.SUGGESTION, cards=price)
    return (
        said,
        *apply_game_command(game, Act(player, Suggest()), request.secrets),
    )


def _accuse_or_judge(
    room: Room, request: RequestContext, what: ask.Accuse | ask.Judge
) -> tuple[Fact, ...]:
    on = _check_on(room)
    player = _own_seat(room, request)
    if isinstance(what, ask.Accuse):
        if what.seat is None:
            facts = accuse(room, on, player, what.message, request.now)
        else:
            facts = accuse_of_breaking(
                room, on, by=player, message=what.message, seat=what.seat, now=request.now
            )
    else:
        facts = give_verdict(on.hints, player, guilty=what.guilty)
    if AccusationClosed(upheld=True) not in facts:
        return facts
    made = next((accusation_of(fact) for fact in facts if isinstance(fact, Accused)), None)
    accusation = made or on.hints.accusation
    assert accusation is not None, "one who is judged was accused"
    guilty = accusation.seat
    pays: Command = Penalty(guilty) if accusation.honour else Act(guilty, Suggest())
    try:
        paid = apply_game_command(on.game, pays, request.secrets, MovedBy.TABLE)
    except Refused:
        return facts  # there is nothing left to pay with
    return (*facts, *paid)


def _is_in_round(game: Game, player: int) -> bool:
    """Whether the seat's own round is being played, whatever other tables do."""
    found = seat_in_game(game, player)
    return found is not None and seat_to_act(game.tables[found[0]].round) is not None


def _stand_up(room: Room, player: int, *, kicked: bool = False) -> tuple[Fact, ...]:
    # Once a start is asked for nobody can stop it by leaving.
    on = is_game_on(room) or room.starting is not None or room.event is not None
    return (Stood(player, STAND_IN_BOT if on else None, kicked),)


def _removable(room: Room, request: RequestContext, player: int) -> Human:
    """The person in this seat, if it is another one."""
    _check_seat(room, player)
    seat = room.seats[player]
    if not isinstance(seat, Human):
        raise Refused(RefusalKind.NOBODY_THERE)
    if seat.guest == request.guest:
        raise Refused(RefusalKind.OWN_SEAT)
    return seat


def _may_order(room: Room, guest: str, what: ask.RoomCommand) -> bool:
    """Whether the person is host, or asks for what everyone at a shared screen may: the host is
    then often a screen without a keyboard.
    """
    if guest == room.host:
        return True
    shared = room.settings.shared_screen and seat_of(room, guest) is not None
    return shared and isinstance(what, ask.Start | ask.AddBot | ask.RemoveBot)


def _check_there(room: Room, guest: str) -> None:
    if not is_present(room, guest):
        raise Refused(RefusalKind.NOT_HERE)


def _check_on(room: Room) -> GameOn:
    if not isinstance(room.game, GameOn):
        raise Refused(RefusalKind.NO_GAME)
    return room.game


def _check_off(room: Room, kind: RefusalKind) -> None:
    if is_game_on(room):
        raise Refused(kind)
    if room.starting is not None:
        raise Refused(RefusalKind.GAME_ON_STARTING)


def _check_seat(room: Room, player: int) -> None:
    if not 0 <= player < len(room.seats):
        raise Refused(RefusalKind.NO_SUCH_SEAT, seat=player)


def _own_seat(room: Room, request: RequestContext) -> int:
    return _seat_of(room, request.guest)


def _seat_of(room: Room, guest: str) -> int:
    player = seat_of(room, guest)
    if player is None:
        raise Refused(RefusalKind.NOT_SEATED)
    return player
