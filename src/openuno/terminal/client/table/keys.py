"""What the keys do at the table, in words."""

from rich.cells import cell_len
from rich.text import Text

from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.layout import custom_rule_lines

KEY_WIDTH = 14
HELP_WIDTH = 70
ALONE, TOGETHER = frozenset("HZF"), frozenset("TE")
"""Keys that do something only in a local game, and only at a table with others."""


def help_text(state: TableState) -> Text:
    """The keys that do something here, and what is written on blank cards."""
    text = Text()
    useless = TOGETHER if state.shared is None else ALONE
    for key, meaning in _key_rows():
        if key not in useless:
            text.append(key + " " * max(1, KEY_WIDTH - cell_len(key)), "bold")
            text.append(f"{meaning}\n")
    view = state.view
    for line in () if view is None else custom_rule_lines(view.rules, width=HELP_WIDTH):
        text.append("\n").append(line)
    return text


def _key_rows() -> list[tuple[str, str]]:
    return [
        ("← →  1 2 3 …", say_or("choose a card", "keys.cards")),
        ("Tab", say_or("the next card that fits", "keys.playable")),
        ("Enter, Space", say_or("play it; a click does, too", "keys.play")),
        ("D  P  A", say("keys.take")),
        ("K", say("keys.keep")),
        ("U", say_or("UNO: with your last card but one, or after it", "keys.uno")),
        ("X", say_or("catch someone who has not said UNO", "keys.catch")),
        ("C", say("keys.challenge")),
        ("Y  N", f"{say('table.yes')} / {say('table.no')}"),
        ("Esc", translate("let go of a chance to jump in or to catch")),
        ("M", translate("all your moves in words")),
        ("H", translate("Hint")),
        ("Z", translate("take back your last move")),
        ("F", translate("bots faster, and normal again")),
        ("T", translate("say something to the others")),
        ("E", translate("the set phrases, without typing them")),
        ("J", translate("say who did not keep an honour rule or gave a hint, and judge it")),
        ("L", translate("the log and the score sheet")),
        ("S", say_or("settings", "settings.title")),
        ("Q", translate("leave; the game is kept")),
    ]
