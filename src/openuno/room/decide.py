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
from openuno.room.chat import EMOTES, checked_text
from openuno.room.closing import check_open
from openuno.room.deadlines import GRACE
from openuno.room.facts import (
    AccusationClosed,
    Accused,
    Back,
    BotSat,
    Committed,
    Emoted,
    Fact,
    GameClosed,
    HostIs,
    Moved,
    Muted,
    ReadySet,
    Said,
    Sat,
    SettingsChanged,
    Stood,
    Voted,
    Went,
)
from openuno.room.host import (
    absent_players,
    check_absent,
    check_gone,
    has_voted,
    heir,
    is_acting,
    is_carried,
    long_absence,
)
from openuno.room.refusals import Code, Refused
from openuno.room.secret import Secret, Secrets
from openuno.room.settings import played
from openuno.room.starting import ask_start, commit_seed, share_seed
from openuno.room.state import Ballot, Table, is_present, is_reserved, playing, seat_of

STAND_IN = "regular"
"""The bot that plays on for those who leave during a game, and for those who are late."""
COOL_DOWN = 2000
"""Milliseconds without another try after a catch that was too early."""
BOT_NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Lou")


class Asked(msgspec.Struct, frozen=True, gc=False):
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


def decide(table: Table, asked: Asked, what: ask.TableCommand) -> tuple[Fact, ...]:
    """The facts the command brings about, none if all is so already; or `Refused`."""
    check_open(table)
    if not is_present(table, asked.guest):
        raise Refused(Code.NOT_AT_TABLE, "you are not at this table; join it first")
    match what:
        case ask.Move():
            return _move(table, asked, what.action)
        case ask.Next():
            game = _check_on(table)
            _own_seat(table, asked)
            return carry_out(game, NextRound(), "person", asked.secret, asked.spare)
        case ask.Sit():
            return _sit(table, asked, what)
        case ask.Stand() | ask.Ready() | ask.Back():
            return _seat(table, asked, what)
        case ask.Commit(commitment):
            return commit_seed(table, _own_seat(table, asked), commitment, asked.secrets)
        case ask.Share(seed):
            return share_seed(table, _own_seat(table, asked), seed, asked.secrets)
        case ask.Leave():
            return _leave(table, asked)
        case ask.Vote():
            return _vote(table, asked, what)
        case ask.Say() | ask.Emote():
            return _talk(table, asked, what)
        case ask.Accuse() | ask.Judge():
            return _accuse_or_judge(table, asked, what)
        case _ if asked.guest != table.host:
            raise Refused(Code.NOT_HOST, "only the host of the table can do that")
        case ask.Start(dealer):
            _check_off(table, "a game is on")
            _check_ready(table, asked)
            return _start(table, asked, dealer)
        case ask.Rematch():
            _check_off(table, "a game is on")
            _check_rematch(table)
            return _start(table, asked, None)
        case ask.End():
            _check_on(table)
            check_absent(table, asked.guest, absent_players(table), asked.now)
            return _end(asked)
        case ask.SetUp(settings):
            _check_off(table, "the rules change between games only")
            played(settings)
            if any(not seat.free for seat in table.seats[settings.seats :]):
                raise Refused(Code.SEAT_TAKEN, "someone sits in a seat you want to take away")
            return () if settings == table.settings else (SettingsChanged(settings),)
        case ask.AddBot() | ask.RemoveBot():
            return _bots(table, what)
        case ask.Kick() | ask.HandOver() | ask.Mute():
            return _order(table, asked, what)
        case _:
            assert_never(what)


def why_not(table: Table, guest: str, action: Action) -> Refused | None:
    """Why a person may not do this in the round now; None if they may."""
    try:
        game = _check_on(table)
        apply_command(game, Act(_seat_of(table, guest), action))
    except IllegalAction as error:
        return Refused(Code.ILLEGAL_MOVE, error.sentence, error.reason.value)
    except Refused as refused:
        return refused
    return None


def owes_uno_at(table: Table, guest: str) -> bool:
    """Whether a person owes UNO now, in the game at this table."""
    place = seat_of(table, guest)
    if place is None or table.game is None or table.closed:
        return False
    found = seat_in_game(table.game, place)
    return found is not None and owes_uno(table.game.tables[found[0]].round) == found[1]


