"""`uno pencil`: a rule read, written back and explained; or the ready-made ones."""

import msgspec
from rich.console import Console
from rich.text import Text

from openuno.engine.custom import Who, Written, chooses, mentions
from openuno.engine.errors import NotationError
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.examples import READY_MADE
from openuno.engine.pencil.parser import parse_written
from openuno.engine.pencil.wording import meaning, sentence_text, written_text
from openuno.engine.rules import EDITIONS, change
from openuno.kernel.rules.opcodes import opcodes


def print_custom_rule(text: str, *, as_json: bool) -> bool:
    """Print what a rule says and does, or where it goes wrong; whether it can be read."""
    out = Console(highlight=False, soft_wrap=True)
    try:
        rule = parse_written(text)
    except NotationError as error:
        if as_json:
            out.out(_json({"error": error.sentence, "at": error.at, "text": error.text}))
        else:
            Console(stderr=True, highlight=False, soft_wrap=True).print(Text(f"uno: {error}"))
        return False
    if as_json:
        out.out(_json(_describe(rule)))
    else:
        out.print(_explain(rule))
    return True


def print_examples(*, as_json: bool) -> None:
    """Print the ready-made rules by name."""
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        described = [
            {"name": made.name, **_describe(parse_written(made.text))} for made in READY_MADE
        ]
        out.out(_json(described))
        return
    wide = max(len(made.name) for made in READY_MADE)
    for made in READY_MADE:
        out.print(Text.assemble((f"{made.name:{wide}}", "bold"), f"  {made.text}"))


def _explain(rule: Written) -> Text:
    lines = [Text(written_text(rule), style="bold"), Text()]
    for number, effect in enumerate(rule, 1):
        lines.append(Text(f"{number}. {sentence_text(effect)}"))
        lines.append(Text(f"   {meaning(effect)}", style="dim"))
    lines += [Text(), Text(f"On one blank: {_rules(rule)}")]
    return Text("\n").join(lines)


def _describe(rule: Written) -> dict[str, object]:
    return {
        "normal": written_text(rule),
        "sentences": [
            {"text": sentence_text(effect), "means": meaning(effect), "effect": effect}
            for effect in rule
        ],
        "chooses": chooses(rule, last=False),
        "partner": _needs_teams(rule),
        "opcodes": opcodes(rule),
        "rules": _rules(rule),
    }


def _rules(rule: Written) -> str:
    house = EDITIONS["house"]
    return rules_text(change(house, blank_cards=1, teams=_needs_teams(rule), written=(rule,)))


def _needs_teams(rule: Written) -> bool:
    return any(Who.PARTNER in mentions(effect) for effect in rule)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
