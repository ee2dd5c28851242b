"""The pencil: the language of the blanks, read from plain words.

    Everyone else draws 1. You play again.

One sentence is one effect. Capitals and commas do not matter. An error names the word and says what
could stand in its place. `wording` writes a rule back.
"""

from openuno.engine.custom import CustomRule
from openuno.engine.rules import Rules, with_switches


def parse_custom_rule(text: str) -> CustomRule:
    """The rule written so, or `NotationError`."""
    # Lark takes longer to import than the engine, and most tables have no custom rules.
    from openuno.engine.pencil.reader import read_rule  # noqa: PLC0415

    return read_rule(text)


def with_custom_rules(rules: Rules, *texts: str) -> Rules:
    """The same rules with these written on the blanks, from the first on; an empty one is plain."""
    return with_switches(
        rules, written=tuple(parse_custom_rule(text) if text else () for text in texts)
    )
