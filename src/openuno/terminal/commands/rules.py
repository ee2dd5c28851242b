"""`uno rules`: an edition, all of them, or every clause with its tests, as tables or as JSON."""

from collections.abc import Iterable, Iterator

import msgspec
from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from openuno.engine.rules import (
    EDITION_NAMES,
    EDITIONS,
    SWITCH_BOUNDS,
    SWITCHES,
    Rules,
    deck,
    edition,
)
from openuno.rulebook.clauses import (
    Clause,
    Section,
    by_switch,
    explanation,
    governed_by,
    in_force,
    rulebook,
    value_text,
    where,
)
from openuno.rulebook.coverage import Coverage, checkout_tests, coverage
from openuno.rulebook.switches import allowed_values, switch_choices

HINT = (
    "uno rules EDITION prints one edition, uno rules --switches what each switch can be set to,"
    " uno rules --coverage the tests behind each clause."
)


def print_rules(slug: str | None, *, as_json: bool) -> None:
    """Print one edition, or all of them."""
    if slug is None:
        _print(overview_json() if as_json else overview_table())
    else:
        rules = edition(slug)
        _print(edition_json(rules) if as_json else edition_table(rules))


def print_coverage(*, as_json: bool) -> bool:
    """Print every clause with its tests; whether none is without."""
    found = coverage(checkout_tests())
    _print(coverage_json(found) if as_json else coverage_table(found))
    return found.complete


def print_switches(*, as_json: bool) -> None:
    """Print what every switch can be set to, what it does, and how the editions set it."""
    _print(switches_json() if as_json else switches_list())


def switches_list() -> RenderableType:
    """Every switch for reading, at any width."""
    lines: list[RenderableType] = [Text("To set one: uno play --set SWITCH=VALUE")]
    for switch in SWITCHES:
        head = Text(f"\n{switch}  ", style="bold") + Text(allowed_values(switch), style="not bold")
        body = Text(f"{explanation(switch)}\n") + Text(_by_edition(switch), style="dim")
        lines += [head, Padding(body, (0, 0, 0, 2))]
    return Group(*lines)


def switches_json() -> str:
    """Every switch for programs."""
    return _json(
        {
            "switches": [
                {
                    "name": switch,
                    "values": switch_choices(switch),
                    "bounds": SWITCH_BOUNDS.get(switch),
                    "explanation": explanation(switch),
                    "editions": {
                        slug: value_text(rules, switch) for slug, rules in EDITIONS.items()
                    },
                    "rules": governed_by(switch),
                }
                for switch in SWITCHES
            ]
        }
    )


def _by_edition(switch: str) -> str:
    """How the editions set a switch."""
    values = {slug: value_text(rules, switch) for slug, rules in EDITIONS.items()}
    if len(set(values.values())) == 1:
        return f"{next(iter(values.values()))} in every edition"
    return ", ".join(f"{slug}: {value}" for slug, value in values.items())


def edition_table(rules: Rules) -> RenderableType:
    """An edition for reading: its switches and the clauses in force."""
    switches = _table("switch", "value", "clauses")
    for switch in SWITCHES:
        ids = Text(", ".join(governed_by(switch)), style="dim")
        switches.add_row(switch, value_text(rules, switch), ids)
    off = ", ".join(clause.id for clause in by_switch(rules.edition))
    return Group(
        Text(f"{rules.edition}, {len(deck(rules))} cards", style="bold"),
        switches,
        *_sections(in_force(rules.edition)),
        Text(f"A table may switch on, or change, what this edition leaves out: {off}."),
    )


def overview_table() -> RenderableType:
    """All editions side by side, then every clause and where it holds."""
    switches = _table("switch", *EDITION_NAMES)
    for switch in SWITCHES:
        values = [value_text(rules, switch) for rules in EDITIONS.values()]
        usual = values[0]
        switches.add_row(
            switch, *(Text(value, style="" if value == usual else "bold") for value in values)
        )
    return Group(switches, *_sections(rulebook().sections, with_editions=True), Text(HINT))


def coverage_table(found: Coverage) -> RenderableType:
    """Every clause with its tests, and what is missing."""
    table = _table("clause", "tests")
    for rule, tests in found.tests.items():
        table.add_row(rule, Text("\n".join(tests)) if tests else Text("none", style="bold red"))
    return Group(table, *(Text(line) for line in _verdict(found)))


def edition_json(rules: Rules) -> str:
    """An edition for programs."""
    clauses = [
        _row(section, clause) for section in in_force(rules.edition) for clause in section.rules
    ]
    return _json(
        {
            "edition": rules.edition,
            "cards": len(deck(rules)),
            "switches": _switches(rules),
            "rules": clauses,
        }
    )


def overview_json() -> str:
    """All editions and all clauses for programs."""
    return _json(
        {
            "editions": {slug: _switches(rules) for slug, rules in EDITIONS.items()},
            "rules": [_row(section, r) for section in rulebook().sections for r in section.rules],
        }
    )


def coverage_json(found: Coverage) -> str:
    """Every clause with its tests for programs."""
    return _json(
        {
            "complete": found.complete,
            "rules": [{"id": rule, "tests": tests} for rule, tests in found.tests.items()],
            "unproved": found.unproved,
            "unknown": [{"id": rule, "tests": tests} for rule, tests in found.unknown.items()],
        }
    )


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, overflow="fold")
    table.columns[0].no_wrap = True
    return table


def _sections(
    sections: Iterable[Section], *, with_editions: bool = False
) -> Iterator[RenderableType]:
    for section in sections:
        yield Text(section.title, style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2, 1, 0))
        table.add_column(width=8, no_wrap=True)
        table.add_column()
        for clause in section.rules:
            table.add_row(
                clause.id, Text(clause.text) + Text(_small_print(clause, with_editions), "dim")
            )
        yield table


def _small_print(clause: Clause, with_editions: bool) -> str:
    notes = [where(clause)] if with_editions else []
    notes += ["ours"] if clause.origin == "ours" else []
    notes += [", ".join(clause.switches)] if clause.switches else []
    return f" [{'; '.join(notes)}]" if notes else ""


def _verdict(found: Coverage) -> list[str]:
    proved = len(found.tests) - len(found.unproved)
    lines = [f"{proved} of {len(found.tests)} clauses have a test."]
    if found.unproved:
        lines.append("Without one: " + ", ".join(found.unproved) + ".")
    lines += [
        f"{rule} is no clause, but marks {', '.join(tests)}."
        for rule, tests in found.unknown.items()
    ]
    return lines


def _row(section: Section, clause: Clause) -> dict[str, object]:
    return {
        "section": section.key,
        "id": clause.id,
        "text": clause.text,
        "origin": clause.origin,
        "editions": clause.editions,
        "switches": clause.switches,
    }


def _switches(rules: Rules) -> dict[str, object]:
    return {switch: getattr(rules, switch) for switch in SWITCHES}


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def _print(what: RenderableType) -> None:
    console = Console(highlight=False)
    if isinstance(what, str):
        console.out(what, highlight=False)  # JSON, laid out already
    else:
        console.print(what)
