"""The bots of a table: what each has seen of the round, and what it would do now."""

from collections.abc import Iterable

from openuno.bots.bot import Mind, notice
from openuno.bots.registry import BOTS
from openuno.engine.actions import Action
from openuno.engine.rng import Fast
from openuno.engine.state import Round
from openuno.engine.view import redact, view
from openuno.game.events import AtTable, GameEvent, RoundBegan
from openuno.game.state import Game, find_player
from openuno.room.decide import STAND_IN_BOT
from openuno.room.state import BotSeat, Seat
from openuno.server.context import Entropy


class RoomBots:
    """Bots think as their seats see: of every event only what `redact` leaves them.

    The events of the round are kept, so that a bot that sits down for a late person has seen what
    that person has seen.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._events: list[AtTable] = []
        self._minds: dict[int, tuple[Mind, int]] = {}
        self._answers: dict[int, tuple[Round, str, Action | None]] = {}

    def observe(self, events: Iterable[GameEvent]) -> None:
        """Take in what has happened."""
        for event in events:
            if isinstance(event, RoundBegan):
                self._events.clear()
                self._minds.clear()
                self._answers.clear()
            elif isinstance(event, AtTable):
                self._events.append(event)

    def choose(self, game: Game, player: int, seat: Seat) -> Action | None:
        """What the bot in this seat does now; None to let it go.

        Asked again before anything has happened it answers the same: who has overlooked a catch
        does not notice it when its turn comes.
        """
        found = find_player(game, player)
        if found is None:
            return None
        table, at = found
        round = game.tables[table].round
        kind = seat.bot if isinstance(seat, BotSeat) else STAND_IN_BOT
        last = self._answers.get(player)
        if last is not None and last[0] is round and last[1] == kind:
            return last[2]
        seen = view(round, at)
        if not seen.legal:
            return None
        mind = self._remember(game, player, table, at)
        action, mind = BOTS[kind](seen, mind)
        self._minds[player] = (mind, len(self._events))
        self._answers[player] = (round, kind, action)
        return action

    def _remember(self, game: Game, player: int, table: int, at: int) -> Mind:
        wins = tuple(game.wins[other] for other in game.tables[table].players)
        rng = Fast(int.from_bytes(self._entropy(8), "big"))
        fresh = Mind(rng, format=game.format, wins=wins)
        mind, known = self._minds.get(player, (fresh, 0))
        for event in self._events[known:]:
            if event.table == table:
                mind = notice(mind, redact(event.what, at))
        return mind
