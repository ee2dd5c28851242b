"""One round as a position line has it."""

import copy
from typing import Self

from tests.oracle.notation import cards_in, colour_of, listing, rules_in, rules_line
from tests.oracle.pencil import LastingLimit
from tests.oracle.questions import Question


class Position:
    """One round, changed in place. A pile's top card is its first, as in the position line."""

    def __init__(self, line: str) -> None:
        words = line.split(" ")
        self.rules = rules_in(words[0])
        self.dealer = 0
        self.direction = 1
        self.colour = "?"
        self.phase = ""
        self.seat = 0  # the one the table waits for; when the round is over, the winner or -1
        self.card = ""  # drawn
        self.total = 0  # on the stack, or to pay for the Wild Draw Four
        self.by = 0  # who laid the Wild Draw Four in doubt, the colour it was laid on, the hand
        self.before = ""
        self.held: list[str] = []
        self.laid = -1
        self.settled = False
        self.passes = 0
        self.misses: list[int] = []  # who misses the next turn
        self.lasting: list[LastingLimit] = []  # what may not be laid for a while
        self.come: set[int] = set()  # whose turn has come in this step, if only to be missed
        self.question: Question | None = None  # what a blank waits for
        self.tape: tuple[str, str] = ("fast", "0")
        self.at = 0
        for word in words[1:]:
            self.read(*word.partition("=")[::2])
        if self.colour == "?":
            self.colour = colour_of(self.discard[0]) if self.discard else ""

    def read(self, key: str, value: str) -> None:
        if key == "hands":
            self.hands = [sorted(cards_in(hand)) for hand in value.split("/")]
        elif key == "pile":
            self.pile = cards_in(value)
        elif key == "discard":
            self.discard = cards_in(value)
        elif key == "colour":
            self.colour = value.replace("-", "")
        elif key in ("left", "right"):
            self.direction = 1 if key == "left" else -1
        elif key == "dealer":
            self.dealer = int(value)
        elif key == "laid":
            self.laid, self.settled = int(value.rstrip("!")), value.endswith("!")
        elif key == "passes":
            self.passes = int(value)
        elif key == "misses":
            self.misses = [int(seat) for seat in value.split(",")]
        elif key == "lasting":
            self.lasting = [LastingLimit.read(text) for text in value.split("/")]
        elif key in ("fast", "fair"):
            tape, at = value.split("@")
            self.tape, self.at = (key, tape), int(at)
        else:
            self.phase = key
            first, *more = value.split(":")
            self.seat = int(first) if first not in ("", "-") else -1
            if key == "drawn":
                self.card = more[0]
            elif key == "stacked":
                self.total = int(more[0])
            elif key == "doubt":
                self.total, self.by, self.before = int(more[0]), int(more[1]), more[2]
                self.held = sorted(cards_in(more[3]))
            elif key in ("naming", "choosing", "picking", "deciding") and more:
                self.question = Question.read(more)

    def line(self) -> str:
        phase = self.phase
        if phase != "undealt":
            phase += f"={self.seat if self.seat >= 0 else '-'}"
        if self.phase == "drawn":
            phase += f":{self.card}"
        elif self.phase == "stacked":
            phase += f":{self.total}"
        elif self.phase == "doubt":
            phase += f":{self.total}:{self.by}:{self.before}:{listing(self.held)}"
        elif self.question is not None:
            phase += f":{self.question.text()}"
        words = [
            rules_line(self.rules),
            "hands=" + "/".join(listing(hand) for hand in self.hands),
            "pile=" + listing(self.pile),
            "discard=" + listing(self.discard),
            "colour=" + (self.colour or "-"),
            "left" if self.direction > 0 else "right",
            f"dealer={self.dealer}",
            phase,
        ]
        if self.laid >= 0:
            words.append(f"laid={self.laid}" + "!" * self.settled)
        if self.passes:
            words.append(f"passes={self.passes}")
        if self.misses:
            words.append("misses=" + ",".join(map(str, self.misses)))
        if self.lasting:
            words.append("lasting=" + "/".join(limit.text() for limit in self.lasting))
        words.append(f"{self.tape[0]}={self.tape[1]}@{self.at}")
        return " ".join(words)

    def clone(self) -> Self:
        twin = copy.copy(self)
        for name in ("hands", "pile", "discard", "held", "misses", "lasting", "question"):
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def others(self, seat: int) -> list[int]:
        return [other for other in range(len(self.hands)) if other != seat]

    def something_to_draw(self) -> bool:
        return len(self.pile) + len(self.discard) > 1

    def owes(self) -> int:
        """Who can be caught, or -1; nobody before the card has done all it says (MEET-45)."""
        if self.question is not None:
            return -1
        if self.laid >= 0 and not self.settled and len(self.hands[self.laid]) == 1:
            return self.laid
        return -1
