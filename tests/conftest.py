import os
from collections import Counter, OrderedDict
from collections.abc import Generator, Iterator
from itertools import takewhile

import pytest
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from openuno.rulebook.clauses import rulebook
from tests.chance import begin_test, chance_of

# No deadline: a shared machine stalls at times, and a test that is slow once is not wrong.
# too_slow: drawing whole rounds is slow by nature; what a test costs is seen in --durations.
# explain: it traces every line, and a failure of whole rounds then shrinks for many minutes.
_ROUNDS = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[phase for phase in Phase if phase is not Phase.explain],
)
# The same examples in every run, here and in CI: a red gate can be run again and stays red.
# Fifty find every planted fault (`make mutants`); more would only be the same ones every time.
settings.register_profile("gate", _ROUNDS, max_examples=50, derandomize=True)
settings.register_profile("thorough", _ROUNDS, max_examples=400, derandomize=True)
settings.register_profile("quick", _ROUNDS, max_examples=10, derandomize=True)
# New examples in every run, to find what the gate's do not: `make soak`.
settings.register_profile("soak", _ROUNDS, max_examples=500, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


_COMPILED = {
    "tests/kernel/test_regular.py": "rounds",
    "tests/kernel/test_rounds.py": "rounds",
    "tests/kernel/test_games.py": "rounds",
    "tests/lab/": "rounds",
    "tests/local/test_kernel_rollouts.py": "rounds",
    "tests/kernel/": "steps",
    "tests/env/": "steps",
    "tests/examples/test_learning.py": "steps",
    "tests/training/": "steps",
}
"""Tests that use the same compiled loops, in one process: the other would compile them again."""


class _FromBothEnds(LoadScopeScheduling):  # type: ignore[misc]  # no types
    """Every test by itself, but for those that belong together; one process begins at the front.

    There are the tests that compute. The other processes begin with the last file, where tests
    start servers and browsers and wait half of their time: together they leave no core idle.
    """

    def _split_scope(self, nodeid: str) -> str:
        return next((group for part, group in _COMPILED.items() if nodeid.startswith(part)), nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if node.gateway.id != "gw0":
            self.workqueue.move_to_end(self._first_of_last_file(), last=False)
        super()._assign_work_unit(node)

    def _first_of_last_file(self) -> str:
        units: OrderedDict[str, dict[str, bool]] = self.workqueue
        file, _, _ = next(reversed(units)).partition("::")
        *_, first = takewhile(lambda unit: unit.startswith(file), reversed(units))
        return first


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> _FromBothEnds:
    return _FromBothEnds(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begin_test(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    if fixturedef.scope == "function":
        return (yield)
    # Which test is the first to need it depends on how they are spread over processes.
    with chance_of(f"{fixturedef.baseid}::{fixturedef.argname} {getattr(request, 'param', '')}"):
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # Schemathesis names its tests by operation, but gives all of them the id of their function.
    # xdist would run one of them and forget the rest.
    for item in items:
        if not item.nodeid.endswith(item.name):
            file, _, _ = item.nodeid.rpartition("::")
            item._id = type(item.id).parse(f"{file}::{item.name}")


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


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line what was left out, and why."""
    skipped = Counter(_reason(report) for report in terminalreporter.stats.get("skipped", ()))
    if skipped:
        parts = (f"{count} ({reason})" for reason, count in skipped.most_common())
        terminalreporter.write_line(f"Left out: {'; '.join(parts)}")


def _reason(report: pytest.TestReport) -> str:
    text = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return text.removeprefix("Skipped: ").splitlines()[0]


def _complaints(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            yield f"{item.nodeid}: a rule mark names one or more clauses"
        for rule in mark.args:
            if rule not in rulebook().ids:
                yield f"{item.nodeid}: the rulebook has no clause {rule!r}"
