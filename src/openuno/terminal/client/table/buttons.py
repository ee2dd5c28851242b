"""Which buttons a state offers: what can be done now, and only that."""

from openuno.engine.actions import (
    Accept,
    Catch,
    Challenge,
    ChooseCard,
    Decide,
    Draw,
    Keep,
    Pass,
    Play,
    SayUno,
)
from openuno.terminal.client.button_row import Button
from openuno.terminal.languages.catalogue import say, say_or, speaks_english, translate
from openuno.terminal.preferences import Pace
from openuno.terminal.tables.table import TableState


def action_buttons(state: TableState, *, uno_ready: bool) -> list[Button]:
    """The moves, the one that matters marked; `uno_ready`: UNO is said with the next card."""
    view = state.view
    if state.waits_for_deal:
        return [Button("Enter", say("table.next"), "play", now=True)]
    if view is None or view.seat is None:
        return []
    if state.shared is not None and state.shared.played_by_bot:
        return [Button("Enter", say_or("Play on yourself", "table.come-back"), "play", now=True)]
    legal, buttons = view.legal, []
    if SayUno() in legal:
        buttons.append(Button("U", "UNO!", "uno", now=True))
    elif any(isinstance(action, Play) and action.uno for action in legal):
        words = _uno_words(uno_ready=uno_ready)
        buttons.append(Button("U", words, "uno", now=not uno_ready))
    if view.owes_uno is not None and Catch(view.owes_uno) in legal:
        who = state.seat_names.seats[view.owes_uno]
        buttons.append(Button("X", _catch_words(who), "catch", now=True))
    if any(isinstance(action, ChooseCard) for action in legal):
        buttons.append(Button("Enter", translate("Choose"), "play", now=True))
    plays = any(isinstance(action, Play) for action in legal)
    if plays and state.is_my_turn:
        buttons.append(Button("Enter", say("table.play-it"), "play"))
    elif plays and state.offered:
        buttons.append(Button("Enter", translate("Jump in"), "play", now=True))
    total = getattr(view.phase, "total", 0)
    for action, button in (
        (Draw(), Button("D", say("table.draw"), "draw", now=not plays)),
        (Keep(), Button("K", say("table.keep"), "keep", now=not plays)),
        (Pass(), Button("P", say("table.pass"), "pass_turn", now=True)),
        (Accept(), Button("A", say("table.take", total=total), "accept", now=not plays)),
        (Decide(yes=True), Button("Y", say("table.yes"), "decide(True)", now=True)),
        (Decide(yes=False), Button("N", say("table.no"), "decide(False)")),
        (Challenge(), Button("C", say("table.challenge"), "challenge")),
    ):
        if action in legal:
            buttons.append(button)
    if state.dispute is not None:
        buttons.insert(0, Button("J", translate("Judge"), "judge", now=True))
    elif state.charges:
        buttons.append(Button("J", _charge_words(state), "judge"))
    if state.offered and not state.is_my_turn:
        buttons.append(Button("Esc", _let_go_words(), "let_go"))
    return buttons


def key_buttons(state: TableState, pace: Pace) -> list[Button]:
    """What is always there."""
    playing = state.view is not None and state.view.seat is not None
    buttons = [Button("?", translate("Help"), "help")]
    if state.shared is not None:
        buttons.append(Button("T", say("table.say"), "talk"))
    elif playing:
        buttons.append(Button("H", translate("Hint"), "hint"))
    if state.can_undo:
        buttons.append(Button("Z", translate("Undo"), "undo"))
    slower = pace in (Pace.FAST, Pace.INSTANT)
    if state.shared is None:
        buttons.append(
            Button("F", translate("Slower") if slower else translate("Faster"), "faster")
        )
    buttons += [
        Button("L", translate("Log"), "log"),
        Button(
            "S", "Settings" if speaks_english() else translate("Options"), "settings", spare=True
        ),
        Button("Q", translate("Leave"), "leave"),
    ]
    return buttons


def _charge_words(state: TableState) -> str:
    if any(charge.honour for charge in state.charges):
        return translate("Rule not kept")
    return say("table.accuse")


def _uno_words(*, uno_ready: bool) -> str:
    if not uno_ready:
        return "UNO!"
    return "UNO! ✓ with the next card" if speaks_english() else "UNO! ✓"


def _let_go_words() -> str:
    return "Let it go" if speaks_english() else say("table.cancel")


def _catch_words(who: str) -> str:
    words = say("table.catch-name", name=who)
    return f"{words}!" if speaks_english() else words
