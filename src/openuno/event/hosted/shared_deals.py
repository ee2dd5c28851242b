"""The seeds of deals that all tables of a sitting share, secret until all of them have finished."""

import hmac
from hashlib import sha256

import msgspec

from openuno.event.state import Event

_LABEL = b"openuno event deals 1"


class DealSeed(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The seed of all deals of an event, 32 bytes in hexadecimal; its `repr` keeps it."""

    hex: str

    def __repr__(self) -> str:
        return "DealSeed(...)"


def draw_seed(seed: DealSeed, draw: int) -> bytes:
    """The seed for the tables of a draw, counted from 1; a draw taken back has used up its own."""
    return hmac.digest(bytes.fromhex(seed.hex), _LABEL + draw.to_bytes(4, "big"), sha256)


def draw_commitment(seed: DealSeed, draw: int) -> str:
    """What is shown of it before: SHA-256 of the seed."""
    return sha256(draw_seed(seed, draw)).hexdigest()


def is_sitting_over(event: Event, sitting: int) -> bool:
    """Whether every table of the sitting, counted from 1, has an outcome."""
    return all(table.outcome is not None for table in event.sittings[sitting - 1].tables)
