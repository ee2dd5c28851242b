"""`uno simulate` and `uno lab compare`: rules and policies, tried out by the million."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from openuno.cli.errors import refuse
from openuno.cli.options import EDITION, SWITCHES, AsJson
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.rules import DEFAULT_RULES
from openuno.lab.errors import LabError, Stopped

_PLAYERS = typer.Option(metavar="N", help="Seats, 2 to 10.")
_FORMAT = typer.Option(
    "--format", metavar="FORMAT", help="Play whole games: race:300, partners, best-of:5."
)
_ROUNDS = typer.Option(metavar="K", help="How many rounds, of each case; 100,000 if left out.")
_GAMES = typer.Option(metavar="K", help="With --format: how many games, of each case; 10,000.")
_POLICY = typer.Option(
    "--policy",
    metavar="POLICY",
    help="uniform, uniform:doubts=3, regular: for all, once for each seat, or A/B/... in one.",
)
_SEED = typer.Option(metavar="S", help="The same seed plays the same rounds or games.")
_DEVICE = typer.Option(metavar="cpu|cuda", help="Where to play.")
_THREADS = typer.Option(
    min=1, max=1024, metavar="T", help="As many as there are cores if left out."
)
_DASK = typer.Option(metavar="ADDRESS", help="Play on a Dask cluster: tcp://host:8786.")


def simulate(
    *,
    edition: Annotated[str, EDITION] = DEFAULT_RULES.edition,
    players: Annotated[int, _PLAYERS] = 4,
    rounds: Annotated[int | None, _ROUNDS] = None,
    format_: Annotated[str | None, _FORMAT] = None,
    games: Annotated[int | None, _GAMES] = None,
    policies: Annotated[list[str] | None, _POLICY] = None,
    switches: Annotated[list[str] | None, SWITCHES] = None,
    seed: Annotated[int, _SEED] = 0,
    device: Annotated[str, _DEVICE] = "cpu",
    threads: Annotated[int | None, _THREADS] = None,
    dask: Annotated[str | None, _DASK] = None,
    as_json: AsJson = False,
) -> None:
    """Play many rounds or games and print what happened; the first time, rules are compiled."""
    with _refuse_lab_errors():
        from openuno.lab import backends, commands, plans

        policy = "/".join(policies or ["uniform"])
        plan = plans.parse_plan(edition, switches or (), players, policy, seed, format=format_)
        count = plans.choose_count(plan, rounds, games)
        backend = backends.select_backend(device, threads, dask)
        commands.print_simulation(plan, count, backend, as_json=as_json)


def compare(
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=A,B", help="A switch, edition, format, ..., varied."),
    ] = None,
    named: Annotated[
        list[str] | None,
        typer.Option("--case", metavar="CASE", help="Such as: 'wild: stacking=any jump_in=on'."),
    ] = None,
    shown: Annotated[
        list[str] | None,
        typer.Option("--show", metavar="FIGURE", help="turns, first, lengths, hands, ..."),
    ] = None,
    edition: Annotated[str, EDITION] = DEFAULT_RULES.edition,
    players: Annotated[int, _PLAYERS] = 4,
    rounds: Annotated[int | None, _ROUNDS] = None,
    format_: Annotated[str | None, _FORMAT] = None,
    games: Annotated[int | None, _GAMES] = None,
    policies: Annotated[list[str] | None, _POLICY] = None,
    switches: Annotated[list[str] | None, SWITCHES] = None,
    seed: Annotated[int, _SEED] = 0,
    device: Annotated[str, _DEVICE] = "cpu",
    threads: Annotated[int | None, _THREADS] = None,
    dask: Annotated[str | None, _DASK] = None,
    as_json: AsJson = False,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report.")] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the first picture.")
    ] = None,
) -> None:
    """Play the same deals under several rules or with several policies, side by side."""
    with _refuse_lab_errors():
        from openuno.lab import backends, cases, commands, plans

        policy = "/".join(policies or ["uniform"])
        defaults = cases.CaseDefaults(
            edition, tuple(switches or ()), players, policy, seed, format_
        )
        found = cases.build_cases(defaults, vary or (), named or ())
        commands.print_comparison(
            found,
            plans.choose_count(found[0].plan, rounds, games),
            backends.select_backend(device, threads, dask),
            shown=shown or (),
            files=commands.Files(html, svg),
            command=shlex.join(["uno", *sys.argv[1:]]),
            as_json=as_json,
        )


@contextmanager
def _refuse_lab_errors() -> Iterator[None]:
    """Refuse what the lab refuses, and everything if it is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("openuno"):
            raise
        refuse(f"this needs {error.name}; install the lab: pip install 'openuno[lab]'")
    except SetupError as error:
        refuse(error.sentence)
    except NotationError as error:
        refuse(str(error))
    except Stopped as error:
        typer.echo(f"uno: {error}", err=True)
        raise typer.Exit(130) from None
    except LabError as error:
        refuse(str(error))
