"""The picture of the packages in docs/architecture.md, drawn from the import graph.

    python -m tests.package_picture > docs/pictures/packages.svg

A package stands in the row above everything it imports. An arrow that follows from two others is
left out, so that the picture shows the fewest arrows that say the same.
"""

import sys
from collections.abc import Iterable
from itertools import pairwise
from xml.sax.saxutils import escape

import grimp

ROOT = "openuno"
LEFT_OUT = frozenset({"__main__", "extras", "public", "slow_notice", "version"})
"""`public` imports from everywhere by design; the others only help to say something."""
WIDTH, ROW, BOX_WIDTH, BOX_HEIGHT = 760, 92, 116, 40

Positions = dict[str, tuple[float, float]]
Imports = dict[str, frozenset[str]]
"""What each package imports, directly."""


def imports() -> Imports:
    """The graph of the packages right below the root."""
    graph = grimp.build_graph(ROOT, cache_dir=None)
    packages = {name.removeprefix(f"{ROOT}.") for name in graph.find_children(ROOT)} - LEFT_OUT
    found: dict[str, set[str]] = {package: set() for package in packages}
    for module in graph.modules:
        importer = _package(module)
        for imported in graph.find_modules_directly_imported_by(module):
            package = _package(imported)
            if importer in packages and package in packages and package != importer:
                found[importer].add(package)
    return {package: frozenset(found[package]) for package in sorted(packages)}


def _package(module: str) -> str:
    return f"{module}.".split(".")[1]


def rows(graph: Imports) -> list[list[str]]:
    """The packages from top to bottom, each above all that it imports."""
    depth: dict[str, int] = {}

    def find(package: str) -> int:
        if package not in depth:
            depth[package] = 1 + max((find(each) for each in graph[package]), default=-1)
        return depth[package]

    height = 1 + max(find(package) for package in graph)
    return [[p for p in graph if depth[p] == row] for row in reversed(range(height))]


def reduced(graph: Imports) -> Imports:
    """The graph without arrows that follow from others."""

    def reach(package: str) -> frozenset[str]:
        return graph[package].union(*(reach(each) for each in graph[package]))

    return {
        package: imported - frozenset().union(*(reach(each) for each in imported))
        for package, imported in graph.items()
    }


def svg(graph: Imports) -> str:
    """The picture; it follows the reader's light or dark colours."""
    layout = rows(graph)
    at: Positions = {
        package: (WIDTH * (column + 1) / (len(row) + 1), ROW * line + BOX_HEIGHT)
        for line, row in enumerate(layout)
        for column, package in enumerate(row)
    }
    height = ROW * (len(layout) - 1) + 2 * BOX_HEIGHT
    arrows = reduced(graph)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>Packages and their imports</title>",
        "<style>text{font:15px ui-monospace,monospace;text-anchor:middle;dominant-baseline:central;"
        "fill:#222}rect{fill:#fdf6e3;stroke:#b58900}path{fill:none;stroke:#888;marker-end:url(#a)}"
        "marker path{fill:#888;stroke:none;marker-end:none}"
        "@media(prefers-color-scheme:dark){text{fill:#eee}rect{fill:#2b2a26}}</style>",
        '<marker id="a" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8"'
        ' orient="auto"><path d="M0 0L8 4L0 8z"/></marker>',
        *_arrows(arrows, at),
        *_boxes(at),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _arrows(graph: Imports, at: Positions) -> Iterable[str]:
    for package, imported in graph.items():
        for each in sorted(imported):
            (x, y), (to_x, to_y) = at[package], at[each]
            start, end, middle = y + BOX_HEIGHT / 2, to_y - BOX_HEIGHT / 2, (y + to_y) / 2
            yield (
                f'<path d="M{x:.0f} {start:.0f}C{x:.0f} {middle:.0f} {to_x:.0f} {middle:.0f}'
                f' {to_x:.0f} {end:.0f}"/>'
            )


def _boxes(at: Positions) -> Iterable[str]:
    for package, (x, y) in at.items():
        yield (
            f'<rect x="{x - BOX_WIDTH / 2:.0f}" y="{y - BOX_HEIGHT / 2:.0f}" rx="8"'
            f' width="{BOX_WIDTH}" height="{BOX_HEIGHT}"/>'
            f'<text x="{x:.0f}" y="{y:.0f}">{escape(package)}</text>'
        )


def check_rows(layout: list[list[str]], graph: Imports) -> None:
    """Every arrow points down."""
    for upper, lower in pairwise(layout):
        for package in lower:
            assert not graph[package] & set(upper), f"{package} imports upwards"


if __name__ == "__main__":
    sys.stdout.write(svg(imports()))
