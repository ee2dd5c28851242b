"""Several people at one keyboard: each sees what is theirs, and nothing else."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from openuno import Card, Game
from openuno.game.state import Act, find_player
from openuno.record.reader import Record, read_record
from openuno.record.replay import replay
from tests.terminal.commands import Terminal, shell

SHAPED = re.compile(r"[●▲■◆★]([A-Z0-9]+)")
FIRST = b"1\n" * 6000


def looks(text: str) -> Iterator[tuple[str, str]]:
    """Who was looking, and what was on the screen, from one question to the next."""
    who = ""
    for block in text.split("\n> 1\n"):
        seen = block
        if "Everyone may look." in block:
            who = ""
        if found := re.search(r"──── (\w+) is looking\. ────\n(.*)", block, re.DOTALL):
            who, seen = found[1], found[2]
        if "Pass the screen" not in seen and "Enter deals the next round" not in seen and who:
            yield who, seen


def asked(record: Record, people: dict[str, int]) -> Iterator[tuple[str, tuple[Card, ...], Card]]:
    """Each time one of the people acted: who, with which hand, on which card."""
    before: Game | None = None
    for entry, game in replay(record):
        if isinstance(entry.command, Act) and entry.command.player in people.values():
            assert before is not None
            found = find_player(before, entry.command.player)
            assert found is not None
            round = before.tables[found[0]].round
            name = record.header.names[entry.command.player]
            yield name, round.hands[found[1]], round.discard[-1]
        before = game


SHOWING = "A player you choose shows the hand to you. Everyone else draws 1."


@pytest.mark.parametrize(
    "words",
    [
        "--format race:100 --people Ann,Ben --players 3",
        "--format partners:60 --people Ann,,Ben --edition house --set seven_zero=on"
        " --set swap_cards=4 --set stacking=any --set jump_in=on --set hand_size=5",
        "--format rotating --people Ann,Ben,,,Cat --players 8 --set hand_size=1",
        f"--format single --people Ann,Ben,Cat --written '{SHOWING}' --written '{SHOWING}'",
    ],
    ids=["race", "partners", "rotating", "written"],
)
def test_nobody_sees_another_hand(words: str, tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    done = shell(*shlex.split(words), "--seed", "5", "--save", str(path), typed=FIRST)
    assert (done.returncode, done.stderr) == (0, b"")
    record = read_record(path.read_bytes())
    people = {
        name: player
        for player, name in enumerate(record.header.names)
        if name in ("Ann", "Ben", "Cat")
    }
    seen = list(looks(done.stdout.decode()))
    true = list(asked(record, people))
    assert len(seen) == len(true) > 10
    for (who, text), (name, hand, top) in zip(seen, true, strict=True):
        assert who == name
        shown = re.search(r"^  hand (.*(?:\n {7}.*)*)", text, re.MULTILINE)
        if shown:
            assert tuple(SHAPED.findall(shown[1])) == hand
        assert {Card(code) for code in SHAPED.findall(text)} <= {*hand, top}
        for drawer, what in re.findall(r"^(\w+) draws? (.*?)[.,]", text, re.MULTILINE):
            assert drawer == "You" or re.match(r"\d+ cards?\b", what) or "for the deal" in what
        for shower, to in re.findall(r"^(\w+) shows? (\w+) the hand: ", text, re.MULTILINE):
            assert "You" in (shower, to) or to == "you"


def test_in_plain_text_nothing_is_cleared_and_nothing_coloured() -> None:
    with Terminal("--people", "Ann,Ben", "--players", "2") as terminal:
        assert "──── Pass the screen to" in terminal.until("> ")
        terminal.type("")
        assert "is looking. ────" in terminal.until("Your turn")
        assert "\x1b" not in terminal.text
        terminal.type("q")
        assert terminal.wait_for_end() == 0


def test_one_person_is_handed_nothing() -> None:
    done = shell("--people", "Ann", "--format", "single", "--seed", "5", typed=FIRST)
    assert b"Pass the screen" not in done.stdout
