"""Which snapshots are of use to this program: those of one that folds a log as it does."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from openuno.room.state import Room
from openuno.version import __version__

_FOLDING = ("engine", "game", "room")
"""The packages whose code decides which table a log comes to."""


@cache
def snapshot_version() -> str:
    """What a snapshot must be marked with to be of use: the shape of a table and how it folds.

    It is worked out from the code itself, so nobody can forget to raise a number: a snapshot of a
    program that may have folded otherwise is made again.
    """
    digest = sha256(msgspec.json.encode(_without_descriptions(msgspec.json.schema(Room))))
    digest.update(__version__.encode())
    for package in _FOLDING:
        for module in _modules(files("openuno").joinpath(package)):
            digest.update(module.read_bytes())
    return digest.hexdigest()[:32]


def _modules(folder: Traversable) -> Iterator[Traversable]:
    for each in sorted(folder.iterdir(), key=lambda each: each.name):
        if each.is_dir():
            yield from _modules(each)
        elif each.name.endswith(".py"):
            yield each


def _without_descriptions(schema: Any) -> Any:
    """The schema without its texts, which may be reworded."""
    if isinstance(schema, dict):
        return {k: _without_descriptions(v) for k, v in schema.items() if k != "description"}
    if isinstance(schema, list):
        return [_without_descriptions(each) for each in schema]
    return schema
