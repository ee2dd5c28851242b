"""A game in this process: who is asked, in which order, and who learns what."""

from collections.abc import Callable, Sequence
from typing import Protocol

from openuno.engine.actions import Action
from openuno.engine.errors import IllegalAction
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.state import Round, RoundOver, seat_to_act
from openuno.engine.view import View, view
from openuno.game.events import GameEvent
from openuno.game.play import apply_command
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Penalty,
    Table,
    is_round_on,
)
from openuno.game.view import redact_game

WhyNot = Callable[[Action], IllegalAction | None]
"""Why an action is refused now, or None when it is legal."""

SeenEvents = tuple[GameEvent, ...]
"""What one command led to, each event redacted for the one who sees it."""


class Observer(Protocol):
    """Is notified of what happens."""

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """See what a command led to, and whose turn it was at its table."""


class Player(Observer, Protocol):
    """Plays at a seat, and is asked with what that seat may know."""

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, /
    ) -> Action | Penalty | None:
        """Take one of the actions offered before the next turn, or none."""

    def take_turn(self, view: View, why_not: WhyNot, /) -> Action | Penalty:
        """Do what the table waits for; the action must be legal.

        People may say instead that one of them pays for an honour rule; then they are asked again.
        """


class GameHost(Observer, Protocol):
    """Keeps the log and the score; observes what a spectator may know."""

    def log(self, what: Command, step: GameStep, /) -> None:
        """Write down what happened, before anyone is notified."""

    def wait_for_deal(self, game: Game, /) -> None:
        """Return when the next round can be dealt; called before the first one, too."""


def play_to_end(game: Game, players: Sequence[Player], host: GameHost) -> Game:
    """Play the game to its end, from wherever it stands."""
    while game.winners is None:
        what: Command = NextRound()
        acting = None
        if is_round_on(game):
            # Tables do not affect each other, so each plays its round to the end.
            table = next(t for t in game.tables if not isinstance(t.round.phase, RoundOver))
            acting = seat_to_act(table.round)
            what = ask_next(table, players)
        else:
            host.wait_for_deal(game)
        step = apply_command(game, what)
        host.log(what, step)
        notify_all(step, players, host, acting)
        game = step.game
    return game


def notify_all(
    step: GameStep, players: Sequence[Observer], host: GameHost, acting: int | None
) -> None:
    """Notify everyone of what happened, as far as each may know."""
    host.observe(_redact_step(step, None), acting)
    for player, observer in enumerate(players):
        observer.observe(_redact_step(step, player), acting)


def ask_next(table: Table, players: Sequence[Player]) -> Act | Penalty:
    """Ask the questions out of turn, in their order; if nobody acts, ask whose turn it is."""
    round = table.round
    for seat, offered in questions_out_of_turn(round):
        player = table.players[seat]
        action = players[player].answer_out_of_turn(
            view(round, seat), offered, refusals_at(round, seat)
        )
        if action is not None:
            return _command(player, action)
    acting = seat_to_act(round)
    assert acting is not None, "a round that is not over waits for somebody"
    player = table.players[acting]
    turn = players[player].take_turn(view(round, acting), refusals_at(round, acting))
    return _command(player, turn)


def _command(player: int, answer: Action | Penalty) -> Act | Penalty:
    return answer if isinstance(answer, Penalty) else Act(player, answer)


def _redact_step(step: GameStep, player: int | None) -> SeenEvents:
    return tuple(redact_game(step.game, event, player) for event in step.events)


def refusals_at(round: Round, seat: int) -> WhyNot:
    """Why an action of this seat would be refused now."""

    def why_not(action: Action) -> IllegalAction | None:
        try:
            apply(round, seat, action)
        except IllegalAction as refusal:
            return refusal
        return None

    return why_not
