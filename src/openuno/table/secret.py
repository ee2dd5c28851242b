"""The seed of a game, which nobody may know before it is revealed."""

from collections.abc import Sequence

import msgspec

from openuno.engine.rng import Generator
from openuno.record.fairness import commitment, fair_generator


class Secret(msgspec.Struct, frozen=True, gc=False):
    """A seed; its `repr` keeps it, so that no log can give it away."""

    seed: bytes

    @property
    def commitment(self) -> str:
        """What is told before the game."""
        return commitment(self.seed).hex()

    def reveal(self) -> str:
        """What is told after it."""
        return self.seed.hex()

    def __repr__(self) -> str:
        return "Secret(...)"


def rng_of(secret: Secret, shares: Sequence[str | None]) -> Generator:
    """The chance of a game: the server's seed and what each seat added."""
    return fair_generator(
        secret.seed, [None if share is None else bytes.fromhex(share) for share in shares]
    )
