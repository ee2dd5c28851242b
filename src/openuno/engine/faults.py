"""What is wrong with a text or a table, as values; the English sentence is made of them here."""

from collections.abc import Mapping, Sequence
from typing import Self

import msgspec

from openuno.engine.enums import NamedEnum

Value = str | int | Sequence[str]
"""What a fault can tell about: a word, a number, or the words to choose from."""


class FaultKind(NamedEnum):
    """Every kind of fault, with its English sentence; a page has its own in any language."""

    template: str

    def __new__(cls, value: str, template: str) -> Self:
        """A kind by its name, and the sentence its values are put into."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.template = template
        return kind

    # A rule for a blank.
    TOO_LONG = "too-long", "a rule has at most {most} characters; say it shorter"
    NOTHING = "nothing", "nothing is written here; write a sentence"
    SENTENCES = "sentences", "a rule has at most {most} sentences; end it here"
    RULE_STOPS = "rule-stops", "the rule stops too early; go on with {choices}"
    SENTENCE_STOPS = "sentence-stops", "the sentence stops too early; go on with {choices}"
    MARK = "mark", "a sentence ends with a full stop, not with {word!r}"
    QUOTES = "quotes", "these quotation marks are not closed; put another after the words"
    JOINT = "joint", "{word!r}: one sentence, one effect; end it and begin another"
    NUMBER = "number", "a number here is 1 to {most}, not {word!r}"
    NEAR = "near", "no rule says {word!r}; did you mean {near}?"
    UNKNOWN = "unknown", "no rule says {word!r}; write {choices}"
    MISFIT = "misfit", "{word!r} cannot stand here; write {choices}"
    SAME = "same", "that is the same player twice; name someone else"
    HONOUR_LENGTH = "honour-length", "between the quotation marks are 1 to {most} characters"
    HONOUR_PLAIN = (
        "honour-plain",
        "an honour rule is plain text: no quotation mark or line break inside",
    )
    SEVERAL = "several", "one player is meant here, not {word}"
    SEVERAL_TWICE = "several-twice", "on one side there must be a single player"
    NO_PARTNER = "no-partner", "nobody has a partner here; switch teams on, or name another player"
    # The switches of a table.
    BOUNDS = "bounds", "must be {least} to {most}, not {word}"
    CHOICE = "choice", "must be {choices}, not {word}"
    ODD = "odd", "must be odd, not {word}"
    FORCED_PLAY = (
        "forced-play",
        "a drawn card must be played, but {needs} forbids it; change one",
    )
    DRAW_UNTIL = (
        "draw-until",
        "it ends with a card to play, but {needs} forbids playing it; change one",
    )
    BLANKS = (
        "blanks",
        "there are {rules} rules for {blanks} blanks; write fewer or raise blank_cards",
    )
    SEATS = "seats", "UNO is for {least} to {most} players, not {word}"
    TEAMS = "teams", "two teams are {choices} players, not {word}"
    ALONE = "alone", "in this format everyone plays alone; switch it off"
    PLAYERS = "players", "{format} takes {choices} players, not {word}"
    PLAYERS_EXACTLY = "players-exactly", "{format} takes exactly {most} players, not {word}"
    PLAYERS_RANGE = "players-range", "{format} takes {least} to {most} players, not {word}"
    CARDS = (
        "cards",
        "{seats} hands of {hand} and a first card need {needed} cards, the deck has {deck};"
        " deal fewer or add a deck",
    )
    DEALER = "dealer", "there is no seat {word} at a table of {seats}"
    DEALER_PLAYER = "dealer-player", "there is no player {word} in a game of {seats}"
    DEALER_ROTATES = "dealer-rotates", "with rotating partners the deal follows the seats"
    DEALER_DRAWN = "dealer-drawn", "this table draws for the deal; pick none"
    # A line of rules, a format, an action.
    NO_SUCH_NAME = "no-such-name", "there is no {what} {word!r}; choose from {choices:all}"
    NO_SUCH_NAME_NEAR = "no-such-name-near", "there is no {what} {word!r}; did you mean {near}?"
    NAME_MISSING = "name-missing", "no {what} here; choose from {choices:all}"
    TWICE = "twice", "{word} is set twice; keep one of them"
    VALUE_MISSING = "value-missing", "say how {word} is set: {word}={example}"
    VALUE_NUMBER = "value-number", "{word} takes a number, of at most three digits"
    VALUE_CHOICE = "value-choice", "{switch} takes {choices:or}, not {word!r}"
    FORMAT_NUMBER = "format-number", "{word} must be a number, {least} to {most}"
    ESCAPE = "escape", "there is no sign {word!r} here; write {choices:all}"
    TRAILING = "trailing", "nothing can follow here; take away {word!r}"
    # Said in full, for those who call from Python or type at a terminal.
    OTHER = "other", "{text}"


class Placeholder(NamedEnum):
    """A choice that is no word of the pencil itself."""

    NUMBER = "<number>"
    STOP = "<stop>"
    QUOTED = "<quoted>"


class Fault(msgspec.Struct, frozen=True):
    """One reason why a text cannot be read or a table not be set up."""

    kind: FaultKind
    values: Mapping[str, Value]

    @classmethod
    def of(cls, kind: FaultKind, **values: Value) -> Self:
        """A fault of this kind with these values."""
        return cls(kind, values)

    @classmethod
    def other(cls, text: str) -> Self:
        """A fault that is told in full, by a part that has no kinds of its own."""
        return cls(FaultKind.OTHER, {"text": text})


def fault_text(fault: Fault) -> str:
    """The fault as an English sentence, in lower case and without a full stop."""
    most = fault.values.get("most", 0)
    shown = {
        name: value
        if isinstance(value, str | int)
        else _Listed(_choice(each, most) for each in value)
        for name, value in fault.values.items()
    }
    return fault.kind.template.format_map(shown)


_MOST_SHOWN = 20


def shorten(text: str) -> str:
    """The beginning of a text, as a sentence can carry it."""
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


class _Listed(tuple[str, ...]):
    """Words to choose from: `a, b or c`; with `or` or `all` another joint stands between them."""

    __slots__ = ()

    def __format__(self, joint: str) -> str:
        if joint:
            return (", " if joint == "all" else f" {joint} ").join(self)
        return self[0] if len(self) == 1 else f"{', '.join(self[:-1])} or {self[-1]}"


def _choice(choice: str, most: Value) -> str:
    match choice:
        case Placeholder.NUMBER:
            return f"a number from 1 to {most}"
        case Placeholder.STOP:
            return "a full stop"
        case Placeholder.QUOTED:
            return "words in quotation marks"
        case _:
            return choice
