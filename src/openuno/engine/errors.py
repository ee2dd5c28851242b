"""The three ways the engine refuses: a table, an action, a text."""

from openuno.engine.enums import NamedEnum


class SetupError(ValueError):
    """The table cannot be set up so; `switch` names what to change."""

    def __init__(self, switch: str, sentence: str) -> None:
        super().__init__(f"{switch}: {sentence}")
        self.switch = switch
        self.sentence = sentence


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
    """The action is not allowed now; nothing has changed."""

    def __init__(self, reason: Reason, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.sentence = sentence


class NotationError(ValueError):
    """The text cannot be read; `at` is the character where it goes wrong."""

    def __init__(self, text: str, at: int, sentence: str) -> None:
        super().__init__(f"{sentence}\n  {text}\n  {' ' * at}^")
        self.text = text
        self.at = at
        self.sentence = sentence


_MOST_SHOWN = 20


def excerpt(text: str) -> str:
    """The beginning of a text, quoted, as a sentence can carry it."""
    return repr(text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…")
