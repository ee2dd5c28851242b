"""Every bot that a game in this process can seat, by name: ours, and anyone's own."""

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from openuno.bots import registry
from openuno.bots.bot import Bot
from openuno.bots.registry import EXPERT, TABLE_BOTS
from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name
from openuno.local.external_bot import PREFIX, start_external_bot
from openuno.local.search.expert import MAX_WORLDS, expert, make_expert


def find_bot(name: str) -> Bot:
    """The bot of this name; refuses names that no table can seat.

    `expert:64` searches 64 deals instead of by the clock, `module:function` is a function to
    import, and `engine:COMMAND` a program that answers line by line.
    """
    kind, colon, rest = name.partition(":")
    if name == EXPERT:
        return expert
    if not colon and name not in registry.BOTS:
        raise SetupError("bots", unknown_name("bot", name, TABLE_BOTS))
    if not colon or registry.is_oracle(name):
        return registry.find_bot(name)
    if kind == EXPERT:
        return _counting_expert(name, rest)
    if name.startswith(PREFIX):
        return start_external_bot(rest)
    return _import_bot(name, kind, rest)


def bot_title(name: str) -> str:
    """What a message calls the bot of this name: a program by the command that starts it."""
    return repr(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else name


def _counting_expert(name: str, worlds: str) -> Bot:
    if not worlds.isascii() or not worlds.isdigit() or not 1 <= int(worlds) <= MAX_WORLDS:
        raise SetupError("bots", f"{name!r}: an expert searches 1 to {MAX_WORLDS} deals")
    return _make_expert(int(worlds))


_make_expert = cache(make_expert)


def _import_bot(name: str, module: str, function: str) -> Bot:
    bot: Bot = import_function(name, module, function)
    return bot


def import_function(name: str, module: str, function: str) -> Callable[..., Any]:
    """A function by the name it was given, also from the folder we are in; else `SetupError`."""
    if not module or not function:
        example = f"{module or 'my_bot'}:{function or 'my_bot'}"
        raise SetupError("bots", f"{name!r} is not complete; write module:function: {example}")
    if module.endswith(".py"):
        right = f"{module.removesuffix('.py')}:{function}"
        raise SetupError("bots", f"{name!r} names a file; name the module, without .py: {right}")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)  # where people keep their bot; `python -m` looks there, too
    try:
        found = getattr(import_module(module), function)
    except ModuleNotFoundError as error:
        where = f"; {module}.py is looked for in this folder" if error.name == module else ""
        raise SetupError("bots", f"{name!r} cannot be imported: {error}{where}") from None
    except (ImportError, AttributeError, ValueError) as error:
        raise SetupError("bots", f"{name!r} cannot be imported: {error}") from None
    except Exception as error:
        kind = type(error).__name__
        raise SetupError("bots", f"{name!r} cannot be imported: {kind}: {error}") from error
    if not callable(found):
        raise SetupError("bots", f"{name!r} is not a function")
    imported: Callable[..., Any] = found
    return imported
