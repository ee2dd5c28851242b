"""A seat in the arena: its rounds one after another, every answer counted, as for any player."""

from collections.abc import Iterator
from pathlib import Path

from openuno.engine.errors import SetupError
from openuno.engine.notation.actions import action_text
from openuno.game.formats import Single
from openuno.lab.arena.answers import AnswerKind, Reply, Tally, check_action, fall_back
from openuno.lab.arena.contestants import read_word
from openuno.lab.arena.folder import is_finished, open_folder
from openuno.lab.arena.schedule import Plan, ScheduledRound, deal_seed, schedule
from openuno.local.named_bots import find_bot
from openuno.mcp.local_seat import LocalSeat, LocalSetup
from openuno.mcp.page import GAME_OVER
from openuno.terminal.seating import PERSON, Seating
from openuno.terminal.tables.table import Refusal

ARENA_OVER = "All rounds of the arena are played: there is nothing more to do."
_OTHER_RULES = "This round has other rules than the one before: call read_rules."


class ArenaSeat:
    """A `Seat` that plays the rounds of a plan, from the first that is not finished.

    An answer that is not legal is refused and counted, and the tame action of the arena is done
    instead: the same answers get the same figures, whichever way a player is attached.
    """

    def __init__(self, path: Path, player: str, plan: Plan) -> None:
        for name in plan.against:
            find_bot(name)  # the ladder has players that no table seats
        self._folder = open_folder(path, player, plan)
        self._rounds = tuple(schedule(plan))
        self._at = self._find_next(0)
        if self._at == len(self._rounds):
            raise SetupError(
                "records",
                f"all {len(self._rounds)} rounds in {path} are played; see them by"
                f" uno arena {player} --price {path}",
            )
        self._sit_down()

    def close(self) -> None:
        """Close the record of the round."""
        self._table.close()

    async def read_rules(self) -> str:
        """The rules of this round in plain words."""
        return await self._table.read_rules()

    async def look(self) -> str:
        """What has happened since the last page, and the position."""
        return await self._table.look()

    async def act(self, answer: str, /) -> str:
        """Do it, or what the arena does instead, and let the bots play."""
        if (view := self._table.question) is None:
            raise Refusal("Nothing is asked of you now: call look.")
        return self._answer(read_word(answer.strip(), view))

    async def why_not(self, code: str, /) -> str:
        """Why an action is not allowed now."""
        return await self._table.why_not(code)

    async def decline(self) -> str:
        """Leave what is offered out of turn."""
        if (view := self._table.question) is None:
            raise Refusal("Nothing is offered out of turn now.")
        return self._answer(check_action(None, view))

    async def go_on(self) -> str:
        """Begin the next round; deal again where nobody could move."""
        if not self._table.is_over:
            return await self._table.go_on()
        following = self._find_next(self._at + 1)
        if following == len(self._rounds):
            raise Refusal(ARENA_OVER)
        self._at = following
        self.close()
        self._sit_down()
        return await self._table.look()

    async def wait(self, seconds: float, /) -> str:
        """Let the bots play on, where there were too many moves to make at once."""
        return await self._table.wait(seconds)

    async def say(self, text: str, /) -> str:
        """Refused: bots do not listen."""
        return await self._table.say(text)

    def _answer(self, reply: Reply) -> str:
        view = self._table.question
        assert view is not None, "it was asked"
        self._tally.count(reply)
        self._folder.write_tally(self._round, self._tally)
        if reply.kind is AnswerKind.LEGAL:
            return self._table.answer(reply.action)
        instead = fall_back(view)
        page = self._table.answer(instead)
        done = "nothing" if instead is None else action_text(instead)
        raise Refusal(f"Refused: {reply.sentence}. Done instead: {done}.\n\n{page}")

    @property
    def _round(self) -> ScheduledRound:
        return self._rounds[self._at]

    def _find_next(self, at: int) -> int:
        """The first round from there on that is not finished; their number if there is none."""
        while at < len(self._rounds):
            record = self._folder.read_round(self._rounds[at])
            if record is None or not is_finished(record):
                return at
            at += 1
        return at

    def _sit_down(self) -> None:
        folder, round = self._folder, self._round
        header = folder.header(round)
        kinds = [folder.plan.against[round.opponent]] * folder.plan.players
        kinds[round.seat] = PERSON
        is_last = self._find_next(self._at + 1) == len(self._rounds)
        so_far = folder.read_round(round)
        self._tally = Tally() if so_far is None else folder.read_tally(round)
        folder.write_tally(round, self._tally)  # before the record: a round always has one
        self._table = LocalSeat(
            LocalSetup(
                rules=header.rules,
                format=Single(),
                seating=Seating(header.names, tuple(kinds)),
                seed=deal_seed(folder.plan, round.deal),
                record=folder.record_path(round),
                so_far=so_far,
                notes=tuple(self._notes()),
                game_over=ARENA_OVER if is_last else GAME_OVER,
            )
        )

    def _notes(self) -> Iterator[str]:
        number, total = self._at + 1, len(self._rounds)
        yield (
            f"Round {number} of {total} in the arena, {total - number} more to come. An answer that"
            " is not legal is not asked for again."
        )
        if self._at and self._rounds[self._at - 1].rule_set != self._round.rule_set:
            yield _OTHER_RULES
