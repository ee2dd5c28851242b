"""The browser of these tests is a strict one: what a page may not do fails its test."""

import re
import time

import pytest

from tests.browser import PATIENCE, Visits, assert_accessible

MISDEEDS = {
    "a script of its own": (
        "script = document.createElement('script'); script.textContent = '1'; body.append(script)",
        r"forbidden by script-src",
    ),
    "a style within": (
        "body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')",
        r"forbidden by style-src",
    ),
    "words elsewhere": ("fetch('http://127.0.0.1:9/').catch(() => 0)", r"forbidden by connect-src"),
    "a picture from elsewhere": (
        "picture = new Image(); picture.src = 'http://cards.example/'; body.append(picture)",
        r"a request to another host: http://cards\.example/",
    ),
    "an error": ("setTimeout(() => { throw new Error('lost card') })", r"not caught: lost card"),
    "a complaint": ("console.error('lost card')", r"lost card"),
}


@pytest.mark.parametrize(("does", "noticed"), MISDEEDS.values(), ids=MISDEEDS)
def test_a_page_that_misbehaves_is_noticed(visit: Visits, does: str, noticed: str) -> None:
    page = visit()
    page.goto("/")
    page.evaluate(f"() => {{ let script, picture; const body = document.body; {does} }}")
    deadline = time.monotonic() + PATIENCE / 1000
    while not any(re.search(noticed, told) for _, told in visit.troubles):
        if time.monotonic() > deadline:
            break
        page.wait_for_timeout(50)
    with pytest.raises(AssertionError, match=noticed):
        visit.check()
    visit.expects(page, ".")


def test_what_axe_finds_is_reported(visit: Visits) -> None:
    page = visit()
    page.goto("/")
    page.evaluate("() => document.body.append(document.createElement('button'))")
    with pytest.raises(AssertionError, match=r"button-name"):
        assert_accessible(page)
