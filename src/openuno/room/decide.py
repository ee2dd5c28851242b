"""Whether a person may do what they ask, and what follows: (table, command) -> facts."""

from typing import assert_never

import msgspec

from openuno.bots.registry import BOTS
from openuno.engine.actions import Action, Catch, Suggest
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.legal import legal
from openuno.engine.state import owes_uno, seat_to_act
from openuno.game.play import apply_command
from openuno.game.state import Act, Command, Game, NextRound
from openuno.game.state import find_player as seat_in_game
from openuno.game.state import is_round_on as hand_is_on
from openuno.room import commands as ask
from openuno.room.accusations import accuse, give_verdict
from openuno.room.card_words import suggests_card
from openuno.room.chat import EMOTES, clean_text
from openuno.room.closing import check_open
from openuno.room.deadlines import GRACE
from openuno.room.facts import (
    AccusationClosed,
    Accused,
    BotSat,
    Committed,
    Departed,
    Emoted,
    Fact,
    GameClosed,
    HostChanged,
    Moved,
    Muted,
    ReadyChanged,
    Returned,
    Said,
    Sat,
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
from openuno.room.refusals import RefusalCode, Refused, refuse_move
from openuno.room.secret import Secret, Secrets
from openuno.room.settings import parse_settings
from openuno.room.starting import ask_start, commit_seed, share_seed
from openuno.room.state import (
    FREE,
    Ballot,
    BotSeat,
    ClockState,
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
)

STAND_IN_BOT = "regular"
"""The bot that plays on for those who leave during a game, and for those who are late."""
COOL_DOWN = 2000
"""Milliseconds without another try after a catch that was too early."""
BOT_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")


class RequestContext(msgspec.Struct, frozen=True, gc=False):
    """Who asks, when, and the secrets at hand: the committed one and one for the next game.

    Until `cooling` the person may not try to catch anyone.
    """

    guest: str
    name: str
    now: int
    secret: Secret
    spare: Secret
    cooling: int = 0

    @property
    def secrets(self) -> Secrets:
        """Both of them."""
        return Secrets(self.secret, self.spare)


def decide(room: Room, request: RequestContext, what: ask.RoomCommand) -> tuple[Fact, ...]:
    """The facts the command brings about, none if all is so already; or `Refused`."""
    check_open(room)
    if not is_present(room, request.guest):
        raise Refused(RefusalCode.NOT_AT_TABLE, "you are not at this table; join it first")
    match what:
        case ask.Move():
            return _move(room, request, what.action)
        case ask.DealNextRound():
            on = _check_on(room)
            _own_seat(room, request)
            return apply_game_command(on.game, NextRound(), "person", request.secret, request.spare)
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
        case ask.Say() | ask.Emote():
            return _say(room, request, what)
        case ask.Accuse() | ask.Judge():
            return _accuse_or_judge(room, request, what)
        case _ if request.guest != room.host:
            raise Refused(RefusalCode.NOT_HOST, "only the host of the table can do that")
        case ask.Start(dealer):
            _check_off(room, "a game is in progress")
            _check_ready(room, request)
            return _start(room, request, dealer)
        case ask.Rematch():
            _check_off(room, "a game is in progress")
            _check_rematch(room)
            return _start(room, request, None)
        case ask.End():
            _check_on(room)
            check_absent(room, request.guest, absent_players(room), request.now)
            return _end(request)
        case ask.SetUp(settings):
            _check_off(room, "the rules change between games only")
            parse_settings(settings)
            if any(seat != FREE for seat in room.seats[settings.seats :]):
                raise Refused(
                    RefusalCode.SEAT_TAKEN, "someone sits in a seat you want to take away"
                )
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
        return refuse_move(error)
    except Refused as refused:
        return refused
    return None


def owes_uno_at(room: Room, guest: str) -> bool:
    """Whether a person owes UNO now, in the game at this table."""
    place = seat_of(room, guest)
    if place is None or not isinstance(room.game, GameOn):
        return False
    game = room.game.game
    found = seat_in_game(game, place)
    return found is not None and owes_uno(game.tables[found[0]].round) == found[1]


def apply_game_command(
    game: Game, what: Command, by: str, secret: Secret, spare: Secret
) -> tuple[Fact, ...]:
    """A move in the game, whoever made it, and the reveal if it ends the game."""
    try:
        step = apply_command(game, what)
    except IllegalAction as error:
        raise refuse_move(error) from None
    moved = Moved(what, step.events, by)
    if step.game.winners is None:
        return (moved,)
    return (moved, GameClosed(secret.reveal()), Committed(spare.commitment))


def _move(room: Room, request: RequestContext, action: Action) -> tuple[Fact, ...]:
    on = _check_on(room)
    place = _own_seat(room, request)
    if isinstance(action, Catch):
        _check_catch(on, request, place, action.target)
    facts = apply_game_command(on.game, Act(place, action), "person", request.secret, request.spare)
    return (Returned(place), *facts) if is_played_by_bot(room.seats[place]) else facts


def _check_catch(on: GameOn, request: RequestContext, place: int, target: int) -> None:
    """Refuse a catch that comes too early. One that comes too late meets a newer card: it is
    told that there is nothing to catch, and costs nothing.
    """
    found = seat_in_game(on.game, place)
    if found is None:
        return
    inner, seat = found
    round, in_grace = on.game.tables[inner].round, request.now - on.laid[inner] < GRACE
    if owes_uno(round) == target:
        if request.now < request.cooling:
            wait = request.cooling - request.now
            raise Refused(
                RefusalCode.TOO_FAST, "that catch was wrong; wait before the next one", retry=wait
            )
        if in_grace:
            raise Refused(RefusalCode.TOO_EARLY, "give them a moment to say it")
    elif in_grace and Catch(target) in legal(round, seat):
        # It would cost cards here, but was meant for the card before.
        reason = Reason.NOTHING_TO_CATCH
        raise Refused(RefusalCode.ILLEGAL_MOVE, "that player doesn't owe UNO", reason.value)


def _sit(room: Room, request: RequestContext, what: ask.Sit) -> tuple[Fact, ...]:
    place = what.seat
    _check_seat(room, place)
    if seat_of(room, request.guest) is not None:
        raise Refused(RefusalCode.ALREADY_SEATED, "you have a seat; stand up first")
    if request.guest in room.kicked:
        raise Refused(
            RefusalCode.KICKED, "the host has sent you away from this table; you may watch"
        )
    if room.starting is not None:
        raise Refused(RefusalCode.GAME_ON, "a game is about to start; sit down in a moment")
    if isinstance(room.game, GameOn):
        _check_takes_over(room, room.game.game, request, what)
    elif room.seats[place] != FREE:
        raise Refused(RefusalCode.SEAT_TAKEN, "that seat is taken")
    return (Sat(place, request.guest, _distinct(room, place, request.name)),)


def _check_takes_over(room: Room, game: Game, request: RequestContext, what: ask.Sit) -> None:
    """During a game nobody can choose a hand: one's own, or between hands the place of a bot that
    keeps it for nobody.
    """
    seat = room.seats[what.seat]
    if not isinstance(seat, BotSeat):
        raise Refused(RefusalCode.SEAT_TAKEN, "that seat is taken")
    if seat.kept_for != request.guest:
        kept = (other for other in room.seats if isinstance(other, BotSeat))
        if any(other.kept_for == request.guest for other in kept):
            raise Refused(
                RefusalCode.SEAT_TAKEN, "a bot keeps your own seat for you; take that one"
            )
        if is_reserved(room, what.seat):
            raise Refused(RefusalCode.SEAT_TAKEN, f"that seat is reserved for {seat.name}")
        if hand_is_on(game):
            raise Refused(RefusalCode.GAME_ON, "bots give up their seats only between rounds")
    if parse_settings(room.settings)[0].written and not what.accept:
        raise Refused(
            RefusalCode.NOT_ACCEPTED, "this table has custom rules; accept them to sit down"
        )


def _seat(
    room: Room, request: RequestContext, what: ask.Stand | ask.Ready | ask.Return
) -> tuple[Fact, ...]:
    place = _own_seat(room, request)
    seat = room.seats[place]
    assert isinstance(seat, Human), "whoever asks is a person"
    match what:
        case ask.Stand():
            return _stand_up(room, place)
        case ask.Return():
            if seat.clock is not ClockState.TIMED_OUT:
                # Coming back winds the clock: over and over, it would never run out.
                raise Refused(RefusalCode.ILLEGAL_MOVE, "you play your own seat already")
            return (Returned(place),)
        case ask.Ready(ready):
            _check_off(room, "a game is in progress")
            return () if seat.ready == ready else (ReadyChanged(place, ready),)
        case _:
            assert_never(what)


def _leave(room: Room, request: RequestContext) -> tuple[Fact, ...]:
    place = seat_of(room, request.guest)
    stands = () if place is None else _stand_up(room, place)
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
    return (GameClosed(request.secret.reveal(), request.guest), _commit(request))


def _check_ready(room: Room, request: RequestContext) -> None:
    waiting = [
        seat.name for seat in humans(room) if not (seat.ready or seat.guest == request.guest)
    ]
    if waiting:
        raise Refused(RefusalCode.NOT_READY, "not ready yet: " + ", ".join(waiting))


def _check_rematch(room: Room) -> None:
    if isinstance(room.game, NoGame):
        raise Refused(RefusalCode.NO_GAME, "there has been no game yet; start one")
    missing = [
        seat.name
        for seat in humans(room)
        if not (seat.guest == room.host or (seat.accepted and is_present(room, seat.guest)))
    ]
    if missing:
        raise Refused(
            RefusalCode.NOT_READY, "not there, or yet to accept the rules: " + ", ".join(missing)
        )


def _start(room: Room, request: RequestContext, dealer: int | None) -> tuple[Fact, ...]:
    if FREE in room.seats:
        raise Refused(
            RefusalCode.SEATS_EMPTY, "some seats are empty; add bots or choose fewer seats"
        )
    place = seat_of(room, request.guest)
    ready = () if place is None else (ReadyChanged(place, ready=True),)
    return (*ready, *ask_start(room, request.secrets, dealer))


def _bots(room: Room, what: ask.AddBot | ask.RemoveBot) -> tuple[Fact, ...]:
    _check_off(room, "bots come and go between games")
    _check_seat(room, what.seat)
    seat = room.seats[what.seat]
    if isinstance(what, ask.RemoveBot):
        if not isinstance(seat, BotSeat):
            raise Refused(RefusalCode.NO_SUCH_BOT, "no bot sits there")
        return (Stood(what.seat),)
    if what.bot not in BOTS:
        raise Refused(RefusalCode.NO_SUCH_BOT, "choose a bot from " + ", ".join(BOTS))
    if seat != FREE:
        raise Refused(RefusalCode.SEAT_TAKEN, "that seat is taken")
    used = {seat_name(seat) for seat in room.seats}
    name = next((name for name in BOT_NAMES if name not in used), f"Bot {what.seat + 1}")
    return (BotSat(what.seat, what.bot, _distinct(room, what.seat, name)),)


def _order(
    room: Room, request: RequestContext, what: ask.Kick | ask.HandOver | ask.Mute
) -> tuple[Fact, ...]:
    match what:
        case ask.Kick(place):
            seat = _removable(room, request, place)
            if not is_present(room, seat.guest):
                check_absent(room, request.guest, (seat,), request.now)
            return _stand_up(room, place, kicked=True)
        case ask.HandOver(guest):
            _check_there(room, guest)
            if guest == room.host:
                return ()
            if request.guest == room.owner:
                return (HostChanged(guest),)
            if seat_of(room, guest) is None:
                raise Refused(
                    RefusalCode.NOT_SEATED,
                    "you are acting host: only someone with a seat can follow you",
                )
            return (HostChanged(guest, acting=is_acting(room, guest)),)
        case ask.Mute(guest, muted):
            if muted:
                _check_there(room, guest)
            elif guest not in room.muted:
                raise Refused(RefusalCode.NO_SUCH_PERSON, "that person is not muted")
            return () if muted and guest in room.muted else (Muted(guest, muted),)
        case _:
            assert_never(what)


def _say(room: Room, request: RequestContext, what: ask.Say | ask.Emote) -> tuple[Fact, ...]:
    if request.guest in room.muted:
        raise Refused(RefusalCode.MUTED, "the host has muted you")
    if isinstance(what, ask.Emote):
        if what.emote not in EMOTES:
            raise Refused(RefusalCode.BAD_MESSAGE, "choose an emote from " + ", ".join(EMOTES))
        return (Emoted(request.guest, what.emote),)
    said = Said(request.guest, clean_text(what.text))
    place = seat_of(room, request.guest)
    price = parse_settings(room.settings)[0].suggestion_penalty
    if place is None or not price or not isinstance(room.game, GameOn):
        return (said,)
    game = room.game.game
    if not _in_hand(game, place):
        return (said,)
    if not suggests_card(said.text, [seat_name(seat) for seat in room.seats]):
        return (said,)
    if not what.anyway:
        raise Refused(
            RefusalCode.SUGGESTION,
            f"this suggests a card, which costs {price} cards here; say it anyway?",
        )
    return (
        said,
        *apply_game_command(game, Act(place, Suggest()), "person", request.secret, request.spare),
    )


def _accuse_or_judge(
    room: Room, request: RequestContext, what: ask.Accuse | ask.Judge
) -> tuple[Fact, ...]:
    on = _check_on(room)
    place = _own_seat(room, request)
    if isinstance(what, ask.Accuse):
        facts = accuse(room, on, place, what.message, request.now)
    else:
        facts = give_verdict(on.hints, place, guilty=what.guilty)
    if AccusationClosed(upheld=True) not in facts:
        return facts
    accused = next((fact.seat for fact in facts if isinstance(fact, Accused)), None)
    if accused is None:
        assert on.hints.accusation is not None, "one who is judged was accused"
        accused = on.hints.accusation.seat
    try:
        paid = apply_game_command(
            on.game, Act(accused, Suggest()), "table", request.secret, request.spare
        )
    except Refused:
        return facts  # there is nothing left to pay with
    return (*facts, *paid)


def _in_hand(game: Game, place: int) -> bool:
    """Whether the seat's own round is being played, whatever other tables do."""
    found = seat_in_game(game, place)
    return found is not None and seat_to_act(game.tables[found[0]].round) is not None


def _stand_up(room: Room, place: int, *, kicked: bool = False) -> tuple[Fact, ...]:
    # Once a start is asked for nobody can stop it by leaving.
    on = is_game_on(room) or room.starting is not None
    return (Stood(place, STAND_IN_BOT if on else None, kicked),)


def _commit(request: RequestContext) -> Committed:
    return Committed(request.spare.commitment)


def _distinct(room: Room, place: int, name: str) -> str:
    """The name, told apart from those of the other seats: nobody sits there as another."""
    used = {seat_name(seat) for at, seat in enumerate(room.seats) if at != place}
    names = (name, *(f"{name} ({number})" for number in range(2, len(room.seats) + 2)))
    return next(name for name in names if name not in used)


def _removable(room: Room, request: RequestContext, place: int) -> Human:
    """The person in this seat, if it is another one."""
    _check_seat(room, place)
    seat = room.seats[place]
    if not isinstance(seat, Human):
        raise Refused(RefusalCode.NO_SUCH_PERSON, "no person sits there")
    if seat.guest == request.guest:
        raise Refused(RefusalCode.NO_SUCH_PERSON, "that is your own seat; stand up instead")
    return seat


def _check_there(room: Room, guest: str) -> None:
    if not is_present(room, guest):
        raise Refused(RefusalCode.NO_SUCH_PERSON, "that person is not at the table")


def _check_on(room: Room) -> GameOn:
    if not isinstance(room.game, GameOn):
        raise Refused(RefusalCode.NO_GAME, "no game is in progress")
    return room.game


def _check_off(room: Room, sentence: str) -> None:
    if is_game_on(room):
        raise Refused(RefusalCode.GAME_ON, sentence)
    if room.starting is not None:
        raise Refused(RefusalCode.GAME_ON, "a game is about to start")


def _check_seat(room: Room, place: int) -> None:
    if not 0 <= place < len(room.seats):
        raise Refused(RefusalCode.NO_SUCH_SEAT, f"there is no seat {place} at this table")


def _own_seat(room: Room, request: RequestContext) -> int:
    return _seat_of(room, request.guest)


def _seat_of(room: Room, guest: str) -> int:
    place = seat_of(room, guest)
    if place is None:
        raise Refused(RefusalCode.NOT_SEATED, "you have no seat at this table")
    return place
