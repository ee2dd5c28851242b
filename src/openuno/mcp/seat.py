"""What an assistant can do at a table, wherever the table is."""

from typing import Protocol

from openuno.engine.actions import Action
from openuno.engine.errors import IllegalAction, NotationError
from openuno.engine.view import View
from openuno.terminal.tables.table import Refusal
from openuno.text.answers import parse_answer, why_not

MAX_SECONDS = 50.0
"""The longest that a call waits: clients give up after a minute."""
MOVE_SECONDS = 25.0
"""How long a move waits for the others, before the page says that they are still thinking."""


class Seat(Protocol):
    """A seat; everything it does returns a page of text, or `Refusal`."""

    async def read_rules(self) -> str:
        """The rules of the table in plain words."""

    async def look(self) -> str:
        """What has happened since the last page, the position and the legal actions."""

    async def act(self, answer: str, /) -> str:
        """Do what a number of the last page or a code says."""

    async def why_not(self, code: str, /) -> str:
        """Why an action is not allowed now."""

    async def decline(self) -> str:
        """Leave what is offered out of turn."""

    async def go_on(self) -> str:
        """Deal the next round; after a game, start another; before one, be ready."""

    async def wait(self, seconds: float, /) -> str:
        """Wait until the table needs this seat, or the time is over."""

    async def say(self, text: str, /) -> str:
        """Say something to the others, or one of the set phrases."""


class OwnSeat(Seat, Protocol):
    """A seat at a table in this process, with a record to close."""

    def close(self) -> None:
        """Close the record, if there is one."""


def read_answer(answer: str, shown: tuple[Action, ...], view: View) -> Action:
    """The action meant; a number counts on the page that was `shown`, however old it is."""
    text = answer.strip()
    try:
        if not text.isdecimal():
            return parse_answer(text, view)
        if not shown or not 1 <= int(text[:5]) <= len(shown):
            listed = f"it lists 1 to {len(shown)}" if shown else "it lists none"
            raise Refusal(f"There is no action {text[:5]} on the last page: {listed}.")
        action = shown[int(text) - 1]
        refused = why_not(view, action)
        if refused is not None:
            raise Refusal(f"The table has moved on: {refused.sentence}. Look again.")
    except IllegalAction as refused:
        raise Refusal(f"Not allowed now: {refused.sentence}.") from None
    except NotationError as error:
        raise Refusal(f"This cannot be read: {error.sentence}.") from None
    return action


def explain(code: str, view: View) -> str:
    """Why the action with this code is not allowed, in a sentence."""
    try:
        parse_answer(code, view)
    except IllegalAction as refused:
        return f"Not allowed now: {refused.sentence}."
    except NotationError as error:
        raise Refusal(f"This cannot be read: {error.sentence}.") from None
    return "That is allowed now."
