"""What players write on a blank, as values: who does what, under which condition, how often.

The pencil reads them from plain words and writes them back. Every number is bounded here, so that
no card can hang or flood a game: a sentence moves at most ten cards of each player, a card has at
most four sentences.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

import msgspec

from openuno.engine.cards import Colour
from openuno.engine.enums import NamedEnum
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, Value

MAX_SENTENCES = 4
MAX_CARDS = 10
MAX_TURNS = 5
MOST_WORDS = 200
"""The most sentences of a rule, the highest number of cards and of turns in one, the most
characters between quotes."""

QUOTES = frozenset('"“”')


class Who(NamedEnum):
    """Whom a sentence is about, seen from the player who lays the card."""

    YOU = "you"
    NEXT = "next"
    PREVIOUS = "previous"
    CHOSEN = "chosen"
    """One other player, picked with the card; the same in every sentence."""
    PARTNER = "partner"
    MOST = "most"
    FEWEST = "fewest"
    EVERYONE = "everyone"
    OTHERS = "others"
    LEFT = "left"
    RIGHT = "right"
    """The neighbour on that side, whatever the direction of play."""
    NEXT_TWO = "next-two"
    NEIGHBOURS = "neighbours"
    """The players on both sides; between two players the opponent alone."""


SEVERAL = frozenset((Who.EVERYONE, Who.OTHERS, Who.NEXT_TWO, Who.NEIGHBOURS))
_MAYBE_YOU = frozenset((Who.YOU, Who.EVERYONE, Who.MOST, Who.FEWEST))


class CardKind(NamedEnum):
    """Which cards are counted, looked for or discarded."""

    ANY = "any"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    YELLOW = "yellow"
    WILD = "wild"
    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    DRAW_TWO = "draw-two"
    REVERSE = "reverse"
    SKIP = "skip"
    NUMBER = "number"
    """A card with a number, 0 to 9."""
    ACTION = "action"
    """A Draw Two, Reverse or Skip."""
    DRAW = "draw"
    """A Draw Two or Wild Draw Four."""
    NAMED = "named"
    """A card of the colour named."""


class Compare(NamedEnum):
    """How a hand is compared with a number."""

    FEWER = "fewer"
    MORE = "more"
    EXACTLY = "exactly"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"


class Side(NamedEnum):
    """Where hands are passed."""

    LEFT = "left"
    RIGHT = "right"


class _Condition(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="if",
    forbid_unknown_fields=True,
):
    pass


class IfHolds(_Condition, frozen=True, tag="holds"):
    """Whether they hold this many cards; if they are several, each of them."""

    who: Who
    compare: Compare
    number: int

    def __post_init__(self) -> None:
        _check_number(self.number)


class IfNamed(_Condition, frozen=True, tag="named"):
    """Whether this is the colour named with the card."""

    colour: Colour


class IfHas(_Condition, frozen=True, tag="has"):
    """Whether they hold a card of this kind; if they are several, each of them."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        _check_kind(self.kind)


class IfTheyHold(_Condition, frozen=True, tag="they-hold"):
    """Of several players, only those who hold this number of cards."""

    compare: Compare
    number: int

    def __post_init__(self) -> None:
        _check_number(self.number)


class IfTheyHave(_Condition, frozen=True, tag="they-have"):
    """Of several players, only those who hold a card of this kind."""

    kind: CardKind

    def __post_init__(self) -> None:
        _check_kind(self.kind)


class IfHasNo(_Condition, frozen=True, tag="has-no"):
    """Whether they hold no card of this kind; if they are several, none of them."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        _check_kind(self.kind)


class IfTheyHaveNo(_Condition, frozen=True, tag="they-have-no"):
    """Of several players, only those who hold no card of this kind."""

    kind: CardKind

    def __post_init__(self) -> None:
        _check_kind(self.kind)


class IfNotNamed(_Condition, frozen=True, tag="not-named"):
    """Whether another colour was named with the card."""

    colour: Colour


class Otherwise(_Condition, frozen=True, tag="otherwise"):
    """Whether the last condition before this sentence was not true."""


Condition = (
    IfHolds
    | IfNamed
    | IfHas
    | IfTheyHold
    | IfTheyHave
    | IfHasNo
    | IfTheyHaveNo
    | IfNotNamed
    | Otherwise
)
ASKS_EACH = (IfTheyHold, IfTheyHave, IfTheyHaveNo)
"""Conditions that each of several players is asked."""


class CountPerCard(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A number for each card of a kind that one player holds, at most `most` in all.

    Without a player, each of those who do it counts their own cards.
    """

    number: int
    kind: CardKind
    who: Who | None
    most: int = MAX_CARDS

    def __post_init__(self) -> None:
        _check_number(self.number)
        _check_number(self.most)
        if self.who is not None:
            _check_single(self.who)