def carry_out(
    game: Game, what: Command, by: str, secret: Secret, spare: Secret
) -> tuple[Fact, ...]:
    """A move in the game, whoever made it, and the reveal if it ends the game."""
    try:
        step = apply_command(game, what)
    except IllegalAction as error:
        raise Refused(Code.ILLEGAL_MOVE, error.sentence, error.reason.value) from None
    moved = Moved(what, step.events, by)
    if step.game.winners is None:
        return (moved,)
    return (moved, GameClosed(secret.reveal()), Committed(spare.commitment))


def _move(table: Table, asked: Asked, action: Action) -> tuple[Fact, ...]:
    game = _check_on(table)
    place = _own_seat(table, asked)
    if isinstance(action, Catch):
        _check_catch(table, asked, game, place, action.target)
    facts = carry_out(game, Act(place, action), "person", asked.secret, asked.spare)
    return (Back(place), *facts) if table.seats[place].late else facts


def _check_catch(table: Table, asked: Asked, game: Game, place: int, target: int) -> None:
    """Refuse a catch that comes too early. One that comes too late meets a newer card: it is
    told that there is nothing to catch, and costs nothing.
    """
    found = seat_in_game(game, place)
    if found is None:
        return
    inner, seat = found
    round, in_grace = game.tables[inner].round, asked.now - table.laid[inner] < GRACE
    if owes_uno(round) == target:
        if asked.now < asked.cooling:
            wait, missed = asked.cooling - asked.now, "you have just missed a catch"
            raise Refused(Code.TOO_FAST, f"{missed}; look before the next one", retry=wait)
        if in_grace:
            raise Refused(Code.TOO_EARLY, "give them a moment to say it")
    elif in_grace and Catch(target) in legal(round, seat):
        # It would cost cards here, but was meant for the card before.
        reason = Reason.NOTHING_TO_CATCH
        raise Refused(Code.ILLEGAL_MOVE, "that player owes no UNO now", reason.value)


def _sit(table: Table, asked: Asked, what: ask.Sit) -> tuple[Fact, ...]:
    place = what.seat
    _check_seat(table, place)
    if seat_of(table, asked.guest) is not None:
        raise Refused(Code.ALREADY_SEATED, "you have a seat; stand up first")
    if asked.guest in table.kicked:
        raise Refused(Code.KICKED, "the host has sent you away from this table; you may watch")
    seat = table.seats[place]
    if table.starting is not None:
        raise Refused(Code.GAME_ON, "a game is about to start; sit down in a moment")
    if playing(table):
        _check_takes_over(table, asked, what)
    elif not seat.free:
        raise Refused(Code.SEAT_TAKEN, "that seat is taken")
    return (Sat(place, asked.guest, _distinct(table, place, asked.name)),)


def _check_takes_over(table: Table, asked: Asked, what: ask.Sit) -> None:
    """During a game nobody can choose a hand: one's own, or between hands the place of a bot that
    keeps it for nobody.
    """
    assert table.game is not None
    seat = table.seats[what.seat]
    if seat.bot is None:
        raise Refused(Code.SEAT_TAKEN, "that seat is taken")
    if seat.kept_for != asked.guest:
        if any(other.kept_for == asked.guest for other in table.seats):
            raise Refused(Code.SEAT_TAKEN, "a bot keeps your own seat for you; take that one")
        if is_reserved(table, what.seat):
            raise Refused(Code.SEAT_TAKEN, f"that seat is reserved for {seat.name}")
        if hand_is_on(table.game):
            raise Refused(Code.GAME_ON, "bots give up their seats between hands only")
    if played(table.settings)[0].written and not what.accept:
        raise Refused(Code.NOT_ACCEPTED, "this table plays rules of its own; accept them to sit")


def _seat(table: Table, asked: Asked, what: ask.Stand | ask.Ready | ask.Back) -> tuple[Fact, ...]:
    place = _own_seat(table, asked)
    match what:
        case ask.Stand():
            return _stands(table, place)
        case ask.Back():
            if not table.seats[place].late:
                # Coming back winds the clock: over and over, it would never run out.
                raise Refused(Code.ILLEGAL_MOVE, "you play your own seat already")
            return (Back(place),)
        case ask.Ready(ready):
            _check_off(table, "the game is on")
            return () if table.seats[place].ready == ready else (ReadySet(place, ready),)
        case _:
            assert_never(what)


def _leave(table: Table, asked: Asked) -> tuple[Fact, ...]:
    place = seat_of(table, asked.guest)
    stands = () if place is None else _stands(table, place)
    doors = next(person.via for person in table.people if person.guest == asked.guest)
    goes = (*stands, *(Went(asked.guest, via) for via in doors))
    if asked.guest != table.host:
        return goes
    new = heir(table, without=asked.guest)
    # An owner who goes on purpose gives the table up; an acting host is followed by another.
    owner = None if asked.guest == table.owner else table.owner
    return (*goes, HostIs(new, acting=owner not in (None, new)))


