"""How commands show their help and refuse what they do not know: the same way everywhere."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click

COMPLETION_VARIABLE = "_UNO_COMPLETE"
"""What a shell sets to ask for completions."""


def write_examples(formatter: click.HelpFormatter, examples: Sequence[str]) -> None:
    """Write lines to type under a heading; a long one goes on further in."""
    if not examples:
        return
    with formatter.section("Examples"):
        indent = " " * formatter.current_indent
        for example in examples:
            wrapped = click.formatting.wrap_text(
                example, formatter.width, initial_indent=indent, subsequent_indent=indent + "    "
            )
            formatter.write(f"{wrapped}\n")


@contextmanager
def _naming_the_command(ctx: click.Context) -> Iterator[None]:
    """Let a mistake say whose it is; click leaves that out of some."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise


class Command(click.Command):
    """A command whose help ends with examples."""

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words; those that nothing takes are refused."""
        ctx.allow_extra_args = True
        with _naming_the_command(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            ctx.fail(f"nothing takes {rest[0]!r} here; leave it out")
        return rest

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples at the end."""
        super().format_epilog(ctx, formatter)
        write_examples(formatter, self.examples)


class Group(click.Group):
    """A group that lists its commands in order and whole, and names one that is nearly right."""

    command_class = Command

    def __init__(self, *args: Any, examples: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.examples = tuple(examples)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words up to the subcommand."""
        with _naming_the_command(ctx):
            return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - as click has it
        """The names of all subcommands, in the order they were added."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The subcommand that was asked for; one that is nearly right is named."""
        word = args[0]
        known = self.list_commands(ctx)
        if word not in known and not word.startswith("-") and not ctx.resilient_parsing:
            from openuno.engine.faults import nearest_name

            near = nearest_name(word, known)
            advice = f"did you mean {near}?" if near else f"{ctx.command_path} --help lists them"
            ctx.fail(f"there is no command {word!r}; {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a whole sentence about each subcommand."""
        found = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        rows = [
            (name, command.get_short_help_str(limit=formatter.width * 10))
            for name, command in found.items()
            if command is not None
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples at the end."""
        super().format_epilog(ctx, formatter)
        write_examples(formatter, self.examples)
