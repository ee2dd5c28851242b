"""What happened at a table, in sentences, as one person may know it."""

from collections import deque
from typing import Self

from openuno.local.loop import SeenEvents
from openuno.terminal.text.narration import Names
from openuno.terminal.text.unread import UnreadEvents

MAX_SENTENCES = 500
"""More than anyone scrolls back; the record has everything."""


class Transcript:
    """The latest sentences, and who has said UNO."""

    def __init__(self, names: Names) -> None:
        self._unread = UnreadEvents(names)
        self._sentences: deque[str] = deque(maxlen=MAX_SENTENCES)
        self.sentence_count = 0
        """How many sentences there have been, those forgotten included."""

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Write down what happened."""
        self._unread.observe(events, acting)
        for text in self._unread.take_sentences():
            self.add(text)

    def add(self, text: str) -> None:
        """Write down something else, as a sentence."""
        self._sentences.append(text)
        self.sentence_count += 1

    def use_names(self, names: Names) -> None:
        """Call the players so from now on."""
        self._unread.use_names(names)

    @property
    def sentences(self) -> tuple[str, ...]:
        """What is written down, the latest last."""
        return tuple(self._sentences)

    @property
    def uno_sayers(self) -> frozenset[int]:
        """The seats that have said UNO and hold that one card still."""
        return frozenset(self._unread.said)

    @property
    def honour_rules(self) -> tuple[str, ...]:
        """The honour rules read out this round."""
        return tuple(self._unread.honour_rules)

    def copy(self) -> Self:
        """The same again, to go back to."""
        twin = type(self)(Names(()))
        twin._unread = self._unread.copy()
        twin._sentences = self._sentences.copy()
        twin.sentence_count = self.sentence_count
        return twin
