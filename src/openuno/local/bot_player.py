"""Bots at our table: whichever kind sits there, it hears and answers as a `Player`."""

from hashlib import sha256

from msgspec.structs import replace

from openuno.bots.bot import Mind, notice
from openuno.bots.registry import BOTS
from openuno.engine.actions import Action
from openuno.engine.rng import Fast, fork
from openuno.engine.view import View
from openuno.game.events import AtTable, RoundBegan
from openuno.game.formats import Format, Single
from openuno.local.loop import SeenEvents, WhyNot

BOT_KINDS = tuple(BOTS)
DEFAULT_BOT = "regular"
_SEED_BYTES = 8
_SINGLE = Single()


class BotPlayer:
    """A bot at a seat. Its chance hangs on its seed and on how much has happened, nothing else:
    a game that was interrupted goes on as it would have."""

    def __init__(self, kind: str, secret: bytes, player: int, format: Format = _SINGLE) -> None:
        self._bot = BOTS[kind]
        self._player = player
        # The hash keeps the seed of the deals from it.
        digest = sha256(b"bot %d " % player + secret).digest()
        self._seed = Fast(int.from_bytes(digest[:_SEED_BYTES], "big"))
        self._moment = 0
        self._table = 0
        self._mind = Mind(self._seed, format=format)

    def observe(self, events: SeenEvents, _acting: int | None, /) -> None:
        """Take notice of what happens at its own table."""
        self._moment += 1
        for event in events:
            match event:
                case RoundBegan(tables=tables):
                    at = (n for n, players in enumerate(tables) if self._player in players)
                    self._table = next(at, -1)
                case AtTable(table, what) if table == self._table:
                    self._mind = notice(self._mind, what)
                case _:
                    pass

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], _: WhyNot, /
    ) -> Action | None:
        """Which of the chances offered the bot takes, if any."""
        action = self._choose(view)
        return action if action in offered else None

    def take_turn(self, view: View, _: WhyNot, /) -> Action:
        """What the bot does in its turn."""
        action = self._choose(view)
        assert action is not None, "a bot the table waits for answers"
        return action

    def _choose(self, view: View) -> Action | None:
        """Asked twice at the same moment, it thinks the same."""
        mind = replace(self._mind, rng=fork(self._seed, self._moment))
        return self._bot(view, mind)[0]
