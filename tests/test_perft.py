import json
import re
from itertools import islice, takewhile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, note, settings

from openuno import Fast, Round, deal, edition, legal, with_switches
from openuno.cli.app import app
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.rules import EDITION_NAMES, FirstCard
from openuno.perft import CaseResult, PerftError, check_case, parse_perft, walk
from tests.depth import by_depth
from tests.oracle.perft import perft
from tests.oracle.table import Table, opening
from tests.policies import Sitting, play
from tests.strategies import sittings

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / "perft").glob("*.txt"))
POSITION = "mattel-2016 hands=R7/B1,B2 pile=Y1,Y2 discard=R5 turn=1 laid=0"
RIGHT = f"# UNO is owed\n{POSITION}\n1 3 69fa0334cf3d86f1\n2 3 38cf53d7948affe3\n"

each_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def uno(*words: str | Path, **environment: str) -> Result:
    return CliRunner().invoke(app, list(map(str, words)), env=environment)


def wrong_cases(text: str) -> str:
    """The positions of a file that are counted otherwise, move by move."""
    results: list[CaseResult] = [check_case(case) for case in parse_perft(text)]
    return "\n".join(
        f"line {result.case.line}: {round_text(result.case.round)}\n{result.divide}"
        for result in results
        if not result.agrees
    )


def test_there_are_enough_positions() -> None:
    rules = {case.round.rules for path in FILES for case in parse_perft(path.read_text())}
    assert {table.edition for table in rules} == set(EDITION_NAMES)
    assert len(rules) > 50
    assert sum(len(parse_perft(path.read_text())) for path in FILES) > 400


@each_file
def test_the_engine_counts_what_the_files_say(path: Path) -> None:
    assert wrong_cases(path.read_text()) == ""


@each_file
def test_the_oracle_counts_the_same(path: Path) -> None:
    for case in parse_perft(path.read_text())[::5]:
        few = list(takewhile(lambda count: count.tally.leaves <= 800, case.counts))
        found = islice(perft(round_text(case.round)), 1, len(few) + 1)
        said = [(count.tally.leaves, count.tally.digest) for count in few]
        assert list(found) == said, f"line {case.line}: {round_text(case.round)}"


def agree(round: Round, table: Table) -> None:
    assert round_text(round) == table.line()
    for seat in range(len(round.hands)):
        allowed = [action_text(action) for action in legal(round, seat)]
        assert len(allowed) == len(set(allowed)), f"seat {seat} at {table.line()}"
        assert set(allowed) == table.legal(seat), f"seat {seat} at {table.line()}"


