"""What every seat remembered when it decided, worked out again from the rows of its round."""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from openuno.bots.memory import NOTHING, Memory, remember
from openuno.engine.actions import Action
from openuno.engine.view import View
from openuno.game.events import AtTable
from openuno.lab.dataset.rows import action_from_row, view_from_row
from openuno.lab.errors import LabError
from openuno.local.loop import SeenEvents, WhyNot
from openuno.local.matches import play_round_between

Rows = Sequence[Mapping[str, Any]]


def round_memories(rows: Rows) -> list[Memory]:
    """For each row what its seat remembered then, from all rows of one round in their order.

    The round is dealt again from its seed and played as the rows say. A seat remembers events as it
    saw them, so its memory has nothing that it could not know.
    """
    if not rows:
        return []
    memories: list[Memory] = []
    first = view_from_row(rows[0])
    players = [_RowPlayer(rows, memories) for _ in first.hands]
    play_round_between(players, first.rules, seed=rows[0]["seed"])
    if len(memories) < len(rows):
        _refuse_rows()
    return memories


class _RowPlayer:
    """A seat that answers what the next row says, and keeps what it remembered before that."""

    def __init__(self, rows: Rows, memories: list[Memory]) -> None:
        self._rows = rows
        self._memories = memories
        self._memory = NOTHING

    def observe(self, events: SeenEvents, _acting: int | None, /) -> None:
        for event in events:
            if isinstance(event, AtTable):
                self._memory = remember(self._memory, event.what)

    def answer_out_of_turn(
        self, view: View, _offered: tuple[Action, ...], _why_not: WhyNot, /
    ) -> Action | None:
        return self._answer(view)

    def take_turn(self, view: View, _why_not: WhyNot, /) -> Action:
        action = self._answer(view)
        if action is None:
            _refuse_rows()
        return action

    def _answer(self, view: View) -> Action | None:
        number = len(self._memories)
        if number == len(self._rows) or view_from_row(self._rows[number]) != view:
            _refuse_rows()
        self._memories.append(self._memory)
        return action_from_row(self._rows[number])


def _refuse_rows() -> NoReturn:
    raise LabError("these are not all rows of one round in the order of their steps")
