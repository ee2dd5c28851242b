"""A fault to plant: what goes wrong, and the text to change for it."""

from typing import NamedTuple


class Fault(NamedTuple):
    """What goes wrong, and the text to change for it."""

    name: str
    file: str
    old: str
    new: str
