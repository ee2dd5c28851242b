"""Who we are on each server: tokens kept beside the preferences, for us alone to read."""

import getpass
import os
from contextlib import suppress
from pathlib import Path

import msgspec

from openuno.room.chat import MOST_NAME
from openuno.terminal.preferences import preferences_path
from openuno.terminal.remote.api import create_guest, is_known

MAX_GUESTS = 100
"""The oldest are forgotten beyond it."""
MAX_FILE_BYTES = 100_000
_OWNER_ONLY = 0o600


class Guest(msgspec.Struct, frozen=True):
    """A person on a server, and the token that proves it."""

    server: str
    name: str
    token: str


def guests_path() -> Path:
    """The file they are kept in."""
    return preferences_path().with_name("guests.json")


def find_guest(server: str, name: str | None) -> Guest:
    """The person we have been there, or a new one; without a name, the one we were last.

    A seat belongs to its person, so the same name on the same machine gets its seat back.
    """
    kept = load_guests()
    known = next(
        (each for each in kept if each.server == server and name in (None, each.name)), None
    )
    if known is None or not is_known(server, known.token):
        called = name or (known.name if known is not None else default_name())
        known = Guest(server, called, create_guest(server, called))
    others = [each for each in kept if (each.server, each.name) != (server, known.name)]
    _save([known, *others][:MAX_GUESTS])
    return known


def default_name() -> str:
    """What this person is called at the computer."""
    try:
        name = getpass.getuser().strip().capitalize()
    except (KeyError, OSError, ImportError):
        name = ""
    return name[:MOST_NAME] or "Player"


def load_guests() -> list[Guest]:
    """Everyone we have been, the latest first; nobody if the file cannot be read."""
    try:
        with guests_path().open("rb") as file:
            return msgspec.json.decode(file.read(MAX_FILE_BYTES), type=list[Guest])
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return []


def _save(guests: list[Guest]) -> None:
    """Keep them; without a disk to write to, the seat lasts as long as this program."""
    path = guests_path()
    beside = path.with_name(f"{path.name}.new")
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.unlink(missing_ok=True)
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(guests) + b"\n")
        beside.replace(path)