def _vote(table: Table, asked: Asked, what: ask.Vote) -> tuple[Fact, ...]:
    _own_seat(table, asked)
    until = asked.now + long_absence(table.settings.clock)
    if what.seat is None:
        _check_on(table)
    else:
        _check_removable(table, asked, what.seat)
        if what.favour:
            check_gone(table, table.seats[what.seat], asked.now)
    cast = Ballot(asked.guest, what.seat, until)
    stands = has_voted(table, cast, asked.now)
    if not what.favour:
        return (Voted(asked.guest, what.seat, favour=False),) if stands else ()
    voted = Voted(asked.guest, what.seat, until=until)
    if not is_carried(table, cast, asked.now):
        return () if stands else (voted,)
    if what.seat is None:
        return (voted, *_end(asked))
    removed = table.seats[what.seat].guest
    goes = _stands(table, what.seat, kicked=True)
    if removed != table.host:
        return (voted, *goes)
    new = heir(table)
    return (voted, *goes, HostIs(new, acting=removed != table.owner and is_acting(table, new)))


def _end(asked: Asked) -> tuple[Fact, ...]:
    return (GameClosed(asked.secret.reveal(), asked.guest), _commit(asked))


def _check_ready(table: Table, asked: Asked) -> None:
    waiting = [
        seat.name
        for seat in table.seats
        if not (seat.free or seat.ready or seat.guest == asked.guest)
    ]
    if waiting:
        raise Refused(Code.NOT_READY, "not ready yet: " + ", ".join(waiting))


def _check_rematch(table: Table) -> None:
    if table.game is None:
        raise Refused(Code.NO_GAME, "there has been no game yet; start one")
    missing = [
        seat.name
        for seat in table.seats
        if seat.guest is not None
        and not (seat.guest == table.host or (seat.accepted and is_present(table, seat.guest)))
    ]
    if missing:
        raise Refused(
            Code.NOT_READY, "not there, or yet to accept the rules: " + ", ".join(missing)
        )


def _start(table: Table, asked: Asked, dealer: int | None) -> tuple[Fact, ...]:
    if any(seat.free for seat in table.seats):
        raise Refused(Code.SEATS_EMPTY, "some seats are empty; let bots fill them or set up fewer")
    place = seat_of(table, asked.guest)
    ready = () if place is None else (ReadySet(place, ready=True),)
    return (*ready, *ask_start(table, asked.secrets, dealer))


def _bots(table: Table, what: ask.AddBot | ask.RemoveBot) -> tuple[Fact, ...]:
    _check_off(table, "bots come and go between games")
    _check_seat(table, what.seat)
    seat = table.seats[what.seat]
    if isinstance(what, ask.RemoveBot):
        if seat.bot is None:
            raise Refused(Code.NO_SUCH_BOT, "no bot sits there")
        return (Stood(what.seat),)
    if what.bot not in BOTS:
        raise Refused(Code.NO_SUCH_BOT, "choose a bot from " + ", ".join(BOTS))
    if not seat.free:
        raise Refused(Code.SEAT_TAKEN, "that seat is taken")
    used = {seat.name for seat in table.seats}
    name = next((name for name in BOT_NAMES if name not in used), f"Bot {what.seat + 1}")
    return (BotSat(what.seat, what.bot, _distinct(table, what.seat, name)),)


def _order(
    table: Table, asked: Asked, what: ask.Kick | ask.HandOver | ask.Mute
) -> tuple[Fact, ...]:
    match what:
        case ask.Kick(place):
            _check_removable(table, asked, place)
            seat = table.seats[place]
            if not is_present(table, seat.guest):
                check_absent(table, asked.guest, (seat,), asked.now)
            return _stands(table, place, kicked=True)
        case ask.HandOver(guest):
            _check_there(table, guest)
            if guest == table.host:
                return ()
            if asked.guest == table.owner:
                return (HostIs(guest),)
            if seat_of(table, guest) is None:
                raise Refused(
                    Code.NOT_SEATED, "you are acting host: only someone with a seat can follow you"
                )
            return (HostIs(guest, acting=is_acting(table, guest)),)
        case ask.Mute(guest, muted):
            if muted:
                _check_there(table, guest)
            elif guest not in table.muted:
                raise Refused(Code.NO_SUCH_PERSON, "that person may speak already")
            return () if muted and guest in table.muted else (Muted(guest, muted),)
        case _:
            assert_never(what)


