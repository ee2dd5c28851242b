"""What can be typed at a server's table, and what it does."""

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from openuno.engine.custom import has_honour_rule
from openuno.engine.rules import Rules
from openuno.terminal.languages.catalogue import say, translate
from openuno.terminal.text.layout import INDENT, hanging_indent

Rows = list[tuple[str, str]]
"""What is typed, and what it does."""


def lobby_rows() -> Rows:
    """What can be typed in the lobby."""
    return [
        ("Enter", translate("what the sentence says: sit down, be ready, start")),
        ("r", translate("ready, or not ready any more")),
        ("b", translate("the host: add a bot to a free seat")),
        ("x", translate("the host: send a bot away")),
        ("seats", translate("who sits where, and what is played")),
        ("i", say("lobby.link")),
        *_talk_rows(),
        ("q", translate("leave; your seat is free again")),
    ]


def game_rows(rules: Rules) -> Rows:
    """What can be typed during a game, apart from moves."""
    rows = [
        ("table", translate("the table again, and your moves")),
        ("score", translate("the score sheet")),
        *_talk_rows(),
    ]
    if rules.honour_penalty and has_honour_rule(rules.written):
        rows.append(("broke Ada", translate("say that Ada did not keep the honour rule")))
    if rules.suggestion_penalty:
        rows.append(("hinted Ada", translate("say that what Ada said was a hint")))
    away = translate("leave; your seat is kept, and after a while a bot plays for you")
    return [*rows, ("q", away)]


def print_rows(out: Console, rows: Rows) -> None:
    """Print what can be typed, each with its meaning beside it."""
    wide = max(cell_len(typed) for typed, _ in rows)
    for typed, meaning in rows:
        head = typed + " " * (wide - cell_len(typed)) + INDENT
        out.print(hanging_indent(head, [Text(word) for word in meaning.split()], out.width))


def _talk_rows() -> Rows:
    return [
        ("say …", translate("say something to the others")),
        ("phrase", translate("the set phrases, without typing them")),
    ]
