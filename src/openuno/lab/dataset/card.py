"""The data card: what the data set is, how it was made, what its columns mean."""

from openuno.engine.notation.rules import rules_text
from openuno.lab.dataset.rounds import DatasetPlan
from openuno.lab.dataset.rows import COLUMNS
from openuno.version import __version__


def data_card(plan: DatasetPlan, command: str, *, files: int, decisions: int) -> str:
    """The card as Markdown, with the header that data set hubs read."""
    columns = "\n".join(
        f"| `{name}` | {column.type} | {column.meaning} |" for name, column in COLUMNS.items()
    )
    bots = ", ".join(plan.bots)
    return f"""\
---
license: mit
pretty_name: openuno rounds
configs:
- config_name: default
  data_files: rounds-*.parquet
---

# Recorded rounds of UNO

{plan.rounds:,} rounds between bots, {decisions:,} decisions in {files_text(files)}. One row is one
decision: what the seat saw, what it could do, what it did, and how the round ended. Of its columns
only `seed`, from which all cards can be dealt again, and the end of the round (`winner`, `won`,
`points`, `decisions_left`) tell what the seat did not know when it decided.

- Rules: `{rules_text(plan.rules)}`, {len(plan.bots)} players
- Bots: {bots}; they move on by a seat from round to round
- Seed: {plan.seed}; openuno {__version__}
- Made with: `{command}`

The same command writes the same rows again, with any number of processes.

## Columns

| column | type | meaning |
|---|---|---|
{columns}

Cards and actions are written as codes: R7, GS, W4; `W/B!` names blue and says UNO. In Python,
`openuno.lab.dataset.rows.view_from_row(row)` gives the view of the seat back, and
`openuno.view_page` that view as text.

A row is what lay on the table then. What the seat had seen before, such as who drew while which
colour was in force, follows from the earlier rows of the round:
`openuno.lab.dataset.memories.round_memories(rows)` gives for each row of one round what its seat
remembered, as the bots do.

## How to use it

Split by `round`, never by row: decisions of a round share its cards and its end. Evaluate on rounds
of another seed: no two seeds have a round in common.

## What it is not

The players are bots. They do not tire, do not talk, and forget UNO only where their character does;
how people play cannot be learned from them. The rules are those of the reference engine, whose
clauses are tested one by one.
"""


def files_text(count: int) -> str:
    """A number of files in words."""
    return "1 file" if count == 1 else f"{count:,} files"
