"""What `import openuno` promises: every public name, what it takes, and what its values hold."""

import enum
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import openuno


def text() -> str:
    """A line for each name, and lines below it for what else a class or a module has."""
    lines = [
        line
        for name in sorted(openuno.__all__)
        if name != "__version__"
        for line in _describe(name, getattr(openuno, name))
    ]
    return "\n".join(lines) + "\n"


def _describe(name: str, value: Any) -> Iterator[str]:
    if inspect.isfunction(value):
        yield f"{name}{_parameters(value)}"
    elif isinstance(value, enum.EnumType):
        yield f"{name}: {' '.join(value.__members__)}"
    elif inspect.isclass(value):
        yield f"{name}{_parameters(value)}"
        fields = getattr(value, "__struct_fields__", ())
        own = sorted(each for each in vars(value) if not each.startswith("_"))
        for inner in (each for each in own if each not in fields):
            found = inspect.getattr_static(value, inner)
            yield f"  {inner}{_parameters(found) if inspect.isfunction(found) else ''}"
    elif isinstance(value, ModuleType):
        yield name
        for inner, found in sorted(vars(value).items()):
            if inspect.isclass(found) and found.__module__ == value.__name__:
                yield f"  {inner}{_parameters(found)}"
    else:
        yield name


def _parameters(called: Any) -> str:
    """The parameters as in a call, without types; `=` where one can be left out."""
    try:
        parameters = inspect.signature(called).parameters.values()
    except ValueError:  # such as an exception of Python's own kind
        return "(...)"
    marks: dict[Any, str] = {
        inspect.Parameter.VAR_POSITIONAL: "*",
        inspect.Parameter.VAR_KEYWORD: "**",
    }
    words = []
    named_only = False
    for each in parameters:
        if each.kind is each.KEYWORD_ONLY and not named_only:
            words.append("*")
        named_only = named_only or each.kind in (each.KEYWORD_ONLY, each.VAR_POSITIONAL)
        optional = "" if each.default is each.empty else "="
        words.append(f"{marks.get(each.kind, '')}{each.name}{optional}")
    return f"({', '.join(words)})"
