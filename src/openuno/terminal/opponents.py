"""Bots at our table: whichever kind sits there, it hears and answers as a `Player`."""

from hashlib import sha256

from openuno.bots import simple
from openuno.engine.actions import Action
from openuno.engine.rng import Fast, fork
from openuno.engine.view import View
from openuno.terminal.table import Heard, Why

KINDS = ("random", "casual", "regular")
USUAL = "regular"
_SEED_BYTES = 8


class Bot:
    """A bot at a seat. Its chance hangs on its seed and on how much has happened, nothing else:
    a game that was interrupted goes on as it would have."""

    def __init__(self, kind: str, secret: bytes, player: int) -> None:
        self._kind = kind
        # The hash keeps the seed of the deals from it.
        digest = sha256(b"bot %d " % player + secret).digest()
        self._seed = Fast(int.from_bytes(digest[:_SEED_BYTES], "big"))
        self._moment = 0

    def hear(self, _events: Heard, _acting: int | None, /) -> None:
        """Count what happens."""
        self._moment += 1

    def chance(self, view: View, _: Why, /) -> Action | None:
        """What the bot does out of turn, if anything."""
        return simple.chance(view, fork(self._seed, self._moment, 0))[0]

    def turn(self, view: View, _: Why, /) -> Action:
        """What the bot does in its turn."""
        return simple.turn(view, fork(self._seed, self._moment, 1))[0]
