import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.game.play import apply_command, start_game
from openuno.game.state import GameStep
from openuno.record.errors import RecordError
from openuno.record.lines import LONGEST_NAME, Header, game_rng
from openuno.record.reader import read_record
from openuno.record.verify import Verdict, resume_game, verify
from openuno.record.writer import Recorder
from tests.record.games import SETTINGS, Setting, header_of, play_setting, seed_of

SETTING = SETTINGS[0]
GAME = play_setting(SETTING)
TOURNAMENT = Setting("house+hand_size=2", "rotating", 8, fair=False, hands=1)


def opening(setting: Setting) -> tuple[Header, GameStep]:
    header = header_of(setting)
    rng = game_rng(header, seed_of(setting))
    assert rng is not None
    return header, start_game(header.rules, header.format, len(header.names), rng, header.dealer)


@pytest.mark.parametrize("sync", [False, True])
def test_every_line_is_in_the_file_as_soon_as_it_is_appended(tmp_path: Path, sync: bool) -> None:
    path = tmp_path / "game.uno"
    header, begun = opening(SETTING)
    with Recorder.create(path, header, begun.events, sync=sync) as recorder:
        for done, (what, step) in enumerate(GAME.steps, start=1):
            recorder.append(what, step.events)
            assert path.read_bytes() == b"".join(GAME.data.splitlines(keepends=True)[: done + 2])
        recorder.end(GAME.games[-1], seed_of(SETTING))
    assert path.read_bytes() == GAME.data


def test_sync_waits_for_the_disk_at_every_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    header, begun = opening(SETTING)
    with Recorder.create(tmp_path / "a.uno", header, begun.events, sync=True) as recorder:
        before = len(synced)
        recorder.append(*told(0))
        assert len(synced) == before + 1
    with Recorder.create(tmp_path / "b.uno", header, begun.events) as recorder:
        before = len(synced)
        recorder.append(*told(0))
        assert len(synced) == before


def told(place: int):  # type: ignore[no-untyped-def]
    what, step = GAME.steps[place]
    return what, step.events


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(b"mine")
    header, begun = opening(SETTING)
    with pytest.raises(FileExistsError):
        Recorder.create(path, header, begun.events)
    assert path.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "changes",
    [
        {"names": ("Ada", "", "Cleo")},
        {"names": ("Ada", "\x1b[2J", "Cleo")},
        {"names": ("Ada", "B" * (LONGEST_NAME + 1), "Cleo")},
        {"names": ("Ada",)},
        {"dealer": 1},
        {"seat": 3},
    ],
    ids=str,
)
def test_a_header_no_game_can_have_is_refused_before_a_file_is_made(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    header, begun = opening(SETTING)
    with pytest.raises(RecordError):
        Recorder.create(tmp_path / "game.uno", replace(header, **changes), begun.events)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("setting", [SETTINGS[0], TOURNAMENT], ids=str)
def test_wherever_a_crash_tears_the_file_it_can_be_played_on(
    tmp_path: Path, setting: Setting
) -> None:
    game = play_setting(setting)
    seed = seed_of(setting) if setting.fair else None
    first = game.data.index(b"\n") + 1
    ends = len(game.data.splitlines(keepends=True)[-1])
    cuts = [
        *range(first, first + 400, 7),
        *range(len(game.data) - ends - 300, len(game.data) - ends),
    ]
    for cut in cuts:
        path = tmp_path / f"{cut}.uno"
        path.write_bytes(game.data[:cut])
        record = read_record(path.read_bytes())
        found = resume_game(record, seed)
        done = max(len(record.entries) - 1, 0)
        with Recorder.reopen(path, record, seed) as recorder:
            for what, step in game.steps[done:]:
                assert apply_command(found, what) == step
                found = step.game
                recorder.append(what, step.events)
            recorder.end(found, seed)
        assert path.read_bytes() == game.data
    assert verify(game.data).verdict is Verdict.TRUE
