"""The rules of one table as a page of text: its settings, then every clause that holds there."""

from openuno.engine.cards import BLANKS
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import SWITCHES, Rules, check_seats, custom_rule_on, deck
from openuno.game.formats import Format, check_format
from openuno.game.notation import format_text
from openuno.rulebook.clauses import explanation, in_force_at, value_text
from openuno.text.seats import TEXT_FORM

_CODES = (
    "Cards are written by colour and face. Colours: R red, Y yellow, G green, B blue. Faces: 0 to"
    " 9, S Skip, R Reverse, D Draw Two. So R7 is Red 7, and GR is Green Reverse. Wilds have no"
    " colour: {wilds}."
)
_ANSWERS = (
    "Answer with the number of a legal action or with its code. A card's code plays it; a wild"
    " names its colour after a slash (W/B), a card that needs a player names the seat after > "
    "(WX/R>2), and ! at the end says UNO with the card (R7!). The others are draw, keep, pass,"
    " accept, challenge, uno, name R, choose 2 or choose R7, yes, no, catch 2 and suggest."
)


def rules_page(rules: Rules, players: int, format: Format | None = None) -> str:
    """What a player needs to know to play at a table with these rules.

    The clauses are those of the rulebook that hold with the table's switches, whatever its edition
    prints. Without a format they are about one round.
    """
    if format is None:
        check_seats(rules, players)
    else:
        check_format(format, rules, players)
    played = "" if format is None else format_text(format)
    lines = [
        TEXT_FORM,
        f"UNO, rules {rules_text(rules)}, {players} players, {played or 'one round'}.",
        _CODES.format(wilds=_wilds(rules)),
        _ANSWERS,
        f"Settings of this table ({len(deck(rules))} cards):",
    ]
    lines += [
        f"- {switch}: {value_text(rules, switch)}. {explanation(switch)}" for switch in SWITCHES
    ]
    written = [
        f"- {blank.value}: {custom_rule_text(rule)}"
        for blank in BLANKS
        if (rule := custom_rule_on(rules, blank))
    ]
    lines += ["Written on the blanks:", *written] if written else []
    for section in in_force_at(rules, players, played.partition(":")[0]):
        lines += [f"{section.title}:"]
        lines += [f"- {clause.id}: {clause.text}" for clause in section.rules]
    return "\n".join(lines) + "\n"


def _wilds(rules: Rules) -> str:
    found = dict.fromkeys(card for card in deck(rules) if card.colour is None)
    return ", ".join(f"{card.value} {card.label}" for card in found)
