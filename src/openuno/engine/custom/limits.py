"""Every number of a custom rule is bounded, so that no card can hang or flood a game."""

from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, Value

MAX_SENTENCES = 4
MAX_CARDS = 10
MAX_TURNS = 5
MOST_WORDS = 200
MAX_LASTING = 4
"""The most sentences of a rule, the highest number of cards and of turns in one, the most
characters between quotes, the most lasting rules in force at once."""


def rule_error(kind: FaultKind, **values: Value) -> SetupError:
    """A refusal of the rule that players wrote."""
    return SetupError("written", Fault(kind, values))


def check_number(number: int) -> None:
    """Refuse a number of cards that is too small or too large."""
    if not 1 <= number <= MAX_CARDS:
        raise rule_error(FaultKind.NUMBER, most=MAX_CARDS, word=str(number))
