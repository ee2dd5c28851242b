"""`uno pencil`: a rule read, written back and explained; or the ready-made ones."""

import msgspec
from rich.console import Console
from rich.text import Text

from openuno.engine.custom import CustomRule, Who, people_in, targets_player
from openuno.engine.errors import NotationError
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text, effect_meaning, sentence_text
from openuno.engine.rules import EDITIONS, with_switches
from openuno.kernel.rules.opcodes import opcodes


def print_custom_rule(text: str, *, as_json: bool) -> bool:
    """Print what a rule says and does, or where it goes wrong; whether it can be read."""
    out = Console(highlight=False, soft_wrap=True)
    try:
        rule = parse_custom_rule(text)
    except NotationError as error:
        if as_json:
            fault = {"error": error.sentence, "at": error.at, "text": error.text}
            out.out(_json({**fault, "fault": error.fault}))
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
            {"name": made.name, **_describe(parse_custom_rule(made.text))} for made in EXAMPLES
        ]
        out.out(_json(described))
        return
    wide = max(len(made.name) for made in EXAMPLES)
    for made in EXAMPLES:
        out.print(Text.assemble((f"{made.name:{wide}}", "bold"), f"  {made.text}"))


def _explain(rule: CustomRule) -> Text:
    lines = [Text(custom_rule_text(rule), style="bold"), Text()]
    for number, effect in enumerate(rule, 1):
        lines.append(Text(f"{number}. {sentence_text(effect)}"))
        lines.append(Text(f"   {effect_meaning(effect)}", style="dim"))
    lines += [Text(), Text(f"On one blank: {_rules(rule)}")]
    return Text("\n").join(lines)


def _describe(rule: CustomRule) -> dict[str, object]:
    return {
        "normal": custom_rule_text(rule),
        "sentences": [
            {"text": sentence_text(effect), "means": effect_meaning(effect), "effect": effect}
            for effect in rule
        ],
        "chooses": targets_player(rule, last=False),
        "partner": _needs_teams(rule),
        "opcodes": opcodes(rule),
        "rules": _rules(rule),
    }


def _rules(rule: CustomRule) -> str:
    house = EDITIONS["house"]
    return rules_text(
        with_switches(house, blank_cards=1, teams=_needs_teams(rule), written=(rule,))
    )


def _needs_teams(rule: CustomRule) -> bool:
    return any(Who.PARTNER in people_in(effect) for effect in rule)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
