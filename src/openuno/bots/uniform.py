"""The uniform bot: the usual baseline, and what the kernel plays by the million.

It takes its random numbers as the kernel does, one word for each choice and in the same order, so
that a simulated round can be played again here, card by card. It is asked three separate questions:
a simulation asks every seat the first before it asks anyone the second.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from openuno.bots.bot import (
    Answer,
    Mind,
    due_call,
    is_bluff,
    is_my_turn,
    legal_plays,
    other_actions,
    prefer_saying_uno,
)
from openuno.engine.actions import (
    Action,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    NameColour,
    Play,
    SayUno,
)
from openuno.engine.legal import changes_hands
from openuno.engine.rng import advance, words
from openuno.engine.state import AfterDraw
from openuno.engine.view import View

T = TypeVar("T")
_WORD_BITS = 32


class Habits(NamedTuple):
    """Its habits; a rate of 3 is one time in 3, 0 is never, 1 is always."""

    forgets: int = 0
    """To say UNO."""
    catches: int = 1
    """An opponent who owes UNO."""
    jumps: int = 1
    doubts: int = 0
    """A Wild Draw Four."""
    bluffs: int = 0
    """Plays a Wild Draw Four while holding the colour."""


PLAIN = Habits()


def uniform(view: View, mind: Mind, habits: Habits = PLAIN) -> Answer:
    """Any playable card, any colour, any target, each as likely; draws only if it cannot play.

    It plays a drawn card that fits, and adds to a stack if it can.
    """
    call, mind = make_call(view, mind, habits)
    if call is not None:
        return call, mind
    return take_turn(view, mind, habits) if is_my_turn(view) else jump_in(view, mind, habits)


def make_call(view: View, mind: Mind, habits: Habits = PLAIN) -> Answer:
    """Whether it says the UNO it owes, or catches an opponent who owes it."""
    word = due_call(view)
    if word is None:
        return None, mind
    if not isinstance(word, SayUno):
        seen, mind = _chance_one_in(mind, habits.catches)
        return (word if seen else None), mind
    if not changes_hands(view.rules, view.discard[-1]):
        # It could have said it with the card, so it has forgotten.
        return None, mind
    forgotten, mind = _chance_one_in(mind, habits.forgets)
    return (None if forgotten else word), mind


def jump_in(view: View, mind: Mind, habits: Habits = PLAIN) -> Answer:
    """Whether it jumps in, but never on its own card."""
    ways = legal_plays(view)
    if not ways or view.window is None or view.window.by == view.seat:
        return None, mind
    seen, mind = _chance_one_in(mind, habits.jumps)
    return _choose_play(ways, mind, habits) if seen else (None, mind)


def take_turn(view: View, mind: Mind, habits: Habits = PLAIN) -> Answer:
    """What it does in its turn."""
    willing, mind = _willing(view, mind, habits)
    if willing:
        if isinstance(view.phase, AfterDraw):
            return _choose_play(willing, mind, habits)
        return _choose_card(willing, mind, habits)
    if Challenge() in view.legal:
        challenges, mind = _chance_one_in(mind, habits.doubts)
        if challenges:
            return Challenge(), mind
    actions: list[Action] = [*other_actions(view)]
    choice = isinstance(actions[0], (NameColour, ChoosePlayer, ChooseCard, Decide))
    return _choose_one(mind, actions) if choice else (actions[0], mind)


def _willing(view: View, mind: Mind, habits: Habits) -> tuple[list[Play], Mind]:
    """The ways to play a card; bluffs only when it is in the mood for one."""
    ways = legal_plays(view)
    honest = [play for play in ways if not is_bluff(view, play.card)]
    if len(honest) < len(ways):
        dares, mind = _chance_one_in(mind, habits.bluffs)
        return (ways if dares else honest), mind
    return honest, mind


def _choose_card(ways: list[Play], mind: Mind, habits: Habits) -> Answer:
    """Any card first, then any way to play it: a wild has more ways, but is no likelier."""
    card, mind = _choose_one(mind, list(dict.fromkeys(play.card for play in ways)))
    return _choose_play([play for play in ways if play.card is card], mind, habits)


def _choose_play(ways: list[Play], mind: Mind, habits: Habits) -> Answer:
    """Any colour, then any target; then it says UNO, or forgets to."""
    colours = list(dict.fromkeys(play.colour for play in ways))
    colour, mind = _choose_one(mind, colours) if len(colours) > 1 else (colours[0], mind)
    ways = [play for play in ways if play.colour is colour]
    if ways[0].target is not None:
        targets = list(dict.fromkeys(play.target for play in ways))
        target, mind = _choose_one(mind, targets)
        ways = [play for play in ways if play.target == target]
    play = prefer_saying_uno(ways)[0]
    if not play.uno:
        return play, mind
    forgotten, mind = _chance_one_in(mind, habits.forgets)
    return (replace(play, uno=False) if forgotten else play), mind


def _choose_one(mind: Mind, options: Sequence[T]) -> tuple[T, Mind]:
    """One of the options: a word scaled down, as in the kernel."""
    index = next(words(mind.rng)) * len(options) >> _WORD_BITS
    return options[index], replace(mind, rng=advance(mind.rng, 1))


def _chance_one_in(mind: Mind, rate: int) -> tuple[bool, Mind]:
    """True one time in `rate`; 0 is never and 1 always, without a random number."""
    if rate <= 1:
        return rate == 1, mind
    index, mind = _choose_one(mind, range(rate))
    return index == 0, mind
