"""docs/python.md and docs/text.md: every example is run; every public name is on the page."""

import doctest
import re
from pathlib import Path

import pytest

import openuno

DOCS = Path(__file__).parents[1] / "docs"
PAGE = (DOCS / "python.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("page", "fewest"), [("python.md", 10), ("text.md", 5)])
def test_the_examples_print_what_the_page_shows(page: str, fewest: int) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, None, None)
    assert len(session.examples) > fewest
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_page_lists_the_public_names_and_no_others() -> None:
    rows = re.findall(r"^\| [a-z ]+ \| (`.*) \|$", PAGE, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(openuno.__all__)


def test_every_public_name_is_there() -> None:
    for name in openuno.__all__:
        assert getattr(openuno, name) is not None
