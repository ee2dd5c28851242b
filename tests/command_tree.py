"""`uno` and every command under it, loaded, for tests that go through all of them."""

from collections.abc import Iterator

import click

from openuno.cli.app import app


def commands() -> Iterator[tuple[str, click.Command]]:
    """Every command by the words that call it, `uno` first, each group before its own."""
    waiting: list[tuple[str, click.Command]] = [("uno", app)]
    while waiting:
        name, command = waiting.pop(0)
        yield name, command
        waiting += [(f"{name} {word}", each) for word, each in children(command).items()]


def children(command: click.Command) -> dict[str, click.Command]:
    """The subcommands of a group by name; a plain command has none."""
    if not isinstance(command, click.Group):
        return {}
    context = click.Context(command)
    found = {name: command.get_command(context, name) for name in command.list_commands(context)}
    return {name: each for name, each in found.items() if each is not None}
