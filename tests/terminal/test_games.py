"""A whole short game of every format, as a shell runs it."""

import re
import shlex
from pathlib import Path

import pytest

from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from tests.terminal.commands import Terminal, shell, switches, uno

FIRST = b"1\n" * 9000
GAMES = {
    "race:80": "--players 3",
    "low-tally:80": "--people Ann,Ben --edition classic",
    "partners:80": "--people Ann,,Ben --edition wild-112",
    "rotating": "--players 8 --people Ann,,,,,Ben --edition house --set hand_size=2",
    "teams:60": "--players 6 --bots casual --edition house --set stacking=any --set jump_in=on",
    "elimination:60": "--people Ann,Ben,Cat --set hand_size=4",
    "single": "--players 10",
    "best-of:3": "--players 2 --people Ann",
}


@pytest.mark.parametrize("format", GAMES)
def test_a_whole_game_of_every_format(format: str, tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    words = ("--format", format, *shlex.split(GAMES[format]), "--save", str(path))
    done = shell(*words, typed=FIRST)
    assert (done.returncode, done.stderr) == (0, b"")
    report = verify(path.read_bytes())
    assert (report.verdict, report.finished, report.sentence) == (Verdict.TRUE, True, None)

    text = done.stdout.decode()
    (won,) = re.findall(r"^(.*) wins? the game\.$", text, re.MULTILINE)
    record = read_record(path.read_bytes())
    assert record.closing is not None
    winners = record.closing.result.winners
    assert winners is not None
    names = record.header.names
    alone = "Ann" if format == "best-of:3" else "You"  # a person without company is "you"
    called = ["you" if names[w] == alone else names[w] for w in winners]
    assert set(re.split(", | and ", won.replace("You", "you"))) == set(called)
    assert max(len(line) for line in text.splitlines() if not re.match(r"  \S*uno ", line)) <= 80
    hands = record.closing.result.rounds
    assert text.count("Enter deals the next round") == hands - 1
    if format != "single":
        assert text.count(f"After round {hands}, ") == 1


def test_the_score_sheet_comes_after_each_round() -> None:
    text = uno("--format", "race:100", "--seed", "3", typed=FIRST.decode()).stdout
    sheets = re.findall(
        r"^After round (\d+), race to 100\.\n(.*?)\n\n", text, re.MULTILINE | re.DOTALL
    )
    assert [int(hand) for hand, _ in sheets] == list(range(1, len(sheets) + 1))
    for _, sheet in sheets:
        totals = [int(row.split()[-1]) for row in sheet.splitlines()[1:]]
        assert totals == sorted(totals, reverse=True)
        assert len(totals) == 4
        for row in sheet.splitlines()[1:]:
            *points, total = row.split()[2:]
            assert sum(int(point) for point in points if point != "·") == int(total)


def test_a_player_who_is_out_watches_the_score() -> None:
    words = ("--format", "elimination:30", "--players", "3", *switches("hand_size=5"))
    games = (uno(*words, "--seed", str(seed), typed=FIRST.decode()).stdout for seed in range(9))
    _, after = next(
        text for text in games if "\nYou are out of the game." in text and "You win" not in text
    ).split("You are out of the game.", 1)
    assert "Your turn" not in after
    assert "wins the game." in after


def test_written_rules_are_shown_and_carried_out() -> None:
    rule = "Everyone else draws 3."
    words = ("--edition", "house", *switches("blank_cards=8", "decks=1"), "--seed", "4")
    rules = tuple(word for _ in range(8) for word in ("--written", rule))
    text = uno(*words, *rules, "--format", "race:200", typed=FIRST.decode()).stdout
    assert "house+blank_cards=8, race to 200: " in text
    assert "\n  ★WC1 Everyone else draws 3 cards.\n" in text
    assert "lays Wild Customisable" in text or "lay Wild Customisable" in text
    shown = re.search(r"^  hand .*★WC(\d).*\n(?: {7}.*\n)*  ★WC\1 Everyone", text, re.MULTILINE)
    assert shown


def test_partners_may_be_written_of_where_there_are_some() -> None:
    words = ("--written", "Your partner draws 1.", "--seed", "4")
    assert uno(*words, "--format", "partners", typed="q\n").exit_code == 0
    alone = uno(*words)
    assert alone.exit_code == 2
    assert "partner" in alone.stderr


@pytest.mark.parametrize("width", [40, 80])
def test_nothing_is_wider_than_the_screen(width: int) -> None:
    words = ("--people", "Ann,Maximilian Long", "--format", "low-tally:300", "--seed", "4")
    done = shell(*words, typed=FIRST, COLUMNS=str(width))
    lines = done.stdout.decode().splitlines()
    assert max(len(line) for line in lines if not re.match(r"  \S*uno ", line)) <= width
    last = max(index for index, line in enumerate(lines) if line.startswith("After round"))
    rows = [line for line in lines[last:] if re.match(r"  [1-4] ", line)]
    assert rows
    assert all(re.fullmatch(r"  \d [A-Z][\w ]+?( +(·|\d+))+ +\d+", line) for line in rows)


def test_the_next_round_waits_for_a_key() -> None:
    with Terminal("--format", "best-of:3", "--set", "hand_size=1", "--seed", "1") as terminal:
        while "Enter deals the next round" not in terminal.until("> "):
            terminal.type("1")
        assert "After round 1" in terminal.text
        assert "Round 2" not in terminal.text
        terminal.type("")
        assert "Round 2" in terminal.until("> ")  # both may come at once
        terminal.type("q")
        assert terminal.wait_for_end() == 0
