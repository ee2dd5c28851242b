"""The tutorial shows what the engine plays, and nothing else."""

import json
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def chapters() -> Any:
    made = runpy.run_path(str(WEB / "build" / "lesson.py"))
    return json.loads(msgspec.json.encode(made["lesson"]()))


def test_the_lesson_is_what_the_engine_plays(chapters: Any) -> None:
    kept = (WEB / "src" / "learn" / "lesson.json").read_text(encoding="utf-8")
    assert json.loads(kept) == chapters, "python web/build/lesson.py writes it anew"


def test_the_learner_can_do_what_the_lesson_asks_for(chapters: Any) -> None:
    for chapter in chapters:
        legal = chapter["opening"]["legal"]
        for move in chapter["moves"]:
            assert move["by"] != 0 or move["action"] in legal, chapter["key"]
            legal = move["legal"]


def test_every_step_has_its_words(chapters: Any) -> None:
    words = json.loads((WEB / "src" / "i18n" / "en" / "learn.json").read_text(encoding="utf-8"))
    for chapter in chapters:
        steps = sum(move["by"] == 0 for move in chapter["moves"])
        needed = {"title", "done", *(str(step) for step in range(1, steps + 1))}
        assert {f"{chapter['key']}-{each}" for each in needed} <= words.keys()
