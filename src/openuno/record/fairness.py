"""Fair deals: the server commits to a seed, the players add theirs, at the end it is revealed.

Nobody can choose the cards: the server is bound before it sees the players' seeds, and the players
do not know the server's. docs/fairness.md says what that proves; docs/chance.md how a key deals.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest, digest

from openuno.engine.errors import SetupError
from openuno.engine.rng import KEY_BYTES, Fair

SCHEME = "openuno deal 1"
"""The name of this way to make a key; another way will have another name."""
SEED_BYTES = 32
ABSENT = bytes(SEED_BYTES)
"""What a seat that adds no seed counts as: a bot, or a player who was late."""
MOST_PLAYERS = 255

assert sha256().digest_size == KEY_BYTES, "the key is one digest"


def commitment(seed: bytes) -> bytes:
    """What is published before the players add their seeds: SHA-256 of the server's."""
    _check_seed("seed", seed)
    return sha256(seed).digest()


def keeps(seed: bytes, committed: bytes) -> bool:
    """Whether the seed revealed is the one committed to."""
    return compare_digest(commitment(seed), committed)


def deal_key(seed: bytes, clients: Sequence[bytes | None]) -> bytes:
    """The key of the game: HMAC-SHA-256 by the seed of the scheme, the players and their seeds."""
    _check_seed("seed", seed)
    if not 1 <= len(clients) <= MOST_PLAYERS:
        raise SetupError("clients", f"must be 1 to {MOST_PLAYERS} players, not {len(clients)}")
    message = SCHEME.encode() + bytes((len(clients),))
    for player, client in enumerate(clients):
        if client is not None:
            _check_seed(f"client seed {player}", client)
        message += ABSENT if client is None else client
    return digest(seed, message, sha256)


def fair_generator(seed: bytes, clients: Sequence[bytes | None]) -> Fair:
    """The generator a game with these seeds begins with."""
    return Fair(deal_key(seed, clients))


def _check_seed(what: str, seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise SetupError(what, f"must be {SEED_BYTES} bytes, not {len(seed)}")
