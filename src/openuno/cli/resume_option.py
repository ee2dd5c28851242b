"""How the words after `uno play` are read: the value of `--resume` can be left out."""

from itertools import zip_longest

import click

from openuno.cli.help import Command

RESUME = "--resume"
LAST_GAME = ":last"
"""What stands for the value that was left out; no game is called that."""


class PlayCommand(Command):
    """A command whose `--resume` without a value means the game played last."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words, with what was left out filled in."""
        return super().parse_args(ctx, with_resume_value(args))


def with_resume_value(args: list[str]) -> list[str]:
    """The words with a value after every `--resume`."""
    filled = []
    for word, following in zip_longest(args, args[1:]):
        filled.append(word)
        if word == RESUME and (following is None or following.startswith("-")):
            filled.append(LAST_GAME)
    return filled
