"""What only the host may order: bots, kicks, another host, silence."""

from typing import assert_never

from openuno.bots.characters import name_for
from openuno.bots.registry import BOTS, CHOICES, EXPERT, choose_kind, is_oracle
from openuno.room import commands as ask
from openuno.room.decide.request import (
    RequestContext,
    check_game_off,
    check_present,
    check_seat_exists,
)
from openuno.room.decide.seats import other_person, stand_up
from openuno.room.faces import face_of_bot
from openuno.room.facts import BotSat, Fact, HostChanged, Muted, Stood
from openuno.room.host import check_absent, is_acting
from openuno.room.naming import distinct_name
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import FREE, BotSeat, Room, is_present, seat_name, seat_of


def change_bot(room: Room, what: ask.AddBot | ask.RemoveBot) -> tuple[Fact, ...]:
    """Seat a bot, or take one away."""
    check_game_off(room, RefusalKind.GAME_ON_BOTS)
    check_seat_exists(room, what.seat)
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


def give_order(
    room: Room, request: RequestContext, what: ask.Kick | ask.HandOver | ask.Mute
) -> tuple[Fact, ...]:
    """What the host asks of someone else: to go, to be host, to be silent."""
    match what:
        case ask.Kick(player):
            seat = other_person(room, request, player)
            if not is_present(room, seat.guest):
                check_absent(room, request.guest, (seat,), request.now)
            return stand_up(room, player, kicked=True)
        case ask.HandOver(guest):
            check_present(room, guest)
            if guest == room.host:
                return ()
            if request.guest == room.owner:
                return (HostChanged(guest),)
            if seat_of(room, guest) is None:
                raise Refused(RefusalKind.SUCCESSOR_NOT_SEATED)
            return (HostChanged(guest, acting=is_acting(room, guest)),)
        case ask.Mute(guest, muted):
            if muted:
                check_present(room, guest)
            elif guest not in room.muted:
                raise Refused(RefusalKind.NOT_MUTED)
            return () if muted and guest in room.muted else (Muted(guest, muted),)
        case _:
            assert_never(what)


def may_order(room: Room, guest: str, what: ask.RoomCommand) -> bool:
    """Whether the person is host, or asks for what everyone at a shared screen may: the host is
    then often a screen without a keyboard.
    """
    if guest == room.host:
        return True
    shared = room.settings.shared_screen and seat_of(room, guest) is not None
    return shared and isinstance(what, ask.Start | ask.AddBot | ask.RemoveBot)
