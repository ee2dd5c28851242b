"""The tables of a docs page, made from the code: `python -m openuno.env.docs_tables PAGE`."""

import sys
from collections.abc import Iterable
from pathlib import Path

from openuno.kernel.batch import action_space, observation

_BEFORE, _AFTER = "<!-- made: {} -->\n", "<!-- end -->"


def docs_tables() -> dict[str, str]:
    """Each table by the name it has on the page."""
    return {
        "observation": _table(observation.PARTS, observation.SIZE),
        "actions": _table(action_space.BLOCKS, action_space.ACTIONS),
    }


def _table(
    runs: Iterable[observation.ObservationPart | action_space.ActionBlock], size: int
) -> str:
    lines = ["| index | what | meaning |", "|---|---|---|"]
    start = 0
    for run in runs:
        last = start + run.size - 1
        indices = f"{start}" if run.size == 1 else f"{start}–{last}"
        lines.append(f"| {indices} | {run.name} | {run.meaning} |")
        start += run.size
    return "\n".join([*lines, "", f"{size} in all.", ""])


def update_page(page: str) -> str:
    """The page with its tables generated again."""
    for name, table in docs_tables().items():
        above, mark, rest = page.partition(_BEFORE.format(name))
        _, end, below = rest.partition(_AFTER)
        page = above + mark + table + end + below
    return page


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(update_page(path.read_text("utf-8")), "utf-8")
