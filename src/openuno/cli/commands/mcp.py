"""`uno mcp`: a seat for an assistant, at a table of bots or at one on a server."""

from pathlib import Path

import click

from openuno.bots.registry import CHOICES
from openuno.cli import options
from openuno.cli.commands.lab import refuse_lab_errors
from openuno.cli.completers import complete_bots
from openuno.cli.errors import check_extra, refuse, refuse_on
from openuno.cli.help import Command
from openuno.cli.values import Number
from openuno.engine.errors import SetupError
from openuno.engine.rules import DEFAULT_RULES


@click.command(
    cls=Command,
    examples=(
        "uno mcp --edition house --set stacking=any --bots regular",
        "uno mcp http://192.168.1.20:8000/t/ABC234 --name Robot",
        "uno mcp --arena 5 --records rounds",
    ),
)
@click.argument("link", metavar="[LINK]", required=False)
@click.option("--name", metavar="NAME", help="What the assistant is called.")
@click.option("--password", metavar="WORD", help="The table's password, if it has one.")
@options.edition
@options.switches
@options.written
@options.game_format("Such as single, race:300, best-of:5.")
@click.option(
    "--players", type=Number(), metavar="N", help="Players in all; 4 if left out, 2 with --arena."
)
@click.option(
    "--bots",
    metavar="KINDS",
    shell_complete=complete_bots,
    help=f"{', '.join(CHOICES)}: one for all, or one for each.",
)
@options.seed
@click.option(
    "--records",
    type=options.PATH,
    metavar="FOLDER",
    help="Where to keep a record of every game; it shows all cards.",
)
@click.option(
    "--arena",
    "deals",
    type=Number(),
    metavar="K",
    help="Play K deals against each bot as uno arena does, each from every seat; needs --records.",
)
@click.option(
    "--against",
    metavar="A,B",
    help="With --arena: bots to play against; random, casual, regular and master if left out.",
)
@click.option(
    "--rules",
    metavar="generated:N",
    help="With --arena: play N rule sets that nobody has seen, by the seed.",
)
def mcp(
    *,
    link: str | None,
    name: str | None,
    password: str | None,
    edition: str | None,
    switches: tuple[str, ...],
    blanks: tuple[str, ...],
    format_: str | None,
    players: int | None,
    bots: str | None,
    seed: int | None,
    records: Path | None,
    deals: int | None,
    against: str | None,
    rules: str | None,
) -> None:
    """Let an assistant play over the Model Context Protocol, against bots or on a server.

    The program that runs the assistant starts this command and talks to it through standard
    input and output. LINK is a table on a server; without it the table is in this process.
    """
    check_extra("mcp")
    from openuno.engine.errors import NotationError
    from openuno.mcp.local_seat import LocalSeat, LocalSetup
    from openuno.mcp.run import DEFAULT_NAME, CannotSit, serve_own_seat, serve_remote_seat
    from openuno.terminal.commands.play import parse_start

    name = DEFAULT_NAME if name is None else name
    if deals is not None:
        if any(option is not None for option in (link, password, format_, bots)):
            refuse(
                "the arena has its own players and format; leave LINK, --password, --format and"
                " --bots out"
            )
        if records is None:
            refuse("--arena needs --records FOLDER, which uno arena --price reads")
        with refuse_lab_errors():
            from openuno.lab.arena.command import parse_rule_sets
            from openuno.lab.arena.prices import WORLDS
            from openuno.lab.arena.schedule import LADDER, Plan
            from openuno.mcp.arena_seat import ArenaSeat

            seed = seed or 0
            base = edition or DEFAULT_RULES.edition
            plan = Plan(
                against=LADDER if against is None else tuple(filter(None, against.split(","))),
                rule_sets=parse_rule_sets(base, switches, blanks, rules, seed),
                players=2 if players is None else players,
                deals=deals,
                seed=seed,
                worlds=WORLDS,
            )
            seat = ArenaSeat(records, name, plan)
        serve_own_seat(seat)
        return
    if against is not None or rules is not None:
        refuse("--against and --rules belong to --arena")
    if link is not None:
        own = (edition, format_, players, bots, seed, records)
        if switches or blanks or any(option is not None for option in own):
            refuse("a table on a server has its own rules and players; leave the options out")
        with refuse_on(CannotSit):
            serve_remote_seat(link, name, password)
        return
    if password is not None:
        refuse("--password needs a LINK")
    with refuse_on(NotationError, SetupError):
        start = parse_start(
            rules="+".join([edition or DEFAULT_RULES.edition, *switches]),
            blanks=list(blanks),
            format="single" if format_ is None else format_,
            players=players,
            people=_check_name(name),
            bots=bots,
            seed=seed,
            dealer=None,
        )
        serve_own_seat(
            LocalSeat(LocalSetup(start.rules, start.format, start.seating, start.seed, records))
        )


def _check_name(name: str) -> str:
    """The name as that of the only person at a table; a comma would name a second one."""
    from openuno.terminal.seating import MAX_NAME_LENGTH, is_name

    if not is_name(name) or "," in name:
        most = f"a name is 1 to {MAX_NAME_LENGTH} characters that can be printed"
        raise SetupError("name", f"{most}, without a comma")
    return name
