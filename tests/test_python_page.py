"""docs/python.md: every example is run, and every public name is on the page."""

import doctest
import re
from pathlib import Path

import openuno

PAGE = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")


def test_the_examples_print_what_the_page_shows() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "python.md", None, None)
    assert len(session.examples) > 10
    assert doctest.DocTestRunner().run(session).failed == 0


def test_the_page_lists_the_public_names_and_no_others() -> None:
    rows = re.findall(r"^\| [a-z ]+ \| (`.*) \|$", PAGE, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(openuno.__all__)


def test_every_public_name_is_there() -> None:
    for name in openuno.__all__:
        assert getattr(openuno, name) is not None
