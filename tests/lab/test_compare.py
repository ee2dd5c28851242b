import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import rules_text
from openuno.lab.cases import MAX_CASES, CaseDefaults, build_cases
from openuno.lab.figures import FIGURES
from openuno.lab.report.charts import SHOWABLE
from tests.lab.commands import complaints, refusal, report_of, uno

STACKING = ("lab", "compare", "--vary", "stacking=off,any", "--rounds", "600")


def names(*vary: str) -> list[str]:
    return [case.name for case in build_cases(CaseDefaults(), vary, ())]


def test_values_that_are_varied_make_every_combination() -> None:
    assert names("stacking=off,any", "players=2,3") == [
        "stacking=off players=2",
        "stacking=off players=3",
        "stacking=any players=2",
        "stacking=any players=3",
    ]


def test_a_policy_keeps_its_commas() -> None:
    vary = "policy=uniform,uniform:doubts=1,bluffs=2,regular/uniform/..."
    assert names(vary) == [
        "policy=uniform",
        "policy=uniform:doubts=1,bluffs=2",
        "policy=regular/uniform/...",
    ]


def test_a_case_says_how_it_differs_from_what_all_share() -> None:
    shared = CaseDefaults(switches=("stacking=same", "jump_in=on"), players=3, seed=5)
    first, second = build_cases(
        shared, (), ("as it is:", "wild one: edition=house, stacking=any players=2")
    )
    assert (first.name, second.name) == ("as it is", "wild one")
    assert rules_text(first.plan.rules) == "mattel-2016+stacking=same+jump_in=on"
    assert rules_text(second.plan.rules) == "house+stacking=any+jump_in=on"
    assert (first.plan.seats, second.plan.seats) == (3, 2)
    assert (first.plan.seed, second.plan.seed) == (5, 5)


