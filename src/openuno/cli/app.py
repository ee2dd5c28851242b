"""What `uno` can do: every command, in the order `uno --help` lists them.

Each is a thin function of a module beside this one, and imports its work when it is called: no
command waits for what only another needs.
"""

from importlib.metadata import version
from typing import Annotated

import typer

from openuno.cli import database, lab, play, records, rules, serve
from openuno.cli.resume_option import PlayCommand

app = typer.Typer(
    name="uno",
    help="UNO by every printed rule sheet.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"uno {version('openuno')}")
        raise typer.Exit


@app.callback()
def _uno(
    *,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None: ...


app.command("rules")(rules.rules)
app.command("play", cls=PlayCommand)(play.play)
app.command("perft")(rules.perft)
app.command("pencil")(rules.pencil)
app.command("games")(records.games)
app.command("show")(records.show)
app.command("verify")(records.verify)
app.command("replay")(records.replay)
app.command("export")(records.export)
app.command("serve")(serve.serve)
app.command("migrate")(database.migrate)
app.command("backup")(database.backup)
app.command("restore")(database.restore)
app.command("check-database")(database.check_database)
app.command("simulate")(lab.simulate)

_lab = typer.Typer(name="lab", help="Compare rules and bots by simulation.", no_args_is_help=True)
_lab.command("compare")(lab.compare)
app.add_typer(_lab)
