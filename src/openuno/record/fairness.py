"""Fair deals: the server commits to a seed, so do the players, then all seeds make one key.

Nobody can choose the cards: everyone is bound before any seed is shown, and the key hangs on what
was agreed as well. docs/fairness.md says what that proves; docs/chance.md how a key deals.
"""

from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest, digest

from openuno.engine.errors import SetupError
from openuno.engine.rng import KEY_BYTES, Fair

SCHEME = "openuno deal 2"
"""The name of this way to make a key; another way has another name."""
UNBOUND_SCHEME = "openuno deal 1"
"""The way before it: the key did not hang on the header, and players did not commit."""
SHARED_SCHEME = "openuno shared deal 1"
"""Deals that several tables of an event share: the key hangs on all that they have in common."""
CLIENT_LABEL = b"openuno client seed 1"
"""What a player's commitment begins with, so that it is never mistaken for a server's."""
SEED_BYTES = 32
ABSENT = bytes(SEED_BYTES)
"""What a seat that adds no seed counts as under the old scheme."""
MOST_PLAYERS = 255

assert sha256().digest_size == KEY_BYTES, "the key is one digest"


def commitment(seed: bytes) -> bytes:
    """What the server publishes before the game: SHA-256 of its seed."""
    _check_seed("seed", seed)
    return sha256(seed).digest()


def client_commitment(seed: bytes) -> bytes:
    """What a player publishes before anyone shows a seed: SHA-256 of a label and the seed."""
    _check_seed("client seed", seed)
    return sha256(CLIENT_LABEL + seed).digest()


def matches_commitment(seed: bytes, committed: bytes) -> bool:
    """Whether the seed revealed is the one the server committed to."""
    return compare_digest(commitment(seed), committed)


def game_key(seed: bytes, terms: bytes) -> bytes:
    """The key of a game: HMAC-SHA-256 by the server's seed of the scheme and the game's terms.

    The terms are the digest of a record's first line: the rules, the names, every player's seed.
    """
    _check_seed("seed", seed)
    _check_seed("terms", terms)
    return digest(seed, SCHEME.encode() + terms, sha256)


def unbound_game_key(seed: bytes, clients: Sequence[bytes | None]) -> bytes:
    """The key under the old scheme: HMAC-SHA-256 of the scheme, the players and their seeds."""
    _check_seed("seed", seed)
    if not 1 <= len(clients) <= MOST_PLAYERS:
        raise SetupError("clients", f"must be 1 to {MOST_PLAYERS} players, not {len(clients)}")
    message = UNBOUND_SCHEME.encode() + bytes((len(clients),))
    for player, client in enumerate(clients):
        if client is not None:
            _check_seed(f"client seed {player}", client)
        message += ABSENT if client is None else client
    return digest(seed, message, sha256)


def fair_generator(seed: bytes, terms: bytes) -> Fair:
    """The generator a game with these terms begins with."""
    return Fair(game_key(seed, terms))


def unbound_generator(seed: bytes, clients: Sequence[bytes | None]) -> Fair:
    """The generator a game of the old scheme began with."""
    return Fair(unbound_game_key(seed, clients))


def _check_seed(what: str, seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise SetupError(what, f"must be {SEED_BYTES} bytes, not {len(seed)}")
