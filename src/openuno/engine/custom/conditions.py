"""The conditions under which a sentence of a custom rule is carried out."""

import msgspec

from openuno.engine.cards import Colour
from openuno.engine.custom.kinds import CardKind, check_kind
from openuno.engine.custom.limits import check_number
from openuno.engine.custom.people import Who, check_single
from openuno.engine.enums import NamedEnum


class Compare(NamedEnum):
    """How a hand is compared with a number."""

    FEWER = "fewer"
    MORE = "more"
    EXACTLY = "exactly"
    AT_LEAST = "at-least"
    AT_MOST = "at-most"


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
        check_number(self.number)


class IfNamed(_Condition, frozen=True, tag="named"):
    """Whether this is the colour named with the card."""

    colour: Colour


class IfHas(_Condition, frozen=True, tag="has"):
    """Whether they hold a card of this kind; if they are several, each of them."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        check_kind(self.kind)


class IfTheyHold(_Condition, frozen=True, tag="they-hold"):
    """Of several players, only those who hold this number of cards."""

    compare: Compare
    number: int

    def __post_init__(self) -> None:
        check_number(self.number)


class IfTheyHave(_Condition, frozen=True, tag="they-have"):
    """Of several players, only those who hold a card of this kind."""

    kind: CardKind

    def __post_init__(self) -> None:
        check_kind(self.kind)


class IfHasNo(_Condition, frozen=True, tag="has-no"):
    """Whether they hold no card of this kind; if they are several, none of them."""

    who: Who
    kind: CardKind

    def __post_init__(self) -> None:
        check_kind(self.kind)


class IfTheyHaveNo(_Condition, frozen=True, tag="they-have-no"):
    """Of several players, only those who hold no card of this kind."""

    kind: CardKind

    def __post_init__(self) -> None:
        check_kind(self.kind)


class IfNotNamed(_Condition, frozen=True, tag="not-named"):
    """Whether another colour was named with the card."""

    colour: Colour


class IfWants(_Condition, frozen=True, tag="wants"):
    """Whether one player wants it: that player is asked when the sentence is reached."""

    who: Who

    def __post_init__(self) -> None:
        check_single(self.who)


class IfSo(_Condition, frozen=True, tag="if-so"):
    """Whether the last condition before this sentence was true."""


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
    | IfSo
    | IfWants
)
ASKS_EACH = (IfTheyHold, IfTheyHave, IfTheyHaveNo)
"""Conditions that each of several players is asked."""
FOLLOWS = (Otherwise, IfSo)
"""Conditions that are about the last one before them."""
