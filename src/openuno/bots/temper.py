"""How a bot errs: what it forgets, overlooks, believes and challenges beyond what its engine does.

Every rate is one time in that number, and 0 is never. A bot that never errs draws no random number,
so it plays exactly as its engine does.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import assert_never

import msgspec

from openuno.bots.bot import (
    Answer,
    Bot,
    Mind,
    are_partners,
    chance_one_in,
    due_call,
    forget_uno,
    is_bluff,
    is_my_turn,
    legal_plays,
    other_actions,
    own_hand,
    pick,
    prefer_saying_uno,
)
from openuno.bots.casual import brightness
from openuno.engine.actions import Accept, Challenge, Draw, Play
from openuno.engine.cards import Card, Face
from openuno.engine.scoring import card_points
from openuno.engine.state import FacingDrawFour
from openuno.engine.view import View

Engine = Callable[[View, Mind], Answer]
"""What a bot would do with full attention, besides calling UNO and catches."""
_HARMFUL = (Face.SKIP, Face.DRAW_TWO, Face.WILD_DRAW_FOUR)


class Whim(StrEnum):
    """The card that a bot plays when it does not weigh its cards."""

    ANY = "any"
    """Any that fits."""
    LOUD = "loud"
    """A wild, else an action card."""
    KIND = "kind"
    """One that takes no turn and gives no cards, if there is one."""
    THRIFTY = "thrifty"
    """The one with the fewest points: it saves the others."""


class Temper(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """How often a bot errs, and how."""

    whims: int = 0
    """It follows its whim instead of weighing its cards."""
    whim: Whim = Whim.ANY
    forgets: int = 0
    """It forgets to say UNO with the card, so that others can catch it."""
    overlooks: int = 0
    """It overlooks that it can act out of turn: a late UNO, a catch, a jump-in."""
    trusts: int = 0
    """It accepts a Wild Draw Four that it would challenge."""
    challenges: int = 0
    """It challenges a Wild Draw Four that it would accept."""
    bluffs: int = 0
    """It bluffs with a Wild Draw Four where it could."""
    dawdles: int = 0
    """It draws although a card fits (TURN-3), unless that card is its last."""


def with_temper(engine: Engine, temper: Temper) -> Bot:
    """The bot that chooses as the engine does, and errs by its temper."""

    def bot(view: View, mind: Mind) -> Answer:
        call, mine = due_call(view), is_my_turn(view)
        if call is not None or not mine:
            overlooked, mind = _happens(mind, temper.overlooks)
            if call is not None and not overlooked:
                return call, mind
            if overlooked and not mine:
                return None, mind
        action, mind = engine(view, mind)
        if isinstance(action, Challenge):
            trusts, mind = _happens(mind, temper.trusts)
            return (other_actions(view)[0] if trusts else action), mind
        if isinstance(action, Accept) and _can_challenge(view):
            challenges, mind = _happens(mind, temper.challenges)
            return (Challenge() if challenges else action), mind
        return _play(view, action, temper, mind) if isinstance(action, Play) else (action, mind)

    return bot


def _play(view: View, best: Play, temper: Temper, mind: Mind) -> Answer:
    """The best card, or one by whim or as a bluff; with UNO unless it is forgotten."""
    if Draw() in view.legal and len(own_hand(view)) > 1:
        dawdles, mind = _happens(mind, temper.dawdles)
        if dawdles:
            return Draw(), mind
    ways = prefer_saying_uno(legal_plays(view))
    bluffing = [play for play in ways if is_bluff(view, play.card)]
    bluffs, mind = _happens(mind, temper.bluffs) if bluffing else (False, mind)
    play = best
    if bluffs:
        play = max(bluffing, key=lambda way: _count_held(view, way))
    else:
        follows, mind = _happens(mind, temper.whims)
        if follows:
            play, mind = pick(mind, _find_temptations(view, ways, best, temper.whim))
    return forget_uno(mind, play, temper.forgets) if temper.forgets else (play, mind)


def _find_temptations(view: View, ways: Sequence[Play], best: Play, whim: Whim) -> Sequence[Play]:
    """The plays among which the whim decides."""
    match whim:
        case Whim.ANY:
            return ways
        case Whim.LOUD:
            most = max(brightness(way.card) for way in ways)
            return [way for way in ways if brightness(way.card) == most]
        case Whim.KIND:
            return [way for way in ways if _is_kind(way.card)] or [best]
        case Whim.THRIFTY:
            least = min(card_points(view.rules, way.card) for way in ways)
            return [way for way in ways if card_points(view.rules, way.card) == least]
        case _:
            assert_never(whim)


def _is_kind(card: Card) -> bool:
    return card.face not in _HARMFUL


def _count_held(view: View, way: Play) -> int:
    """How many cards it holds of the colour that the play names."""
    return sum(card.colour is way.colour for card in own_hand(view))


def _can_challenge(view: View) -> bool:
    """Whether there is a Wild Draw Four of an opponent to challenge."""
    phase, seat = view.phase, view.seat
    if seat is None or not isinstance(phase, FacingDrawFour):
        return False
    return Challenge() in view.legal and not are_partners(view, seat, phase.by)


def _happens(mind: Mind, many: int) -> tuple[bool, Mind]:
    return chance_one_in(mind, many) if many else (False, mind)
