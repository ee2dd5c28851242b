"""Writes the manual page: `python -m openuno.cli.man_page > docs/uno.1`, made of the same help."""

import sys
from collections.abc import Iterator

import click

from openuno.cli.app import SECTIONS, app
from openuno.cli.help import Command, Group
from openuno.version import __version__

_STATUSES = (
    ("0", "Success."),
    ("1", "Done, but the answer is no: a false record, a clause without a test, another count."),
    ("2", "Refused: an option, a file or a rule is invalid; nothing was changed."),
    ("74", "The output could not be written, or the system stopped it otherwise."),
    ("130", "Stopped by Ctrl-C; a game is saved up to the last move."),
    ("141", "The reader of the output is gone."),
)
_VARIABLES = (
    ("UNO_DATABASE", "The database of a server, unless --database names one."),
    ("XDG_STATE_HOME", "Where games are saved: in openuno/games under this folder."),
    ("NO_COLOR", "If it is set, nothing is coloured."),
)


def man_page() -> str:
    """The whole page, in the man macros."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    summary = (app.help or "").split("\n", maxsplit=1)[0].rstrip(".")
    yield f'.TH UNO 1 "" "openuno {__version__}" "User Commands"'
    yield from (".SH NAME", f"uno \\- {_escape(summary[0].lower() + summary[1:])}")
    yield from (".SH SYNOPSIS", ".B uno", ".RI [ command ]", ".RI [ options ]")
    yield from (".SH DESCRIPTION", "Without a command,", ".B uno")
    yield "opens a menu on a terminal and prints its help elsewhere."
    with click.Context(app, info_name="uno", **app.context_settings) as context:
        yield from _options(app, context)
        for title, section in SECTIONS.items():
            yield f".SH {_escape(title.upper())}"
            for name in section:
                command = app.get_command(context, name)
                assert command is not None, "it is listed"
                yield from _command(command, click.Context(command, context, info_name=name))
    yield ".SH EXIT STATUS"
    yield from _terms(_STATUSES)
    yield ".SH ENVIRONMENT"
    yield from _terms(_VARIABLES)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {_escape(f'{context.command_path} {usage}')}"
    first, *others = (command.help or "").split("\n\n")
    yield _escape(" ".join(first.split()))
    for paragraph in others:
        yield from (".PP", _escape(" ".join(paragraph.split())))
    yield from _options(command, context)
    examples = command.examples if isinstance(command, Command | Group) else ()
    if examples:
        yield from (".PP", "Examples:", ".RS", ".nf", *map(_escape, examples), ".fi", ".RE")
    if isinstance(command, Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None, "it is listed"
            yield from _command(child, click.Context(child, context, info_name=name))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    records = (param.get_help_record(context) for param in command.get_params(context))
    yield from _terms(
        (names, " ".join(text.split()))
        for names, text in filter(None, records)
        if context.parent is None or "--help" not in names
    )


def _terms(rows: Iterator[tuple[str, str]] | tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, text in rows:
        yield from (".TP", f"\\fB{_escape(term)}\\fR", _escape(text))


def _escape(text: str) -> str:
    """A text as roff prints it: hyphens to copy, and no line that begins with a request."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    escaped = escaped.replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return f"\\&{escaped}" if escaped.startswith(".") else escaped


if __name__ == "__main__":
    sys.stdout.write(man_page())
