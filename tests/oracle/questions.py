"""What a blank waits for at the second table: who is asked for which cards, and who laid it."""

from dataclasses import dataclass, field

from tests.oracle.pencil import Asking, Blank


def numbers(seats: list[int]) -> str:
    return ",".join(map(str, seats)) or "-"


def numbers_in(text: str) -> list[int]:
    return [] if text == "-" else [int(seat) for seat in text.split(",")]


@dataclass
class Question:
    """A blank laid by `by`, stopped at its sentence `place`."""

    by: int
    place: int
    target: int
    again: bool
    held: bool
    what: str = ""
    left: int = 0
    each: int = 0
    to: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)

    @staticmethod
    def read(words: list[str]) -> "Question":
        """From the fields of a position line that follow the seat."""
        cards = [] if words[0].isdigit() else words[:5]
        by, place, target, again, *aside = words[len(cards) :]
        question = Question(
            int(by), int(place), int(target.replace("-", "-1")), again in "13", again in "01"
        )
        if cards:
            question.what, question.left, question.each = cards[0], int(cards[1]), int(cards[2])
            question.to, question.waiting = numbers_in(cards[3]), numbers_in(cards[4])
        if aside:
            question.aside = [hand.replace("-", "").split(",") for hand in aside[0].split("/")]
            question.aside = [[card for card in hand if card] for hand in question.aside]
        return question

    @staticmethod
    def start(blank: Blank, asking: Asking) -> "Question":
        number = asking.number
        to, waiting = list(asking.to), asking.seats[1:]
        by, again, held = blank.seat, blank.again, blank.last_answer
        question = Question(by, asking.place, blank.target, again, held, asking.what)
        question.each, question.to, question.waiting = number, to, waiting
        question.left = question.due(blank.table.hands[asking.seats[0]])
        return question

    def due(self, hand: list[str]) -> int:
        """How many cards a hand must choose; down to a number at most ten (MEET-50)."""
        return min(len(hand) - self.each, 10) if self.what == "discard-to" else self.each

    def text(self) -> str:
        words = []
        if self.what:
            words = [self.what, str(self.left), str(self.each)]
            words += [numbers(self.to), numbers(self.waiting)]
        words += [str(self.by), str(self.place), str(self.target) if self.target >= 0 else "-"]
        words.append(str(self.again + 2 * (not self.held)))
        if any(self.aside):
            words.append("/".join(",".join(sorted(hand)) or "-" for hand in self.aside))
        return ":".join(words)

    def spare(self, seat: int, hand: list[str]) -> list[str]:
        """The cards of the hand that are not set aside."""
        left = list(hand)
        for card in self.aside[seat] if self.aside else []:
            left.remove(card)
        return left

    def advance(self, seat: int, more: bool, hands: list[list[str]]) -> int:
        """Who is asked next, -1 if nobody is; `more`: the seat has another card to choose."""
        self.left -= 1
        if self.left and more:
            return seat
        self.left = self.each
        if len(self.to) > 1:
            del self.to[0]
            return seat
        if not self.waiting:
            return -1
        following = self.waiting.pop(0)
        self.left = self.due(hands[following])
        return following
