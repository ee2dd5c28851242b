"""What one seat, or someone watching, may know: built field by field, so a new secret stays one."""

from typing import assert_never, get_args

import msgspec
from msgspec.structs import replace

from openuno.engine import events
from openuno.engine.actions import Action, ChooseCard
from openuno.engine.cards import Card, Colour
from openuno.engine.events import Cards, Event, LastingRule, OpenEvent
from openuno.engine.legal import legal
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    Round,
    RoundOver,
    Turn,
    Undealt,
    Window,
    owes_uno,
)

_UNKNOWN = Fast(0)


class View(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A round as `seat` sees it; `seat` is None for someone watching.

    Cards the seat may not see lie face down in `hands` and `phase`; how many is no secret.
    """

    rules: Rules
    seat: int | None
    dealer: int
    hands: tuple[Cards, ...]
    pile: int
    discard: Cards
    colour: Colour | None
    direction: int
    phase: Phase
    window: Window | None
    owes_uno: int | None
    passes: int
    legal: tuple[Action, ...]
    sitting_out: tuple[int, ...] = ()
    lasting: tuple[LastingRule, ...] = ()


def view(round: Round, seat: int | None) -> View:
    """What the seat may know of the round, and what it may do."""
    return View(
        rules=round.rules,
        seat=seat,
        dealer=round.dealer,
        # A round that is over lays every hand open: they are counted (SCORE-1).
        hands=round.hands if isinstance(round.phase, RoundOver) else _own(round.hands, seat),
        pile=len(round.pile),
        discard=round.discard,
        colour=round.colour,
        direction=round.direction,
        phase=_phase(round.phase, seat),
        window=round.window,
        owes_uno=owes_uno(round),
        passes=round.passes,
        legal=() if seat is None else legal(round, seat),
        sitting_out=round.sitting_out,
        lasting=round.lasting,
    )


def hidden_round(view: View) -> Round:
    """The round as the view shows it: what the seat may not know lies face down, the chance too."""
    return Round(
        rules=view.rules,
        dealer=view.dealer,
        hands=view.hands,
        pile=(Card.BACK,) * view.pile,
        discard=view.discard,
        colour=view.colour,
        direction=view.direction,
        phase=view.phase,
        window=view.window,
        passes=view.passes,
        rng=_UNKNOWN,
        sitting_out=view.sitting_out,
        lasting=view.lasting,
    )


def redact(event: Event, seat: int | None) -> Event:
    """The event as the seat sees it: what it may not know lies face down."""
    match event:
        case events.Dealt(hands, pile):
            return events.Dealt(_own(hands, seat), _down(pile), 0)
        case events.PutBack(card, pile):
            return events.PutBack(card, _down(pile), 0)
        case events.Reshuffled(pile):
            return events.Reshuffled(_down(pile), 0)
        case events.Drew(owner, cards, why):
            return event if owner == seat else events.Drew(owner, _down(cards), why)
        case events.HandsSwapped(by, target, hands):
            return events.HandsSwapped(by, target, _own(hands, seat))
        case events.HandsPassed(by, hands, side):
            return events.HandsPassed(by, _own(hands, seat), side)
        case events.HandsShuffled(by, hands):
            return events.HandsShuffled(by, _own(hands, seat), 0)
        case events.HandShown(owner, to, cards):
            # The challenger alone sees it (WD4-5); its owner knows it anyway.
            return event if seat in (owner, to) else events.HandShown(owner, to, _down(cards))
        case events.Discarded(owner, cards):
            return events.Discarded(owner, cards, 0)
        case events.CardsGiven(owner, to, cards):
            return events.CardsGiven(owner, to, cards if seat in (owner, to) else _down(cards), 0)
        case events.CardSetAside(owner, card):
            return event if owner == seat else events.CardSetAside(owner, Card.BACK)
        case _:
            public: OpenEvent = event  # a new secret needs a case of its own
            return public


_OPEN = frozenset(get_args(OpenEvent))


def redact_action(action: Action, by: int, seat: int | None) -> Action:
    """The action of `by` as the seat may know it: which card was chosen is told by its event."""
    if isinstance(action, ChooseCard) and by != seat:
        return ChooseCard(Card.BACK)
    return action


def is_public(event: Event) -> bool:
    """Whether everyone may see all of the event: `redact` leaves it as it is for any seat."""
    return type(event) in _OPEN


def _phase(phase: Phase, seat: int | None) -> Phase:
    match phase:
        case AfterDraw(owner) if owner != seat:
            return AfterDraw(owner, Card.BACK)
        case FacingDrawFour(_, _, by, _, held) if by != seat:
            return replace(phase, held=_down(held))
        case ChoosingCards():
            return replace(phase, set_aside=_own(phase.set_aside, seat))
        case (
            Undealt()
            | NamingColour()
            | ChoosingPlayer()
            | Deciding()
            | Turn()
            | AfterDraw()
            | FacingStack()
            | FacingDrawFour()
            | RoundOver()
        ):
            return phase
        case _:
            assert_never(phase)


def _own(hands: tuple[Cards, ...], seat: int | None) -> tuple[Cards, ...]:
    return tuple(hand if owner == seat else _down(hand) for owner, hand in enumerate(hands))


def _down(cards: Cards) -> Cards:
    return (Card.BACK,) * len(cards)
