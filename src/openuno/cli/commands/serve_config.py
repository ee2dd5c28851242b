"""Settings of `uno serve` from a file, and where each setting came from."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from openuno.cli.errors import refuse
from openuno.cli.values import Number
from openuno.engine.faults import fault_text, unknown_name

_NOT_IN_FILE = ("config", "check", "help")
_SECRET = ("admin_token",)
"""Settings whose values are never shown."""
_SOURCES = {
    ParameterSource.COMMANDLINE: "option",
    ParameterSource.ENVIRONMENT: "environment",
    ParameterSource.DEFAULT_MAP: "file",
    ParameterSource.DEFAULT: "default",
}


def load_config(context: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Take settings from a TOML file, below options and the environment; refuse a bad file."""
    if path is not None:
        context.default_map = _read_settings(path, _file_keys(context.command))
    return path


def list_settings(context: click.Context) -> list[tuple[str, str, str]]:
    """Every setting: its name, its value in words, and where it came from."""
    rows = []
    for name, parameter in _file_keys(context.command).items():
        assert parameter.name is not None, "options have names"
        source = context.get_parameter_source(parameter.name)
        assert source is not None, "every option was read"
        value = context.params[parameter.name]
        shown = "set" if parameter.name in _SECRET and value is not None else _value_text(value)
        rows.append((name, shown, _SOURCES[source]))
    return rows


def _file_keys(command: click.Command) -> dict[str, click.Parameter]:
    """The options that a file may set, by their names without dashes."""
    options = {
        option.opts[0].removeprefix("--"): option
        for option in command.params
        if isinstance(option, click.Option)
    }
    return {name: option for name, option in options.items() if name not in _NOT_IN_FILE}


def _read_settings(path: Path, known: Mapping[str, click.Parameter]) -> dict[str, Any]:
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        refuse(f"cannot read {path}: {error.strerror}")
    except UnicodeDecodeError:
        refuse(f"{path} is not text in UTF-8")
    except tomllib.TOMLDecodeError as error:
        refuse(f"{path} is not TOML: {error}")
    settings = {}
    for key, value in written.items():
        if key not in known:
            refuse(f"{path}: {fault_text(unknown_name('setting', key, known))}")
        option = known[key]
        assert isinstance(option, click.Option)
        try:
            settings[str(option.name)] = _convert(key, value, option)
        except ValueError as error:
            refuse(f"{path}: {key} is {error}")
    return settings


def _convert(key: str, value: object, option: click.Option) -> object:
    """A value as the option takes it, which then checks it; `ValueError` says what it should be."""
    if option.multiple:
        if key == "limit" and isinstance(value, dict):
            return [f"{name}={number}" for name, number in value.items()]
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return value
        wanted = "a table such as { tables = 500 }" if key == "limit" else "a list of texts"
    elif option.is_flag:
        if isinstance(value, bool):
            return value
        wanted = "true or false"
    elif isinstance(option.type, Number):
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        wanted = "a whole number"
    else:
        if isinstance(value, str):
            return value
        wanted = "a text in quotes"
    raise ValueError(wanted)


def _value_text(value: object) -> str:
    match value:
        case None | ():
            return "-"
        case True | False:
            return "yes" if value else "no"
        case tuple():
            return " ".join(map(str, value))
        case _:
            return str(value)
