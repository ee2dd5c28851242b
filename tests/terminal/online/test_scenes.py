"""Every screen of a table on a server looks as it did, at 80×24 and at 140×40."""

import asyncio

import pytest

from tests.terminal.online.scenes import FOLDER, PAGE_PICTURES, PICTURES, SCENES, picture, show

AGAIN = "if that is on purpose: python -m tests.terminal.online.scenes"


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_looks_as_it_did(name: str) -> None:
    for file, text in asyncio.run(show(name)).items():
        assert text == (FOLDER / file).read_text(encoding="utf-8"), AGAIN


def test_no_other_screens_are_kept() -> None:
    kept = {path.name.rsplit("-", 1)[0] for path in FOLDER.iterdir()}
    assert kept == set(SCENES)


@pytest.mark.parametrize("file", PAGE_PICTURES)
def test_the_page_shows_it_as_it_is(file: str) -> None:
    shown = asyncio.run(picture(PAGE_PICTURES[file]))
    assert shown == (PICTURES / file).read_text(encoding="utf-8"), AGAIN
