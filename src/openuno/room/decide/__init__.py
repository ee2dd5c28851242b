"""Whether a person may do what they ask, and what follows: (table, command) -> facts."""

from typing import assert_never

from openuno.game.state import NextRound
from openuno.room import commands as ask
from openuno.room.closing import check_open
from openuno.room.decide.event_rules import check_event_table
from openuno.room.decide.moves import apply_game_command, make_move
from openuno.room.decide.orders import change_bot, give_order, may_order
from openuno.room.decide.request import RequestContext, check_game_off, check_game_on, own_seat
from openuno.room.decide.seats import change_own_seat, leave, sit_down
from openuno.room.decide.starts import check_ready, check_rematch, start, start_with_taken
from openuno.room.decide.talk import accuse_or_judge, say
from openuno.room.decide.votes import end_game, vote
from openuno.room.facts import Fact, SettingsChanged
from openuno.room.host import absent_players, check_absent
from openuno.room.naming import rename
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import normalize_settings
from openuno.room.starting import commit_seed, share_seed
from openuno.room.state import FREE, Room, is_present


def decide(room: Room, request: RequestContext, what: ask.RoomCommand) -> tuple[Fact, ...]:
    """The facts the command brings about, none if nothing would change; or `Refused`."""
    check_open(room)
    if not is_present(room, request.guest):
        raise Refused(RefusalKind.NOT_AT_TABLE)
    if room.event is not None:
        check_event_table(room, request, what)
    match what:
        case ask.Move():
            return make_move(room, request, what.action)
        case ask.DealNextRound():
            on = check_game_on(room)
            if request.guest != room.host:
                own_seat(room, request)
            return apply_game_command(on.game, NextRound(), request.secrets)
        case ask.Sit():
            return sit_down(room, request, what)
        case ask.Stand() | ask.Ready() | ask.Return():
            return change_own_seat(room, request, what)
        case ask.Commit(commitment):
            return commit_seed(room, own_seat(room, request), commitment, request.secrets)
        case ask.AddSeed(seed):
            return share_seed(room, own_seat(room, request), seed, request.secrets)
        case ask.Leave():
            return leave(room, request)
        case ask.Vote():
            return vote(room, request, what)
        case ask.Rename(name, face):
            return rename(room, request.guest, name, face)
        case ask.Rematch():
            if request.guest != room.host:
                own_seat(room, request)
            check_game_off(room, RefusalKind.GAME_ON)
            check_rematch(room, request)
            return start_with_taken(room, request, None)
        case ask.Say() | ask.Emote():
            return say(room, request, what)
        case ask.Accuse() | ask.Judge():
            return accuse_or_judge(room, request, what)
        case _ if not may_order(room, request.guest, what):
            raise Refused(RefusalKind.NOT_HOST)
        case ask.Start(dealer, only_taken):
            check_game_off(room, RefusalKind.GAME_ON)
            check_ready(room, request)
            if only_taken:
                return start_with_taken(room, request, dealer)
            return start(room, request, dealer)
        case ask.End():
            check_game_on(room)
            check_absent(room, request.guest, absent_players(room), request.now)
            return end_game(request)
        case ask.SetUp(settings):
            check_game_off(room, RefusalKind.GAME_ON_RULES)
            settings = normalize_settings(settings)
            if any(seat != FREE for seat in room.seats[settings.seats :]):
                raise Refused(RefusalKind.SEAT_IN_USE)
            return () if settings == room.settings else (SettingsChanged(settings),)
        case ask.AddBot() | ask.RemoveBot():
            return change_bot(room, what)
        case ask.Kick() | ask.HandOver() | ask.Mute():
            return give_order(room, request, what)
        case _:
            assert_never(what)
