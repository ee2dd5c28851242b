"""Which tests stand behind each clause, read from their `rule` marks without running them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from openuno.rulebook.clauses import rulebook


class Coverage(msgspec.Struct, frozen=True):
    """The tests of every clause, and marks that name no clause."""

    tests: dict[str, tuple[str, ...]]
    unknown: dict[str, tuple[str, ...]]

    @property
    def unproved(self) -> tuple[str, ...]:
        """The clauses without a test."""
        return tuple(rule for rule, tests in self.tests.items() if not tests)

    @property
    def complete(self) -> bool:
        """Whether every clause has a test and every mark a clause."""
        return not self.unproved and not self.unknown


class NoTests(LookupError):
    """Only the package is installed, without its tests."""


class UnreadableMark(ValueError):
    """A `rule` mark that does not name its clauses as plain strings."""


def checkout_tests() -> Path:
    """The tests of the checkout this code runs from."""
    root = Path(__file__).resolve().parents[3]
    tests = root / "tests"
    if tests.is_dir() and (root / "pyproject.toml").is_file():
        return tests
    raise NoTests("the tests are not installed with the package; run this in a checkout of openuno")


def coverage(folder: Path) -> Coverage:
    """Every clause with the tests in the folder that are marked with it."""
    marked = marked_tests(folder)
    known = rulebook().ids
    return Coverage(
        tests={rule: marked.get(rule, ()) for rule in known},
        unknown={rule: tests for rule, tests in sorted(marked.items()) if rule not in known},
    )


def marked_tests(folder: Path) -> dict[str, tuple[str, ...]]:
    """The marked tests under a folder, by clause: `tests/test_turn.py::test_wild_fits`."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        name = path.relative_to(folder.parent).as_posix()
        module = ast.parse(path.read_text(encoding="utf-8"), filename=name)
        for test, rules in _tests(module, name, _own_rules(module, name)):
            for rule in dict.fromkeys(rules):
                found.setdefault(rule, []).append(test)
    return {rule: tuple(tests) for rule, tests in found.items()}


def _tests(
    scope: ast.Module | ast.ClassDef, name: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in scope.body:
        match node:
            case ast.FunctionDef() if node.name.startswith("test"):
                yield f"{name}::{node.name}", inherited + _rules_in(node.decorator_list, name)
            case ast.ClassDef() if node.name.startswith("Test"):
                rules = inherited + _rules_in(node.decorator_list, name) + _own_rules(node, name)
                yield from _tests(node, f"{name}::{node.name}", rules)


def _own_rules(scope: ast.Module | ast.ClassDef, name: str) -> tuple[str, ...]:
    """The rules of a `pytestmark` in the scope: they hold for every test in it."""
    return _rules_in(
        [
            node.value
            for node in scope.body
            if isinstance(node, ast.Assign)
            and any(isinstance(to, ast.Name) and to.id == "pytestmark" for to in node.targets)
        ],
        name,
    )


def _rules_in(expressions: list[ast.expr], name: str) -> tuple[str, ...]:
    """The clauses named by every `mark.rule(...)` in the expressions, parametrised ones too."""
    rules: list[str] = []
    for expression in expressions:
        for node in ast.walk(expression):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.rule"):
                rules += [_plain(argument, name) for argument in node.args]
    return tuple(rules)


def _plain(argument: ast.expr, name: str) -> str:
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return argument.value
    file = name.partition("::")[0]
    raise UnreadableMark(
        f"{file}:{argument.lineno}: a rule mark names its clauses as plain strings"
    )
