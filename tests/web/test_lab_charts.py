"""A chart of the lab in a browser: the case under the pointer dims the others."""

import pytest
from playwright.sync_api import Browser, Page, expect

from openuno.lab.report.charts import Chart
from openuno.lab.report.svg import draw_svg
from tests.lab.test_svg import BARS, DOTS, LINES, RATINGS


def opacities(page: Page) -> list[str]:
    script = "cases => cases.map(each => getComputedStyle(each).opacity)"
    found: list[str] = page.locator(".case").evaluate_all(script)
    return found


@pytest.mark.parametrize(
    ("chart", "target"),
    [
        (BARS, "rect"),
        (DOTS, "circle:has(title)"),
        (LINES, "text"),
        (RATINGS, "circle:has(title)"),
    ],
)
def test_the_case_under_the_pointer_dims_the_others(
    browser: Browser, chart: Chart, target: str
) -> None:
    page = browser.new_page()
    page.set_content(f"<!doctype html><title>chart</title>{draw_svg(chart)}")
    cases = page.locator(".case")
    expect(cases).to_have_count(2)
    page.mouse.move(0, 0)
    assert opacities(page) == ["1", "1"]
    cases.nth(0).locator(target).first.hover(force=True)
    assert opacities(page) == ["1", "0.2"]
    cases.nth(1).locator(target).first.hover(force=True)
    assert opacities(page) == ["0.2", "1"]
    page.close()
