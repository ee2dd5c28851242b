"""`uno event` as a host uses it: a whole evening by the real command, killed on the way."""

import csv
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from openuno.cli.app import app
from openuno.engine.rules import DEFAULT_RULES, deck
from tests.terminal.commands import PLAIN, UNO, environment

EIGHT = ("Ann", "Ben", "Cem", "Dee", "Eve", "Fay", "Gus", "Hal")
PAGE = (Path(__file__).parents[2] / "docs" / "events.md").read_text(encoding="utf-8")
SECONDS = 120
# The command, which dies as a laptop does at the moment it wants its bytes on the disk.
DYING = """
import os, signal
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
from openuno.cli import main
main()
"""


class Host:
    """Somebody who types commands for one event."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "friday.event"

    def run(self, *words: str, dying: bool = False) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", DYING] if dying else [UNO]
        return subprocess.run(
            [*command, "event", *words, "--file", str(self.file)],
            capture_output=True,
            text=True,
            check=False,
            timeout=SECONDS,
            env=environment(XDG_STATE_HOME=str(self.folder)),
        )

    def do(self, *words: str) -> str:
        done = self.run(*words)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        lines = [line for line in done.stdout.splitlines() if str(self.file) not in line]
        assert max(map(len, lines)) <= 80 or "--json" in words
        return done.stdout

    def look(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.do("show", "--json"))["event"]
        return view


def test_an_evening_of_eight_survives_a_kill(tmp_path: Path) -> None:
    host = Host(tmp_path)
    words = ("create", *EIGHT, "--title", "Friday", "--minutes", "25", "--sittings", "3")
    assert host.run(*words, dying=True).returncode == -signal.SIGKILL
    assert not host.file.exists(), "no half event has the name"
    assert "Next: uno event draw" in host.do(*words)
    assert "against" in host.do("draw")
    host.do("start")
    host.do("points", "1", "40+0+65", "20")

    # Killed with the line written: it is there. Torn by a power cut: it is not, and can be entered.
    assert host.run("points", "2", "30", "77", dying=True).returncode == -signal.SIGKILL
    assert host.look()["sittings"][0]["tables"][1]["points"] == [30, 77]
    whole = host.file.read_bytes()
    host.file.write_bytes(whole[:-7])
    assert host.look()["sittings"][0]["tables"][1]["points"] is None
    host.do("points", "2", "30", "77")

    host.do("leave", "Ann")
    host.do("join", "Ida")
    host.do("draw")
    host.do("points", "1", "10", "0")
    host.do("points", "2", "0", "50")
    host.do("correct", "1", "100", "0", "--reason", "a digit was missing")
    host.do("draw")
    host.do("points", "1", "1", "2")
    host.do("points", "2", "3", "4")
    assert "Next: uno event finish" in host.do("show")
    host.do("finish")

    view = host.look()
    assert view["finished"]
    points: dict[str, int] = dict.fromkeys((*EIGHT, "Ida"), 0)
    for sitting in view["sittings"]:
        assert sitting["scheduled"]
        for table in sitting["tables"]:
            for side, scored in zip(table["sides"], table["points"], strict=True):
                for name in side:
                    points[name] += scored
    rows = list(csv.DictReader(io.StringIO(host.do("results"))))
    assert {row["name"]: int(row["points"]) for row in rows} == points
    assert sum(points.values()) == 2 * (105 + 20 + 30 + 77 + 100 + 50 + 1 + 2 + 3 + 4)
    log = " ".join(host.do("log").split())
    assert "corrected from 10 : 0 to 100 : 0 (a digit was missing)" in log


class Runner:
    """The same in this process, for what needs no process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str) -> tuple[int, str]:
        env = {**PLAIN, "FORCE_COLOR": "", "XDG_STATE_HOME": str(self.folder)}
        done = CliRunner(env=env).invoke(app, ["event", *words])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.output


