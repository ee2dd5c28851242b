"""Moves as people type them."""

from openuno.engine.actions import Action, Catch, Suggest
from openuno.engine.notation.actions import parse_action
from openuno.engine.view import View

ACTION_WORDS = frozenset(
    ("draw", "keep", "pass", "accept", "challenge", "name", "choose", "uno", "catch", "yes", "no")
)


def parse_typed(text: str) -> Action:
    """The action, in letters of any case; `NotationError` if it is none."""
    return parse_action(_normalise_case(text))


def is_costly(action: Action, view: View) -> bool:
    """Whether it costs the player cards and cannot bring anything."""
    wrong = isinstance(action, Catch) and action.target != view.owes_uno
    return wrong or isinstance(action, Suggest)


def _normalise_case(text: str) -> str:
    """Letters as the notation has them: words small, codes large."""
    word, *rest = text.split(" ")
    if word.lower() in ACTION_WORDS:
        return " ".join([word.lower(), *(part.upper() for part in rest)])
    return text.upper()
