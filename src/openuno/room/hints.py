"""What players have said during a round and may be accused of, as values (PEN-1)."""

import msgspec
from msgspec.structs import replace

MAX_REMARKS = 20
"""How many of the latest things said during a round can still be judged."""


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class Remark(_Value, frozen=True):
    """Something a player said during the round, by the number of its entry in the log."""

    message: int
    seat: int
    text: str


class Accusation(_Value, frozen=True):
    """The player in `by` says that what `seat` said was a suggestion; `judges` are seats, too."""

    seat: int
    by: int
    text: str
    until: int
    judges: tuple[int, ...]
    guilty: tuple[int, ...] = ()
    innocent: tuple[int, ...] = ()


class Hints(_Value, frozen=True):
    """What can be judged this round, what is being judged, and whose accusation was dismissed."""

    remarks: tuple[Remark, ...] = ()
    accusation: Accusation | None = None
    dismissed: tuple[int, ...] = ()


NO_HINTS = Hints()


def verdict(accusation: Accusation) -> bool | None:
    """Whether the accusation is upheld; None while both are possible."""
    needed = len(accusation.judges) // 2 + 1
    if len(accusation.guilty) >= needed:
        return True
    silent = len(accusation.judges) - len(accusation.guilty) - len(accusation.innocent)
    return None if len(accusation.guilty) + silent >= needed else False


def hear(hints: Hints, remark: Remark) -> Hints:
    """What can be judged after something was said."""
    return replace(hints, remarks=(*hints.remarks, remark)[-MAX_REMARKS:])


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
    """Without what these seats have said: their round is over, nobody pays for it any more."""
    accused = hints.accusation
    return replace(
        hints,
        remarks=tuple(remark for remark in hints.remarks if remark.seat not in seats),
        accusation=None if accused is not None and accused.seat in seats else accused,
    )


def without_message(hints: Hints, message: int) -> Hints:
    """Without one message: it was paid for, or is being judged, and is judged only once."""
    kept = tuple(remark for remark in hints.remarks if remark.message != message)
    return replace(hints, remarks=kept)
