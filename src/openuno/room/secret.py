"""The seed of a game, which nobody may know before it is revealed."""

import msgspec

from openuno.engine.rng import Generator
from openuno.record.fairness import SEED_BYTES, commitment, fair_generator, unbound_generator
from openuno.room.facts import Committed, GameClosed, GameStarted


class Secret(msgspec.Struct, frozen=True, gc=False):
    """A seed; its `repr` keeps it, so that no log can give it away."""

    seed: bytes

    @property
    def commitment(self) -> str:
        """What is shown before the game."""
        return commitment(self.seed).hex()

    def keeps(self, told: str) -> bool:
        """Whether this is the seed that was committed to; a damaged one may have any length."""
        return len(self.seed) == SEED_BYTES and self.commitment == told

    def reveal(self) -> str:
        """What is shown after it."""
        return self.seed.hex()

    def __repr__(self) -> str:
        return "Secret(...)"


class Secrets(msgspec.Struct, frozen=True, gc=False):
    """The seed of the game that is on or comes next, and one for the game after it.

    Other tables may still play with a `shared` one, so the end of the game does not reveal it.
    """

    current: Secret
    spare: Secret
    shared: bool = False

    def end_game(self, ended_by: str | None = None) -> tuple[GameClosed, Committed]:
        """The end of the game, and the server's commitment for the next one."""
        reveal = None if self.shared else self.current.reveal()
        return GameClosed(reveal, ended_by), Committed(self.spare.commitment)


def game_rng(secret: Secret, started: GameStarted) -> Generator:
    """The chance of a game: the server's seed, and the terms announced at its start."""
    if started.terms is not None:
        return fair_generator(secret.seed, bytes.fromhex(started.terms))
    # It was started before the terms counted.
    seeds = [None if seed is None else bytes.fromhex(seed) for seed in started.seeds]
    return unbound_generator(secret.seed, seeds)
