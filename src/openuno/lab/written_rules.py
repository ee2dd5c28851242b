"""Rules on blanks as the commands of the lab take them: `--written RULE`, each on several cards."""

from collections.abc import Sequence

from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.parser import write_on_blanks
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import Rules, with_switches

BLANKS_EACH = 4
"""On how many blanks each rule stands: enough to matter in most rounds."""


def write_rules(rules: Rules, written: Sequence[str]) -> Rules:
    """The same rules with these written on blanks, which are added if need be."""
    return write_on_blanks(rules, written, each=BLANKS_EACH)


def rules_words(rules: Rules) -> str:
    """The rules in a heading: what is written stands there once, in words, on however many blanks.

    Such as `house+blank_cards=4, written: "Everyone else draws 2 cards."`.
    """
    if not rules.written:
        return rules_text(rules)
    words = ", ".join(f'"{text}"' for text in dict.fromkeys(map(custom_rule_text, rules.written)))
    return f"{rules_text(with_switches(rules, written=()))}, written: {words}"
