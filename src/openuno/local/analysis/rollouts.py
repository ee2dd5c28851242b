"""Rounds played on from a position, everyone as `regular`: how often each seat wins."""

from collections.abc import Sequence

from openuno.bots.bot import Mind
from openuno.bots.regular import regular
from openuno.engine.actions import Action
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.state import Round, RoundOver, seat_to_act
from openuno.engine.view import view
from openuno.game.formats import Format
from openuno.local.analysis.positions import Choice
from openuno.local.analysis.worlds import sample_world, shuffle_pile

MAX_ACTIONS = 1500
"""Of one round played on; one that is longer counts as won by nobody."""


def chances(round: Round, format: Format, worlds: int, rng: Generator) -> tuple[float, ...]:
    """The share of wins of each seat as the hands lie, over unknown draw piles."""
    won = [0] * len(round.hands)
    if isinstance(round.phase, RoundOver):
        worlds = 1
    for number in range(worlds):
        for seat in winners(play_on(shuffle_pile(round, fork(rng, number)), format)):
            won[seat] += 1
    return tuple(count / worlds for count in won)


def outcomes(
    choice: Choice, actions: Sequence[Action], format: Format, worlds: int, rng: Generator
) -> list[list[bool]]:
    """For each action, whether the seat won in each world that it takes for possible.

    Every action is tried in the same worlds with the same chance to come, so that differences are
    those of the actions.
    """
    found: list[list[bool]] = [[] for _ in actions]
    for number in range(worlds):
        world = sample_world(choice.round, choice.seat, choice.memory, fork(rng, number))
        for action, won in zip(actions, found, strict=True):
            end = play_on(apply(world, choice.seat, action).round, format)
            won.append(choice.seat in winners(end))
    return found


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
