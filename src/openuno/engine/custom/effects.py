"""What a sentence of a custom rule does, one class for each effect."""

import msgspec

from openuno.engine.custom.amounts import Amount, check_amount
from openuno.engine.custom.conditions import ASKS_EACH, Condition
from openuno.engine.custom.kinds import CardKind, check_kind
from openuno.engine.custom.limits import MAX_TURNS, MOST_WORDS, check_number, rule_error
from openuno.engine.custom.people import SEVERAL, Who, check_pair, check_single
from openuno.engine.enums import NamedEnum
from openuno.engine.faults import FaultKind

QUOTES = frozenset('"“”')


class Side(NamedEnum):
    """Where hands are passed."""

    LEFT = "left"
    RIGHT = "right"


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
                raise rule_error(FaultKind.THEY)


class Draws(_Effect, frozen=True, tag="draws"):
    """They draw cards."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, self.who)


class LosesTurn(_Effect, frozen=True, tag="loses-turn"):
    """They miss their next turns."""

    who: Who
    turns: int = 1

    def __post_init__(self) -> None:
        self._check_when()
        if not 1 <= self.turns <= MAX_TURNS:
            raise rule_error(FaultKind.NUMBER, most=MAX_TURNS, word=str(self.turns))


class Discards(_Effect, frozen=True, tag="discards"):
    """They discard cards at random."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, self.who)


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
            raise rule_error(FaultKind.KIND)


class DrawsTo(_Effect, frozen=True, tag="draws-to"):
    """They draw until they hold this number of cards."""

    who: Who
    number: int

    def __post_init__(self) -> None:
        self._check_when()
        check_number(self.number)


class DrawsUntil(_Effect, frozen=True, tag="draws-until"):
    """They draw until a card of a kind comes, at most ten cards."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        self._check_when()
        check_kind(self.kind)


class DiscardsTo(_Effect, frozen=True, tag="discards-to"):
    """They discard cards at random until they hold this number."""

    who: Who
    number: int

    def __post_init__(self) -> None:
        self._check_when()
        check_number(self.number)


class Swaps(_Effect, frozen=True, tag="swaps"):
    """Two players swap hands."""

    who: Who
    other: Who

    def __post_init__(self) -> None:
        self._check_when()
        check_single(self.who)
        check_single(self.other)
        check_pair(self.who, self.other)


class Shows(_Effect, frozen=True, tag="shows"):
    """They show their hand."""

    who: Who
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        if self.who not in SEVERAL:
            check_pair(self.who, self.to)


class Gives(_Effect, frozen=True, tag="gives"):
    """They give random cards."""

    who: Who
    amount: Amount
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, self.who)
        check_pair(self.who, self.to)


class Takes(_Effect, frozen=True, tag="takes"):
    """They take random cards."""

    who: Who
    amount: Amount
    source: Who

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, self.who)
        check_pair(self.who, self.source)


class DiscardsChosen(_Effect, frozen=True, tag="discards-chosen"):
    """They choose cards of their own and discard them."""

    who: Who
    amount: Amount

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, Who.YOU)


class DiscardsToChosen(_Effect, frozen=True, tag="discards-to-chosen"):
    """They choose cards of their own and discard them until they hold this number, at most ten."""

    who: Who
    number: int

    def __post_init__(self) -> None:
        self._check_when()
        check_number(self.number)


class GivesChosen(_Effect, frozen=True, tag="gives-chosen"):
    """They choose cards of their own and give them."""

    who: Who
    amount: Amount
    to: Who

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, Who.YOU)
        check_pair(self.who, self.to)


class PassesCards(_Effect, frozen=True, tag="passes-cards"):
    """Everyone chooses cards; then all of them go to the neighbours on that side at once."""

    amount: Amount
    side: Side

    def __post_init__(self) -> None:
        self._check_when()
        check_amount(self.amount, Who.YOU)


class SwapsChosen(_Effect, frozen=True, tag="swaps-chosen"):
    """Two players whom the player picks swap hands: one with the card, the second after it."""


class NamesColour(_Effect, frozen=True, tag="names-colour"):
    """One player names the colour to play on; who lays the card does so anyway."""

    who: Who

    def __post_init__(self) -> None:
        self._check_when()
        check_single(self.who)
        check_pair(self.who, Who.YOU)


Question = DiscardsChosen | DiscardsToChosen | GivesChosen | PassesCards | SwapsChosen | NamesColour
"""The effects for which the rule waits until somebody has chosen."""


class Until(NamedEnum):
    """How long a lasting rule holds."""

    NEXT_TURN = "next-turn"
    """Until the turn next comes to the player who laid the card."""
    ROUND = "round"


class Forbids(_Effect, frozen=True, tag="forbids"):
    """They may not play cards of a kind for a while."""

    who: Who
    kind: CardKind
    until: Until

    def __post_init__(self) -> None:
        self._check_when()
        check_kind(self.kind)


class AllowsOnly(_Effect, frozen=True, tag="allows-only"):
    """They may play only cards of a kind for a while."""

    who: Who
    kind: CardKind
    until: Until

    def __post_init__(self) -> None:
        self._check_when()
        check_kind(self.kind)


Lasting = Forbids | AllowsOnly
"""The effects that hold for a while."""


class Reverses(_Effect, frozen=True, tag="reverses"):
    """The direction of play changes."""


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
            raise rule_error(FaultKind.HONOUR_LENGTH, most=MOST_WORDS)
        if not text.isprintable() or QUOTES.intersection(text) or " ".join(text.split()) != text:
            raise rule_error(FaultKind.HONOUR_PLAIN)


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
    | Forbids
    | AllowsOnly
    | DiscardsToChosen
)
