"""The text form of a format: `race`, `race:300`, `best-of:5`; what is written can be read back."""

from typing import get_args

from msgspec.structs import fields

from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, unknown_name
from openuno.engine.notation.cursor import Cursor, trailing
from openuno.game.formats import BOUNDS, Format

_FORMATS: dict[str, type[Format]] = {
    str(format.__struct_config__.tag): format for format in get_args(Format)
}
FORMAT_NAMES = tuple(_FORMATS)
"""Every format by the name it is written with."""


def format_text(format: Format) -> str:
    """The format as `parse_format` reads it; its number only if it is not the usual one."""
    name = str(format.__struct_config__.tag)
    numbers = (
        f":{value}"
        for field in fields(format)
        if (value := getattr(format, field.name)) != field.default
    )
    return name + "".join(numbers)


def parse_format(text: str) -> Format:
    """The format written so, or `NotationError`."""
    cursor = Cursor(text)
    name = cursor.word()
    if name not in _FORMATS:
        raise cursor.error(unknown_name("format", name, FORMAT_NAMES), 0)
    format = _FORMATS[name]
    number = fields(format)
    value: Format = format()
    if number and cursor.take(":"):
        value = _with_number(cursor, format, number[0].name)
    if cursor.at < len(text):
        raise cursor.error(trailing(cursor))
    return value


def _with_number(cursor: Cursor, format: type[Format], what: str) -> Format:
    low, high = BOUNDS[what]
    start = cursor.at
    fault = Fault.of(FaultKind.FORMAT_NUMBER, word=what, least=low, most=high)
    number = cursor.number(high, fault, low)
    try:
        return format(**{what: number})
    except SetupError as error:
        raise cursor.error(error.fault, start, error.switch) from None