Amount = int | CountPerCard


class _Sentence(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="effect",
    forbid_unknown_fields=True,
):
    pass


class _Effect(_Sentence, frozen=True, kw_only=True):
    when: Condition | None = None

    def __post_init__(self) -> None:
        self._check_when()

    def _check_when(self) -> None:
        """`They` are several: one player is named in the condition itself."""
        if isinstance(self.when, ASKS_EACH):
            who = getattr(self, "who", Who.YOU)
            if who not in SEVERAL:
                raise _error(FaultKind.THEY)


class Draws(_Effect, frozen=True, tag="draws"):
    """They draw cards."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, self.who)


class LosesTurn(_Effect, frozen=True, tag="loses-turn"):
    """They miss their next turns."""

    who: Who
    turns: int = 1

    def __post_init__(self) -> None:
        self._check_when()
        if not 1 <= self.turns <= MAX_TURNS:
            raise _error(FaultKind.NUMBER, most=MAX_TURNS, word=str(self.turns))


class Discards(_Effect, frozen=True, tag="discards"):
    """They discard cards at random."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, self.who)


class DiscardsColour(_Effect, frozen=True, tag="discards-colour"):
    """They discard all cards of the colour named."""

    who: Who


class DiscardsKind(_Effect, frozen=True, tag="discards-kind"):
    """They discard all cards of a kind; for the colour named there is `DiscardsColour`."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        self._check_when()
        if self.kind in (CardKind.ANY, CardKind.NAMED):
            raise _error(FaultKind.KIND)


class DrawsTo(_Effect, frozen=True, tag="draws-to"):
    """They draw until they hold this number of cards."""

    who: Who
    number: int

    def __post_init__(self) -> None:
        self._check_when()
        _check_number(self.number)


class DrawsUntil(_Effect, frozen=True, tag="draws-until"):
    """They draw until a card of a kind comes, at most ten cards."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        self._check_when()
        _check_kind(self.kind)


class DiscardsTo(_Effect, frozen=True, tag="discards-to"):
    """They discard cards at random until they hold this number."""

    who: Who
    number: int

    def __post_init__(self) -> None:
        self._check_when()
        _check_number(self.number)


class Swaps(_Effect, frozen=True, tag="swaps"):
    """Two players swap hands."""

    who: Who
    other: Who

    def __post_init__(self) -> None:
        self._check_when()
        _check_single(self.who)
        _check_single(self.other)
        _check_pair(self.who, self.other)


class Shows(_Effect, frozen=True, tag="shows"):
    """They show their hand."""

    who: Who
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        if self.who not in SEVERAL:
            _check_pair(self.who, self.to)


class Gives(_Effect, frozen=True, tag="gives"):
    """They give random cards."""

    who: Who
    amount: Amount
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, self.who)
        _check_pair(self.who, self.to)


class Takes(_Effect, frozen=True, tag="takes"):
    """They take random cards."""

    who: Who
    amount: Amount
    source: Who

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, self.who)
        _check_pair(self.who, self.source)


