"""What is said to somebody who types, in local games and at a server's table alike."""

from openuno.engine.errors import NotationError
from openuno.engine.view import View
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.text.layout import top_card
from openuno.terminal.text.narration import Names, sentence

YES = ("y", "yes")


def ask_confirmation(cost: str) -> str:
    """What it costs, and how to do it all the same."""
    return f"{cost} {translate('Type yes to do it:')}"


def is_yes(line: str) -> bool:
    """Whether somebody has confirmed, in English or in the language spoken."""
    return line.lower() in (*YES, translate("yes"))


def call_sentences(view: View, names: Names) -> list[str]:
    """What somebody who is asked out of turn should know before the moves."""
    said = []
    if view.owes_uno is not None:
        if speaks_english():
            who = names.subject_and_verb(view.owes_uno, "have")
            said.append(sentence(f"{who} one card, and UNO has not been said"))
        elif view.owes_uno == view.seat:
            said.append(translate("You have one card left: say UNO!"))
        else:
            said.append(sentence(say("say.forgot", name=names.seats[view.owes_uno])))
    top = translate(
        "{card} is on the pile. Before the next turn you can (Enter to skip):", card=top_card(view)
    )
    return [*said, top]


def no_such_move(number: int | str, last: int) -> str:
    """That the number typed is none of the moves."""
    return translate(
        "There is no move {number}; they run from 1 to {last}.", number=number, last=last
    )


def wrong_catch_text(target: int, view: View, names: Names) -> str:
    """What it costs to catch somebody who does not owe UNO."""
    return translate(
        "{name} does not owe UNO: a wrong catch costs you"
        " {count, plural, one {# card} other {# cards}}.",
        name=names.seats[target],
        count=view.rules.wrong_catch_penalty,
    )


def typing_mistake(error: NotationError) -> str:
    """What is wrong with a move as it was typed."""
    if speaks_english():
        return sentence(error.sentence)
    return translate("That is no move; ? lists what you can type.")
