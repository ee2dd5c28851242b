"""Every command on the pages of the lab is run once more, with fewer rounds or games."""

import json
import os
import re
import shlex
import sys
from pathlib import Path
from shutil import copy

import pytest

from openuno.engine.notation.rules import parse_rules
from openuno.lab.figures import Estimate
from openuno.lab.ladder.duels import Table
from openuno.lab.ladder.luck import LuckCase, luck_chart
from openuno.lab.report.charts import SHOWABLE, SHOWABLE_OF_GAMES
from openuno.lab.report.svg import draw_svg
from tests.lab.commands import UNO, complaints, uno

ROOT = Path(__file__).parents[2]
PAGES = {name: (ROOT / "docs" / name).read_text("utf-8") for name in ("lab.md", "findings.md")}
FINDINGS = PAGES["findings.md"]
FEW = {"--rounds": "64", "--games": "16"}
FEW_DUELS = {"--rounds": "4"}
"""A ladder plays as many for every two of its players."""


def commands(page: str) -> list[str]:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGES[page], re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.replace("\\\n", "").splitlines()]


def shortened(command: str, folder: Path) -> list[str]:
    """The words of a command, for a moment's work, its files written elsewhere."""
    program, *words = shlex.split(command)
    assert program == "uno"
    few = FEW_DUELS if words[0] == "ladder" else FEW
    for index, word in enumerate(words[:-1]):
        words[index + 1] = few.get(word, words[index + 1])
        if word in ("--html", "--svg"):
            words[index + 1] = str(folder / Path(words[index + 1]).name)
    if not few.keys() & set(words):
        option = "--games" if "format" in command and "--games" in few else "--rounds"
        words += (option, few[option])
    return words


@pytest.mark.parametrize("command", [*commands("lab.md"), *commands("findings.md")])
def test_a_command_on_the_pages_works(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy(ROOT / "examples" / "my_bot.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    done = uno(*shortened(command, tmp_path))
    assert (done.exit_code, complaints(done)) == (0, "")


def test_ten_findings_each_have_a_command_and_its_picture() -> None:
    questions = re.findall(r"^## \d+\. (.*\?)$", FINDINGS, re.MULTILINE)
    assert len(questions) >= 10
    written = re.findall(r"--svg (docs/pictures/findings-[a-z-]+\.svg)", FINDINGS)
    shown = re.findall(r"!\[.+?\]\((pictures/findings-[a-z-]+\.svg)\)", FINDINGS)
    assert len(commands("findings.md")) == len(written) == len(questions)
    assert written == [f"docs/{picture}" for picture in shown]
    assert all((ROOT / picture).is_file() for picture in written)


def test_everything_that_can_be_shown_is_explained() -> None:
    explained = set(re.findall(r"`([a-z-]+)`", PAGES["lab.md"]))
    assert {*SHOWABLE, *SHOWABLE_OF_GAMES} <= explained


@pytest.mark.parametrize("command", [("simulate",), ("lab", "compare")])
def test_every_option_is_on_the_page(command: tuple[str, ...]) -> None:
    options = set(re.findall(r"--[a-z]+", uno(*command, "--help").stdout)) - {"--help"}
    assert options <= set(re.findall(r"--[a-z]+", PAGES["lab.md"]))


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```$", PAGES["lab.md"], re.MULTILINE | re.DOTALL)


def test_the_data_set_is_read_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert uno("dataset", "rounds", "--rounds", "2", "--processes", "1").exit_code == 0
    _, example = examples()
    exec(compile(example, "docs/lab.md", "exec"), {})
    assert "Your legal actions:" in capsys.readouterr().out


def test_the_chart_for_a_paper_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="openuno does not depend on it")
    example, _ = examples()
    few = example.replace('"--json"', '"--rounds", "6400", "--json"')
    assert few != example
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setenv("PATH", str(Path(UNO).parent), prepend=os.pathsep)
    exec(compile(few, "docs/lab.md", "exec"), {})
    assert (tmp_path / "turns.pdf").read_bytes().startswith(b"%PDF")


def test_luck_by_format_and_players_is_as_measured() -> None:
    luck = json.loads((ROOT / "bench" / "results_luck.json").read_text("utf-8"))
    (measured,) = (each["cases"] for each in luck if each["player"] == "regular")
    shares = [f"{100 * case['skill']['value']:.1f} %" for case in measured]
    rows = re.findall(r"^\| [a-z][^|]* \|(( [\d.]+ % \|){5})$", FINDINGS, re.MULTILINE)
    assert re.findall(r"[\d.]+ %", "".join(row for row, _ in rows)) == shares


def test_the_picture_of_luck_is_drawn_from_what_was_measured() -> None:
    luck = json.loads((ROOT / "bench" / "results_luck.json").read_text("utf-8"))
    (measured,) = (each["cases"] for each in luck if each["player"] == "regular")
    cases = [
        LuckCase(
            Table(parse_rules(case["rules"]), case["players"], None, 0), Estimate(**case["share"])
        )
        for case in measured
        if case["format"] is None
    ]
    picture = ROOT / "docs" / "pictures" / "findings-luck.svg"
    assert picture.read_text("utf-8") == draw_svg(luck_chart(cases))
