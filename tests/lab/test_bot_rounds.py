"""Bots that the kernel does not have, in `uno simulate` and `uno lab compare`."""

import pickle
import re
from pathlib import Path

import pytest

from openuno.engine.notation.rules import parse_rules
from openuno.game.notation import parse_format
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.kernel.tallies import Tally
from openuno.lab.bot_rounds import BotPlan, simulate_bots
from openuno.lab.errors import LabError
from openuno.lab.ladder.duels import Duel, Table, play_in_engine
from openuno.lab.ladder.entrants import parse_entrant
from openuno.lab.plans import choose_count, parse_bot_plan
from tests.kernel.reference import differences
from tests.lab.commands import refusal, uno

OWN_BOT = """
from openuno import SayUno, due_call, is_my_turn, legal_plays, other_actions, prefer_saying_uno

def first(view, mind):
    if due_call(view) == SayUno():
        return SayUno(), mind
    if not is_my_turn(view):
        return None, mind
    ways = prefer_saying_uno(legal_plays(view))
    return (ways or other_actions(view))[0], mind

def fails(view, mind):
    return 1 // 0, mind

number = 3
"""


@pytest.fixture(autouse=True)
def folder_with_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "simulated_bot.py").write_text(OWN_BOT)
    (tmp_path / "unreadable_bot.py").write_text("def (\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.parametrize(
    ("rules", "seats", "format", "count"),
    [
        ("mattel-2016", 4, None, 12),
        ("house+jump_in=on+stacking=any", 3, None, 8),
        ("mattel-2016+teams=on", 4, None, 4),
        ("mattel-2016", 3, "race:200", 2),
        ("mattel-2016", 4, "partners:200", 1),
        ("mattel-2016", 3, "elimination:100", 2),
        ("mattel-2016", 2, "best-of:3", 3),
    ],
)
def test_python_counts_what_the_kernel_counts(
    rules: str, seats: int, format: str | None, count: int
) -> None:
    """`regular` needs no random numbers, so both play the same rounds to the last card."""
    played = None if format is None else parse_format(format)
    kernel = simulate(Plan(parse_rules(rules), (Policy("regular"),) * seats, 5, played), 7, count)
    python = simulate_bots(BotPlan(parse_rules(rules), ("regular",) * seats, 5, played), 7, count)
    assert not (kernel != python).any(), differences(python, kernel)


def test_everything_that_bots_do_is_counted() -> None:
    rules = parse_rules("house+jump_in=on+stacking=any")
    names = ("toaster", "uniform:forgets=1,bluffs=1,doubts=1", "regular")
    counts = simulate_bots(BotPlan(rules, names), 0, 25)
    rare = {Tally.DEAD, Tally.CUT_SHORT}
    assert [tally.name for tally in Tally if tally not in rare and not counts[tally]] == []


def test_a_round_in_which_nobody_can_win_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openuno.lab.bot_rounds.MAX_TURNS", 300)
    # Everyone forgets UNO, and everyone is caught: nobody has one card left in their turn.
    plan = BotPlan(parse_rules("mattel-2016"), ("uniform:forgets=1",) * 2)
    assert simulate_bots(plan, 0, 1)[Tally.CUT_SHORT]


def test_names_that_the_kernel_has_are_left_to_it() -> None:
    plan = parse_bot_plan("mattel-2016", (), 3, "uniform:doubts=3,bluffs=2,regular,...")
    uniform = Policy.parse("uniform:doubts=3,bluffs=2")
    assert plan == Plan(plan.rules, (uniform, Policy("regular"), Policy("regular")))
    other = parse_bot_plan("mattel-2016", (), 3, "casual,regular,...")
    assert other == BotPlan(plan.rules, ("casual", "regular", "regular"))
    games = parse_bot_plan("mattel-2016", (), 3, "casual", format="race")
    assert [choose_count([each], None, None) for each in (plan, other, games)] == [
        100_000,
        2_000,
        200,
    ]


def test_a_function_of_ones_own_is_simulated_and_the_command_says_how() -> None:
    asked = ("--bots", "simulated_bot:first,regular", "--players", "2", "--rounds", "20")
    done = uno("simulate", *asked, "--threads", "1")
    assert done.exit_code == 0, done.stderr
    assert done.stderr == (
        "uno: the compiled simulation does not have simulated_bot:first;"
        " playing in Python, which is slower\n"
    )
    first, *rest = done.stdout.splitlines()
    assert first == "mattel-2016, 2 players, simulated_bot:first/regular, 20 rounds, seed 0"
    assert rest[-1].endswith("turns a second on 1 process, in Python")


def test_a_function_of_ones_own_is_compared_on_the_same_deals() -> None:
    cases = ("--case", "mine: bots=simulated_bot:first,regular", "--case", "kernel: policy=regular")
    table = ("--players", "2", "--rounds", "4", "--show", "turns", "--threads", "1")
    done = uno("lab", "compare", *cases, *table)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("2 cases of 4 rounds each, the same deals in all of them")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "casual", "--policy", "regular"), "--bots or with --policy, not with both"),
        (("--bots", "casual", "--device", "cuda"), "bots that are not compiled play on this"),
        (("--bots", "casual,regular", "--players", "3"), "2 bots for 3 players; name one, one for"),
        (("--bots", "casul"), "there is no bot 'casul'"),
        (("--bots", "oracle:hands"), "'oracle:hands' sees hidden cards"),
        (
            ("--bots", "no_such_bot:play"),
            "cannot be imported: No module named 'no_such_bot'; no_such_bot.py is",
        ),
        (("--bots", "simulated_bot:nothing"), "has no attribute 'nothing'"),
        (("--bots", "simulated_bot:number"), "'simulated_bot:number' is not a function"),
        (("--bots", "unreadable_bot:play"), "cannot be imported: SyntaxError: invalid syntax"),
        (("--bots", "casual", "--format", "rotating"), "rotating partners are not simulated"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refusal(uno("simulate", *words)).splitlines()[-1]


def test_a_case_has_a_policy_or_bots() -> None:
    words = ("--case", "a: bots=casual policy=regular", "--case", "b:")
    assert "a policy or bots, not both" in refusal(uno("lab", "compare", *words))


def test_a_bot_that_fails_ends_the_simulation_with_the_reason() -> None:
    plan = BotPlan(parse_rules("mattel-2016"), ("simulated_bot:fails", "regular"))
    reason = (
        "simulated_bot:fails (player 0) failed: ZeroDivisionError: integer division or modulo by"
        " zero (simulated_bot.py, line 13)"
    )
    with pytest.raises(LabError, match=f"^{re.escape(reason)}$") as error:
        simulate_bots(plan, 0, 1)
    assert isinstance(pickle.loads(pickle.dumps(error.value)), LabError), "it crosses processes"


@pytest.mark.parametrize("field", ["uniform", "uniform:bluffs=1"])
def test_a_ladder_lets_any_bot_meet_uniform(field: str) -> None:
    table = Table(parse_rules("mattel-2016"), 2, None, 0)
    duel = Duel(parse_entrant("casual"), parse_entrant(field))
    assert play_in_engine(duel, table, 0, 3)[1] == 6