class DiscardsChosen(_Effect, frozen=True, tag="discards-chosen"):
    """They choose cards of their own and discard them."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, Who.YOU)


class GivesChosen(_Effect, frozen=True, tag="gives-chosen"):
    """They choose cards of their own and give them."""

    who: Who
    amount: Amount
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, Who.YOU)
        _check_pair(self.who, self.to)


class PassesCards(_Effect, frozen=True, tag="passes-cards"):
    """Everyone chooses cards; then all of them go to the neighbours on that side at once."""

    amount: Amount
    side: Side

    def __post_init__(self) -> None:
        self._check_when()
        _check_amount(self.amount, Who.YOU)


class SwapsChosen(_Effect, frozen=True, tag="swaps-chosen"):
    """Two players whom the player picks swap hands: one with the card, the second after it."""


class NamesColour(_Effect, frozen=True, tag="names-colour"):
    """One player names the colour to play on; who lays the card does so anyway."""

    who: Who

    def __post_init__(self) -> None:
        self._check_when()
        _check_single(self.who)
        _check_pair(self.who, Who.YOU)


Question = DiscardsChosen | GivesChosen | PassesCards | SwapsChosen | NamesColour
"""The effects for which the rule waits until somebody has chosen."""


class Reverses(_Effect, frozen=True, tag="reverses"):
    """Play turns round."""


class PassesHands(_Effect, frozen=True, tag="passes-hands"):
    """Every hand goes to the neighbour on that side."""

    side: Side


class ShufflesHands(_Effect, frozen=True, tag="shuffles-hands"):
    """All hands are collected, shuffled and dealt out again."""


class PlaysAgain(_Effect, frozen=True, tag="plays-again"):
    """The turn comes back to the player."""


class HonourRule(_Sentence, frozen=True, tag="honour"):
    """Words in quotation marks: shown to the table, and left to its honour."""

    text: str

    def __post_init__(self) -> None:
        text = self.text
        if not 1 <= len(text) <= MOST_WORDS:
            raise _error(FaultKind.HONOUR_LENGTH, most=MOST_WORDS)
        if not text.isprintable() or QUOTES.intersection(text) or " ".join(text.split()) != text:
            raise _error(FaultKind.HONOUR_PLAIN)


Effect = (
    Draws
    | LosesTurn
    | Discards
    | DiscardsColour
    | Swaps
    | Shows
    | Gives
    | Takes
    | Reverses
    | PassesHands
    | ShufflesHands
    | PlaysAgain
    | HonourRule
    | DiscardsKind
    | DrawsTo
    | DrawsUntil
    | DiscardsTo
    | DiscardsChosen
    | GivesChosen
    | PassesCards
    | SwapsChosen
    | NamesColour
)
CustomRule = tuple[Effect, ...]
"""The rule on one blank, a sentence to an effect; empty: a plain wild (CUST-3)."""


def people_in(effect: Effect) -> Iterator[Who]:
    """Everyone a sentence speaks of, in its condition too."""
    for name in effect.__struct_fields__:
        part = getattr(effect, name)
        if isinstance(part, Who):
            yield part
        elif isinstance(part, (IfHolds, IfHas, IfHasNo)) or (
            isinstance(part, CountPerCard) and part.who is not None
        ):
            assert part.who is not None
            yield part.who
    if isinstance(effect, SwapsChosen):
        yield Who.CHOSEN


def is_draw_of_others(effect: Effect) -> bool:
    """Whether it is carried out of a last card too: others draw (CUST-4)."""
    return isinstance(effect, (Draws, DrawsTo, DrawsUntil)) and effect.who is not Who.YOU


@lru_cache(maxsize=64)
def has_honour_rule(rules: tuple[CustomRule, ...]) -> bool:
    """Whether any of these rules is left to the honour of the table, if only in part."""
    return any(isinstance(effect, HonourRule) for rule in rules for effect in rule)


@lru_cache(maxsize=64)
def targets_player(rule: CustomRule, *, last: bool) -> bool:
    """Whether a player is picked with the card; of the last card only the draws count (CUST-4)."""
    if not last:
        return any(Who.CHOSEN in people_in(effect) for effect in rule)
    return any(
        Who.CHOSEN in people_in(effect)
        if is_draw_of_others(effect)
        else getattr(getattr(effect, "when", None), "who", None) is Who.CHOSEN
        for effect, asked in zip(rule, asked_of_last_card(rule), strict=True)
        if asked
    )


@lru_cache(maxsize=64)
def asked_of_last_card(rule: CustomRule) -> tuple[bool, ...]:
    """For each sentence, whether what others draw of a last card depends on it (CUST-4).

    It does if it is such a draw, or if its condition decides an `otherwise` that is one.
    """
    found: list[bool] = []
    decides = False
    for effect in reversed(rule):
        draws = is_draw_of_others(effect)
        when = None if isinstance(effect, HonourRule) else effect.when
        if isinstance(when, Otherwise):
            decides |= draws
            found.append(draws)
        elif when is not None:
            found.append(draws or decides)
            decides = False
        else:
            found.append(draws)
    return tuple(reversed(found))


@lru_cache(maxsize=64)
def needs_colour(rule: CustomRule) -> bool:
    """Whether what it does depends on the colour named with the card."""
    return any(
        isinstance(effect, DiscardsColour)
        or any(kind is CardKind.NAMED for kind in _kinds_in(effect))
        or (not isinstance(effect, HonourRule) and isinstance(effect.when, IfNamed | IfNotNamed))
        for effect in rule
    )


def _kinds_in(effect: Effect) -> Iterator[CardKind]:
    for part in (effect, getattr(effect, "amount", None), getattr(effect, "when", None)):
        kind = getattr(part, "kind", None)
        if isinstance(kind, CardKind):
            yield kind


@lru_cache(maxsize=64)
def may_change_own_hand(rule: CustomRule) -> bool:
    """Whether it can change the hand of its player, so that UNO can only be said after it."""
    return any(_may_change(effect) for effect in rule)


def _may_change(effect: Effect) -> bool:
    match effect:
        case (
            Draws(who=who)
            | DrawsTo(who=who)
            | DrawsUntil(who=who)
            | Discards(who=who)
            | DiscardsTo(who=who)
            | DiscardsColour(who=who)
            | DiscardsKind(who=who)
            | DiscardsChosen(who=who)
        ):
            return who in _MAYBE_YOU
        case (
            Swaps(who=one, other=two)
            | Gives(who=one, to=two)
            | GivesChosen(who=one, to=two)
            | Takes(who=one, source=two)
        ):
            return one in _MAYBE_YOU or two in _MAYBE_YOU
        case PassesHands() | ShufflesHands() | PassesCards() | SwapsChosen():
            return True
        case LosesTurn() | Shows() | Reverses() | PlaysAgain() | HonourRule() | NamesColour():
            return False
        case _:
            assert_never(effect)


def check_rule(rule: CustomRule, *, teams: bool) -> None:
    """Refuse a rule that cannot be carried out at this table."""
    if len(rule) > MAX_SENTENCES:
        raise _error(FaultKind.SENTENCES, most=MAX_SENTENCES)
    _check_otherwise(rule)
    if not teams and any(Who.PARTNER in people_in(effect) for effect in rule):
        raise _error(FaultKind.NO_PARTNER)


def _check_otherwise(rule: CustomRule) -> None:
    """`Otherwise` needs a condition before it, and one that is true or not for all."""
    asked: Condition | None = None
    for effect in rule:
        when = None if isinstance(effect, HonourRule) else effect.when
        if isinstance(when, Otherwise):
            if asked is None or isinstance(asked, ASKS_EACH):
                raise _error(FaultKind.OTHERWISE)
        elif when is not None:
            asked = when


def _error(kind: FaultKind, **values: Value) -> SetupError:
    return SetupError("written", Fault(kind, values))


def _check_number(number: int) -> None:
    if not 1 <= number <= MAX_CARDS:
        raise _error(FaultKind.NUMBER, most=MAX_CARDS, word=str(number))


def _check_kind(kind: CardKind) -> None:
    if kind is CardKind.ANY:
        raise _error(FaultKind.KIND)


def _check_amount(amount: Amount, who: Who) -> None:
    if isinstance(amount, int):
        _check_number(amount)
    elif amount.who is None and who not in SEVERAL:
        raise _error(FaultKind.THEY)


def _check_single(who: Who) -> None:
    if who in SEVERAL:
        raise _error(FaultKind.SEVERAL, word=who.value)


def _check_pair(one: Who, other: Who) -> None:
    if one is other and one not in SEVERAL:
        raise _error(FaultKind.SAME)
    if one in SEVERAL and other in SEVERAL:
        raise _error(FaultKind.SEVERAL_TWICE)
