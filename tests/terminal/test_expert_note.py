"""`uno play` says where the bot that looks ahead does not, and `uno bots` what it is called."""

from concurrent.futures import Future

import pytest
from click.testing import CliRunner

from openuno.cli.app import app
from openuno.engine.notation.rules import parse_rules
from openuno.game.notation import parse_format
from openuno.local.search.expert import NoSearch, find_no_search
from openuno.terminal.commands import play
from tests.terminal.commands import PLAIN, uno

POINTS = "In this format expert plays exactly like master: where points count"
WRITTEN = ("--edition", "wild-112", "--written", "Everyone else draws 2 cards.")


@pytest.fixture(autouse=True)
def kernel(monkeypatch: pytest.MonkeyPatch) -> "Future[object]":
    """What is compiled: nothing, unless a test says otherwise."""
    loading: Future[object] = Future()
    monkeypatch.setattr(play, "start_loading", lambda: loading)
    return loading


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ((), POINTS),
        (
            WRITTEN,
            "In this format expert plays exactly like master: where points count it does not",
        ),
        (("--format", "low-tally"), POINTS),
        (("--format", "partners"), POINTS),
        (("--format", "elimination", "--players", "8"), POINTS),
        (("--bots", "expert:8"), "mattel-2016"),
        (("--format", "rotating"), POINTS),
        (("--players", "7", "--format", "single"), "With more than six players"),
        (("--format", "single"), "mattel-2016"),
        (("--format", "best-of:5"), "mattel-2016"),
        (("--bots", "master"), "mattel-2016"),
        (("--language", "de"), "In diesem Format spielt expert genau wie master"),
    ],
)
def test_a_table_where_expert_plays_as_master_says_so(
    words: tuple[str, ...], start: str, kernel: "Future[object]"
) -> None:
    kernel.set_result(None)
    assert uno("--bots", "expert", *words).stdout.startswith(start)


def test_where_hands_move_and_only_regular_could_decide_it_looks_ahead_for_points() -> None:
    rules = parse_rules("mattel-2016+seven_zero=on")
    assert find_no_search(rules, 6, parse_format("race")) is None
    assert find_no_search(rules, 2, parse_format("race")) is NoSearch.NO_KERNEL


def test_with_the_compiled_rules_it_looks_ahead_for_points(kernel: "Future[object]") -> None:
    kernel.set_result("compiled")
    assert uno("--bots", "expert").stdout.startswith("mattel-2016")


def test_levels_are_called_as_on_the_pages() -> None:
    printed = CliRunner(env=PLAIN).invoke(app, ["bots"]).stdout
    assert "\nMaster, thinks ahead (expert)\n" in printed
    assert "\nMaster\n" in printed
