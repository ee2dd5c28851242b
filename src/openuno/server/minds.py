"""The bots of a table: what each has seen of the hand, and what it would do now."""

from collections.abc import Iterable

from openuno.bots.bot import Mind, notice
from openuno.bots.registry import BOTS
from openuno.engine.actions import Action
from openuno.engine.rng import Fast
from openuno.engine.view import redact, view
from openuno.game.events import AtTable, GameEvent, HandBegan
from openuno.game.state import Game, seat_of
from openuno.server.house import Entropy
from openuno.table.decide import STAND_IN
from openuno.table.state import Seat


class Minds:
    """Bots think as their seats see: of every event only what `redact` leaves them.

    The events of the hand are kept, so that a bot that sits down for a late person has seen what
    that person has seen.
    """

    def __init__(self, entropy: Entropy) -> None:
        self._entropy = entropy
        self._hand: list[AtTable] = []
        self._minds: dict[int, tuple[Mind, int]] = {}

    def saw(self, events: Iterable[GameEvent]) -> None:
        """Take in what has happened."""
        for event in events:
            if isinstance(event, HandBegan):
                self._hand.clear()
                self._minds.clear()
            elif isinstance(event, AtTable):
                self._hand.append(event)

    def thought(self, game: Game, player: int, seat: Seat) -> Action | None:
        """What the bot in this seat does now; None to let it go."""
        found = seat_of(game, player)
        if found is None:
            return None
        place, at = found
        seen = view(game.tables[place].round, at)
        if not seen.legal:
            return None
        mind = self._remembering(game, player, place, at)
        action, mind = BOTS[seat.bot or STAND_IN](seen, mind)
        self._minds[player] = (mind, len(self._hand))
        return action

    def _remembering(self, game: Game, player: int, place: int, at: int) -> Mind:
        fresh = Mind(Fast(int.from_bytes(self._entropy(8), "big")), format=game.format)
        mind, known = self._minds.get(player, (fresh, 0))
        for event in self._hand[known:]:
            if event.table == place:
                mind = notice(mind, redact(event.what, at))
        return mind
