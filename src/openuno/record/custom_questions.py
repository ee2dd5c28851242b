"""Whether a question that a record tells of is one that the custom rule on the top card asks."""

from openuno.engine import custom
from openuno.engine.cards import Face
from openuno.engine.events import (
    CardChoice,
    CardsAsked,
    ChoiceAsked,
    ColourAsked,
    UnfinishedRule,
)
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import Round

_ASKS: dict[CardChoice, type[custom.Effect]] = {
    CardChoice.DISCARD: custom.DiscardsChosen,
    CardChoice.GIVE: custom.GivesChosen,
    CardChoice.PASS: custom.PassesCards,
}


def is_question_of_rule(round: Round, event: CardsAsked | ColourAsked | ChoiceAsked) -> bool:
    """Whether the question names seats at the table and a sentence that asks for it."""
    match event:
        case CardsAsked(seats, what, number, to, rule):
            named = (*seats, *to)
            return (
                bool(seats)
                and len(set(seats)) == len(seats)
                and all(0 <= seat < len(round.hands) for seat in named)
                and 1 <= number <= custom.MAX_CARDS
                and bool(to) == (what is CardChoice.GIVE)
                and _asks(round, rule, _ASKS[what])
            )
        case ColourAsked(_, rule):
            return rule is None or _asks(round, rule, custom.NamesColour)
        case ChoiceAsked(_, rule):
            return rule is None or (
                rule.target is not None and _asks(round, rule, custom.SwapsChosen)
            )


def _asks(round: Round, rule: UnfinishedRule, effect: type[custom.Effect]) -> bool:
    if not round.discard or round.discard[-1].face is not Face.CUSTOM:
        return False
    sentences = custom_rule_on(round.rules, round.discard[-1])
    return (
        0 <= rule.by < len(round.hands)
        and (rule.target is None or 0 <= rule.target < len(round.hands))
        and 0 <= rule.sentence < len(sentences)
        and isinstance(sentences[rule.sentence], effect)
    )
