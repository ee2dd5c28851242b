"""`uno dataset`: rows that hold what a seat saw, files that can be written again."""

import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from arro3.io import read_parquet
from click.testing import CliRunner
from hypothesis import given, settings

from openuno import Round, RoundOver, Step, edition, parse_rules, play_round, view
from openuno.bots.bot import Answer, Mind
from openuno.bots.memory import Memory
from openuno.bots.regular import regular
from openuno.cli.app import app
from openuno.engine.view import View
from openuno.lab.dataset.memories import round_memories
from openuno.lab.dataset.rounds import DatasetPlan, record_round, round_seed, seat_kinds
from openuno.lab.dataset.rows import COLUMNS, action_from_row, decision_row, view_from_row
from openuno.lab.errors import LabError
from tests.depth import by_depth
from tests.strategies import rounds
from tests.terminal.commands import UNO

PLAN = DatasetPlan(
    parse_rules("house+jump_in=on+stacking=any"), ("regular", "casual", "random"), 7, 5
)


def uno_dataset(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [UNO, "dataset", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@given(rounds())
@settings(max_examples=by_depth(20, 400))
def test_a_row_gives_the_view_of_its_seat_back(round: Round) -> None:
    for seat in range(len(round.hands)):
        if not isinstance(round.phase, RoundOver):
            seen = view(round, seat)
            assert view_from_row(decision_row(seen, seen.legal, None)) == seen


def test_the_rows_of_a_round_are_its_decisions_and_its_end() -> None:
    steps: list[Step] = []
    rows = record_round(PLAN, 4)
    assert [set(row) for row in rows] == [set(COLUMNS)] * len(rows)
    result = play_round(
        seat_kinds(PLAN.bots, 4), PLAN.rules, seed=round_seed(5, 4), watch=steps.append
    )
    done = [row for row in rows if row["action"]]
    before = [step.round for step in steps[:-1]]
    assert [view_from_row(row) for row in done] == [
        view(round, row["seat"]) for round, row in zip(before, done, strict=True)
    ]
    assert all(row["action"] in row["options"].split(",") for row in done)
    assert any(row["action"] == "" and not row["in_turn"] for row in rows)
    assert action_from_row(done[0]) in view_from_row(done[0]).legal
    for row in rows:
        assert row["bot"] == seat_kinds(PLAN.bots, 4)[row["seat"]]
        assert row["won"] == (row["seat"] in result.winners)
        assert row["points"] == result.scores[row["seat"]]
    assert rows[-1]["decisions_left"] == 0


REMEMBERED: list[tuple[int | None, Memory]] = []


def attentive(view: View, mind: Mind) -> Answer:
    """Plays as `regular` does; the test reads what it remembered each time it was asked."""
    REMEMBERED.append((view.seat, mind.memory))
    return regular(view, mind)


@pytest.mark.parametrize("rules", ["house+jump_in=on+stacking=any+seven_zero=on", "mattel-2016"])
def test_what_a_seat_remembered_follows_from_the_rows_of_its_round(rules: str) -> None:
    plan = DatasetPlan(parse_rules(rules), (f"{__name__}:attentive",) * 3, 2, 8)
    for number in range(plan.rounds):
        REMEMBERED.clear()
        rows = record_round(plan, number)
        assert list(zip([row["seat"] for row in rows], round_memories(rows), strict=True)) == (
            REMEMBERED
        )
        assert REMEMBERED[-1][1].recent
        for wrong in (rows[1:], rows[:-1], [*rows, rows[-1]], [rows[1], rows[0], *rows[2:]]):
            with pytest.raises(LabError, match="not all rows of one round"):
                round_memories(wrong)
    assert round_memories([]) == []


def test_every_bot_plays_every_seat_and_no_two_rounds_are_alike() -> None:
    assert {seat_kinds(("a", "b", "c"), number) for number in range(6)} == {
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    }
    assert len({round_seed(seed, number) for seed in range(30) for number in range(30)}) == 900


def test_the_same_command_writes_the_same_files_in_one_process_or_two(tmp_path: Path) -> None:
    words = ("--rounds", "5", "--rounds-per-file", "2", "--players", "3", "--seed", "9")
    summaries: list[dict[str, Any]] = []
    for processes in ("1", "2"):
        done = uno_dataset(tmp_path / processes, *words, "--processes", processes, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        summaries.append(msgspec.json.decode(done.stdout))
    one, two = summaries
    assert one["files"] == two["files"]
    assert [file["rounds"] for file in one["files"]] == [2, 2, 1]
    rows = list[dict[str, Any]]()
    for file in one["files"]:
        paths = [tmp_path / processes / file["name"] for processes in ("1", "2")]
        assert paths[0].read_bytes() == paths[1].read_bytes()
        rows += read_parquet(paths[0]).read_all().to_struct_array().to_pylist()
    plan = DatasetPlan(edition("mattel-2016"), ("regular",) * 3, 5, 9)
    assert rows == [
        {name: row[name] for name in COLUMNS}
        for number in range(5)
        for row in record_round(plan, number)
    ]
    assert one["decisions"] == len(rows)
    card = (tmp_path / "1" / "README.md").read_text()
    assert all(f"| `{name}` |" in card for name in COLUMNS)
    assert "--seed 9" in card


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "regulr"), "regular"),
        (("--bots", "expert"), "expert:64"),
        (("--bots", "regular,casual"), "2 are named for 4 seats"),
        (("--edition", "clasic"), "classic"),
        (("--players", "11"), "2 to 10"),
        (("--rounds", "0"), "1"),
        (("--seed", "-1"), "a seed is 0 to 2^64 - 1, not -1"),
    ],
)
def test_what_cannot_be_played_is_refused(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    done = CliRunner().invoke(app, ["dataset", str(tmp_path / "new"), *words])
    assert done.exit_code != 0
    assert sentence in done.stderr + str(done.exception)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("processes", ["1", "2"])
def test_a_bot_that_fails_is_named_in_a_sentence(tmp_path: Path, processes: str) -> None:
    words = ["--bots", "json:dumps", "--rounds", "2", "--rounds-per-file", "1"]
    folder = str(tmp_path / "new")
    done = CliRunner().invoke(app, ["dataset", folder, *words, "--processes", processes])
    assert done.exit_code == 2
    assert done.stderr.startswith("uno: json:dumps (player 1) failed: TypeError: dumps() takes 1")


def test_a_file_in_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = CliRunner().invoke(app, ["dataset", str(tmp_path / "mine.txt")])
    assert done.exit_code == 2
    assert "mine.txt is a file; name a new folder" in done.stderr


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    done = CliRunner().invoke(app, ["dataset", str(tmp_path), "--rounds", "1"])
    assert (done.exit_code, [path.name for path in tmp_path.iterdir()]) == (2, ["mine.txt"])
    assert "is not empty" in done.stderr
