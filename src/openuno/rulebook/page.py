"""The rulebook as a page of the documentation: `python -m openuno.rulebook.page`."""

import sys
from collections.abc import Iterator

from openuno.engine.rules import EDITION_NAMES, EDITIONS, SWITCHES
from openuno.rulebook.clauses import governed_by, rulebook, value_text, where


def page() -> str:
    """The rulebook as a page of the documentation."""
    lines = [
        "# The rulebook: every rule of every edition",
        "",
        "Look up how each printed edition plays, and which switch of a table changes a rule.",
        "`uno rules` prints this by edition, `uno rules --coverage` with the tests behind it.",
        "`make docs` writes the page from `src/openuno/rulebook/rulebook.toml`.",
        "",
        "*Holds in* names the editions that play a clause as printed; *by switch* says that a",
        "table has to ask for it. *Ours* marks what the printed rules leave open and we decided.",
        "",
        "## Switches",
        "",
        "An edition is a set of values for these; a table may start from any and change each.",
        "",
        *_table(
            ("switch", *EDITION_NAMES, "clauses"),
            (
                (
                    f"`{switch}`",
                    *(value_text(rules, switch) for rules in EDITIONS.values()),
                    ", ".join(governed_by(switch)),
                )
                for switch in SWITCHES
            ),
        ),
    ]
    for section in rulebook().sections:
        lines += ["", f"## {section.title}", ""]
        lines += _table(
            ("clause", "rule", "origin", "holds in", "switches"),
            (
                (r.id, r.text, r.origin, where(r), ", ".join(f"`{name}`" for name in r.switches))
                for r in section.rules
            ),
        )
    return "\n".join(lines) + "\n"


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> list[str]:
    rule = ("---",) * len(head)
    return ["| " + " | ".join(row) + " |" for row in (head, rule, *rows)]


if __name__ == "__main__":
    sys.stdout.write(page())
