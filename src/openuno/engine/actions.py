"""What a seat can do: small values, the same in the engine, the log and on the wire."""

import msgspec

from openuno.engine.cards import Card, Colour


class _Action(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    tag_field="do",
    forbid_unknown_fields=True,
):
    pass


class Play(_Action, frozen=True, tag="play"):
    """Lay a card; out of turn it is a jump-in. `uno` says the word with the card."""

    card: Card
    colour: Colour | None = None
    target: int | None = None
    uno: bool = False


class Draw(_Action, frozen=True, tag="draw"):
    """Draw from the pile instead of playing."""


class Keep(_Action, frozen=True, tag="keep"):
    """Keep the card just drawn and end the turn."""


class Pass(_Action, frozen=True, tag="pass"):
    """End a turn in which there is nothing to play and nothing to draw."""


class NameColour(_Action, frozen=True, tag="name"):
    """Name the colour for the wild on top: the first card, or one whose rule asks for it."""

    colour: Colour


class ChoosePlayer(_Action, frozen=True, tag="choose"):
    """Choose the player whom the first card is about, or another whom a custom rule asks for."""

    target: int


class ChooseCard(_Action, frozen=True, tag="choose-card"):
    """Choose one of the seat's own cards to discard, give or pass on, as a custom rule asks."""

    card: Card


class Decide(_Action, frozen=True, tag="decide"):
    """Say whether one wants what a custom rule asks about."""

    yes: bool


class Accept(_Action, frozen=True, tag="accept"):
    """Draw what a draw card, or a stack of them, demands."""


class Challenge(_Action, frozen=True, tag="challenge"):
    """Doubt that the Wild Draw Four was laid lawfully."""


class SayUno(_Action, frozen=True, tag="uno"):
    """Say UNO after the card, before being caught."""


class Catch(_Action, frozen=True, tag="catch"):
    """Catch a player who has one card and has not said UNO."""

    target: int


class Suggest(_Action, frozen=True, tag="suggest"):
    """Suggest a card to another player, and pay for it."""


Action = (
    Play
    | Draw
    | Keep
    | Pass
    | NameColour
    | ChoosePlayer
    | ChooseCard
    | Decide
    | Accept
    | Challenge
    | SayUno
    | Catch
    | Suggest
)
