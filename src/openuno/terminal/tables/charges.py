"""What players can be accused of, and what the table asks the person to judge (PEN-1, PEN-2)."""

from collections.abc import Iterator
from typing import NamedTuple

from openuno.room.state import GameOn, Human, Room, is_present, seat_name


class Charge(NamedTuple):
    """What can be said of a player: that they gave a hint, or did not keep an honour rule.

    `about` are the words of the hint or of the rule; `message` is the entry of a server's log that
    they came with.
    """

    player: int
    name: str
    about: str
    honour: bool
    message: int = 0


class Dispute(NamedTuple):
    """An accusation on which the person is asked for a verdict."""

    accuser: str
    accused: str
    about: str
    honour: bool


def find_charges(room: Room, on: GameOn, player: int) -> tuple[Charge, ...]:
    """What this player can accuse somebody of now; honour rules also themselves."""
    hints, rules = on.hints, on.game.rules
    if hints.accusation is not None or player in hints.dismissed:
        return ()
    charges: list[Charge] = []
    if rules.honour_penalty:
        charges += _honour_charges(room, on, player)
    if rules.suggestion_penalty:
        for remark in reversed(hints.remarks):
            if remark.seat != player:
                name = seat_name(room.seats[remark.seat])
                found = Charge(remark.seat, name, remark.text, honour=False, message=remark.message)
                charges.append(found)
    return tuple(charges)


def find_dispute(room: Room, on: GameOn, player: int) -> Dispute | None:
    """The accusation that waits for this player's verdict."""
    accusation = on.hints.accusation
    if accusation is None or player not in accusation.judges:
        return None
    if player in (*accusation.guilty, *accusation.innocent):
        return None
    accuser, accused = seat_name(room.seats[accusation.by]), seat_name(room.seats[accusation.seat])
    return Dispute(accuser, accused, accusation.text, accusation.honour)


def _honour_charges(room: Room, on: GameOn, player: int) -> Iterator[Charge]:
    for reading in reversed(on.hints.readings):
        for seat in reading.players if player in reading.players else ():
            sitting = room.seats[seat]
            here = isinstance(sitting, Human) and is_present(room, sitting.guest)
            if here and seat not in reading.accused:
                name = seat_name(sitting)
                yield Charge(seat, name, reading.text, honour=True, message=reading.message)
