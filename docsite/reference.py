"""The API reference: every public name with its docstring, grouped as in docs/python.md."""

import re


def reference_page(python_page: str) -> str:
    """The page, from the table of public names."""
    table = python_page.partition("## Public names and versions")[2]
    rows = re.findall(r"^\| ([a-z][^|]*) \| (`[^|]*) \|$", table, re.MULTILINE)
    lines = [
        "# API reference",
        "",
        "Every public name, from its docstring. [Use openuno from Python](python.md) shows how they"
        " fit together.",
    ]
    for about, names in rows:
        lines += ["", f"## {about[0].upper()}{about[1:]}", ""]
        for name in re.findall(r"`(\w+)`", names):
            lines += [f"::: openuno.{name}", ""]
    return "\n".join(lines) + "\n"