def _talk(table: Table, asked: Asked, what: ask.Say | ask.Emote) -> tuple[Fact, ...]:
    if asked.guest in table.muted:
        raise Refused(Code.MUTED, "the host has asked you to be quiet")
    if isinstance(what, ask.Emote):
        if what.emote not in EMOTES:
            raise Refused(Code.BAD_MESSAGE, "choose an emote from " + ", ".join(EMOTES))
        return (Emoted(asked.guest, what.emote),)
    said = Said(asked.guest, checked_text(what.text))
    place = seat_of(table, asked.guest)
    price = played(table.settings)[0].suggestion_penalty
    game = table.game
    if game is None or place is None or not (price and playing(table) and _in_hand(game, place)):
        return (said,)
    if not suggests_card(said.text, [seat.name for seat in table.seats]):
        return (said,)
    if not what.anyway:
        raise Refused(
            Code.SUGGESTION, f"this suggests a card, which costs {price} cards here; say it anyway?"
        )
    return (said, *carry_out(game, Act(place, Suggest()), "person", asked.secret, asked.spare))


def _accuse_or_judge(table: Table, asked: Asked, what: ask.Accuse | ask.Judge) -> tuple[Fact, ...]:
    game = _check_on(table)
    place = _own_seat(table, asked)
    if isinstance(what, ask.Accuse):
        facts = accuse(table, game, place, what.message, asked.now)
    else:
        facts = give_verdict(table, place, guilty=what.guilty)
    if AccusationClosed(upheld=True) not in facts:
        return facts
    accused = next((fact.seat for fact in facts if isinstance(fact, Accused)), None)
    if accused is None:
        assert table.hints.accusation is not None, "one who is judged was accused"
        accused = table.hints.accusation.seat
    try:
        paid = carry_out(game, Act(accused, Suggest()), "table", asked.secret, asked.spare)
    except Refused:
        return facts  # there is nothing left to pay with
    return (*facts, *paid)


def _in_hand(game: Game, place: int) -> bool:
    """Whether the seat's own round is being played, whatever other tables do."""
    found = seat_in_game(game, place)
    return found is not None and seat_to_act(game.tables[found[0]].round) is not None


def _stands(table: Table, place: int, *, kicked: bool = False) -> tuple[Fact, ...]:
    # Once a start is asked for nobody can stop it by leaving.
    on = playing(table) or table.starting is not None
    return (Stood(place, STAND_IN if on else None, kicked),)


def _commit(asked: Asked) -> Committed:
    return Committed(asked.spare.commitment)


def _distinct(table: Table, place: int, name: str) -> str:
    """The name, told apart from those of the other seats: nobody sits there as another."""
    used = {seat.name for at, seat in enumerate(table.seats) if at != place}
    names = (name, *(f"{name} ({number})" for number in range(2, len(table.seats) + 2)))
    return next(name for name in names if name not in used)


def _check_removable(table: Table, asked: Asked, place: int) -> None:
    _check_seat(table, place)
    if table.seats[place].guest is None:
        raise Refused(Code.NO_SUCH_PERSON, "no person sits there")
    if table.seats[place].guest == asked.guest:
        raise Refused(Code.NO_SUCH_PERSON, "that is your own seat; stand up instead")


def _check_there(table: Table, guest: str) -> None:
    if not is_present(table, guest):
        raise Refused(Code.NO_SUCH_PERSON, "that person is not at the table")


def _check_on(table: Table) -> Game:
    if table.game is None or table.closed:
        raise Refused(Code.NO_GAME, "no game is on")
    return table.game


def _check_off(table: Table, sentence: str) -> None:
    if playing(table):
        raise Refused(Code.GAME_ON, sentence)
    if table.starting is not None:
        raise Refused(Code.GAME_ON, "a game is about to start")


def _check_seat(table: Table, place: int) -> None:
    if not 0 <= place < len(table.seats):
        raise Refused(Code.NO_SUCH_SEAT, f"there is no seat {place} at this table")


def _own_seat(table: Table, asked: Asked) -> int:
    return _seat_of(table, asked.guest)


def _seat_of(table: Table, guest: str) -> int:
    place = seat_of(table, guest)
    if place is None:
        raise Refused(Code.NOT_SEATED, "you have no seat at this table")
    return place
