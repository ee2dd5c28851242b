"""`uno rules`, `uno perft` and `uno pencil`: the rules, their counts, and rules for blank cards."""

from pathlib import Path
from typing import Annotated

import typer

from openuno.cli.errors import refuse, refuse_on
from openuno.cli.options import AsJson
from openuno.engine.errors import SetupError
from openuno.engine.rules import EDITION_NAMES

_WHICH = f"{', '.join(EDITION_NAMES)}; all of them if left out."


def rules(
    edition: Annotated[str | None, typer.Argument(metavar="EDITION", help=_WHICH)] = None,
    *,
    as_json: AsJson = False,
    with_tests: Annotated[
        bool,
        typer.Option(
            "--coverage", help="Print every clause with its tests; exit 1 if one has none."
        ),
    ] = False,
) -> None:
    """Print the rulebook: switches and clauses of an edition, or the tests behind each clause."""
    from openuno.rulebook.coverage import NoTests, UnreadableMark
    from openuno.terminal.commands.rules import print_coverage, print_rules

    if with_tests and edition is not None:
        refuse("--coverage counts the clauses of every edition; name none")
    try:
        with refuse_on(NoTests, UnreadableMark):
            if with_tests:
                raise typer.Exit(0 if print_coverage(as_json=as_json) else 1)
            print_rules(edition, as_json=as_json)
    except SetupError as error:
        refuse(error.sentence)


def perft(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Such as perft/*.txt.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Count every sequence of actions from known positions; exit 1 if a count differs."""
    from openuno.terminal.commands.perft import UnreadableFile, print_perft

    with refuse_on(UnreadableFile):
        raise typer.Exit(0 if print_perft(files, as_json=as_json) else 1)


def pencil(
    rule: Annotated[
        str | None, typer.Argument(metavar="RULE", help="Such as: Everyone else draws 1.")
    ] = None,
    *,
    examples: Annotated[bool, typer.Option("--examples", help="Print ready-made rules.")] = False,
    as_json: AsJson = False,
) -> None:
    """Read a rule for a blank card: print its normal form and what it does, or its mistake."""
    from openuno.terminal.commands.pencil import print_custom_rule, print_examples

    if examples == (rule is not None):
        refuse("write a rule, or ask for --examples")
    if rule is None:
        print_examples(as_json=as_json)
    elif not print_custom_rule(rule, as_json=as_json):
        raise typer.Exit(2)
