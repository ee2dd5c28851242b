"""What a shell can complete the value of an option with."""

import click
from click.shell_completion import CompletionItem

from openuno.cli.values import complete_from


def complete_edition(
    ctx: click.Context,  # noqa: ARG001 - as click has it, here and below
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The editions that begin so."""
    from openuno.engine.rules import EDITION_NAMES

    return complete_from(EDITION_NAMES, incomplete)


def complete_switch(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The switches that begin so; after the `=`, the values of one."""
    from openuno.engine.rules import SWITCHES
    from openuno.rulebook.clauses import explanation
    from openuno.rulebook.switches import switch_choices

    name, equals, _ = incomplete.partition("=")
    if equals:
        return complete_from((f"{name}={value}" for value in switch_choices(name)), incomplete)
    return [
        CompletionItem(f"{switch}=", type="open", help=explanation(switch))
        for switch in SWITCHES
        if switch.startswith(incomplete)
    ]


def complete_format(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The formats that begin so."""
    from openuno.game.notation import FORMAT_NAMES

    return complete_from(FORMAT_NAMES, incomplete)


def complete_bots(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The bots that the last name of a list begins."""
    from openuno.bots.registry import CHOICES

    before, comma, _ = incomplete.rpartition(",")
    return complete_from((f"{before}{comma}{bot}" for bot in CHOICES), incomplete)


def complete_game(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The saved games that begin so."""
    from openuno.terminal.saves import saved_games

    return complete_from(saved_games(), incomplete)


def complete_game_or_file(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """The saved games that begin so, and files."""
    games = complete_game(ctx, param, incomplete)
    return [*games, CompletionItem(incomplete, type="file")]


def complete_limit(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[CompletionItem]:
    """The limits that begin so."""
    from msgspec.structs import fields

    from openuno.server.limits import Limits

    names = (field.name for field in fields(Limits))
    return [
        CompletionItem(f"{name}=", type="open") for name in names if name.startswith(incomplete)
    ]
