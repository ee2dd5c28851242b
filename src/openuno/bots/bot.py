"""What a bot is: a function from a view and its own mind to an action."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from openuno.bots.memory import NOTHING, Memory, remember
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    ChooseCard,
    ChoosePlayer,
    Decide,
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
    """A bot's own state: its generator, what it remembers, and what everyone knows of the game.

    `wins` are the rounds that each seat of its table has won in this game before this round.
    """

    rng: Generator
    memory: Memory = NOTHING
    format: Format = Single()
    wins: tuple[int, ...] = ()


Answer = tuple[Action | None, Mind]
Bot = Callable[[View, Mind], Answer]
"""A bot is asked whenever its seat may act. None means to do nothing, which the seat whose turn it
is cannot. The returned mind counts only if the answer is carried out."""


def notice(mind: Mind, event: Event) -> Mind:
    """The mind after an event as the bot's seat may know it (`redact`)."""
    memory = remember(mind.memory, event)
    return mind if memory is mind.memory else replace(mind, memory=memory)


def own_hand(view: View) -> Cards:
    """The cards of the bot's own seat."""
    assert view.seat is not None, "a spectator has no hand"
    return view.hands[view.seat]


def is_my_turn(view: View) -> bool:
    """Whether the round waits for this seat."""
    return getattr(view.phase, "seat", None) == view.seat


def legal_plays(view: View) -> list[Play]:
    """Every legal way to play a card now."""
    return [action for action in view.legal if isinstance(action, Play)]


OtherAction = Draw | Keep | Pass | Accept | NameColour | ChoosePlayer | ChooseCard | Decide


def other_actions(view: View) -> list[OtherAction]:
    """What the seat can do when it is asked, other than play a card or challenge."""
    return [action for action in view.legal if isinstance(action, OtherAction)]


def are_partners(view: View, one: int, other: int) -> bool:
    """Whether the two win together: the same seat, or partners."""
    return one == other or (view.rules.teams and one % 2 == other % 2)


def due_call(view: View) -> SayUno | Catch | None:
    """The UNO that this seat owes, or the catch of an opponent who owes it."""
    seat, owing = view.seat, view.owes_uno
    if seat is None or owing is None:
        return None
    if owing == seat:
        return SayUno()
    return None if are_partners(view, seat, owing) else Catch(owing)


def is_bluff(view: View, card: Card) -> bool:
    """Whether playing the card is a bluff: a Wild Draw Four while holding the colour (WD4-2)."""
    return card is Card.W4 and any(held.colour is view.colour for held in own_hand(view))


def prefer_saying_uno(ways: Sequence[Play]) -> list[Play]:
    """Of plays that differ only in saying UNO, those that say it."""
    says = [play for play in ways if play.uno]
    said = {(play.card, play.colour, play.target) for play in says}
    return says + [play for play in ways if (play.card, play.colour, play.target) not in said]


def forget_uno(mind: Mind, play: Play, many: int) -> tuple[Play, Mind]:
    """The play without the UNO it would say, one time in `many`."""
    if not play.uno:
        return play, mind
    forgotten, mind = chance_one_in(mind, many)
    return (Play(play.card, play.colour, play.target) if forgotten else play), mind


def pick(mind: Mind, options: Sequence[T]) -> tuple[T, Mind]:
    """One of the options, each as likely."""
    index, spent = random_below(mind.rng, len(options))
    return options[index], replace(mind, rng=advance(mind.rng, spent))


def chance_one_in(mind: Mind, many: int) -> tuple[bool, Mind]:
    """True one time in `many`."""
    index, mind = pick(mind, range(many))
    return index == 0, mind
