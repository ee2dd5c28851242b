"""Accusing someone of a hint or of not keeping an honour rule, and the table's verdict (PEN-1, 2).

Where suggestions cost cards, what players say is remembered until the round ends, and any of it can
be called a hint. So is every honour rule read out, for its words alone say how long it holds, and
each player can be accused once of not keeping it. The people who have a seat and are present judge,
and the accused always does. It takes more than half of them, or the accused who admits it: silence
is a no, and bots have no vote.
"""

from openuno.engine.errors import IllegalAction, Reason
from openuno.room.evolve_hints import accusation_of
from openuno.room.facts import AccusationClosed, Accused, Fact, Judged
from openuno.room.hints import Accusation, Hints, find_reading, judge, verdict
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import GameOn, Human, Room, is_present, seat_name

VERDICT_TIME = 30_000
"""Milliseconds the table has for a verdict."""


def accuse(room: Room, on: GameOn, by: int, message: int, now: int) -> tuple[Fact, ...]:
    """The accusation, and the verdict if there is nobody else to ask."""
    if not on.game.rules.suggestion_penalty:
        cause = IllegalAction(Reason.NO_SUGGESTION_PENALTY)
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)
    _check_may_accuse(on.hints, by)
    remark = next((r for r in on.hints.remarks if r.message == message), None)
    if remark is None or remark.seat == by:
        raise Refused(RefusalKind.NO_SUCH_MESSAGE)
    judges = tuple(
        player
        for player in range(len(room.seats))
        if player == remark.seat or _is_person_here(room, player)
    )
    until = now + VERDICT_TIME
    accused = Accused(remark.seat, by, message, remark.text, judges, until)
    return (accused, *_closing(accusation_of(accused)))


def accuse_of_breaking(  # noqa: PLR0913 (who says what of whom, where and when)
    room: Room, on: GameOn, *, by: int, message: int, seat: int, now: int
) -> tuple[Fact, ...]:
    """The accusation that a player did not keep an honour rule; to admit it settles it at once."""
    if not on.game.rules.honour_penalty:
        cause = IllegalAction(Reason.NO_HONOUR_PENALTY)
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)
    _check_may_accuse(on.hints, by)
    reading = find_reading(on.hints, message, by)
    if reading is None:
        raise Refused(RefusalKind.NO_SUCH_HONOUR_RULE)
    if seat not in reading.players or not _is_person_here(room, seat):
        raise Refused(RefusalKind.NOT_A_PERSON_HERE)
    if seat in reading.accused:
        raise Refused(RefusalKind.ACCUSED_BEFORE, name=seat_name(room.seats[seat]))
    judges = tuple(player for player in sorted(reading.players) if _is_person_here(room, player))
    until = now + VERDICT_TIME
    accused = Accused(seat, by, message, reading.text, judges, until, honour=True)
    return (accused, *_closing(accusation_of(accused)))


def _check_may_accuse(hints: Hints, by: int) -> None:
    if hints.accusation is not None:
        raise Refused(RefusalKind.ACCUSATION_OPEN)
    if by in hints.dismissed:
        raise Refused(RefusalKind.ACCUSED_IN_VAIN)


def _is_person_here(room: Room, player: int) -> bool:
    seat = room.seats[player]
    return isinstance(seat, Human) and is_present(room, seat.guest)


def give_verdict(hints: Hints, seat: int, *, guilty: bool) -> tuple[Fact, ...]:
    """One judge's word, and the table's verdict once nobody can change it any more."""
    accusation = hints.accusation
    if accusation is None:
        raise Refused(RefusalKind.NOBODY_ACCUSED)
    if seat not in accusation.judges:
        raise Refused(RefusalKind.NOT_A_JUDGE)
    if seat in accusation.guilty or seat in accusation.innocent:
        raise Refused(RefusalKind.ALREADY_JUDGED)
    after = judge(hints, seat, guilty=guilty).accusation
    assert after is not None, "judging leaves it open"
    return (Judged(seat, guilty), *_closing(after))


def _closing(accusation: Accusation) -> tuple[Fact, ...]:
    upheld = verdict(accusation)
    return () if upheld is None else (AccusationClosed(upheld),)
