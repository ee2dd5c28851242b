"""The page about formats says what is true, and its example runs."""

import re
from pathlib import Path

import pytest

from openuno import SetupError
from openuno.game.notation import FORMAT_NAMES, format_text, parse_format
from tests.game.sheet import new

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (`[^|]+) \| ([^|]+) \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_run(example: str) -> None:
    exec(compile(example, "docs/formats.md", "exec"), {})


def test_every_format_is_documented_as_it_is_written() -> None:
    told = [re.findall(r"`([^`]+)`", row) for row, _ in ROWS]
    for texts in told:
        assert [format_text(parse_format(text)) for text in texts] == texts
    assert sorted(texts[0] for texts in told) == sorted(FORMAT_NAMES)


@pytest.mark.parametrize(("row", "players"), ROWS)
def test_the_documented_numbers_of_players_can_play(row: str, players: str) -> None:
    low, dash, high = players.partition("–")
    told = range(int(low), int(high) + 1) if dash else [int(n) for n in players.split(",")]
    name = row.strip("`").partition("`")[0]
    for many in range(1, 26):
        if many in told:
            new(name, "classic", many)
        else:
            with pytest.raises(SetupError, match=r"^players: "):
                new(name, "classic", many)
