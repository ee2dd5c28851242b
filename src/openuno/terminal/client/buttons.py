"""Which buttons a state offers: what can be done now, and only that."""

from openuno.engine.actions import Accept, Catch, Challenge, Draw, Keep, Pass, Play, SayUno
from openuno.terminal.client.widgets import Button
from openuno.terminal.preferences import Pace
from openuno.terminal.tables.table import TableState


def action_buttons(state: TableState, *, uno_ready: bool) -> list[Button]:
    """The moves, the one that matters marked; `uno_ready`: UNO is said with the next card."""
    view = state.view
    if state.waits_for_deal:
        return [Button("Enter", "Next round", "play", now=True)]
    if view is None or view.seat is None:
        return []
    legal, buttons = view.legal, []
    if SayUno() in legal:
        buttons.append(Button("U", "UNO!", "uno", now=True))
    elif any(isinstance(action, Play) and action.uno for action in legal):
        words = "UNO! ✓ with the next card" if uno_ready else "UNO!"
        buttons.append(Button("U", words, "uno", now=not uno_ready))
    if view.owes_uno is not None and Catch(view.owes_uno) in legal:
        who = state.seat_names.seats[view.owes_uno]
        buttons.append(Button("C", f"Catch {who}!", "catch", now=True))
    plays = any(isinstance(action, Play) for action in legal)
    if plays and state.is_my_turn:
        buttons.append(Button("Enter", "Play", "play"))
    elif plays and state.offered:
        buttons.append(Button("Enter", "Jump in", "play", now=True))
    total = getattr(view.phase, "total", 0)
    for action, button in (
        (Draw(), Button("D", "Draw", "draw", now=not plays)),
        (Keep(), Button("K", "Keep", "keep", now=not plays)),
        (Pass(), Button("P", "Pass", "pass_turn", now=True)),
        (Accept(), Button("A", f"Take {total}", "accept", now=not plays)),
        (Challenge(), Button("X", "Challenge", "challenge")),
    ):
        if action in legal:
            buttons.append(button)
    if state.offered and not state.is_my_turn:
        buttons.append(Button("Esc", "Let it go", "let_go"))
    return buttons


def key_buttons(state: TableState, pace: Pace) -> list[Button]:
    """What is always there."""
    playing = state.view is not None and state.view.seat is not None
    buttons = [Button("?", "Help", "help")]
    if playing:
        buttons.append(Button("H", "Hint", "hint"))
    if state.can_undo:
        buttons.append(Button("Z", "Undo", "undo"))
    slower = pace in (Pace.FAST, Pace.INSTANT)
    buttons += [
        Button("F", "Slower" if slower else "Faster", "faster"),
        Button("L", "Log", "log"),
        Button("S", "Settings", "settings"),
        Button("Q", "Leave", "leave"),
    ]
    return buttons
