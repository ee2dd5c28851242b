"""The questions a move can raise: which colour, which player, whether to challenge, which move."""

from collections.abc import Sequence

from rich.text import Text

from openuno.engine.actions import (
    Accept,
    Action,
    Challenge,
    Decide,
)
from openuno.engine.cards import Colour
from openuno.engine.events import UnfinishedRule
from openuno.engine.pencil.wording import unconditional_text
from openuno.engine.play import CHALLENGE_PENALTY
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import FacingDrawFour
from openuno.engine.view import View
from openuno.terminal.client.dialogs import Answer, Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.cards import SHAPES, colour_name
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.odds import bluff_chance
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.moves import action_words
from openuno.terminal.text.narration import Names, cards_text, sentence

COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
"""In the order in which they are offered."""
KEYS = "123456789abcdefghijklmnoprstuvwxyz"


def ask_colour(
    palette: Palette, card: str, colours: Sequence[Colour], most: Colour, why: str = ""
) -> Question[Colour]:
    """Which colour a wild gets; the one most held is proposed; `why`: the rule that asks."""
    offered = [colour for colour in COLOURS if colour in colours]
    answers = [
        Answer(
            colour.value,
            Text(f"{SHAPES[colour]} {_capital(colour_name(colour))}", palette.words[colour]),
            colour,
        )
        for colour in offered
    ]
    start = offered.index(most) if most in offered else 0
    ask = "name the colour" if speaks_english() else say("hand.name-a-colour")
    return Question(f"{card}: {ask}", answers, text=why, start=start)


def ask_player(
    names: Names, view: View, title: str, targets: Sequence[int], why: str = ""
) -> Question[int]:
    """Which player it is about; `why`: the rule that asks."""
    answers = [
        Answer(
            str(number),
            Text(f"{names.seats[seat]}, {say('table.cards', cards=len(view.hands[seat]))}"),
            seat,
        )
        for number, seat in enumerate(targets, start=1)
    ]
    return Question(title, answers, text=why)


def ask_decision(view: View, rule: UnfinishedRule, why: str) -> Question[Action]:
    """Whether the player wants what a custom rule says; `why`: the rule, and who played it."""
    effect = custom_rule_on(view.rules, view.discard[-1])[rule.sentence]
    answers: list[Answer[Action]] = [
        Answer("Y", Text(say("table.yes")), Decide(yes=True)),
        Answer("N", Text(say("table.no")), Decide(yes=False)),
    ]
    text = f"{sentence(unconditional_text(effect))}\n\n{why}"
    return Question(say("say.decide"), answers, text=text)


def ask_challenge(names: Names, view: View, phase: FacingDrawFour) -> Question[Action]:
    """Whether to challenge a Wild Draw Four, with what each outcome costs and how likely it is."""
    if not speaks_english():
        return _ask_challenge_translated(names, phase)
    who, colour = names.seats[phase.by], phase.before.label.lower()
    shape = SHAPES[phase.before]
    text = Text(
        f"{who} laid it on {shape} {colour}, holding {cards_text(len(phase.held))}.\n"
        f"It was a bluff if one of those was {colour}.\n"
        f"The chance that {cards_text(len(phase.held))} you can't see include {colour}:"
        f" {bluff_chance(view, phase):.0%}.\n\n"
        f"A bluff:   {who} draws {cards_text(phase.total)}, and it is your turn.\n"
        f"Honest:    you draw {cards_text(phase.total + CHALLENGE_PENALTY)}"
        " and miss your turn."
    )
    answers: list[Answer[Action]] = [
        Answer("A", Text(f"Take {cards_text(phase.total)} and miss your turn"), Accept()),
        Answer("C", Text(f"Challenge {who}"), Challenge()),
    ]
    return Question(f"Wild Draw Four from {who}", answers, text=text)


def _ask_challenge_translated(names: Names, phase: FacingDrawFour) -> Question[Action]:
    who, total = names.seats[phase.by], phase.total
    text = Text(
        f"{say('table.doubt-right', colour=colour_name(phase.before))}\n"
        f"  {say('table.doubt-they', name=who, total=total)}\n"
        f"{say('table.doubt-wrong')}\n"
        f"  {say('table.doubt-you', total=total + CHALLENGE_PENALTY)}"
    )
    answers: list[Answer[Action]] = [
        Answer("A", Text(say("table.accept", total=total)), Accept()),
        Answer("C", Text(say("table.challenge")), Challenge()),
    ]
    return Question(say("table.doubt-title", name=who, total=total), answers, text=text)


def ask_move(names: Names, view: View) -> Question[Action]:
    """Which of all legal moves."""
    offered = view.legal[: len(KEYS)]
    answers = [
        Answer(key, Text(action_words(action, names)), action)
        for key, action in zip(KEYS, offered, strict=False)
    ]
    more = len(view.legal) - len(offered)
    rest = translate("and {count} more", count=more) if more else ""
    return Question(translate("Your moves"), answers, text=rest)


def ask_leaving(state: TableState) -> Question[bool]:
    """Whether to leave the table."""
    answers = [
        Answer("Y", Text(translate("Leave")), True),
        Answer("N", Text(translate("Stay")), False),
    ]
    text = translate("The game is kept, and can be resumed.")
    if state.shared is not None:
        text = translate("You can come back to the table by the same link.")
        if state.player is not None and state.game.winners is None:
            kept = translate("Your seat is kept, and after a while a bot plays for you.")
            text = f"{kept} {text}"
    return Question(f"{say('table.leave')}?", answers, text=text)


def ask_wrong_catch(who: str, cost: int) -> Question[bool]:
    """Whether to catch somebody who does not owe UNO."""
    answers = [
        Answer("N", Text(translate("No")), False),
        Answer("Y", Text(translate("Catch anyway")), True),
    ]
    text = translate(
        "{name} does not owe UNO: a wrong catch costs you"
        " {count, plural, one {# card} other {# cards}}.",
        name=who,
        count=cost,
    )
    return Question(f"{say('table.catch-name', name=who)}?", answers, text=text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
