"""What an assistant reads after each call: what happened, the position, the score, what to do."""

from collections.abc import Iterator, Sequence

from openuno.engine.actions import Action, Play
from openuno.engine.cards import Colour
from openuno.engine.errors import Reason
from openuno.engine.state import RoundOver
from openuno.engine.view import View
from openuno.game.formats import BestOf, Single
from openuno.game.view import GameView
from openuno.terminal.text.score_sheet import format_name
from openuno.text.answers import why_not
from openuno.text.view import view_page

YOUR_TURN = "It is your turn: call act with the number or the code of an action."
OUT_OF_TURN = "Out of turn you may call act with one of these actions, or decline."
ROUND_OVER = "The round is over: call go_on to deal the next one."
GAME_OVER = "The game is over: call go_on to play another one."
THINKING = "The others are still thinking: call wait."


def find_view(game: GameView) -> tuple[tuple[int, ...], View] | None:
    """The players and the view of the table the assistant sits at or, without a seat, the first."""
    tables = [table for table in game.tables if game.player in table.players] or game.tables
    return (tables[0].players, tables[0].view) if tables else None


def game_page(
    game: GameView,
    names: Sequence[str],
    happened: Sequence[str],
    *,
    to_do: str,
    notes: Sequence[str] = (),
) -> str:
    """One page; `happened` is new to the reader, `names` are by player."""
    lines = ["What has happened:", *(f"- {each}" for each in happened), ""] if happened else []
    if (found := find_view(game)) is not None:
        players, seen = found
        lines += view_page(seen, [names[player] for player in players]).splitlines()
        if refused := list(_refused_cards(seen)):
            lines += ["Cards that you may not play now:", *refused]
    lines += ["", *_score(game, names), *notes, to_do]
    return "\n".join(lines) + "\n"


def _refused_cards(view: View) -> Iterator[str]:
    """The cards of the hand that cannot be played, each with the reason, in turn."""
    if view.seat is None or getattr(view.phase, "seat", None) != view.seat:
        return
    playable = {action.card for action in view.legal if isinstance(action, Play)}
    for card in dict.fromkeys(view.hands[view.seat]):
        if card not in playable:
            refused = why_not(view, Play(card, None if card.colour else Colour.RED))
            if refused is not None and refused.reason is not Reason.WRONG_PHASE:
                yield f"- {card.value}: {refused.sentence}"


def _score(game: GameView, names: Sequence[str]) -> Iterator[str]:
    if not isinstance(game.format, Single):
        counted, what = (
            (game.wins, "Rounds won") if isinstance(game.format, BestOf) else (game.scores, "Score")
        )
        each = ", ".join(f"{name} {value}" for name, value in zip(names, counted, strict=True))
        yield f"Round {game.round_number}, {format_name(game.format)}. {what}: {each}."
    if game.winners is not None:
        yield f"Won by {', '.join(names[player] for player in game.winners)}."


def what_to_do(view: View, offered: tuple[Action, ...]) -> str:
    """The sentence that ends a page while a round is on."""
    if isinstance(view.phase, RoundOver):
        return ROUND_OVER
    if view.seat is not None and getattr(view.phase, "seat", None) == view.seat:
        return YOUR_TURN
    return OUT_OF_TURN if offered else THINKING
