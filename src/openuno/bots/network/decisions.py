"""The decisions of a network as actions: what a view allows, and what a network makes of it."""

from collections.abc import Callable, Sequence

from openuno.bots.bot import is_my_turn, legal_plays, own_hand, prefer_saying_uno
from openuno.bots.memory import Memory
from openuno.bots.network import layout
from openuno.bots.network.features import Order, colour_order, kind_index, write_features
from openuno.engine.actions import (
    Accept,
    Action,
    Challenge,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
)
from openuno.engine.view import View
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)

Score = Callable[[bytearray], Sequence[int]]
"""The scores of all decisions, for what a network sees."""
Options = dict[int, list[Action | None]]
"""What each allowed decision does: None is to wait; of several plays, one is picked."""
_COLOURED = layout.COLOURS * layout.FACES
_SIMPLE: dict[type[Action], int] = {
    Draw: layout.DRAW,
    Keep: layout.KEEP,
    Pass: layout.PASS,
    Accept: layout.ACCEPT,
    Challenge: layout.CHALLENGE,
}


def stake_of(format: Format) -> layout.Stake:
    """What the rounds of a format are played for."""
    match format:
        case Single() | BestOf():
            return layout.Stake.WIN
        case Race() | Partners() | Rotating() | Teams():
            return layout.Stake.POINTS
        case LowTally() | Elimination():
            return layout.Stake.TALLY


def decide(
    view: View,
    memory: Memory,
    score: Score,
    *,
    stake: layout.Stake = layout.Stake.WIN,
    hoards: bool = False,
) -> Action | None:
    """The action with the highest score besides calling UNO and catches; None to do nothing.

    Unless it `hoards`, it draws instead of playing only while it holds few cards: anyone may draw
    on purpose (TURN-3), but one who collects half the deck spoils the round.
    """
    order = colour_order(view)
    options = list_options(view, order)
    full = len(own_hand(view)) > draw_limit(len(view.hands))
    if full and not hoards and len(options) > 1:
        options.pop(layout.DRAW, None)
    if not options:
        return None
    actions = _best(options, lambda: score(write_features(view, memory, order, stake=stake)))
    if len(actions) == 1:
        return actions[0]
    picking = actions[0]
    assert isinstance(picking, Play), "only a card needs a player to be picked"
    picks = list_picks(view, actions)
    return _best(picks, lambda: score(write_features(view, memory, order, picking, stake)))[0]


def draw_limit(players: int) -> int:
    """With more cards than this, a network that does not hoard draws only if it must.

    Two players with more would collect half the deck; with three or more, ten cards win more
    rounds than seven, and any number hardly more than ten. docs/strength.md has the figures.
    """
    return 7 if players == 2 else 10


def list_options(view: View, order: Order) -> Options:
    """Every decision that the seat has, with the actions that carry it out."""
    found: Options = {}
    for play in prefer_saying_uno(legal_plays(view)):
        found.setdefault(_play_decision(order, play), []).append(play)
    if not is_my_turn(view):
        return found | {layout.WAIT: [None]} if found else {}
    for action in view.legal:
        match action:
            case Draw() | Keep() | Pass() | Accept() | Challenge():
                found[_SIMPLE[type(action)]] = [action]
            case NameColour(colour):
                found[layout.NAME + order.index(colour)] = [action]
            case ChoosePlayer():
                found |= list_picks(view, [action])
            case _:
                pass  # cards are above; calls are made without a network
    return found


def list_picks(view: View, actions: Sequence[Action | None]) -> Options:
    """The decision that picks the target of each action, counted in the order of play."""
    assert view.seat is not None
    found: Options = {}
    for action in actions:
        assert isinstance(action, (Play, ChoosePlayer))
        assert action.target is not None
        distance = (action.target - view.seat) * view.direction % len(view.hands)
        found[layout.PICK + distance - 1] = [action]
    return found


def _best(options: Options, score: Callable[[], Sequence[int]]) -> list[Action | None]:
    """The option with the highest score; among equals the first. One alone needs no score."""
    if len(options) == 1:
        return next(iter(options.values()))
    scores = score()
    return options[max(sorted(options), key=scores.__getitem__)]


def _play_decision(order: Order, play: Play) -> int:
    index = kind_index(order, play.card)
    if play.colour is None or index < _COLOURED:
        return index
    return _COLOURED + (index - _COLOURED) * layout.COLOURS + order.index(play.colour)
