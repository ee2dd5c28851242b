"""The bots of a table: what each has seen of the round, and what it would do now."""

from collections.abc import Iterable
from typing import NamedTuple

from openuno.bots.bot import Mind, is_my_turn, notice
from openuno.bots.master import master
from openuno.bots.registry import BOTS, EXPERT
from openuno.engine.actions import Action
from openuno.engine.rng import Fast
from openuno.engine.state import Round
from openuno.engine.view import redact, view
from openuno.game.events import AtTable, GameEvent, RoundBegan
from openuno.game.state import Game, find_player
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.state import BotSeat, Seat
from openuno.server.context import Entropy
from openuno.server.search.pool import Search, SearchPool


class _Begun(NamedTuple):
    """A search, and the round that it is for."""

    round: Round
    search: Search


class RoomBots:
    """Bots think as their seats see: of every event only what `redact` leaves them.

    The events of the round are kept, so that a bot that sits down for a late person has seen what
    that person has seen.
    """

    def __init__(self, entropy: Entropy, searches: SearchPool | None = None) -> None:
        self._entropy = entropy
        self._searches = searches
        self._begun: dict[int, _Begun] = {}
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
                self._drop_searches()
            elif isinstance(event, AtTable):
                self._events.append(event)

    def think_ahead(self, game: Game, player: int, seat: Seat, until: float) -> None:
        """Let a bot that searches begin; until this moment (`time.monotonic`) its move is not due.

        By then the answer is there or not. So when the bot moves, and how long anyone else waits,
        does not depend on how hard it has to think.
        """
        found = find_player(game, player)
        if self._searches is None or not is_searching(seat) or found is None:
            return
        table, at = found
        round = game.tables[table].round
        begun = self._begun.get(player)
        if begun is not None:
            if begun.round is round:
                return
            self._drop(player)
        seen = view(round, at)
        if len(seen.legal) < 2 or not is_my_turn(seen):
            return
        mind = self._remember(game, player, table, at)
        self._minds[player] = (mind, len(self._events))
        search = self._searches.begin(seen, mind, until)
        if search is not None:
            self._begun[player] = _Begun(round, search)

    def choose(self, game: Game, player: int, seat: Seat) -> Action | None:
        """What the bot in this seat does now; None to let it go.

        Asked again before anything has happened it answers the same: who has overlooked a catch
        does not notice it when its turn comes. A bot whose search has not ended plays as `master`:
        nobody waits for it.
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
        action, mind = (master if kind == EXPERT else BOTS[kind])(seen, mind)
        begun = self._begun.get(player)
        if kind == EXPERT and begun is not None and begun.round is round:
            answer = begun.search.answer()
            action = answer if answer in seen.legal else action
        self._minds[player] = (mind, len(self._events))
        if kind != EXPERT:  # it overlooks nothing, and its search may end between two questions
            self._answers[player] = (round, kind, action)
        return action

    def stop(self) -> None:
        """The bots play no more here."""
        self._drop_searches()

    def _drop_searches(self) -> None:
        for player in tuple(self._begun):
            self._drop(player)

    def _drop(self, player: int) -> None:
        self._begun.pop(player).search.drop()

    def _remember(self, game: Game, player: int, table: int, at: int) -> Mind:
        wins = tuple(game.wins[other] for other in game.tables[table].players)
        rng = Fast(int.from_bytes(self._entropy(8), "big"))
        fresh = Mind(rng, format=game.format, wins=wins)
        mind, known = self._minds.get(player, (fresh, 0))
        for event in self._events[known:]:
            if event.table == table:
                mind = notice(mind, redact(event.what, at))
        return mind


def is_searching(seat: Seat) -> bool:
    """Whether a bot sits here that searches before it moves."""
    return isinstance(seat, BotSeat) and seat.bot == EXPERT
