"""Every screen and dialog looks as it did, at 80×24 and at 140×40."""

import asyncio

import pytest

from tests.terminal.client.scenes import FOLDER, PICTURE, SCENES, picture, show

AGAIN = "if that is on purpose: python -m tests.terminal.client.scenes"


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_did(name: str) -> None:
    for file, text in asyncio.run(show(name)).items():
        assert text == file.read_text(encoding="utf-8"), AGAIN


def test_no_other_screens_are_kept() -> None:
    kept = {path.name.rsplit("-", 1)[0] for path in FOLDER.iterdir()}
    assert kept == set(SCENES)


def test_the_page_shows_the_table_as_it_is() -> None:
    assert asyncio.run(picture()) == PICTURE.read_text(encoding="utf-8"), AGAIN
