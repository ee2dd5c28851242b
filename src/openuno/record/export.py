"""One player's knowledge, taken from a whole record."""

from msgspec.structs import replace

from openuno.game.view import redact_command, redact_game
from openuno.record.errors import RecordError
from openuno.record.lines import ClosingLine, Entry, SeededDeal
from openuno.record.reader import Record
from openuno.record.replay import replay


def export_record(record: Record, player: int, *, reveal: bool = False) -> Record:
    """The record as the player knew it: others' cards lie face down.

    The seed would give them all away, so it is left out; with `reveal` it stays, and anyone who has
    the record can check every deal and see every card.
    """
    header = record.header
    if not 0 <= player < len(header.names):
        raise RecordError(1, f"there is no player {player} among {len(header.names)}")
    if header.seat not in (None, player):
        raise RecordError(1, f"this record is what player {header.seat} knew")
    chance = None if isinstance(header.chance, SeededDeal) else header.chance
    entries = (
        Entry(
            # With the seed every card can be seen, and without the choices nothing be checked.
            entry.command if reveal else redact_command(entry.command, player),
            tuple(redact_game(game, event, player) for event in entry.events),
        )
        for entry, game in replay(record)
    )
    closing = record.closing
    if closing is not None and not reveal:
        closing = ClosingLine(closing.result, None)
    return Record(replace(header, seat=player, chance=chance), tuple(entries), closing)
