"""Work that takes another process: one piece at a time, and the latest answers are kept."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Subject = TypeVar("Subject", bound=Hashable)
Answer = TypeVar("Answer")


class TooManyWaiting(Exception):
    """Too many results are being worked out at once."""


class OneAtATime(Generic[Subject, Answer]):
    """Works out one answer at a time, in a thread, and keeps the latest."""

    def __init__(self, work: Callable[[Subject], Answer], *, keep: int, waiting: int) -> None:
        self._work = work
        self._kept: OrderedDict[Subject, Answer] = OrderedDict()
        self._keep = keep
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0
        self._max_waiting = waiting

    async def answer(self, subject: Subject) -> Answer:
        """What the work comes to; or `TooManyWaiting`, or what the work raises."""
        if subject not in self._kept:
            if self._waiting >= self._max_waiting:
                raise TooManyWaiting
            self._waiting += 1
            try:
                async with self._turn:
                    if subject not in self._kept:
                        self._kept[subject] = await asyncio.to_thread(self._work, subject)
            finally:
                self._waiting -= 1
        self._kept.move_to_end(subject)
        answer = self._kept[subject]
        if len(self._kept) > self._keep:
            self._kept.popitem(last=False)
        return answer
