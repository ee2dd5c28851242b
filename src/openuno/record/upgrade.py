"""Old versions of the format, brought up to date a version at a time.

An upgrade turns any line of its version, the first included, into a line of the next. It knows
nothing of the present code: what version 1 was stays what it was, whatever becomes of the engine.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from openuno.record.errors import RecordError
from openuno.record.lines import LONGEST_LINE, VERSION, check_keys

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]


def _upgrade_from_1(line: dict[str, Any]) -> dict[str, Any]:
    """Version 2 binds the header to the deals, and has a chain through its lines.

    Games of version 1 stay what they were: their deals are those of the old scheme, bound to
    nothing but the seeds.
    """
    if "openuno" not in line:
        return line
    if line["chance"] is not None and line["chance"]["scheme"] not in ("openuno deal 1", "fast"):
        raise ValueError("version 1 has no such deals")
    return {**line, "openuno": 2, "rules": rules_of_version_1(line["rules"])}


def rules_of_version_1(text: str) -> str:
    """The rules a text of version 1 meant, as a text of version 2.

    An edition whose usual values have changed since then gets the old ones here, by name, unless
    the text names them itself.
    """
    edition, *switches = text.split("+")
    if edition != "house" or any(switch.startswith("first_card=") for switch in switches):
        return text
    return "+".join((edition, "first_card=acts", *switches))


UPGRADES: Mapping[int, Upgrade] = {1: _upgrade_from_1}
"""By the version they start from.

The key of a fair game of version 2 or later is bound to its first line as it was written: an
upgrade from version 2 must carry the digest of that line along, for the deals to be checked.
"""


def version_of(text: bytes) -> int:
    """The version a record's first line declares, or `RecordError`."""
    match _object(text, 1):
        case {"openuno": int(version)} if version is not True and version is not False:
            return version
        case _:
            raise RecordError(1, 'not a record: its first line says {"openuno": 2, ...}')


def check_version(version: int, upgrades: Mapping[int, Upgrade]) -> None:
    """Refuse a version we cannot read."""
    if version > VERSION:
        raise RecordError(
            1, f"this is version {version}; this openuno reads up to {VERSION}: get a newer one"
        )
    if not all(older in upgrades for older in range(version, VERSION)):
        raise RecordError(1, f"there never was a version {version}")


def upgrade_line(text: bytes, version: int, number: int, upgrades: Mapping[int, Upgrade]) -> bytes:
    """The line as the present version writes it."""
    if version == VERSION:
        return text
    line = _object(text, number)
    if msgspec.json.encode(line) != text:
        check_keys(text, number)
    for older in range(version, VERSION):
        try:
            line = upgrades[older](line)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise RecordError(number, f"not a line of version {older}: {_reason(error)}") from None
    return msgspec.json.encode(line)


def _reason(error: Exception) -> str:
    match error:
        case KeyError(args=(name,)):
            return f"missing required field `{name}`"
        case ValueError():
            return str(error)
        case _:
            return "a field holds another kind of value"


def _object(text: bytes, number: int) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise RecordError(number, f"longer than {LONGEST_LINE} bytes")
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        doubt = "; is this a record of a game (.uno)?" if number == 1 else ""
        raise RecordError(number, f"not JSON{doubt}") from None
    except RecursionError:
        raise RecordError(number, "nested too deeply") from None
    if not isinstance(value, dict):
        raise RecordError(number, "not a JSON object")
    return value
