"""Rounds played on from a position, everyone as `regular`: how often each seat wins."""

from collections.abc import Iterator
from time import monotonic

import msgspec

from openuno.bots.bot import Mind
from openuno.bots.regular import regular
from openuno.engine.actions import Action
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.state import Round, RoundOver, seat_to_act
from openuno.engine.view import view
from openuno.game.formats import Format
from openuno.local.analysis.positions import Choice, Stage
from openuno.local.analysis.worlds import sample_world, shuffle_pile

MAX_ACTIONS = 1500
"""Of one round played on; one that is longer counts as won by nobody."""


Seats = tuple[int, ...]


class Playouts(msgspec.Struct, frozen=True, gc=False):
    """Rounds to play on from a position, each by itself: any few of them can be played apart.

    From a choice, number N tries action N % actions in world N // actions, a deal that its seat
    takes for possible. Every action is tried in the same worlds with the same chance to come, so
    that differences are those of the actions. From a stage it is the hands as they lie, over
    another draw pile that nobody knows.
    """

    position: Stage | Choice
    actions: tuple[Action, ...]
    format: Format
    rng: Generator
    count: int


def play_out(asked: Playouts, first: int = 0, seconds: float | None = None) -> list[Seats]:
    """The seats that win, from number `first` on: of all, or of one and what there is time for."""
    until = None if seconds is None else monotonic() + seconds
    found: list[Seats] = []
    for start in _starts(asked, first):
        found.append(winners(play_on(start, asked.format)))
        if until is not None and monotonic() >= until:
            break
    return found


def _starts(asked: Playouts, first: int) -> Iterator[Round]:
    position, actions = asked.position, asked.actions
    if isinstance(position, Stage):
        for number in range(first, asked.count):
            yield shuffle_pile(position.round, fork(asked.rng, number))
        return
    seat, world = position.seat, position.round
    for number in range(first, asked.count):
        if number == first or number % len(actions) == 0:
            chance = fork(asked.rng, number // len(actions))
            world = sample_world(position.round, seat, position.memory, chance)
        yield apply(world, seat, actions[number % len(actions)]).round


def play_on(round: Round, format: Format) -> Round:
    """The round played to its end by `regular` in every seat, or cut off after many actions."""
    mind = Mind(Fast(0), format=format)
    for _ in range(MAX_ACTIONS):
        acting = seat_to_act(round)
        if acting is None:
            break
        seat, action = _next_action(round, acting, mind)
        round = apply(round, seat, action).round
    return round


def _next_action(round: Round, acting: int, mind: Mind) -> tuple[int, Action]:
    for seat, offered in questions_out_of_turn(round):
        action, _ = regular(view(round, seat), mind)
        if action is not None and action in offered:
            return seat, action
    action, _ = regular(view(round, acting), mind)
    assert action is not None, "a bot acts in its turn"
    return acting, action


def winners(round: Round) -> tuple[int, ...]:
    """The seats that have won: one, both partners, or none."""
    phase = round.phase
    if not isinstance(phase, RoundOver) or phase.winner is None:
        return ()
    if not round.rules.teams:
        return (phase.winner,)
    return tuple(range(phase.winner % 2, len(round.hands), 2))
