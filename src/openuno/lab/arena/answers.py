"""What came of a question to a player: an action, or one of the ways to fail, and then what."""

from collections.abc import Callable
from enum import StrEnum
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TypeVar

import msgspec

from openuno.bots.bot import Mind, is_my_turn
from openuno.engine.actions import Accept, Action, Decide, Draw, Keep, Pass
from openuno.engine.view import View
from openuno.local.bot_player import describe_error
from openuno.local.interrupts import take
from openuno.local.wrong_answers import describe_action

T = TypeVar("T")
_KEPT = 5
_GIVEN = {View: "a view", Mind: "a mind", str: "a page of text"}


class AnswerKind(StrEnum):
    """Whether an answer could be carried out, and why not."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    """An action that the rules do not allow now, or nothing where the table waits for the seat."""
    UNREADABLE = "unreadable"
    """Not the number or the code of any action."""
    LATE = "late"
    """None within the seconds allowed."""
    FAILED = "failed"
    """The program ended, or the function raised an error."""


class Reply(msgspec.Struct, frozen=True):
    """The answer to one question: what the player does, and what was wrong with it, if anything."""

    kind: AnswerKind
    action: Action | None = None
    sentence: str = ""


class Tally(msgspec.Struct):
    """How many answers there were of each kind, and the first few different things wrong."""

    counts: dict[AnswerKind, int] = {}
    examples: list[str] = []

    @property
    def total(self) -> int:
        """How many answers there were."""
        return sum(self.counts.values())

    @property
    def not_legal(self) -> int:
        """How many answers could not be carried out."""
        return self.total - self.counts.get(AnswerKind.LEGAL, 0)

    def count(self, reply: Reply) -> None:
        """Count an answer."""
        self.counts[reply.kind] = self.counts.get(reply.kind, 0) + 1
        if reply.kind is not AnswerKind.LEGAL:
            self._keep(f"{reply.kind}: {reply.sentence}")

    def add(self, other: "Tally") -> None:
        """Count what another has counted, too."""
        for kind, count in other.counts.items():
            self.counts[kind] = self.counts.get(kind, 0) + count
        for example in other.examples:
            self._keep(example)

    def _keep(self, example: str) -> None:
        if len(self.examples) < _KEPT and example not in self.examples:
            self.examples.append(example)


def check_action(action: object, view: View) -> Reply:
    """An answer given as an action, or as None for nothing."""
    if action is None:
        if is_my_turn(view):
            return Reply(AnswerKind.ILLEGAL, sentence="nothing was done in turn")
        return Reply(AnswerKind.LEGAL)
    for legal in view.legal:
        if action == legal:
            return Reply(AnswerKind.LEGAL, legal)
    if not isinstance(action, Action):
        return Reply(AnswerKind.UNREADABLE, sentence=f"{type(action).__name__} is no action")
    return Reply(AnswerKind.ILLEGAL, sentence=f"{describe_action(action)} is not legal")


def fall_back(view: View) -> Action | None:
    """What is done instead of an answer that cannot be: nothing out of turn, else what is tamest.

    It draws, keeps the card drawn, takes the cards, says no; where something has to be named, it
    is the first on the list. That is weak on purpose: nothing is to be gained by failing.
    """
    if not is_my_turn(view):
        return None
    for action in view.legal:
        if isinstance(action, (Draw, Keep, Pass, Accept)) or action == Decide(yes=False):
            return action
    return view.legal[0]


class TookTooLong(Exception):
    """A function did not return in time."""


class Broke(Exception):
    """A function raised an error; the sentence says which."""


def call_in_time(function: Callable[..., T], given: tuple[object, ...], seconds: float) -> T:
    """What the function returns, given these; `TookTooLong` or `Broke` if it does not.

    It runs in a thread of its own. One that is late is left behind, since Python cannot end it.
    """
    found: SimpleQueue[tuple[bool, T | str]] = SimpleQueue()

    def work() -> None:
        try:
            found.put((True, function(*given)))
        except BaseException as error:  # noqa: BLE001 - whatever someone's function raises
            words = " and ".join(_GIVEN.get(type(each), "this") for each in given)
            found.put((False, describe_error(error, words)))

    Thread(target=work, daemon=True, name="uno-arena").start()
    try:
        is_good, value = take(found, seconds)
    except Empty:
        raise TookTooLong(f"no answer within {seconds:g} seconds") from None
    if not is_good:
        raise Broke(str(value))
    return value  # type: ignore[return-value]
