"""A contestant in its seat: asked as bots are, counted, and replaced where it fails."""

from openuno.bots.bot import Answer, Mind
from openuno.engine.view import View
from openuno.lab.arena.answers import AnswerKind, Reply, Tally, fall_back
from openuno.lab.arena.contestants import Contestant
from openuno.local.bot_player import BotError

MOST_IN_A_ROW, MOST_FAILURES = 3, 20
"""How often a player may be late or fail, one time after another and in all, before it is out."""
_FAILURES = (AnswerKind.LATE, AnswerKind.FAILED)


class GaveUp(BotError):
    """The player is out: it was late, or failed, too often. `kind` is what it did last."""

    def __init__(self, player: int, kind: AnswerKind, sentence: str) -> None:
        super().__init__(player, sentence)
        self.kind = kind


class ContestantSeat:
    """Plays as a bot. What cannot be carried out is replaced by `fall_back`, and counted."""

    def __init__(self, contestant: Contestant) -> None:
        self._contestant = contestant
        self._in_a_row = 0
        self._failures = 0
        self.__name__ = contestant.name
        self.tally = Tally()
        """The answers of the round, or of all where they are played as one."""

    def __call__(self, view: View, mind: Mind) -> Answer:
        """Ask the contestant; `GaveUp` where it has failed too often."""
        reply = self._contestant.reply(view, mind)
        self.tally.count(reply)
        if reply.kind is AnswerKind.LEGAL:
            self._in_a_row = 0
            return reply.action, mind
        self._count_failure(view.seat or 0, reply)
        return fall_back(view), mind

    def _count_failure(self, seat: int, reply: Reply) -> None:
        if reply.kind not in _FAILURES:
            self._in_a_row = 0
            return
        self._in_a_row += 1
        self._failures += 1
        if self._in_a_row >= MOST_IN_A_ROW:
            times = f"{self._in_a_row} times in a row"
            raise GaveUp(seat, reply.kind, f"no answer {times}: {reply.sentence}")
        if self._failures >= MOST_FAILURES:
            times = f"{self._failures} times in all"
            raise GaveUp(seat, reply.kind, f"no answer {times}: {reply.sentence}")
