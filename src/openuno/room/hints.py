"""What players may be accused of during a round, as values: a hint, or an honour rule not kept."""

import msgspec
from msgspec.structs import replace

MAX_REMARKS = 20
"""How many of the latest things said during a round can still be judged."""
MAX_READINGS = 8
"""How many of the latest honour rules read out during a round can still be judged."""


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Remark(_Value, frozen=True):
    """Something a player said during the round, by the number of its entry in the log."""

    message: int
    seat: int
    text: str


class Reading(_Value, frozen=True):
    """An honour rule read out this round, by the number of its entry in the log.

    `by` laid the card; the rule is for the `players` at that table. Each of them can be accused of
    it once, and `accused` are those who have been.
    """

    message: int
    by: int
    text: str
    players: tuple[int, ...]
    accused: tuple[int, ...] = ()


class Accusation(_Value, frozen=True):
    """The player in `by` says that what `seat` said was a suggestion; `judges` are seats, too.

    If it is about `honour`, `seat` did not keep the honour rule `text`.
    """

    seat: int
    by: int
    text: str
    until: int
    judges: tuple[int, ...]
    guilty: tuple[int, ...] = ()
    innocent: tuple[int, ...] = ()
    honour: bool = False


class Hints(_Value, frozen=True):
    """What can be judged this round, what is being judged, and whose accusation was dismissed."""

    remarks: tuple[Remark, ...] = ()
    accusation: Accusation | None = None
    dismissed: tuple[int, ...] = ()
    readings: tuple[Reading, ...] = ()


NO_HINTS = Hints()


def verdict(accusation: Accusation) -> bool | None:
    """Whether the accusation is upheld; None while both are possible. Who admits it is guilty."""
    if accusation.seat in accusation.guilty:
        return True
    needed = len(accusation.judges) // 2 + 1
    if len(accusation.guilty) >= needed:
        return True
    silent = len(accusation.judges) - len(accusation.guilty) - len(accusation.innocent)
    return None if len(accusation.guilty) + silent >= needed else False


def hear(hints: Hints, remark: Remark) -> Hints:
    """What can be judged after something was said."""
    return replace(hints, remarks=(*hints.remarks, remark)[-MAX_REMARKS:])


def read_out(hints: Hints, reading: Reading) -> Hints:
    """What can be judged after an honour rule was read out."""
    return replace(hints, readings=(*hints.readings, reading)[-MAX_READINGS:])


def find_reading(hints: Hints, message: int, seat: int) -> Reading | None:
    """The honour rule read out in that entry at the table of this seat."""
    for reading in hints.readings:
        if reading.message == message and seat in reading.players:
            return reading
    return None


def note_accused(hints: Hints, message: int, seat: int) -> Hints:
    """The same, where this seat has been accused of not having kept that rule."""
    found = find_reading(hints, message, seat)
    readings = (
        replace(reading, accused=(*reading.accused, seat)) if reading is found else reading
        for reading in hints.readings
    )
    return replace(hints, readings=tuple(readings))


def judge(hints: Hints, seat: int, *, guilty: bool) -> Hints:
    """The accusation after one more of the judges has spoken."""
    open_ = hints.accusation
    assert open_ is not None, "somebody is accused"
    if guilty:
        open_ = replace(open_, guilty=(*open_.guilty, seat))
    else:
        open_ = replace(open_, innocent=(*open_.innocent, seat))
    return replace(hints, accusation=open_)


def close(hints: Hints, *, upheld: bool) -> Hints:
    """No accusation; a player whose accusation was dismissed cannot accuse again this round."""
    assert hints.accusation is not None, "somebody was accused"
    vain = () if upheld else (hints.accusation.by,)
    return replace(hints, accusation=None, dismissed=(*hints.dismissed, *vain))


def forget(hints: Hints, seats: tuple[int, ...]) -> Hints:
    """Without what these seats have said and read out: their round is over, and nobody pays."""
    accused = hints.accusation
    return replace(
        hints,
        remarks=tuple(remark for remark in hints.remarks if remark.seat not in seats),
        readings=tuple(reading for reading in hints.readings if reading.by not in seats),
        accusation=None if accused is not None and accused.seat in seats else accused,
    )


def without_message(hints: Hints, message: int) -> Hints:
    """Without one message: it was paid for, or is being judged, and is judged only once."""
    kept = tuple(remark for remark in hints.remarks if remark.message != message)
    return replace(hints, remarks=kept)
