"""Feeds the reader of records, and all that follows a record, with bytes nobody would write.

A record is read or refused with `RecordError`; nothing else may come of it. The corpus begins with
short games and stays in build/fuzz/, so that the next run goes on from there.
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["openuno"]):
    from openuno.game.view import view_game
    from openuno.record.errors import RecordError
    from openuno.record.reader import read_record, record_bytes
    from openuno.record.replay import replay
    from openuno.record.verify import Verdict, verify

CORPUS = Path("build/fuzz/record_reader")
LONGEST = 20_000


def one_input(data: bytes) -> None:
    """Read it, and if it is a record, follow it as every command does."""
    try:
        record = read_record(data)
    except RecordError:
        assert verify(data).verdict is Verdict.UNREADABLE
        return
    assert read_record(record_bytes(record)).entries == record.entries
    report = verify(record)
    try:
        for _, game in replay(record):
            for player in range(len(record.header.names)):
                view_game(game, player)
    except RecordError:
        assert report.verdict is not Verdict.TRUE


def _write_samples() -> None:
    from tests.record.games import SETTINGS, play_setting  # noqa: PLC0415 - not to be instrumented

    CORPUS.mkdir(parents=True, exist_ok=True)
    for number, setting in enumerate(SETTINGS):
        data = play_setting(setting).data
        (CORPUS / f"sample-{number}.uno").write_bytes(data)
        cut = data[:LONGEST].rpartition(b"\n")[0] + b"\n"
        (CORPUS / f"opening-{number}.uno").write_bytes(cut)


if __name__ == "__main__":
    _write_samples()
    atheris.Setup([sys.argv[0], str(CORPUS), f"-max_len={LONGEST}", *sys.argv[1:]], one_input)
    atheris.Fuzz()
