from tests.browser import (
    browser,
    built_pages,
    launched,
    pytest_runtest_makereport,
    server,
    visit,
    visiting,
)
from tests.web.component_stage import open_stage, stage_pages
from tests.web.node import node

__all__ = [
    "browser",
    "built_pages",
    "launched",
    "node",
    "open_stage",
    "pytest_runtest_makereport",
    "server",
    "stage_pages",
    "visit",
    "visiting",
]