@settings(max_examples=by_depth(400, 1600))
@given(sitting=sittings())
def test_engine_and_oracle_play_the_same_rounds(sitting: Sitting) -> None:
    game = play(sitting)
    note(str(game))
    if sitting.cut is None:
        table = opening(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
    else:
        table = Table(round_text(game.opening.round))
    agree(game.opening.round, table)
    for turned in game.turned:
        table.act(turned.seat, action_text(turned.action))
        agree(turned.step.round, table)


@pytest.mark.parametrize("first_card", FirstCard)
@pytest.mark.parametrize("seats", range(2, 11))
def test_engine_and_oracle_deal_the_same_openings(seats: int, first_card: FirstCard) -> None:
    rules = with_switches(
        edition("house"), first_card=first_card, swap_cards=4, shuffle_cards=4, blank_cards=4
    )
    for seed in range(40):
        dealer = seed % seats
        round = deal(rules, seats, dealer, Fast(seed)).round
        assert round_text(round) == opening(rules, seats, dealer, Fast(seed)).line()


def test_the_example_in_the_docs() -> None:
    _, example, _ = re.split(r"```(?:text)?\n", (ROOT / "docs" / "perft.md").read_text())
    assert parse_perft(example)
    assert wrong_cases(example) == ""


def test_a_round_that_is_over_leads_nowhere() -> None:
    round = parse_round("house hands=-/B1 pile=- discard=R5 over=0")
    assert [tally.leaves for tally in walk(round, 2)] == [1, 0, 0]


def test_right_counts_exit_0(tmp_path: Path) -> None:
    file = tmp_path / "right.txt"
    file.write_text(RIGHT)
    done = uno("perft", file)
    assert done.exit_code == 0, done.output
    assert done.stdout == f"ok {file}:2 depth 2, 3 leaves\nThe position agrees.\n"
    assert done.stderr == ""


def test_a_wrong_count_exits_1_and_prints_the_divide(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(RIGHT.replace("\n2 3 ", "\n2 5 "))
    done = uno("perft", FILES[0], file)
    assert done.exit_code == 1
    assert f"wrong {file}:2 \n" in done.stdout
    assert "depth 2: 3 38cf53d7948affe3, but line 4 says 5 38cf53d7948affe3" in done.stdout
    divide = done.stdout.partition("divide at depth 2:\n")[2].splitlines()
    steps = {line.split("  ")[2]: int(line.split()[-2]) for line in divide[:-1]}
    assert set(steps) == {"0:uno", "1:draw", "1:catch 0"}
    assert sum(steps.values()) == 3
    assert divide[-1].endswith("positions differ.")


def test_a_wrong_digest_exits_1(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(RIGHT.replace("38cf53d7948affe3", "0" * 16))
    assert uno("perft", file).exit_code == 1


def test_json_says_the_same(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(RIGHT.replace("\n2 3 ", "\n2 5 "))
    done = uno("perft", "--json", file)
    assert done.exit_code == 1
    report = json.loads(done.stdout)
    assert report["agrees"] is False
    (position,) = report["positions"]
    assert position["line"] == 2
    assert position["counts"][1]["said"]["leaves"] == 5
    assert position["counts"][1]["found"]["leaves"] == 3
    assert {row["step"] for row in position["divide"]} == {"0:uno", "1:draw", "1:catch 0"}


def test_the_bar_is_drawn_on_stderr_alone(tmp_path: Path) -> None:
    file = tmp_path / "right.txt"
    file.write_text(RIGHT)
    done = uno("perft", file, FORCE_COLOR="1")
    assert "━" in done.stderr
    assert "━" not in done.stdout
    assert "\x1b[32mok" in done.stdout


@pytest.mark.parametrize(
    ("text", "line", "at", "sentence"),
    [
        ("", 1, 0, "no position"),
        ("# only a comment\n\n", 1, 0, "no position"),
        (f"\n{POSITION}\n", 2, len(POSITION), "no counts follow"),
        (f"# one\n{POSITION.replace('R7', 'R77')}\n1 3 {'0' * 16}", 2, 18, "no card 'R77'"),
        (f"{POSITION}\n{POSITION}\n1 3 {'0' * 16}", 2, 0, "a blank line before the next position"),
        (f"{POSITION}\n1 3\n", 2, 0, "depth, leaves and digest"),
        (f"{POSITION}\nx 3 {'0' * 16}\n", 2, 0, "a depth is a number"),
        (f"{POSITION}\n100 3 {'0' * 16}\n", 2, 0, "a depth is a number"),
        (f"{POSITION}\n1 -3 {'0' * 16}\n", 2, 2, "leaves are a number"),
        (f"{POSITION}\n1 3 {'0' * 15}\n", 2, 4, "a digest is 16 digits"),
        (f"{POSITION}\n1 3 {'A' * 16}\n", 2, 4, "a digest is 16 digits"),
        (f"{POSITION}\n2 3 {'0' * 16}\n2 3 {'0' * 16}\n", 3, 0, "from shallow to deep"),
    ],
)
def test_a_file_that_cannot_be_read(
    text: str, line: int, at: int, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(PerftError, match=sentence) as refusal:
        parse_perft(text)
    assert (refusal.value.line, refusal.value.at) == (line, at)
    file = tmp_path / "unreadable.txt"
    file.write_text(text)
    done = uno("perft", FILES[0], file)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"uno: {file}:{line}:{at + 1}: ")


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    missing, bytes_ = tmp_path / "missing.txt", tmp_path / "bytes.txt"
    bytes_.write_bytes(b"\xff\xfe")
    for path in (missing, bytes_, tmp_path):
        done = uno("perft", path)
        assert done.exit_code == 2
        assert done.stderr.startswith(f"uno: {path}: ")
        assert done.stderr.count("\n") == 1
