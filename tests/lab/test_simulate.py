import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from openuno.cli.app import app
from openuno.lab.figures import FIGURES
from tests.lab.commands import PLAIN, SECONDS, UNO, complaints, refusal, report_of, uno, until
from tests.signals import interruptible

ROUNDS = ("--rounds", "300")
SEAT_KEYS = ["seat", "policy", "wins", "share", "caught_with"]
KEYS = [
    "rules",
    "players",
    "policies",
    "seed",
    "rounds",
    "turns",
    "figures",
    "seats",
    "lengths",
    "speed",
]


def test_json_is_one_object_with_keys_that_stay() -> None:
    done = uno("simulate", *ROUNDS, "--players", "3", "--json")
    report = json.loads(done.stdout)
    assert list(report) == KEYS
    assert list(report["figures"]) == list(FIGURES)
    assert [list(seat) for seat in report["seats"]] == [SEAT_KEYS] * 3
    assert list(report["seats"][0]["share"]) == ["value", "low", "high"]
    assert list(report["lengths"]) == ["quantiles", "rounds_by_turns", "400_or_more"]
    assert list(report["speed"]) == ["place", "seconds", "turns_per_second"]


def test_every_round_is_counted_once() -> None:
    report = report_of("simulate", *ROUNDS)
    by_turns = report["lengths"]["rounds_by_turns"]
    assert report["rounds"] == 300
    assert sum(by_turns.values()) + report["lengths"]["400_or_more"] == 300
    dead = round(300 * report["figures"]["dead"]["value"])
    assert sum(seat["wins"] for seat in report["seats"]) + dead == 300
    assert report["turns"] == 300 * report["figures"]["turns"]["value"]


def test_the_same_seed_plays_the_same_rounds_and_another_does_not() -> None:
    assert report_of("simulate", *ROUNDS, "--seed", "7") == report_of(
        "simulate", *ROUNDS, "--seed", "7"
    )
    assert report_of("simulate", *ROUNDS, "--seed", "7") != report_of(
        "simulate", *ROUNDS, "--seed", "8"
    )


@pytest.mark.parametrize(
    ("policy", "turns", "wins"),
    [
        ("uniform", 1_000_295, [5219, 5016, 4894, 4871]),
        ("uniform:bluffs=1/uniform/...", 1_012_818, [4928, 4927, 5025, 5120]),
    ],
)
def test_the_rounds_are_those_that_the_findings_were_written_from(
    policy: str, turns: int, wins: list[int]
) -> None:
    """With other counts, the commands of docs/findings.md no longer give its numbers."""
    report = report_of("simulate", "--rounds", "20000", "--policy", policy)
    assert report["turns"] == turns
    assert [seat["wins"] for seat in report["seats"]] == wins


def test_threads_do_not_change_a_single_count() -> None:
    asked = ("simulate", "--rounds", "5000", "--policy", "uniform:bluffs=2,doubts=2")
    alone = report_of(*asked, "--threads", "1")
    assert alone == report_of(*asked, "--threads", "2") == report_of(*asked, "--threads", "5")


def test_fewer_rounds_are_the_first_of_many() -> None:
    """Round numbers belong to rounds, not to parts."""
    few, many = report_of("simulate", "--rounds", "1"), report_of("simulate", "--rounds", "2")
    assert many["turns"] > few["turns"]
    only = next(iter(few["lengths"]["rounds_by_turns"]))
    assert only in many["lengths"]["rounds_by_turns"]


def test_the_text_tells_what_was_asked_and_found() -> None:
    done = uno("simulate", "--rounds", "2000", "--set", "stacking=any", "--seed", "3")
    assert (done.exit_code, complaints(done)) == (0, "")
    first, *rest = done.stdout.splitlines()
    assert first == "mattel-2016+stacking=any, 4 players, uniform, 2,000 rounds, seed 3"
    for words in (
        "turns per round",
        "winner's score",
        "dead rounds",
        "reshuffles",
        "stacked cards",
    ):
        assert sum(line.startswith(words) for line in rest) == 1
    assert "million turns a second on" in rest[-1]


def test_habits_show_in_what_is_counted() -> None:
    figures = report_of("simulate", *ROUNDS, "--policy", "uniform:bluffs=1,doubts=1,forgets=2")[
        "figures"
    ]
    assert figures["bluffs"]["value"] > 0
    assert figures["challenges"]["value"] > 0
    assert 0 < figures["won"]["value"] < 1
    assert figures["catches"]["value"] > 0


