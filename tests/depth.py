"""How much the tests try: `make test` a sample in bearable time, `make thorough` all of it."""

import os
from typing import TypeVar

T = TypeVar("T")

THOROUGH = os.environ.get("UNO_THOROUGH") == "1"


def by_depth(sample: T, everything: T) -> T:
    """What the gate tries, or what is tried before a release."""
    return everything if THOROUGH else sample
