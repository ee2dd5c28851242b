"""`uno bots`: who can sit at a table."""

import click

from openuno.cli import options
from openuno.cli.errors import refuse_options
from openuno.cli.help import Command


@click.command(
    cls=Command, examples=("uno bots", "uno bots --language de", "uno play --bots plant,radio")
)
@options.list_language
@options.as_json
def bots(*, language: str | None, as_json: bool) -> None:
    """List the bots, from the easiest on: the word for each, its name, and what it is like.

    Your own bots and programs can play as well: docs/write-a-bot.md.
    """
    from openuno.terminal.commands.bots import list_bots

    if as_json:
        refuse_options("--json prints the same in every language", "language")
    list_bots(as_json=as_json, language=language)
