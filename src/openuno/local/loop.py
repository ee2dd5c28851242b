"""A game at a table of our own: who is asked, in which order, and who hears what."""

from collections.abc import Callable, Sequence
from typing import Protocol

from openuno.engine.actions import Action
from openuno.engine.errors import IllegalAction
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.state import Over, Round, to_act
from openuno.engine.view import View, view
from openuno.game.events import GameEvent
from openuno.game.play import command
from openuno.game.state import Act, Command, Game, GameStep, NextHand, Table, playing
from openuno.game.view import redact_game

Why = Callable[[Action], str | None]
"""The sentence that refuses an action now, or None when it is legal."""

Heard = tuple[GameEvent, ...]
"""What one command led to, each event already redacted for whoever hears it."""


class Ear(Protocol):
    """Whoever is told what happens."""

    def hear(self, events: Heard, acting: int | None, /) -> None:
        """Be told what a command led to, and which seat of its table was to act."""


class Player(Ear, Protocol):
    """Whoever sits at a seat and is asked with what that seat may know."""

    def chance(self, view: View, offered: tuple[Action, ...], why: Why, /) -> Action | None:
        """Take one of the chances offered before the turn goes on, or let it go."""

    def turn(self, view: View, why: Why, /) -> Action:
        """Do what the table waits for; the action must be legal."""


class Host(Ear, Protocol):
    """Keeps the log and the score; as an ear, hears what someone watching may know."""

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write down what happened, before anyone is told."""

    def ready(self, game: Game, /) -> None:
        """Between two hands, and before the first: return when the next can be dealt."""


def play_on(game: Game, players: Sequence[Player], host: Host) -> Game:
    """Play the game to its end, from wherever it stands."""
    while game.winners is None:
        what: Command = NextHand()
        acting = None
        if playing(game):
            # Tables take no notice of each other, so each plays its hand to the end.
            table = next(t for t in game.tables if not isinstance(t.round.phase, Over))
            acting = to_act(table.round)
            what = next_act(table, players)
        else:
            host.ready(game)
        step = command(game, what)
        host.log(what, step)
        spread(step, players, host, acting)
        game = step.game
    return game


def spread(step: GameStep, players: Sequence[Player], host: Host, acting: int | None) -> None:
    """Tell everyone what happened, as far as each may know."""
    host.hear(_redacted(step, None), acting)
    for player, ear in enumerate(players):
        ear.hear(_redacted(step, player), acting)


def next_act(table: Table, players: Sequence[Player]) -> Act:
    """Put the questions out of turn, in their order; if everyone lets it go, the turn goes on."""
    round = table.round
    for seat, offered in questions_out_of_turn(round):
        player = table.players[seat]
        action = players[player].chance(view(round, seat), offered, _why(round, seat))
        if action is not None:
            return Act(player, action)
    acting = to_act(round)
    assert acting is not None, "a hand that is not over waits for somebody"
    player = table.players[acting]
    return Act(player, players[player].turn(view(round, acting), _why(round, acting)))


def _redacted(step: GameStep, player: int | None) -> Heard:
    return tuple(redact_game(step.game, event, player) for event in step.events)


def _why(round: Round, seat: int) -> Why:
    def why(action: Action) -> str | None:
        try:
            apply(round, seat, action)
        except IllegalAction as refusal:
            return refusal.sentence
        return None

    return why