@pytest.fixture
def runner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.chdir(tmp_path)
    return Runner(tmp_path)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["create", *EIGHT, "ann"], "ann is here already"),
        (["create", "--minutes", "0"], "minutes must be 1 to 240, not 0"),
        (["create", "--seed", "-1"], "seed must be 0 to"),
        (["create", "--team-size", "2"], "a rotating event has no --team-size"),
        (["create", "--names-file", "nobody.txt"], "cannot read nobody.txt"),
        (["create", "--file", "taken"], "taken already exists"),
        (["show", "--file", "nothing.event"], "cannot open nothing.event"),
        (["show", "--file", "taken"], "taken is not an event"),
        (["points", "1", "1.5", "3"], "points are a whole number or a sum"),
        (["points", "1", "1", "2", "--sitting", "4"], "there is no sitting 4; 1 were drawn"),
        (["points", "3", "1", "2"], "sitting 1 has tables 1 to 2, no table 3"),
        (["swap", "Ann", "Zoe"], "nobody here is called Zoe"),
        (["clock"], "this event has no clock"),
        (["print", "standings", "page.html", "--sitting", "1"], "leave out --sitting"),
        (["print", "cards", "no-folder/cards.html"], "cannot write no-folder/cards.html"),
        (["results", "--out", "friday.event"], "friday.event is an event"),
    ],
)
def test_mistakes_are_refused_and_change_nothing(
    runner: Runner, words: list[str], sentence: str
) -> None:
    Path("taken").write_text("a letter")
    assert runner.run("create", *EIGHT, "--file", "friday.event", "--seed", "1")[0] == 0
    assert runner.run("draw", "--file", "friday.event")[0] == 0
    before = Path("friday.event").read_bytes()
    named = words if "--file" in words or words[0] == "create" else [*words, "-f", "friday.event"]
    status, said = runner.run(*named)
    assert status == 2
    assert said.startswith("uno: ")
    assert sentence in said
    assert Path("friday.event").read_bytes() == before
    assert Path("taken").read_text() == "a letter"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: data.replace(b"sitting-drawn", b"sitting-drown"), ":3: this line does not"),
        (lambda data: data + b'{"at":1,"facts":[{"fact":"left","person":99}]}\n', ":4: this line"),
        (lambda data: data.replace(b'event":1', b'event":9'), "another version"),
        (lambda data: data.replace(b'"seed":', b'"seed":-'), ":1: "),
    ],
)
def test_a_damaged_file_is_refused_by_line(runner: Runner, damage: Any, sentence: str) -> None:
    runner.run("create", *EIGHT, "--file", "friday.event", "--seed", "1")
    runner.run("draw", "--file", "friday.event")
    data = Path("friday.event").read_bytes()
    Path("friday.event").write_bytes(damage(data))
    status, said = runner.run("show", "--file", "friday.event")
    assert status == 2
    assert sentence in said


def test_the_pages_have_every_name_and_nothing_to_load(runner: Runner) -> None:
    runner.run("create", *EIGHT[:7], "<b>Hal</b>", "--title", "A & B")
    runner.run("draw")
    runner.run("points", "1", "5", "6")
    for what in ("cards", "sheets", "standings"):
        assert runner.run("print", what, "page.html")[0] == 0
        page = Path("page.html").read_text(encoding="utf-8")
        assert all(name in page for name in EIGHT[:7])
        assert "&lt;b&gt;Hal&lt;/b&gt;" in page
        assert "A &amp; B" in page
        assert "@page" in page
        assert not re.search(r"<script|https?:|src=|<link", page)


def test_the_deals_of_a_duplicate_event_are_whole_decks(runner: Runner) -> None:
    runner.run("create", *EIGHT, "--duplicate", "--rounds", "2", "--seed", "7")
    runner.run("draw")
    assert runner.run("print", "deals", "deals.html")[0] == 0
    page = Path("deals.html").read_text(encoding="utf-8")
    first, second = (re.findall("<li>(.*?)</li>", part) for part in page.split("<h2>")[1:])
    assert sorted(first) == sorted(second) == sorted(card.label for card in deck(DEFAULT_RULES))
    assert first != second
    runner.run("print", "deals", "again.html")
    assert Path("again.html").read_text(encoding="utf-8") == page


