"""Rules on blanks as the commands of the lab take them: `--written RULE`, each on several cards."""

from collections.abc import Sequence

from openuno.engine.pencil.parser import write_on_blanks
from openuno.engine.rules import Rules

BLANKS_EACH = 4
"""On how many blanks each rule stands: enough to matter in most rounds."""


def write_rules(rules: Rules, written: Sequence[str]) -> Rules:
    """The same rules with these written on blanks, which are added if need be."""
    return write_on_blanks(rules, written, each=BLANKS_EACH)
