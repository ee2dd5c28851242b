"""A whole evening at a table is the same, byte for byte, for everyone who was there.

Sentences are part of it. Where one is changed on purpose, `python -m tests.borders evening.txt`
writes the evening anew; the difference must show that sentence and nothing else.
"""

from pathlib import Path

from tests.borders.evening import play_evening
from tests.borders.pins import read_pin


def test_every_frame_of_an_evening_is_as_it_was(tmp_path: Path) -> None:
    now = play_evening(tmp_path / "uno.db").splitlines()
    then = read_pin("evening.txt").splitlines()
    # One line at a time: the first that differs is what changed, the rest follows from it.
    for number, (line, pinned) in enumerate(zip(now, then, strict=False), start=1):
        assert line == pinned, f"line {number}"
    assert len(now) == len(then)
