"""What a written rule asks of a player, and why, in the language spoken."""

from openuno.engine.pencil.wording import sentence_text
from openuno.engine.rules import custom_rule_on
from openuno.engine.view import View
from openuno.terminal.client.cards import face_text
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.text.narration import Names


def asked_by(view: View, names: Names) -> str:
    """Who played the rule that waits for an answer, and its words; empty if none does."""
    rule = getattr(view.phase, "rule", None)
    if rule is None:
        return ""
    top = view.discard[-1]
    words = sentence_text(custom_rule_on(view.rules, top)[rule.sentence])
    card = face_text(top)  # as it is drawn on the card
    if view.window is None:  # nobody played the first card
        return f"{card}: “{words}”"
    if rule.by == names.you:
        return translate("You played {card}: “{rule}”", card=card, rule=words)
    return translate(
        "{name} played {card}: “{rule}”", name=names.seats[rule.by], card=card, rule=words
    )
