from tests.browser import (
    browser,
    built_pages,
    launched,
    pytest_runtest_makereport,
    server,
    visit,
    visiting,
)

__all__ = [
    "browser",
    "built_pages",
    "launched",
    "pytest_runtest_makereport",
    "server",
    "visit",
    "visiting",
]
