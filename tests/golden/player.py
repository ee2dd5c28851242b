"""A simple player: lawful, quick to play, now and then forgetful.

It knows what its `View` shows and nothing else. Chance comes in as a generator and goes out moved
on, so that the same view and generator always give the same answer.
"""

from collections import Counter
from collections.abc import Iterable
from math import comb
from typing import assert_never

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import COLOURS, Card, Colour
from openuno.engine.events import Cards
from openuno.engine.legal import needs_target
from openuno.engine.rng import Generator, advance, random_below
from openuno.engine.rules import deck
from openuno.engine.scoring import card_points
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    RoundOver,
    Turn,
    Undealt,
)
from openuno.engine.view import View

FORGETS_UNO = 8
"""It forgets the word one time in this many: there must be somebody to catch."""
OVERLOOKS = 3
"""It overlooks another's forgetting one time in this many."""
TRUST = 4
"""It challenges when a lawful Wild Draw Four is less likely than one in this many."""


def chance(view: View, rng: Generator) -> tuple[Action | None, Generator]:
    """What it does before the turn goes on (a call, a jump-in), if anything, and its generator."""
    if SayUno() in view.legal:
        return SayUno(), rng
    if view.owes_uno is not None and Catch(view.owes_uno) in view.legal:
        overlooked, rng = _one_in(OVERLOOKS, rng)
        if not overlooked:
            return Catch(view.owes_uno), rng
    plays = _plays(view)
    if plays and getattr(view.phase, "seat", None) != view.seat:
        return _lay(view, plays, rng)
    return None, rng


def turn(view: View, rng: Generator) -> tuple[Action, Generator]:
    """What it does when the table waits for it, and its generator after it."""
    honest = [play for play in _plays(view) if not _bluffs(view, play.card)]
    if honest:
        return _lay(view, honest, rng)
    for action in view.legal:
        match action:
            case Draw() | Keep() | Pass():
                return action, rng
            case NameColour():
                return NameColour(_favourite(_hand(view))), rng
            case ChoosePlayer():
                return ChoosePlayer(_shortest(view)), rng
            case ChooseCard():
                cards = [choice.card for choice in view.legal if isinstance(choice, ChooseCard)]
                return ChooseCard(max(cards, key=lambda card: card_points(view.rules, card))), rng
            case Decide():
                return Decide(yes=len(_hand(view)) % 2 == 0), rng
            case Accept():
                return Challenge() if _smells_a_bluff(view) else action, rng
            case Play() | Challenge() | SayUno() | Catch() | Suggest():
                pass
            case _:
                assert_never(action)
    raise AssertionError("the player to move can do one of these")


def _plays(view: View) -> list[Play]:
    return [action for action in view.legal if isinstance(action, Play)]


def _lay(view: View, plays: list[Play], rng: Generator) -> tuple[Action, Generator]:
    """The best of these plays: colours before wilds, the fullest colour, the dearest card."""
    hand = _hand(view)
    held = Counter(card.colour for card in hand)

    def rank(card: Card) -> tuple[bool, int, int]:
        return (
            card.colour is not None,
            held[card.colour] if card.colour else 0,
            card_points(view.rules, card),
        )

    best = max(rank(play.card) for play in plays)
    cards = list(dict.fromkeys(play.card for play in plays if rank(play.card) == best))
    place, spent = random_below(rng, len(cards))
    rng = advance(rng, spent)
    card = cards[place]

    colour = None if card.colour else _favourite(hand)
    target = None
    if needs_target(view.rules, card, last=len(hand) == 1):
        target = _shortest(view)
    says = Play(card, colour, target, uno=True)
    if says in plays:
        forgotten, rng = _one_in(FORGETS_UNO, rng)
        if not forgotten:
            return says, rng
    return Play(card, colour, target), rng


def _hand(view: View) -> Cards:
    assert view.seat is not None
    return view.hands[view.seat]


def _favourite(hand: Iterable[Card]) -> Colour:
    """The colour it holds most of; any will do when it holds none."""
    held = Counter(card.colour for card in hand)
    return max(COLOURS, key=lambda colour: held[colour])


def _shortest(view: View) -> int:
    others = [seat for seat in range(len(view.hands)) if seat != view.seat]
    return min(others, key=lambda seat: len(view.hands[seat]))


def _bluffs(view: View, card: Card) -> bool:
    return card is Card.W4 and any(held.colour is view.colour for held in _hand(view))


def _smells_a_bluff(view: View) -> bool:
    """Whether so large a hand without one card of the colour would be a wonder (WD4-2)."""
    phase = view.phase
    match phase:
        case FacingDrawFour(_, _, _, before, held):
            unseen = Counter(deck(view.rules))
            unseen.subtract(_hand(view))
            unseen.subtract(view.discard)
            cards = unseen.total()
            coloured = sum(count for card, count in unseen.items() if card.colour is before)
            return TRUST * comb(cards - coloured, len(held)) < comb(cards, len(held))
        case (
            FacingStack()
            | Turn()
            | AfterDraw()
            | NamingColour()
            | ChoosingPlayer()
            | ChoosingCards()
            | Deciding()
            | RoundOver()
            | Undealt()
        ):
            return False
        case _:
            assert_never(phase)


def _one_in(many: int, rng: Generator) -> tuple[bool, Generator]:
    drawn, spent = random_below(rng, many)
    return drawn == 0, advance(rng, spent)
