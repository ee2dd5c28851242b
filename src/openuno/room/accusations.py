"""Accusing someone of having suggested a card, and the table's verdict (PEN-1).

Where suggestions cost cards, what players say is remembered until the round ends, and any of it can
be called a hint. The people who have a seat and are present judge it, and the accused always does.
It takes more than half of them: silence is a no, and bots have no vote.
"""

from openuno.engine.errors import IllegalAction, Reason
from openuno.room.facts import AccusationClosed, Accused, Fact, Judged
from openuno.room.hints import Accusation, Hints, judge, verdict
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import GameOn, Human, Room, is_present

VERDICT_TIME = 30_000
"""Milliseconds the table has for a verdict."""


def accuse(room: Room, on: GameOn, by: int, message: int, now: int) -> tuple[Fact, ...]:
    """The accusation, and the verdict if there is nobody else to ask."""
    if not on.game.rules.suggestion_penalty:
        cause = IllegalAction(Reason.NO_SUGGESTION_PENALTY)
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)
    if on.hints.accusation is not None:
        raise Refused(RefusalKind.ACCUSATION_OPEN)
    if by in on.hints.dismissed:
        raise Refused(RefusalKind.ACCUSED_IN_VAIN)
    remark = next((r for r in on.hints.remarks if r.message == message), None)
    if remark is None or remark.seat == by:
        raise Refused(RefusalKind.NO_SUCH_MESSAGE)
    judges = tuple(
        player
        for player, seat in enumerate(room.seats)
        if player == remark.seat or (isinstance(seat, Human) and is_present(room, seat.guest))
    )
    until = now + VERDICT_TIME
    accused = Accused(remark.seat, by, message, remark.text, judges, until)
    return (accused, *_closing(Accusation(remark.seat, by, remark.text, until, judges, (by,))))


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
