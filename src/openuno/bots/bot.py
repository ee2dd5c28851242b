"""What a bot is: a function from what its seat sees, and its own mind, to what it does."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from openuno.bots.memory import NOTHING, Memory, remember
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
)
from openuno.engine.cards import Card
from openuno.engine.events import Cards, Event
from openuno.engine.rng import Generator, advance, random_below
from openuno.engine.view import View
from openuno.game.formats import Format, Single

T = TypeVar("T")


class Mind(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """All that a bot has of its own: chance, what it remembers, and what the round is for."""

    rng: Generator
    memory: Memory = NOTHING
    format: Format = Single()


Thought = tuple[Action | None, Mind]
Bot = Callable[[View, Mind], Thought]
"""Whenever its seat may act, a bot is asked. None lets it go, and is no answer from the seat that
the table waits for. The mind that comes back counts only if the thought is carried out."""


def notice(mind: Mind, event: Event) -> Mind:
    """The mind after an event, told as `redact` tells it to the bot's seat."""
    memory = remember(mind.memory, event)
    return mind if memory is mind.memory else replace(mind, memory=memory)


def own_hand(view: View) -> Cards:
    """The cards of the bot's own seat."""
    assert view.seat is not None, "nobody plays who only watches"
    return view.hands[view.seat]


def waited_for(view: View) -> bool:
    """Whether the table waits for this seat."""
    return getattr(view.phase, "seat", None) == view.seat


def plays(view: View) -> list[Play]:
    """The ways to lay a card now."""
    return [action for action in view.legal if isinstance(action, Play)]


def quiet(view: View) -> list[Draw | Keep | Pass | Accept | NameColour | ChoosePlayer]:
    """What the table waits for other than a card or a challenge."""
    return [
        a for a in view.legal if isinstance(a, (Draw, Keep, Pass, Accept, NameColour, ChoosePlayer))
    ]


def same_side(view: View, one: int, other: int) -> bool:
    """Whether the two win together: oneself, or partners."""
    return one == other or (view.rules.teams and one % 2 == other % 2)


def owed(view: View) -> SayUno | Catch | None:
    """The word this seat owes, or the opponent it can rightly catch."""
    seat, owing = view.seat, view.owes_uno
    if seat is None or owing is None:
        return None
    if owing == seat:
        return SayUno()
    return None if same_side(view, seat, owing) else Catch(owing)


def bluffs(view: View, card: Card) -> bool:
    """Whether laying the card would be unlawful: a Wild Draw Four over a card that fits (WD4-2)."""
    return card is Card.W4 and any(held.colour is view.colour for held in own_hand(view))


def aloud(ways: Sequence[Play]) -> list[Play]:
    """Of plays that differ in nothing else, those that say UNO with the card."""
    says = [play for play in ways if play.uno]
    said = {(play.card, play.colour, play.target) for play in says}
    return says + [play for play in ways if (play.card, play.colour, play.target) not in said]


def pick(mind: Mind, options: Sequence[T]) -> tuple[T, Mind]:
    """One of the options, each as likely."""
    place, spent = random_below(mind.rng, len(options))
    return options[place], replace(mind, rng=advance(mind.rng, spent))


def one_in(mind: Mind, many: int) -> tuple[bool, Mind]:
    """True one time in so many."""
    place, mind = pick(mind, range(many))
    return place == 0, mind
