"""Whether a question that a record tells of is one that the custom rule on the top card asks."""

from openuno.engine import custom
from openuno.engine.cards import Face
from openuno.engine.events import (
    CardChoice,
    CardsAsked,
    ChoiceAsked,
    ColourAsked,
    DecisionAsked,
    UnfinishedRule,
)
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import Round

_ASKS: dict[CardChoice, type[custom.Effect]] = {
    CardChoice.DISCARD: custom.DiscardsChosen,
    CardChoice.DISCARD_TO: custom.DiscardsToChosen,
    CardChoice.GIVE: custom.GivesChosen,
    CardChoice.PASS: custom.PassesCards,
}


def is_question_of_rule(
    round: Round, event: CardsAsked | ColourAsked | ChoiceAsked | DecisionAsked
) -> bool:
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
                and _has_cards_to_choose(round, event)
                and _asks(round, rule, _ASKS[what])
            )
        case ColourAsked(_, rule):
            return rule is None or _asks(round, rule, custom.NamesColour)
        case DecisionAsked(seat, rule):
            return 0 <= seat < len(round.hands) and _asks_for_decision(round, rule)
        case ChoiceAsked(_, rule):
            return rule is None or (
                rule.target is not None and _asks(round, rule, custom.SwapsChosen)
            )


def _asks_for_decision(round: Round, rule: UnfinishedRule) -> bool:
    if not _asks(round, rule, object):
        return False
    effect = custom_rule_on(round.rules, round.discard[-1])[rule.sentence]
    return isinstance(getattr(effect, "when", None), custom.IfWants)


def _has_cards_to_choose(round: Round, event: CardsAsked) -> bool:
    """Whether everyone who is to discard down to a number holds more."""
    down = event.what is CardChoice.DISCARD_TO
    return not down or all(len(round.hands[seat]) > event.number for seat in event.seats)


def _asks(round: Round, rule: UnfinishedRule, effect: type[object]) -> bool:
    if not round.discard or round.discard[-1].face is not Face.CUSTOM:
        return False
    sentences = custom_rule_on(round.rules, round.discard[-1])
    return (
        0 <= rule.by < len(round.hands)
        and (rule.target is None or 0 <= rule.target < len(round.hands))
        and 0 <= rule.sentence < len(sentences)
        and isinstance(sentences[rule.sentence], effect)
    )
