"""Old versions of the format, brought up to date a version at a time.

An upgrade turns any line of its version, the first included, into a line of the next. It knows
nothing of the present code: what version 1 was stays what it was, whatever becomes of the engine.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from openuno.record.errors import RecordError
from openuno.record.lines import LONGEST_LINE, VERSION

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]

UPGRADES: Mapping[int, Upgrade] = {}
"""By the version they start from. There is one version so far, so there is none."""


def version_of(text: bytes) -> int:
    """The version a record's first line declares, or `RecordError`."""
    match _object(text, 1):
        case {"openuno": int(version)} if version is not True and version is not False:
            return version
        case _:
            raise RecordError(1, 'not a record: its first line says {"openuno": 1, ...}')


def check_version(version: int, upgrades: Mapping[int, Upgrade]) -> None:
    """Refuse a version we cannot read."""
    if version > VERSION:
        raise RecordError(
            1, f"this is version {version}; this openuno reads up to {VERSION}: get a newer one"
        )
    if not all(older in upgrades for older in range(version, VERSION)):
        raise RecordError(1, f"there never was a version {version}")


def upgraded(text: bytes, version: int, number: int, upgrades: Mapping[int, Upgrade]) -> bytes:
    """The line as the present version writes it."""
    if version == VERSION:
        return text
    line = _object(text, number)
    for older in range(version, VERSION):
        try:
            line = upgrades[older](line)
        except (KeyError, TypeError, ValueError) as error:
            raise RecordError(number, f"not a line of version {older}: {error!r}") from None
    return msgspec.json.encode(line)


def _object(text: bytes, number: int) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise RecordError(number, f"longer than {LONGEST_LINE} bytes")
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError(number, "not JSON") from None
    except RecursionError:
        raise RecordError(number, "nested too deeply") from None
    if not isinstance(value, dict):
        raise RecordError(number, "not a JSON object")
    return value
