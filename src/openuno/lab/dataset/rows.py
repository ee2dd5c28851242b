"""One decision as a row of plain values, and the view of its player back from the row."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from openuno.engine.actions import Action
from openuno.engine.cards import Card, Colour
from openuno.engine.events import LastingRule
from openuno.engine.legal import legal
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.state import Phase, Window
from openuno.engine.view import View, hidden_round

NOBODY = -1
"""Stands for a seat where there is none."""


class Column(NamedTuple):
    """A column: its type in Arrow's words, and what it holds."""

    type: str
    meaning: str


COLUMNS = {
    "round": Column("int64", "number of the round in the data set, from 0"),
    "seed": Column(
        "uint64", "seed of the round: `play_round(bots, rules, seed=seed)` plays it again"
    ),
    "step": Column("int32", "number of the decision in its round, from 0"),
    "rules": Column("string", "rules of the table, as `parse_rules` reads them"),
    "players": Column("int8", "number of seats"),
    "seat": Column("int8", "who decides; seats count from 0 to the left"),
    "bot": Column("string", "the bot in that seat"),
    "in_turn": Column("bool", "whether it is that seat's turn; else a call, a catch or a jump-in"),
    "dealer": Column("int8", "seat of the dealer"),
    "hand": Column("string", "cards of the seat, comma between"),
    "hand_sizes": Column("string", "number of cards of each seat, comma between"),
    "pile": Column("int16", "number of cards to draw from"),
    "discard": Column("string", "discard pile, top card last, comma between"),
    "colour": Column("string", "colour to match: R, Y, G, B; empty before one is named"),
    "direction": Column("int8", "1 to the left, -1 to the right"),
    "phase": Column("string", "what the table waits for, as JSON; cards that are hidden are ??"),
    "laid_by": Column("int8", "who has just laid the top card; -1 once a turn has begun since"),
    "uno_settled": Column("bool", "whether UNO for that card was said or caught"),
    "owes_uno": Column("int8", "who has one card and has not said UNO; -1 for nobody"),
    "passes": Column("int16", "players who passed in a row"),
    "sitting_out": Column("string", "seats that miss their next turn, comma between"),
    "lasting": Column("string", "rules that hold for a while, as JSON"),
    "options": Column("string", "codes of the actions to choose from, comma between"),
    "action": Column("string", "code of the action taken; empty: none, out of turn"),
    "winner": Column("int8", "seat that won the round; -1 if nobody could move"),
    "won": Column("bool", "whether the seat won, alone or with its team"),
    "points": Column("int16", "what the round was worth to the seat"),
    "decisions_left": Column("int32", "decisions of all seats that follow in the round"),
}
"""Every column, in order."""

Row = dict[str, Any]

_PHASE: msgspec.json.Decoder[Phase] = msgspec.json.Decoder(Phase)
_LASTING = msgspec.json.Decoder(tuple[LastingRule, ...])


def decision_row(view: View, offered: tuple[Action, ...], action: Action | None) -> Row:
    """What the seat saw and did; the round it belongs to is not known here."""
    assert view.seat is not None, "somebody decides"
    window = view.window
    return {
        "rules": rules_text(view.rules),
        "players": len(view.hands),
        "seat": view.seat,
        "in_turn": getattr(view.phase, "seat", None) == view.seat,
        "dealer": view.dealer,
        "hand": ",".join(view.hands[view.seat]),
        "hand_sizes": ",".join(str(len(hand)) for hand in view.hands),
        "pile": view.pile,
        "discard": ",".join(view.discard),
        "colour": "" if view.colour is None else view.colour.value,
        "direction": view.direction,
        "phase": msgspec.json.encode(view.phase).decode(),
        "laid_by": NOBODY if window is None else window.by,
        "uno_settled": window is not None and window.settled,
        "owes_uno": NOBODY if view.owes_uno is None else view.owes_uno,
        "passes": view.passes,
        "sitting_out": ",".join(map(str, view.sitting_out)),
        "lasting": msgspec.json.encode(view.lasting).decode() if view.lasting else "",
        "options": ",".join(map(action_text, offered)),
        "action": "" if action is None else action_text(action),
    }


def view_from_row(row: Mapping[str, Any]) -> View:
    """The view that the seat had when it decided."""
    seat = row["seat"]
    own = _cards(row["hand"])
    sizes = [int(size) for size in row["hand_sizes"].split(",")]
    hands = tuple(own if at == seat else (Card.BACK,) * size for at, size in enumerate(sizes))
    laid_by = row["laid_by"]
    view = View(
        rules=parse_rules(row["rules"]),
        seat=seat,
        dealer=row["dealer"],
        hands=hands,
        pile=row["pile"],
        discard=_cards(row["discard"]),
        colour=Colour(row["colour"]) if row["colour"] else None,
        direction=row["direction"],
        phase=_PHASE.decode(row["phase"]),
        window=None if laid_by == NOBODY else Window(laid_by, row["uno_settled"]),
        owes_uno=None if row["owes_uno"] == NOBODY else row["owes_uno"],
        passes=row["passes"],
        legal=(),
        sitting_out=tuple(int(each) for each in row["sitting_out"].split(",") if each),
        lasting=_LASTING.decode(row["lasting"]) if row["lasting"] else (),
    )
    return msgspec.structs.replace(view, legal=legal(hidden_round(view), seat))


def action_from_row(row: Mapping[str, Any]) -> Action | None:
    """What the seat did; None if it let something go out of turn."""
    return parse_action(row["action"]) if row["action"] else None


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split(",") if code)
