"""What is wrong with a text or a table, as values; the English sentence is made of them here."""

from collections.abc import Collection, Mapping, Sequence
from typing import Self

import msgspec

from openuno.engine.enums import SentenceEnum

Value = str | int | Sequence[str]
"""What a fault can tell about: a word, a number, or the words to choose from."""


class FaultKind(SentenceEnum):
    """Every kind of fault, with its English sentence; a page has its own in any language."""

    # A rule for a blank.
    TOO_LONG = "too-long", "a rule has at most {most} characters; say it shorter"
    NOTHING = "nothing", "nothing is written here; write a sentence"
    PLAIN = "plain", "every blank lets you name the colour anyway; say what else happens"
    SENTENCES = "sentences", "a rule has at most {most} sentences; end it here"
    QUOTES = "quotes", "these quotation marks are not closed; put another after the words"
    NUMBER = "number", "a number here is 1 to {most}, not {word!r}"
    NOT_READ = "not-read", "the pencil does not understand {word!r}"
    UNCLEAR = "unclear", "this is not clear; choose what you mean"
    SAME = "same", "that is the same player twice; name someone else"
    HONOUR_LENGTH = "honour-length", "between the quotation marks are 1 to {most} characters"
    HONOUR_PLAIN = (
        "honour-plain",
        "an honour rule is plain text: no quotation mark or line break inside",
    )
    SEVERAL = "several", "one player is meant here, not {word}"
    SEVERAL_TWICE = "several-twice", "on one side there must be a single player"
    THEY = "they", "they are several players here; name the player in the condition"
    KIND = "kind", "say which cards: a colour, a number or a kind of card"
    OTHERWISE = "otherwise", "otherwise needs a condition in a sentence before it"
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
    VALUE_CHOICE = "value-choice", "{switch} takes {choices}, not {word!r}"
    VALUE_CHOICE_NEAR = (
        "value-choice-near",
        "{switch} takes {choices}, not {word!r}; did you mean {near}?",
    )
    FORMAT_NUMBER = "format-number", "{word} must be a number, {least} to {most}"
    ESCAPE = "escape", "there is no sign {word!r} here; write {choices:all}"
    TRAILING = "trailing", "nothing can follow here; take away {word!r}"
    # The settings of a room beside its rules.
    RULES_TOO_LONG = "rules-too-long", "the rules are longer than {most} characters"
    CLOCK = "clock", "the clock's {clock} is {least} to {most} seconds, not {word}"
    # A card, a colour, a seat, an action as text.
    CARD_MISSING = "line-no-card", "no card here; write a code such as R7, GS, BR, YD, W or W4"
    CARD_UNKNOWN = (
        "line-card",
        "there is no card {word!r}; write a code such as R7, GS, BR, YD, W or W4",
    )
    COLOUR_MISSING = "line-no-colour", "no colour here; write R, Y, G or B"
    COLOUR_UNKNOWN = "line-colour", "there is no colour {word!r}; write R, Y, G or B"
    SEAT_NUMBER = "line-seat", "a seat is a number from 0 to {most} here"
    ACTION_MISSING = (
        "line-no-action",
        "no action here; write a card such as R7 or W/B, or {choices:all}, name R, choose 2 or"
        " catch 2",
    )
    ACTION_UNKNOWN = (
        "line-action",
        "there is no action {word!r}; write a card such as R7 or W/B, or {choices:all}, name R,"
        " choose 2 or catch 2",
    )
    ACTION_COLOUR = "line-action-colour", "say which colour: {word} R"
    ACTION_CHOICE = "line-action-choice", "say which seat or which card: {word} 2, {word} R7"
    ACTION_SEAT = "line-action-seat", "say which seat: {word} 2"
    # A position line.
    FIELD_SPACE = "line-rules-end", "the rules end here; write a space before the next field"
    FIELD_END = "line-field-end", "{field} ends here; write a space before the next field"
    FIELD_TWICE = "line-twice", "this is a second field for the {field}; keep one of them"
    FIELD_VALUE = "line-value", "{field} takes a value; write = and then the value"
    HANDS_MISSING = "line-no-hands", "add the hands, one per seat: hands=R7,G1/B2"
    HANDS_MANY = "line-hands-many", "UNO is for {most} players at most; give fewer hands"
    HANDS_FEW = "line-hands-few", "UNO is for {least} players or more; add a hand after a /"
    HAND_EMPTY = (
        "line-hand-empty",
        "somebody has no card left, so the round is over; write over= and the seat",
    )
    HAND_SPENT = "line-hand-spent", "the hand of seat {seat} has no more {card}; take this one away"
    HAND_LACKS = "line-hand-lacks", "the hand of seat {seat} has no {card}; take this one away"
    DECK_SPENT = "line-deck-spent", "the deck has no more {card}; take this one away"
    DECK_LACKS = "line-deck-lacks", "the deck has no {card}; take this one away"
    PILE_MISSING = "line-no-pile", "add the draw pile, top card first, or pile=- if it is empty"
    DISCARD_MISSING = "line-no-discard", "add the discard pile, top card first: discard=R5"
    DISCARD_EMPTY = "line-discard-empty", "only an undealt table has no discards; put a card here"
    COLOUR_OF_TOP = (
        "line-colour-of-top",
        "the top card has a colour; write colour={colour} or leave it out",
    )
    COLOUR_UNNAMED = (
        "line-colour-unnamed",
        "nobody has named a colour yet; write colour=- or leave it out",
    )
    COLOUR_OF_WILD = (
        "line-colour-of-wild",
        "the top card is a wild; say which colour was named, such as colour=R",
    )
    PHASE_MISSING = "line-no-phase", "say what the table waits for: turn=0, or {choices:all}"
    NO_DRAWN_CARD = "line-no-drawn", "play_drawn is off: a draw ends the turn"
    NO_DOUBT = "line-no-doubt", "bluffing is off: there is nothing to doubt"
    NAMING_TOP = "line-naming", "a colour is named for a wild on the discard pile, not {top}"
    CHOOSING_TOP = (
        "line-choosing",
        "a player is chosen for a first card that acts on one (first_card=all-act), not {top}",
    )
    PICKING_TOP = (
        "line-picking",
        "this is for a custom rule that asks a player for something, not {top}",
    )
    PICKING_RULE = (
        "line-picking-rule",
        "write colons between: who laid the card, its sentence from 0, the target or -, and 0, or"
        " 1 for playing again",
    )
    PICKING_SENTENCE = "line-picking-sentence", "this sentence of {top} does not ask for that"
    PICKING_CARDS = (
        "line-picking-cards",
        "write discard, give or pass, then how many are left, how many each chooses, for whom"
        " and who waits, colons between",
    )
    STACKED_TOP = "line-stacked", "a stack needs a draw card on the discard pile, not {top}"
    DOUBT_TOP = "line-doubt", "a doubt needs a Wild Draw Four (W4) on the discard pile, not {top}"
    DRAWN_MISSING = "line-drawn-card", "write a colon and the card drawn"
    DRAWN_NOT_HELD = (
        "line-drawn-held",
        "seat {seat} does not hold {card}; put the drawn card in its hand too",
    )
    TOTAL_MISSING = "line-total-colon", "write a colon and how many cards must be drawn"
    TOTAL = "line-total", "say how many cards must be drawn"
    BY_MISSING = "line-by", "write a colon and the seat that laid the Wild Draw Four"
    BY_ONESELF = "line-by-oneself", "nobody answers their own card; name another seat"
    BEFORE_MISSING = "line-before", "write a colon and the colour in play before the Wild Draw Four"
    HELD_MISSING = (
        "line-held",
        "write a colon and the hand of seat {seat} when it laid the Wild Draw Four",
    )
    NO_WINDOW = "line-laid", "nobody can be caught now; leave laid out"
    PASSES = "line-passes", "the passes in a row are 0 to {most} here"
    MISSES_ORDER = (
        "line-misses-order",
        "write the lowest seat first, each once for every turn it misses, at most {most}",
    )
    MISSES_TURN = "line-misses-turn", "it is the turn of seat {seat}; it misses a later one"
    MISSES_UNDEALT = "line-misses-undealt", "nobody has lost a turn before the deal"
    LASTING_UNDEALT = "line-lasting-undealt", "no rule is in force before the deal"
    LASTING_FORM = (
        "line-lasting-form",
        "write a lasting rule as seats:no:kind:seat, or only for no and - for the whole round",
    )
    LASTING_MANY = (
        "line-lasting-many",
        "at most {most} lasting rules are in force, no two of them alike",
    )
    LASTING_UNWRITTEN = "line-lasting-unwritten", "no card of this table starts this lasting rule"
    SEED_NUMBER = "line-seed", "a seed is a number from 0 to {most}"
    KEY = "line-key", "a fair key is {most} characters, each 0 to 9 or a to f"
    RNG_MARK = "line-rng-mark", "write @ and the generator's position, such as @0"
    RNG_POSITION = "line-rng-at", "a position is a number from 0 to {most}"
    # Values of the wrong type or size, from those who call from Python.
    TYPE = "type", "must be {what}, not {word}; see `with_switches`"
    TYPE_CONVERTED = "type-converted", "{detail}"
    TYPE_RULES = "type-rules", "must be Rules, such as edition('classic'), not {word}"
    TYPE_FORMAT = "type-format", "must be a format, such as Race(300), not {word}"
    TYPE_NUMBER = "type-number", "must be a whole number, not {word}"
    TYPE_RNG = "type-rng", "must be a generator value such as Fast(1), not a {word}"
    RNG_KEY = "type-rng-key", "a fair key is {most} bytes, not {word}"
    RNG_SEED = "type-rng-seed", "a seed is 0 to 2^64 - 1, not {word}"
    RNG_AT = "type-rng-at", "a position is 0 or more, not {word}"
    RNG_BOUND = "type-rng-bound", "must be 1 to 2^32, not {word}"
    # Said in full, for those who type at a terminal.
    OTHER = "other", "{text}"


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
        """A fault given as a full sentence, from code that has no kinds for it."""
        return cls(FaultKind.OTHER, {"text": text})


