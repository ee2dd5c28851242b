"""`uno rules`, `uno perft` and `uno pencil`: the rules, their counts, and rules for blank cards."""

import sys
from pathlib import Path

import click

from openuno.cli import options
from openuno.cli.completers import complete_edition
from openuno.cli.errors import refuse, refuse_on
from openuno.cli.help import Command


@click.command(
    cls=Command, examples=("uno rules house", "uno rules --switches", "uno rules classic --json")
)
@click.argument("edition", metavar="[EDITION]", required=False, shell_complete=complete_edition)
@options.as_json
@click.option("--switches", is_flag=True, help="Print what each switch does and can be set to.")
@click.option(
    "--coverage",
    "with_tests",
    is_flag=True,
    help="Print every clause with its tests; exit 1 if one has none.",
)
def rules(edition: str | None, *, as_json: bool, switches: bool, with_tests: bool) -> None:
    """Print the rulebook: switches and clauses of an edition, or the tests behind each clause.

    EDITION is mattel-2016, classic, wild-112 or house; without it, all editions are printed.
    """
    from openuno.engine.errors import SetupError
    from openuno.rulebook.coverage import NoTests, UnreadableMark
    from openuno.terminal.commands.rules import print_coverage, print_rules, print_switches

    if with_tests and edition is not None:
        refuse("--coverage counts the clauses of every edition; name none")
    if switches and (with_tests or edition is not None):
        refuse("--switches lists those of every edition; leave the rest out")
    try:
        with refuse_on(NoTests, UnreadableMark):
            if with_tests:
                sys.exit(0 if print_coverage(as_json=as_json) else 1)
            if switches:
                print_switches(as_json=as_json)
            else:
                print_rules(edition, as_json=as_json)
    except SetupError as error:
        refuse(error.sentence)


@click.command(cls=Command, examples=("uno perft perft/classic-tricky.txt",))
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=options.PATH)
@options.as_json
def perft(files: tuple[Path, ...], *, as_json: bool) -> None:
    """Count every sequence of actions from known positions; exit 1 if a count differs.

    FILE is a file of positions, such as perft/classic-tricky.txt.
    """
    from openuno.terminal.commands.perft import UnreadableFile, print_perft

    with refuse_on(UnreadableFile):
        sys.exit(0 if print_perft(list(files), as_json=as_json) else 1)


@click.command(
    cls=Command, examples=('uno pencil "Everyone else draws 1."', "uno pencil --examples")
)
@click.argument("rule", metavar="[RULE]", required=False)
@click.option("--build", is_flag=True, help="Put a rule together question by question.")
@click.option("--examples", is_flag=True, help="Print ready-made rules by mood.")
@click.option("--rounds", is_flag=True, help="Also play rounds: how much longer do they get?")
@options.as_json
def pencil(rule: str | None, *, build: bool, examples: bool, rounds: bool, as_json: bool) -> None:
    """Read a rule for a blank card: print its normal form and what it does, or its mistake.

    RULE is a sentence or more, such as "Everyone else draws 1."; with --build, it is changed.
    """
    from openuno.terminal.commands.build_rule import AnswersEnded
    from openuno.terminal.commands.pencil import print_built_rule, print_custom_rule, print_examples

    if examples == (rule is not None or build):
        refuse("write a rule, or ask for --build or --examples")
    if examples and rounds:
        refuse("--rounds plays by one rule; leave --examples out")
    if examples:
        print_examples(as_json=as_json)
        return
    with refuse_on(AnswersEnded):
        show = print_built_rule if build else print_custom_rule
        if not show(rule or "", as_json=as_json, rounds=rounds):
            sys.exit(2)