def test_only_a_duplicate_event_has_deals(runner: Runner) -> None:
    runner.run("create", *EIGHT)
    runner.run("draw")
    status, said = runner.run("print", "deals", "deals.html")
    assert (status, Path("deals.html").exists()) == (2, False)
    assert "duplicate" in said


def test_names_are_no_formulas_for_a_spreadsheet(runner: Runner) -> None:
    runner.run("create", "--", "=1+1", "@Ben", "-Cem", "+Dee")
    runner.run("draw")
    runner.run("points", "1", "5", "6")
    for words in (["results"], ["results", "--tables"]):
        rows = list(csv.reader(io.StringIO(runner.run(*words)[1])))
        assert not [cell for row in rows for cell in row if cell[:1] in ("=", "@", "-", "+")]
        assert [cell for row in rows for cell in row if cell.startswith("'")]


def test_a_refused_second_draw_leaves_the_first(runner: Runner) -> None:
    runner.run("create", *EIGHT)
    drawn = runner.run("draw")[1]
    runner.run("leave", *EIGHT[:6])
    status, said = runner.run("draw", "--again")
    assert status == 2
    assert "at least 4 people; 2 are here" in said
    assert "against" in drawn
    assert "against" in runner.run("show")[1]


def test_two_people_change_places_until_their_tables_start(runner: Runner) -> None:
    def places() -> dict[str, int]:
        (sitting,) = json.loads(runner.run("show", "--json")[1])["event"]["sittings"]
        return {
            name: table["number"]
            for table in sitting["tables"]
            for side in table["sides"]
            for name in side
        }

    runner.run("create", *EIGHT, "--minutes", "25")
    runner.run("draw")
    before = places()
    (one, *_), (other, *_) = ([name for name in EIGHT if before[name] == each] for each in (1, 2))
    status, said = runner.run("swap", one, other)
    assert status == 0
    assert f"{one} and {other} changed places." in said
    assert "against" in said, "the tables as they are now"
    assert places() == before | {one: 2, other: 1}
    runner.run("start", "2")
    status, said = runner.run("swap", one, other)
    assert (status, said) == (2, "uno: table 2 of sitting 1 has started already\n")
    assert places() == before | {one: 2, other: 1}


def test_commands_of_the_page_work_in_order(runner: Runner) -> None:
    """Every line of docs/events.md that begins with `uno event`, typed as it stands."""
    Path("club.txt").write_text("\n".join(f"Member {number}" for number in range(1, 9)))
    lines = re.findall(r"^uno event (.*)$", PAGE, re.MULTILINE)
    assert len(lines) > 12
    first_evening = lines.index("draw")
    for line in (*lines[: lines.index("draw", first_evening + 1) + 1], *lines[-6:]):
        status, said = runner.run(*shlex.split(line))
        assert status == 0, f"{line}: {said}"
    for line in lines:
        if line.startswith("create"):
            assert runner.run(*shlex.split(line))[0] == 0, line
            assert runner.run("draw")[0] == 0, line


def test_the_example_of_the_page_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(example, "docs/events.md", "exec"), {})


def test_the_clock_shows_the_time_that_is_left(runner: Runner) -> None:
    runner.run("create", *EIGHT, "--minutes", "25")
    runner.run("draw")
    assert "no clock is running" in runner.run("clock")[1]
    runner.run("start", "2")
    (row,) = json.loads(runner.run("clock", "--json")[1])
    assert (row["sitting"], row["table"]) == (1, 2)
    assert 0 < row["left"] <= 25 * 60 * 1000
    assert re.search(r"2[45]:\d\d", runner.run("clock")[1])


def test_a_hundred_people_cannot_come(runner: Runner) -> None:
    Path("names.txt").write_text("\n".join(f"Member {number}" for number in range(61)))
    status, said = runner.run("create", "--names-file", "names.txt")
    assert (status, said) == (2, "uno: the event is full: at most 60 people at a time\n")
    assert not list(Path(os.curdir).rglob("*.event"))
