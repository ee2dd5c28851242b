"""The uniform bot: what the field measures against, and what the kernel plays by the million.

Its chance is drawn as the kernel draws it, a word of the tape to a choice and in the same order, so
that a simulated round can be played again here, card by card. It is asked three separate questions:
whoever simulates asks every seat the first before anyone the second.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from openuno.bots.bot import (
    Mind,
    Thought,
    aloud,
    bluffs,
    owed,
    plays,
    quiet,
    waited_for,
)
from openuno.engine.actions import Action, Challenge, ChoosePlayer, NameColour, Play, SayUno
from openuno.engine.legal import changes_hands
from openuno.engine.rng import advance, words
from openuno.engine.state import AfterDraw
from openuno.engine.view import View

T = TypeVar("T")
_WORD_BITS = 32


class Habits(NamedTuple):
    """What it is like, each habit one time in so many; 0 is never, 1 is always."""

    forgets: int = 0
    """To say UNO."""
    catches: int = 1
    """An opponent who owes UNO."""
    jumps: int = 1
    doubts: int = 0
    """A Wild Draw Four."""
    bluffs: int = 0
    """Counts a Wild Draw Four among its cards though another fits."""


PLAIN = Habits()


def uniform(view: View, mind: Mind, habits: Habits = PLAIN) -> Thought:
    """Any playable card, any colour, any target, each as likely; draws only if it cannot play.

    It plays a drawn card that fits, and adds to a stack if it can.
    """
    call, mind = calls(view, mind, habits)
    if call is not None:
        return call, mind
    return goes(view, mind, habits) if waited_for(view) else jumps_in(view, mind, habits)


def calls(view: View, mind: Mind, habits: Habits = PLAIN) -> Thought:
    """Whether it says the UNO it owes, or catches an opponent who owes it."""
    word = owed(view)
    if word is None:
        return None, mind
    if not isinstance(word, SayUno):
        seen, mind = _one_in(mind, habits.catches)
        return (word if seen else None), mind
    if not changes_hands(view.rules, view.discard[-1]):
        # It could have said it with the card, so it has forgotten.
        return None, mind
    forgotten, mind = _one_in(mind, habits.forgets)
    return (None if forgotten else word), mind


def jumps_in(view: View, mind: Mind, habits: Habits = PLAIN) -> Thought:
    """Whether it jumps in, though not upon a card of its own."""
    ways = plays(view)
    if not ways or view.window is None or view.window.by == view.seat:
        return None, mind
    seen, mind = _one_in(mind, habits.jumps)
    return _lay(ways, mind, habits) if seen else (None, mind)


def goes(view: View, mind: Mind, habits: Habits = PLAIN) -> Thought:
    """What the seat does that the table waits for."""
    willing, mind = _willing(view, mind, habits)
    if willing:
        if isinstance(view.phase, AfterDraw):
            return _lay(willing, mind, habits)
        return _lay_any(willing, mind, habits)
    if Challenge() in view.legal:
        doubted, mind = _one_in(mind, habits.doubts)
        if doubted:
            return Challenge(), mind
    actions: list[Action] = [*quiet(view)]
    choice = isinstance(actions[0], (NameColour, ChoosePlayer))
    return _chosen(mind, actions) if choice else (actions[0], mind)


def _willing(view: View, mind: Mind, habits: Habits) -> tuple[list[Play], Mind]:
    """The ways to lay a card; those of a bluff only when it feels like one."""
    ways = plays(view)
    honest = [play for play in ways if not bluffs(view, play.card)]
    if len(honest) < len(ways):
        dares, mind = _one_in(mind, habits.bluffs)
        return (ways if dares else honest), mind
    return honest, mind


def _lay_any(ways: list[Play], mind: Mind, habits: Habits) -> Thought:
    """Any card first, then any way to lay it: a wild has more ways, but is no likelier."""
    card, mind = _chosen(mind, list(dict.fromkeys(play.card for play in ways)))
    return _lay([play for play in ways if play.card is card], mind, habits)


def _lay(ways: list[Play], mind: Mind, habits: Habits) -> Thought:
    """Any colour, then any target; then it says UNO, or forgets to."""
    colours = list(dict.fromkeys(play.colour for play in ways))
    colour, mind = _chosen(mind, colours) if len(colours) > 1 else (colours[0], mind)
    ways = [play for play in ways if play.colour is colour]
    if ways[0].target is not None:
        targets = list(dict.fromkeys(play.target for play in ways))
        target, mind = _chosen(mind, targets)
        ways = [play for play in ways if play.target == target]
    play = aloud(ways)[0]
    if not play.uno:
        return play, mind
    forgotten, mind = _one_in(mind, habits.forgets)
    return (replace(play, uno=False) if forgotten else play), mind


def _chosen(mind: Mind, options: Sequence[T]) -> tuple[T, Mind]:
    """One of the options; a word scaled down, as the kernel has it."""
    place = next(words(mind.rng)) * len(options) >> _WORD_BITS
    return options[place], replace(mind, rng=advance(mind.rng, 1))


def _one_in(mind: Mind, rate: int) -> tuple[bool, Mind]:
    """True one time in so many; never for 0 and always for 1, without asking chance."""
    if rate <= 1:
        return rate == 1, mind
    place, mind = _chosen(mind, range(rate))
    return place == 0, mind