@pytest.mark.parametrize(
    ("vary", "named", "sentence"),
    [
        ((), (), "two to 12 cases"),
        (("stacking=any",), (), "two to 12 cases"),
        (("hand_size=1,2,3,4,5,6,7,8,9,10,11,12,13",), (), "not 13"),
        (("stacking=off,off",), (), "the same name"),
        (("colour=red,blue",), (), "there is no setting 'colour'"),
        (("stacking",), (), "say how stacking is set"),
        (("players=2,two",), (), "players are a number"),
        ((), ("a: stacking=off", "b: stacking=off dealer=me"), "did you mean dealer_draw?"),
        ((), ("a:", "b:stacking=any"), "a colon, a space and settings"),
        ((), ("a:", "b: format=race"), "'a' has no format"),
        (("stacking=off,any", "stacking=off,same"), (), "stacking is set twice"),
        ((), ("a:", "b: players=2 players=3"), "players is set twice"),
        ((), ("a:", ""), "needs a name"),
        ((), ("a:", ": stacking=any"), "needs a name"),
        ((), ("a:", "b\n: stacking=any"), "needs a name that can be printed"),
        ((), ("a:", "\x1b[31mb: stacking=any"), "needs a name that can be printed"),
        (("format=race,rotating",), (), "rotating partners are not simulated"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    vary: tuple[str, ...], named: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(SetupError, match=sentence):
        build_cases(CaseDefaults(), vary, named)


def test_a_switch_that_is_set_twice_is_refused() -> None:
    with pytest.raises(SetupError, match="stacking is set twice"):
        build_cases(CaseDefaults(switches=("stacking=off", "stacking=any")), ("players=2,3",), ())


def test_the_cases_of_a_comparison_are_the_simulations_by_themselves() -> None:
    cases = report_of(*STACKING)["cases"]
    assert [case.pop("name") for case in cases] == ["stacking=off", "stacking=any"]
    differences = [case.pop("difference") for case in cases]
    assert cases[0] == report_of("simulate", "--rounds", "600")
    assert cases[1] == report_of("simulate", "--rounds", "600", "--set", "stacking=any")
    assert list(differences[0]) == list(FIGURES)
    both = [case["figures"]["turns"]["value"] for case in cases]
    assert differences[1]["turns"]["value"] == both[1] - both[0]
    assert differences[1]["turns"]["low"] < differences[1]["turns"]["value"]
    assert differences[0]["turns"]["value"] == 0


def test_a_comparison_does_not_depend_on_threads() -> None:
    assert report_of(*STACKING, "--threads", "1") == report_of(*STACKING, "--threads", "3")


def test_the_text_has_a_table_for_each_figure_and_a_plot() -> None:
    done = uno(*STACKING)
    assert (done.exit_code, complaints(done)) == (0, "")
    for words in ("turns per round", "rounds won by who goes first", "winner's score"):
        assert words in done.stdout
    assert "rounds by their length" in done.stdout
    assert "rounds won by each seat" in done.stdout
    assert "a  stacking=off\nb  stacking=any\n" in done.stdout


def test_only_what_is_asked_for_is_shown() -> None:
    done = uno(*STACKING, "--show", "stacked")
    assert "stacked cards per round" in done.stdout
    assert "turns per round" not in done.stdout
    assert "rounds by their length" not in done.stdout


def test_the_report_is_one_file_that_loads_nothing(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    assert uno(*STACKING, "--html", str(file)).exit_code == 0
    text = file.read_text("utf-8")
    assert text.startswith("<!doctype html>")
    assert "<script" not in text
    assert not re.search(r"""(src|href)=|url\(|@import""", text)
    assert "prefers-color-scheme:dark" in text
    assert text.count("<svg") == 5
    for words in ("Turns per round", "Stacked cards per round", "stacking=any"):
        assert words in text


@pytest.mark.parametrize("shown", SHOWABLE)
def test_every_figure_has_a_picture(shown: str, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    done = uno(*STACKING, "--show", shown, "--svg", str(file))
    assert (done.exit_code, complaints(done)) == (0, "")
    picture = ElementTree.fromstring(file.read_text("utf-8"))
    assert picture.tag.endswith("svg")
    words = "".join(picture.itertext())
    if shown != "won":  # nobody challenges, so there is no share of them
        assert "stacking=off" in words
        assert "stacking=any" in words


def test_names_from_the_command_line_are_text_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = uno(
        *("lab", "compare", "--rounds", "40", "--html", str(file)),
        *("--case", "<b>one</b>: stacking=off", "--case", "[red]two[/]: stacking=any"),
    )
    assert done.exit_code == 0
    assert "<b>one</b>" in done.stdout
    assert "[red]two[/]" in done.stdout
    assert "<b>one</b>" not in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--vary", "stacking=off,none"), "stacking takes off, same or any"),
        (("--vary", "stacking=off,any", "--show", "luck"), "there is no figure 'luck'"),
        (("--vary", "stacking=off,any", "--html", "nowhere/a.html"), "there is no folder nowhere"),
        (("--vary", "stacking=off,any", "--svg", "."), "is a folder"),
        (("--vary", "stacking=off,any", "--html", "a", "--svg", "./a"), "two of them are one file"),
        (("--vary", "players=1,2"), "UNO is for 2 to 10 players"),
    ],
)
def test_a_comparison_is_refused_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(uno("lab", "compare", "--rounds", "40", *words))


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_a_full_disk_is_reported_in_a_sentence(option: str) -> None:
    done = uno(*STACKING, option, "/dev/full")
    assert (done.exit_code, done.stderr) == (2, "uno: /dev/full: No space left on device\n")


def test_as_many_cases_as_there_are_letters_and_colours_for() -> None:
    vary = "hand_size=" + ",".join(map(str, range(1, MAX_CASES + 1)))
    done = uno("lab", "compare", "--rounds", "40", "--vary", vary, "--json")
    assert len(json.loads(done.stdout)["cases"]) == MAX_CASES
