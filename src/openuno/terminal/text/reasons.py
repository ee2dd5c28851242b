"""Why a move is good, in the language spoken."""

from openuno.local.analysis.reasons import Reason, reason_text
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import say, speaks_english


def reason_sentence(reason: Reason, names: tuple[str, ...]) -> str:
    """The reason in one sentence; `names` are by seat."""
    if speaks_english():
        return reason_text(reason, names)
    return say(
        f"reason.{reason.kind}",
        name="" if reason.seat is None else names[reason.seat],
        card="" if reason.card is None else card_name(reason.card),
        colour="" if reason.colour is None else colour_name(reason.colour),
        other="" if reason.other is None else colour_name(reason.other),
        cards=reason.cards,
        rest=reason.other_cards,
    )
