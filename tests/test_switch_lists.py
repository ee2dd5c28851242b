"""The lists of switches that are kept by hand miss none: a new switch is drawn, shown and named."""

import json
import re
from pathlib import Path

from msgspec.structs import fields

from openuno.engine.rules import SWITCHES, Rules
from tests import make_perft, strategies

WEB = Path(__file__).parents[1] / "web" / "src"
ELSEWHERE = {"teams", "written"}
"""Set by the format, and by writing on the blanks."""


def test_properties_draw_every_switch() -> None:
    assert {*strategies.SWITCHES, *strategies.APART} == set(SWITCHES)


def test_the_mixes_of_perft_have_every_switch() -> None:
    by_table = {"honour_penalty"}  # the table decides on it, so no line of play has it
    assert set(make_perft.VALUES) - {"edition"} == set(SWITCHES) - ELSEWHERE - by_table


def test_the_pages_show_every_switch_in_a_group() -> None:
    text = (WEB / "maker" / "switch_groups.ts").read_text()
    groups = text[text.index("GROUPS = {") : text.index("} as const")]
    assert set(re.findall(r'"(\w+)"', groups)) == set(SWITCHES) - ELSEWHERE


def test_every_switch_and_its_values_have_words() -> None:
    known = set(json.loads((WEB / "i18n" / "en" / "maker.json").read_text()))
    kinds = {field.name: field.type for field in fields(Rules) if field.name in SWITCHES}
    for name in sorted(set(SWITCHES) - ELSEWHERE):
        kind = kinds[name]
        needed = {f"{what}-{name}" for what in ("switch", "about", "effect")}
        if kind is int:
            needed.add(f"chip-{name}")
        elif kind is not bool:
            needed |= {f"value-{name}-{value.value}" for value in kind}
        assert needed <= known, needed - known
