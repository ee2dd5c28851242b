"""What the people at this screen do, one thing after another, until the table takes it."""

import asyncio
from typing import NamedTuple

from openuno.game.state import Act, NextRound, Penalty


class LetGo(NamedTuple):
    """The person leaves what was offered."""


class ScreenTaken(NamedTuple):
    """The person the screen was passed to is looking."""


class Hurry(NamedTuple):
    """Bots are not to think any longer."""


class Undo(NamedTuple):
    """The person takes the last move back."""


Input = Act | NextRound | Penalty | LetGo | ScreenTaken | Hurry | Undo


class Inputs:
    """A queue of what people do."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Input] = asyncio.Queue()

    def put(self, what: Input) -> None:
        """Add what somebody has just done."""
        self._queue.put_nowait(what)

    def clear(self) -> None:
        """Forget what nobody has taken yet."""
        while not self._queue.empty():
            self._queue.get_nowait()

    async def get_within(self, seconds: float | None) -> Input | None:
        """The next thing that somebody does; None when the time, if there is one, is up."""
        try:
            return await asyncio.wait_for(self._queue.get(), seconds)
        except TimeoutError:
            return None

    async def get_one_of(self, *kinds: type[Input]) -> Input:
        """The next thing of these kinds; everything else before it is dropped."""
        while True:
            heard = await self._queue.get()
            if isinstance(heard, kinds):
                return heard