def fault_text(fault: Fault) -> str:
    """The fault as an English sentence, in lower case and without a full stop."""
    shown = {
        name: value if isinstance(value, str | int) else _Listed(value)
        for name, value in fault.values.items()
    }
    return fault.kind.template.format_map(shown)


_MOST_SHOWN = 20


def shorten(text: str) -> str:
    """The beginning of a text, as a sentence can carry it."""
    return text if len(text) <= _MOST_SHOWN else text[:_MOST_SHOWN] + "…"


def unknown_name(what: str, word: str, known: Collection[str]) -> Fault:
    """The fault of a name nobody knows, with the one that may be meant, or of none at all."""
    if not word:
        return Fault.of(FaultKind.NAME_MISSING, what=what, choices=tuple(known))
    near = nearest_name(word, known)
    if near is not None:
        return Fault.of(FaultKind.NO_SUCH_NAME_NEAR, what=what, word=shorten(word), near=near)
    return Fault.of(FaultKind.NO_SUCH_NAME, what=what, word=shorten(word), choices=tuple(known))


_LONGEST_GUESSED = 40


def nearest_name(word: str, known: Collection[str]) -> str | None:
    """The name that is probably meant by a word that is none of them; None if none is close."""
    for guess in (word.upper(), word.lower(), word.lower().replace("-", "_")):
        if guess in known:
            return guess
    if len(word) > _LONGEST_GUESSED:
        return None
    from difflib import get_close_matches  # noqa: PLC0415 - only a mistake needs it

    return next(iter(get_close_matches(word.lower(), known, n=1)), None)


class _Listed(tuple[str, ...]):
    """Words to choose from: `a, b or c`; with `or` or `all` another joint stands between them."""

    __slots__ = ()

    def __format__(self, joint: str) -> str:
        if joint:
            return (", " if joint == "all" else f" {joint} ").join(self)
        return self[0] if len(self) == 1 else f"{', '.join(self[:-1])} or {self[-1]}"