def test_policies_can_be_given_for_all_or_for_each_or_for_the_first_few() -> None:
    each = ["uniform:doubts=3", "uniform", "uniform"]
    words = [word for policy in each for word in ("--policy", policy)]
    report = report_of("simulate", *ROUNDS, "--players", "3", *words)
    assert report["policies"] == each
    short = report_of(
        "simulate", *ROUNDS, "--players", "3", "--policy", "uniform:doubts=3/uniform/..."
    )
    assert short == report
    assert report_of("simulate", *ROUNDS, "--players", "3")["policies"] == ["uniform"] * 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--edition clasic", "there is no edition 'clasic'"),
        ("--players 11", "UNO is for 2 to 10 players, not 11"),
        ("--players 10 --set hand_size=20", "need"),
        ("--rounds 0", "play 1 to 1,000,000,000,000,000 rounds, not 0"),
        ("--rounds 99999999999999999999", "play 1 to 1,000,000,000,000,000 rounds"),
        ("--games 5", "--games needs --format"),
        ("--format race --games 0", "play 1 to 1,000,000,000,000,000 games, not 0"),
        ("--format race --rounds 5", "with a format, --games says how many; leave --rounds out"),
        ("--format rase", "there is no format 'rase'"),
        ("--format race:0", "limit must be a number, 1 to 100000"),
        ("--format rotating", "rotating partners are not simulated; choose another format"),
        ("--format partners --players 3", "partners takes exactly 4 players, not 3"),
        ("--format race --set teams=on", "in race everyone plays alone"),
        ("--set stacking=many", "stacking takes off, same or any"),
        ("--set staking=any", "there is no switch 'staking'"),
        ("--seed -1", "a seed is 0 to 2^64 - 1, not -1"),
        ("--policy clever", "there is no policy 'clever'"),
        ("--policy uniform:lies=2", "there is no habit 'lies'"),
        ("--policy uniform/uniform", "2 policies for 4 players"),
        ("--policy .../uniform", "1 policies for 4 players"),
        ("--policy uniform --policy uniform", "2 policies for 4 players"),
        ("--device tpu", "takes cpu or cuda, not 'tpu'"),
        ("--device cuda --threads 2", "--device cuda takes neither --threads nor --dask"),
        ("--dask tcp://127.0.0.1:1 --threads 2", "leave --threads out"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(words: str, sentence: str) -> None:
    assert sentence in refusal(uno("simulate", *words.split()))


def test_a_gpu_counts_the_same_or_is_missed_in_a_sentence() -> None:
    done = uno("simulate", *ROUNDS, "--device", "cuda", "--json")
    if done.exit_code:
        assert re.search(r"there is no CUDA GPU here|this needs openuno\[cuda\]", refusal(done))
    else:
        assert report_of("simulate", *ROUNDS, "--device", "cuda") == report_of("simulate", *ROUNDS)


def test_a_broken_cache_is_reported_in_a_sentence(tmp_path: Path) -> None:
    assert uno("simulate", "--rounds", "1").exit_code == 0
    kept = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "openuno"
    compiled = [file for file in kept.rglob("*") if file.suffix in (".nbi", ".nbc")]
    for file in compiled:
        broken = tmp_path / file.relative_to(kept.parent)
        broken.parent.mkdir(parents=True, exist_ok=True)
        with file.open("rb") as whole:
            broken.write_bytes(whole.read(100 if file.suffix == ".nbc" else -1))
    done = subprocess.run(
        [UNO, "simulate", "--rounds", "1"],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stdout) == (2, "")
    *before, said = done.stderr.splitlines()
    assert said.startswith("uno: compiled rules cannot be kept, or were kept badly")
    assert all(line.startswith("uno: compil") for line in before), "on a busy machine it says so"


def test_in_a_narrow_window_a_policy_is_not_printed_letter_by_letter() -> None:
    words = ("simulate", *ROUNDS, "--policy", "uniform:doubts=3,bluffs=2/regular/...")
    done = CliRunner(env=PLAIN | {"COLUMNS": "60"}).invoke(app, words)
    assert done.exit_code == 0
    assert "policy" in done.stdout
    assert "1     regular" in done.stdout


def test_the_other_commands_do_not_load_the_kernel() -> None:
    script = (
        "import sys, openuno.cli.app; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False, timeout=300).returncode == 0


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_stops_it_and_prints_the_figures_so_far(*, as_json: bool, tmp_path: Path) -> None:
    screen, far_end = pty.openpty()
    words = [UNO, "simulate", "--rounds", "10000000000", *(["--json"] if as_json else [])]
    printed = tmp_path / "figures"
    with printed.open("wb") as out, interruptible():
        process = subprocess.Popen(
            words, stdout=out, stderr=far_end, env={**os.environ, "TERM": "xterm"}
        )
    with process:
        os.close(far_end)
        try:
            shown = until(screen, "playing")
            # The time that is left, beside the one that has passed: known once some parts are done.
            shown += until(screen, r"\d:\d\d:\d\d(\x1b\[[\d;]*m|\s)+\d:\d\d:\d\d")
            process.send_signal(signal.SIGINT)
            shown += until(screen, "of 10,000,000,000 rounds")
            assert process.wait(SECONDS) == 130
        finally:
            process.kill()
            os.close(screen)
    assert "compiling the rules" in shown
    found = re.search(r"uno: stopped after ([\d,]+) of", shown)
    assert found
    done = int(found[1].replace(",", ""))
    figures = printed.read_text()
    if as_json:
        assert json.loads(figures)["rounds"] == done > 0
    else:
        assert f"{done:,} rounds" in figures
        assert "turns" in figures


def test_without_a_bar_a_line_says_that_rules_are_compiled(tmp_path: Path) -> None:
    words = [UNO, "simulate", "--rounds", "1"]
    env = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    with subprocess.Popen(words, stderr=subprocess.PIPE, env=env) as process:
        try:
            assert process.stderr
            assert process.stderr.readline().startswith(b"uno: compiling the rules, once")
        finally:
            process.kill()
