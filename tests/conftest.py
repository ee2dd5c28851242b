import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from openuno.rulebook import rulebook

# No deadline: a shared machine stalls at times, and a test that is slow once is not wrong.
# too_slow: drawing whole rounds is slow by nature; what a test costs is seen in --durations.
_ROUNDS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("dev", _ROUNDS, max_examples=50)
# The same examples in every run: a red gate can be run again and stays red.
settings.register_profile("ci", _ROUNDS, max_examples=100, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))


_COMPILED = {
    "kernel/test_regular.py": "rounds",
    "kernel/test_rounds.py": "rounds",
    "kernel/test_games.py": "rounds",
    "lab/": "rounds",
    "kernel/": "steps",
    "env/": "steps",
    "examples/test_train.py": "steps",
}
"""Tests that use the same compiled loops, in one process: the other would compile them again."""


@pytest.hookimpl(tryfirst=True)  # before xdist looks for the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        path = item.path.relative_to(Path(__file__).parent).as_posix()
        group = next((name for part, name in _COMPILED.items() if path.startswith(part)), None)
        if group is not None:
            item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    complaints = [
        complaint
        for item in report.result or ()
        if isinstance(item, pytest.Item)
        for complaint in _complaints(item)
    ]
    if complaints:
        # An error of the file's own: raised from later hooks, it is lost between xdist's processes.
        return pytest.CollectReport(collector.nodeid, "failed", "\n".join(complaints), [])
    return report


def _complaints(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            yield f"{item.nodeid}: a rule mark names one or more clauses"
        for rule in mark.args:
            if rule not in rulebook().ids:
                yield f"{item.nodeid}: the rulebook has no clause {rule!r}"
