"""`uno export`: one player's knowledge of a record, on its own."""

import sys
from io import TextIOWrapper
from pathlib import Path

from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.reader import record_bytes
from openuno.terminal.commands.records import UnreadableRecord, load_record, location_text
from openuno.terminal.saves import CannotSave


def write_export(path: Path, player: int, out: Path | None) -> None:
    """Write the record as the player knew it, to a new file or to stdout."""
    try:
        known = record_bytes(export_record(load_record(path), player))
    except RecordError as error:
        raise UnreadableRecord(location_text(path, error)) from None
    if out is None:
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # as a file would have it
        sys.stdout.write(known.decode())
        return
    try:
        with out.open("xb") as file:
            file.write(known)
    except FileExistsError:
        raise CannotSave(f"{out} is there already; choose a new file") from None
    except OSError as error:
        raise CannotSave(f"cannot write {out}: {error.strerror}") from None
