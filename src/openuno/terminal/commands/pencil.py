"""`uno pencil`: a rule read, written back and explained; or the ready-made ones."""

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec
from rich.console import Console
from rich.text import Text

from openuno.engine.custom import CustomRule, Who, people_in, targets_player
from openuno.engine.errors import UnreadRule
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.lexicon import Slip
from openuno.engine.pencil.parser import RuleRead, parse_custom_rule, read_custom_rule
from openuno.engine.pencil.wording import custom_rule_text, effect_meaning, sentence_text
from openuno.engine.rules import EDITIONS, Rules, with_switches
from openuno.kernel.rules.opcodes import opcodes
from openuno.local.round_length import LONGER, RoundLength, measure_round_length
from openuno.terminal.commands.build_rule import build_rule

PLAYERS = 4
"""At a table whose rounds are played to find how long they get."""


def print_custom_rule(text: str, *, as_json: bool, rounds: bool = False) -> bool:
    """Print what a rule says and does, or where it goes wrong; whether it can be read.

    With `rounds`, also how much longer they get.
    """
    read = _read(text, as_json=as_json)
    if read is not None:
        _print(read.rule, read.slips, as_json=as_json, rounds=rounds)
    return read is not None


def print_built_rule(text: str, *, as_json: bool, rounds: bool = False) -> bool:
    """Ask for the parts of a rule, then print it; whether the rule to begin with can be read."""
    read = _read(text, as_json=as_json) if text else None
    if text and read is None:
        return False
    _print(build_rule(read.rule if read else ()), (), as_json=as_json, rounds=rounds)
    return True


def _read(text: str, *, as_json: bool) -> RuleRead | None:
    try:
        return read_custom_rule(text)
    except UnreadRule as error:
        if as_json:
            Console(highlight=False, soft_wrap=True).out(_json(_describe_error(error)))
        else:
            Console(stderr=True, highlight=False, soft_wrap=True).print(_explain_error(error))
        return None


def _print(rule: CustomRule, slips: Sequence[Slip], *, as_json: bool, rounds: bool) -> None:
    out = Console(highlight=False, soft_wrap=True)
    told = [{"word": slip.word, "read_as": slip.read_as, "at": slip.at} for slip in slips]
    length = measure_round_length(_table(rule), PLAYERS) if rounds else None
    if as_json:
        measured = {} if length is None else {"round_length": length}
        out.out(_json({**_describe(rule), "slips": told, **measured}))
    else:
        out.print(_explain(rule, told))
        if length is not None:
            out.print(Text(round_length_text(length)))


def round_length_text(length: RoundLength) -> str:
    """What a rule does to the length of rounds, as a sentence."""
    turns, usual = round(length.turns), round(length.usual)
    if length.endless:
        share = max(1, round(100 * length.endless / length.rounds))
        return f"About {share} of 100 rounds do not end."
    if length.turns > length.usual * LONGER:
        times = f"{length.turns / length.usual:.1f}".removesuffix(".0")
        return f"Rounds take about {times} times as long: {turns} turns instead of {usual}."
    if length.turns * LONGER < length.usual:
        return f"Rounds get shorter: {turns} turns instead of {usual}."
    return f"Rounds stay about as long: {turns} turns."


def print_examples(*, as_json: bool) -> None:
    """Print the ready-made rules by mood and name."""
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        described = [
            {"mood": made.mood, "name": made.name, **_describe(parse_custom_rule(made.text))}
            for made in EXAMPLES
        ]
        out.out(_json(described))
        return
    wide = max(len(made.name) for made in EXAMPLES)
    for mood, cards in groupby(EXAMPLES, key=lambda made: made.mood):
        out.print(Text(mood.value.capitalize(), style="bold"))
        for made in cards:
            out.print(Text(f"  {made.name:{wide}}  {made.text}"))


def _describe_error(error: UnreadRule) -> dict[str, object]:
    return {
        "error": error.sentence,
        "at": error.at,
        "text": error.text,
        "fault": error.fault,
        "understood": error.understood,
        "offers": error.offers,
        "honour": error.honour,
    }


def _explain_error(error: UnreadRule) -> Text:
    lines = [f"uno: {error}"]
    if error.offers:
        lines += ["You could write:", *(f"  {offer}" for offer in error.offers)]
    if error.honour is not None:
        lines += ["Or keep it as an honour rule:", f"  {error.honour}"]
    return Text("\n".join(lines))


def _explain(rule: CustomRule, slips: Sequence[Mapping[str, object]]) -> Text:
    lines = [Text(custom_rule_text(rule), style="bold")]
    lines += [Text(f"(read {slip['word']} as {slip['read_as']})") for slip in slips]
    lines.append(Text())
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
    return rules_text(_table(rule))


def _table(rule: CustomRule) -> Rules:
    house = EDITIONS["house"]
    return with_switches(house, blank_cards=1, teams=_needs_teams(rule), written=(rule,))


def _needs_teams(rule: CustomRule) -> bool:
    return any(Who.PARTNER in people_in(effect) for effect in rule)


def _json(value: object) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
