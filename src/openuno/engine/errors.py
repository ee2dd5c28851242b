"""The three ways the engine refuses: a table, an action, a text."""

from collections.abc import Mapping

from openuno.engine.cards import Card, Colour
from openuno.engine.enums import NamedEnum
from openuno.engine.faults import Fault, Value, fault_text


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
    FORBIDDEN = "forbidden"
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
    NO_HONOUR_PENALTY = "no-honour-penalty"


SENTENCES: Mapping[Reason, str | Mapping[str, str]] = {
    Reason.NO_SUCH_SEAT: {
        "": "there is no seat {seat} at this table",
        "player": "there is no player {player} in this game",
        "out": "player {player} is out of the game",
    },
    Reason.NO_SUCH_ACTION: {
        "": "that action does not exist",
        "answer": "{who} cannot answer {answer} now",
        "answers": "table {table}: its answer is not allowed now; look at `masks`",
    },
    Reason.ROUND_OVER: {"": "the round is over", "game": "the game is over"},
    Reason.NOT_DEALT: {
        "": "the cards are not dealt yet",
        "game": "the first round has not been dealt yet",
        "reset": "nothing has been dealt; call reset() first",
    },
    Reason.NOT_YOUR_TURN: "it is not your turn",
    Reason.WRONG_PHASE: {
        "": "not now: {moves}",
        "round": "the round is not over yet",
        "tables": "the round is not over at every table",
        "dealer": "the dealer has not been found yet",
    },
    Reason.UNKNOWN_CARD: "{code} is not a card you can play",
    Reason.CARD_NOT_HELD: "you do not hold a {card}",
    Reason.NO_MATCH: {
        "": "{card} matches neither {colour} nor {face}",
        "wild": "{card} is not {colour}",
    },
    Reason.ONLY_THE_DRAWN_CARD: "after drawing, only the card you drew ({drawn}) may be played",
    Reason.MUST_PLAY: {
        "": "you hold a card that you must play",
        "drawn": "the {drawn} you drew must be played",
        "no-pile": "you hold a card that you must play: there is none to draw",
    },
    Reason.NO_BLUFFING: "no bluffing here: you hold a {colour} card",
    Reason.FORBIDDEN: {
        "": "a rule forbids {card} for now: until seat {until}'s next turn",
        "round": "a rule forbids {card} for now: until the end of the round",
    },
    Reason.CANNOT_STACK: "{card} cannot be added to the {top} here",
    Reason.NO_JUMP_IN: {
        "": "to jump in you need the same card: {top}",
        "late": "you can only jump in right after a card is played",
        "wild": "nobody jumps in on a wild",
    },
    Reason.COLOUR_MISSING: "name a colour first: {card} needs one",
    Reason.COLOUR_SUPERFLUOUS: "this card is not a wild; don't name a colour",
    Reason.TARGET_MISSING: {
        "choose": "choose a player first",
        "swap": "choose a player first: say whose hand you take",
    },
    Reason.TARGET_SUPERFLUOUS: "this card does not target a player",
    Reason.TARGET_NOT_AT_TABLE: "there is no seat {seat} at this table",
    Reason.TARGET_ONESELF: {
        "choose": "you cannot choose yourself",
        "twice": "you have chosen that player already; choose another",
        "swap": "you cannot swap hands with yourself",
        "catch": "you cannot catch yourself; say UNO",
    },
    Reason.UNO_TOO_EARLY: {
        "": "UNO is said when one card is left after this one",
        "hands": "say UNO after this card: hands change first",
    },
    Reason.UNO_NOT_OWED: "you don't need to say UNO now",
    Reason.NOTHING_TO_CATCH: "that player doesn't owe UNO",
    Reason.NOTHING_TO_DRAW: {
        "": "there is nothing left to draw",
        "penalty": "there is no card left to pay the penalty with",
    },
    Reason.STILL_CARDS_TO_DRAW: "there are cards to draw; draw one",
    Reason.NOTHING_TO_CHALLENGE: {
        "": "there is nothing to challenge: no Wild Draw Four was played",
        "honest": "there is nothing to challenge: nobody can bluff here",
    },
    Reason.NO_SUGGESTION_PENALTY: "hints cost nothing at this table",
    Reason.NO_HONOUR_PENALTY: {
        "": "honour rules cost nothing at this table",
        "none": "no card of this table has an honour rule",
    },
}
"""What is said of each reason; where a reason has several cases, of each by the value `case`."""

_MOVES = {
    "play": "play a card",
    "play-drawn": "play",
    "stack": "add a draw card",
    "draw": "draw",
    "keep": "keep the card you drew",
    "pass": "pass",
    "name": "name the colour",
    "choose": "choose a player",
    "choose-card": "choose a card",
    "decide": "say yes or no",
    "accept": "accept the cards",
    "challenge": "challenge",
}


class IllegalAction(ValueError):
    """The action is not allowed now; nothing has changed.

    `values` are what the reason is about, by name: `card`, `top`, `colour`, `drawn`, `seat`,
    `until` (the seat whose turn ends a lasting rule), the `moves` that are allowed, and the `case`,
    where a reason has several.
    """

    def __init__(self, reason: Reason, **values: Value) -> None:
        self.reason = reason
        self.values = values
        self.sentence = reason_text(reason, values)
        super().__init__(self.sentence)


def reason_text(reason: Reason, values: Mapping[str, Value]) -> str:
    """Why an action is refused, as an English sentence in lower case and without a full stop."""
    sentences = SENTENCES[reason]
    template = sentences if isinstance(sentences, str) else sentences[str(values.get("case", ""))]
    return template.format_map(_value_words(values))


def _value_words(values: Mapping[str, Value]) -> dict[str, Value]:
    """The values as a sentence says them; a sentence does not need all of them."""
    shown = dict(values)
    for name, value in values.items():
        match name, value:
            case "card" | "top" | "drawn", str() if value in _CARDS:
                shown[name] = _CARDS[value].label
            case "colour", str():
                shown[name] = Colour(value).label.lower()
            case "moves", _ if not isinstance(value, int):
                shown[name] = " or ".join(_MOVES[move] for move in value)
            case _:
                pass
    if isinstance(top := values.get("top"), str):
        shown["face"] = _CARDS[top].face.label
    if "card" in values:
        shown["code"] = values["card"]
    return shown


_CARDS = {card.value: card for card in Card}


class NotationError(ValueError):
    """The text cannot be read; `at` is the character where it goes wrong.

    `switch` is the one that cannot be set so, where the words are sound and only that is wrong.
    """

    def __init__(self, text: str, at: int, fault: Fault, switch: str | None = None) -> None:
        self.text = text
        self.at = at
        self.switch = switch
        self.fault = fault
        said = fault_text(self.fault)
        self.sentence = said if switch is None else f"{switch}: {said}"
        super().__init__(f"{self.sentence}\n  {text}\n  {' ' * at}^")


class UnreadRule(NotationError):
    """A rule for a blank that cannot be read, and what could be written instead.

    `offers` are complete rules, each of which can be read; `honour` is the rule with what was not
    understood in quotation marks, as words of honour. `understood` are the parts that were read,
    each from its first character to the one after its last.
    """

    def __init__(  # noqa: PLR0913 (what can be said of a rule)
        self,
        text: str,
        at: int,
        fault: Fault,
        *,
        offers: tuple[str, ...] = (),
        honour: str | None = None,
        understood: tuple[tuple[int, int], ...] = (),
    ) -> None:
        super().__init__(text, at, fault)
        self.offers = offers
        self.honour = honour
        self.understood = understood
