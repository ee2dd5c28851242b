"""`uno join` and `uno watch`: tables of a server, in the terminal."""

import sys
from collections.abc import Callable

import click

from openuno.cli import options
from openuno.cli.errors import refuse_on
from openuno.cli.help import Command

_link = click.argument("link", metavar="LINK")
_name = click.option("--name", metavar="NAME", help="What you are called there.")
_password = click.option("--password", metavar="WORD", help="The table's password, if it has one.")
_plain = click.option(
    "--plain", is_flag=True, help="Line by line, without a screen: for screen readers."
)


def _online(command: Callable[..., None]) -> Callable[..., None]:
    """What both commands take."""
    return _link(_name(_password(_plain(options.language(command)))))


@click.command(
    cls=Command,
    examples=(
        "uno join http://192.168.1.20:8000/t/ABC234",
        "uno join ABC234 --name Ann",
    ),
)
@_online
def join(
    *, link: str, name: str | None, password: str | None, plain: bool, language: str | None
) -> None:
    """Sit down at a table on a server, by the link that others open in a browser."""
    from openuno.terminal.commands.online import CannotJoin, join_table
    from openuno.terminal.preferences import use_preferred_language

    use_preferred_language(language)
    with refuse_on(CannotJoin):
        sys.exit(join_table(link, name, password, watching=False, plain=plain).status)


@click.command(cls=Command, examples=("uno watch http://192.168.1.20:8000/t/ABC234",))
@_online
def watch(
    *, link: str, name: str | None, password: str | None, plain: bool, language: str | None
) -> None:
    """Watch a table on a server: what spectators may see, and no hands."""
    from openuno.terminal.commands.online import CannotJoin, join_table
    from openuno.terminal.preferences import use_preferred_language

    use_preferred_language(language)
    with refuse_on(CannotJoin):
        sys.exit(join_table(link, name, password, watching=True, plain=plain).status)
