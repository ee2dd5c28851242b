"""The three ways the engine refuses: a table, an action, a text."""

from openuno.engine.enums import NamedEnum
from openuno.engine.faults import Fault, fault_text, shorten


class SetupError(ValueError):
    """The table cannot be set up so; `switch` names what to change."""

    def __init__(self, switch: str, fault: Fault | str) -> None:
        self.switch = switch
        self.fault = Fault.other(fault) if isinstance(fault, str) else fault
        self.sentence = fault_text(self.fault)
        super().__init__(f"{switch}: {self.sentence}")


class Reason(NamedEnum):
    """Why an action is refused, for programs; the sentence beside it is for players."""

    NO_SUCH_SEAT = "no-such-seat"
    NO_SUCH_ACTION = "no-such-action"
    ROUND_OVER = "round-over"
    NOT_DEALT = "not-dealt"
    NOT_YOUR_TURN = "not-your-turn"
    WRONG_PHASE = "wrong-phase"
    UNKNOWN_CARD = "unknown-card"
    CARD_NOT_HELD = "card-not-held"
    NO_MATCH = "no-match"
    ONLY_THE_DRAWN_CARD = "only-the-drawn-card"
    MUST_PLAY = "must-play"
    NO_BLUFFING = "no-bluffing"
    CANNOT_STACK = "cannot-stack"
    NO_JUMP_IN = "no-jump-in"
    COLOUR_MISSING = "colour-missing"
    COLOUR_SUPERFLUOUS = "colour-superfluous"
    TARGET_MISSING = "target-missing"
    TARGET_SUPERFLUOUS = "target-superfluous"
    TARGET_NOT_AT_TABLE = "target-not-at-table"
    TARGET_ONESELF = "target-oneself"
    UNO_TOO_EARLY = "uno-too-early"
    UNO_NOT_OWED = "uno-not-owed"
    NOTHING_TO_CATCH = "nothing-to-catch"
    NOTHING_TO_DRAW = "nothing-to-draw"
    STILL_CARDS_TO_DRAW = "still-cards-to-draw"
    NOTHING_TO_CHALLENGE = "nothing-to-challenge"
    NO_SUGGESTION_PENALTY = "no-suggestion-penalty"


class IllegalAction(ValueError):
    """The action is not allowed now; nothing has changed.

    `values` are what the reason is about, by name: `card`, `top`, `colour`, `drawn`, `seat`.
    """

    def __init__(self, reason: Reason, sentence: str, **values: str | int) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence
        self.values = values


class NotationError(ValueError):
    """The text cannot be read; `at` is the character where it goes wrong.

    `switch` is the one that cannot be set so, where the words are sound and only that is wrong.
    """

    def __init__(self, text: str, at: int, fault: Fault | str, switch: str | None = None) -> None:
        self.text = text
        self.at = at
        self.switch = switch
        self.fault = Fault.other(fault) if isinstance(fault, str) else fault
        said = fault_text(self.fault)
        self.sentence = said if switch is None else f"{switch}: {said}"
        super().__init__(f"{self.sentence}\n  {text}\n  {' ' * at}^")


def excerpt(text: str) -> str:
    """The beginning of a text, quoted, as a sentence can carry it."""
    return repr(shorten(text))
