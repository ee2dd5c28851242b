"""The badges of the README, as one picture made from the project: `python -m docsite.badges`."""

import re
import sys
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

from openuno.rulebook.coverage import coverage
from openuno.version import __version__

ROOT = Path(__file__).parents[1]
_HEIGHT, _LETTER, _SPACE, _GAP = 22, 6.8, 9, 8


def badges() -> list[tuple[str, str]]:
    """What is claimed, and the value, each read from where it is so."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    tests = coverage(ROOT / "tests").tests
    tested = sum(map(bool, tests.values()))
    oldest = re.sub(r"[^\d.]", "", project["requires-python"])
    return [
        ("version", __version__),
        ("Python", f"{oldest} or newer"),
        ("rules with tests", f"{tested} of {len(tests)}"),
        ("licence", project["license"]),
    ]


def badges_picture() -> str:
    """The badges side by side, as SVG that needs nothing from elsewhere."""
    shapes = []
    left = 0.0
    for claim, value in badges():
        parts = (claim, "#3a3a44", "#ffffff"), (value, "#1f6f43", "#ffffff")
        for text, ground, ink in parts:
            width = round(len(text) * _LETTER + 2 * _SPACE, 1)
            shapes.append(
                f'<rect x="{left:g}" width="{width:g}" height="{_HEIGHT}" fill="{ground}"/>'
                f'<text x="{left + width / 2:g}" y="15.5" fill="{ink}"'
                f' textLength="{width - 2 * _SPACE:g}">{escape(text)}</text>'
            )
            left = round(left + width, 1)
        left += _GAP
    width = left - _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {_HEIGHT}"'
        f' width="{width:g}" height="{_HEIGHT}" font-family="system-ui, sans-serif"'
        f' font-size="12" text-anchor="middle">\n' + "\n".join(shapes) + "\n</svg>\n"
    )


if __name__ == "__main__":
    sys.stdout.write(badges_picture())
