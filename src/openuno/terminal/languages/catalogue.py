"""The language spoken in the terminal, and its messages."""

import os
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec

from openuno.terminal.languages.messages import Value, format_message

ENGLISH = "en"
LANGUAGES = {
    "ar": "العربية",
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "hi": "हिन्दी",
    "it": "Italiano",
    "ja": "日本語",
    "pl": "Polski",
    "pt": "Português",
    "tr": "Türkçe",
    "zh": "中文",
}
"""Every language by its code, as its speakers call it."""


class _Spoken:
    """The language of this process; the client and the form line by line share it."""

    code = ENGLISH


def use_language(code: str) -> None:
    """Speak this language from now on."""
    assert code in LANGUAGES, code
    _Spoken.code = code


def spoken_language() -> str:
    """The code of the language spoken now."""
    return _Spoken.code


def speaks_english() -> bool:
    """Whether English is spoken: its sentences are made where they are needed."""
    return _Spoken.code == ENGLISH


def choose_language(preferred: str | None, environment: Mapping[str, str] = os.environ) -> str:
    """The preferred language; without one, that of the terminal if it is ours, else English."""
    if preferred in LANGUAGES:
        return preferred
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if written := environment.get(variable, ""):
            code = written.replace("-", "_").partition("_")[0].partition(".")[0].lower()
            return code if code in LANGUAGES else ENGLISH
    return ENGLISH


def say(key: str, **values: Value) -> str:
    """A message of the pages, such as `table.draw`, in the language spoken."""
    code = _Spoken.code
    return format_message(shared_messages(code)[key], values, code)


def say_or(english: str, key: str, **values: Value) -> str:
    """The terminal's own English words, or what the pages say for them in another language."""
    return english if speaks_english() else say(key, **values)


def has_message(key: str) -> bool:
    """Whether the pages have this message."""
    return key in shared_messages(_Spoken.code)


def translate(english: str, **values: Value) -> str:
    """A message of the terminal's own, by its English text."""
    code = _Spoken.code
    message = english if code == ENGLISH else own_messages(code)[english]
    return format_message(message, values, code)


@cache
def shared_messages(code: str) -> dict[str, str]:
    """What the pages and the terminal both say, by key; `make docs` copies it from the pages."""
    return _load("shared", code)


@cache
def own_messages(code: str) -> dict[str, str]:
    """What only the terminal says, by its English text."""
    return _load("own", code)


def _load(folder: str, code: str) -> dict[str, str]:
    text = files("openuno.terminal.languages").joinpath(folder, f"{code}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str])
