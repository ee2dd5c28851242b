"""A round as a value: the hands, the piles, and what the table waits for."""

import msgspec

from openuno.engine.cards import Card, Colour
from openuno.engine.events import CardChoice, Cards, Event, LastingRule, UnfinishedRule
from openuno.engine.rng import Generator
from openuno.engine.rules import Rules


class _Phase(
    msgspec.Struct,
    frozen=True,
    gc=False,
    omit_defaults=True,
    repr_omit_defaults=True,
    tag_field="phase",
    forbid_unknown_fields=True,
):
    pass


class Undealt(_Phase, frozen=True, tag="undealt"):
    """The deck lies on the table; nobody can act."""


class NamingColour(_Phase, frozen=True, tag="naming"):
    """A wild started the discard pile: the seat names its colour.

    Then it plays; but the dealer names the colour of a card that acts on it, and lets it act. With
    a `rule`, a custom rule asks the seat for the colour instead, and then continues.
    """

    seat: int
    rule: UnfinishedRule | None = None


class ChoosingPlayer(_Phase, frozen=True, tag="choosing"):
    """A wild that is about some player started the discard pile: the dealer chooses whom.

    With a `rule`, a custom rule asks the seat for another player instead, and then continues.
    """

    seat: int
    rule: UnfinishedRule | None = None


class ChoosingCards(_Phase, frozen=True, tag="picking"):
    """A custom rule asks the seat to choose `left` more cards of its own, one at a time.

    To discard down to a number, `each` is the number that is left.

    They go to the first of `to`, and as many (`each`) to each of the others; with none there they
    are discarded. Then those `waiting` are asked. Cards to pass on are `set_aside`, by seat, until
    everyone has chosen.
    """

    seat: int
    what: CardChoice
    left: int
    each: int
    to: tuple[int, ...]
    waiting: tuple[int, ...]
    rule: UnfinishedRule
    set_aside: tuple[Cards, ...] = ()


class Deciding(_Phase, frozen=True, tag="deciding"):
    """A custom rule asks the seat whether it wants what the rule's sentence does."""

    seat: int
    rule: UnfinishedRule


class Turn(_Phase, frozen=True, tag="turn"):
    """The seat plays a card or draws."""

    seat: int


class AfterDraw(_Phase, frozen=True, tag="drawn"):
    """The seat has drawn and may play that card, or keeps it."""

    seat: int
    card: Card


class FacingStack(_Phase, frozen=True, tag="stacked"):
    """The seat adds a draw card or takes them all."""

    seat: int
    total: int


class FacingDrawFour(_Phase, frozen=True, tag="doubt"):
    """The seat takes a Wild Draw Four's cards or challenges it.

    `held` is the hand of the seat that laid it as it was then, `before` the colour then in play:
    cards drawn since (a penalty, say) neither convict nor clear.
    """

    seat: int
    total: int
    by: int
    before: Colour
    held: Cards


class RoundOver(_Phase, frozen=True, tag="over"):
    """Someone went out, or nobody could move and nobody won."""

    winner: int | None


Phase = (
    Undealt
    | NamingColour
    | ChoosingPlayer
    | ChoosingCards
    | Deciding
    | Turn
    | AfterDraw
    | FacingStack
    | FacingDrawFour
    | RoundOver
)


class Window(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """The top card was laid by this seat and nobody has begun a turn since (UNO-4, HOUSE-2).

    `settled`: the seat has said UNO, or has been caught.
    """

    by: int
    settled: bool = False


class Round(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """One round. Seats count from 0 to the left; a pile's top card is its last."""

    rules: Rules
    dealer: int
    hands: tuple[Cards, ...]
    pile: Cards
    discard: Cards
    colour: Colour | None
    direction: int
    phase: Phase
    window: Window | None
    passes: int
    rng: Generator
    sitting_out: tuple[int, ...] = ()
    """The seats that are to miss their next turn, in order; one for each turn they are to miss."""
    lasting: tuple[LastingRule, ...] = ()
    """The lasting rules in force, the oldest first."""

    def __str__(self) -> str:
        """The table as one would draw it, every hand open and `*` before the seat to act."""
        top = self.discard[-1].value if self.discard else "nothing"
        colour = "" if self.colour is None else f", {self.colour.name.lower()}"
        way = "left" if self.direction > 0 else "right"
        lines = [f"{top} on top{colour}; play goes {way}; {len(self.pile)} in the pile"]
        turn = seat_to_act(self)
        for seat, hand in enumerate(self.hands):
            mark = "*" if seat == turn else " "
            lines.append(f"{mark} seat {seat} {len(hand):3}  {' '.join(hand)}".rstrip())
        return "\n".join(lines)


class Step(msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True):
    """A round and the events that led to it."""

    round: Round
    events: tuple[Event, ...]


def next_seat(round: Round, seat: int) -> int:
    """The next seat in the direction of play."""
    return (seat + round.direction) % len(round.hands)


def seat_to_act(round: Round) -> int | None:
    """The seat the table waits for; None before the deal and when the round is over."""
    seat: int | None = getattr(round.phase, "seat", None)
    return seat


def owes_uno(round: Round) -> int | None:
    """The seat that has one card, has not said UNO and can still be caught."""
    window = round.window
    if window is None or window.settled or len(round.hands[window.by]) != 1:
        return None
    return window.by if unfinished_rule(round) is None else None


def unfinished_rule(round: Round) -> UnfinishedRule | None:
    """The custom rule that waits for an answer; nobody owes UNO before it is done (MEET-45)."""
    rule: UnfinishedRule | None = getattr(round.phase, "rule", None)
    return rule


def turn_seat(round: Round) -> int | None:
    """The seat whose turn it is, while others may be asked: of a rule that waits, who laid it."""
    rule = unfinished_rule(round)
    return seat_to_act(round) if rule is None else rule.by


def can_draw(round: Round) -> bool:
    """Whether any card is left to draw once the discards are turned over (OUT-3)."""
    return bool(round.pile) or len(round.discard) > 1
