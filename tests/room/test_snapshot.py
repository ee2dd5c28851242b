"""A snapshot and the entries after it come to the same table as the whole log."""

import os
import shutil
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import openuno
from openuno.engine.rng import Fair, Fast
from openuno.room import commands as ask
from openuno.room.evolve import evolve_room
from openuno.room.settings import Settings
from openuno.room.snapshot import (
    UnreadableSnapshot,
    read_snapshot,
    restore_chance,
    write_snapshot,
)
from openuno.room.state import GameOver, Room, is_game_on
from openuno.room.view import view_room
from openuno.server.store.snapshot_version import snapshot_version
from tests.room.driver import seat_people, start_game
from tests.room.games import game_of
from tests.room.random_evenings import Evening, Plan, plans


@given(plans(length=120), st.data())
def test_a_snapshot_anywhere_leads_to_the_same_table(plan: Plan, data: st.DataObject) -> None:
    evening = Evening(plan)
    afters = [happened.after for happened in evening.steps()]
    driven = evening.driven
    if not afters:
        return
    middle = data.draw(st.sampled_from(afters), label="the table a snapshot is made of")
    restored = restore_chance(read_snapshot(write_snapshot(middle)), driven.tapes)
    if is_game_on(middle):
        assert restored == middle
    tail = driven.log[middle.seq :]
    came_to = reduce(lambda table, entry: evolve_room(table, entry, driven.tapes), tail, restored)
    assert _without_old_chance(came_to) == _without_old_chance(driven.table)


def _without_old_chance(room: Room) -> Room:
    """The chance of a game that is over is nobody's any more."""
    return room if is_game_on(room) else read_snapshot(write_snapshot(room))


def test_a_snapshot_tells_nothing_of_the_deals_to_come() -> None:
    table = _table_in_play()
    assert isinstance(game_of(table).rng, Fair)
    stored = read_snapshot(write_snapshot(table))
    assert game_of(stored).rng == Fast(0)
    assert all(isinstance(each.round.rng, Fast) for each in game_of(stored).tables)
    assert all(each.round.rng.seed == 0 for each in game_of(stored).tables)  # type: ignore[union-attr]


def test_a_snapshot_with_a_flipped_bit_is_not_believed() -> None:
    whole = write_snapshot(_table_in_play())
    for at in (0, 31, 32, len(whole) // 2, len(whole) - 1):
        flipped = bytearray(whole)
        flipped[at] ^= 1
        with pytest.raises(UnreadableSnapshot):
            read_snapshot(bytes(flipped))
    for cut in (b"", whole[:10], whole[:-1]):
        with pytest.raises(UnreadableSnapshot):
            read_snapshot(cut)


def test_a_program_that_may_fold_otherwise_has_another_version(tmp_path: Path) -> None:
    package = Path(openuno.__file__).parent
    shutil.copytree(package, tmp_path / "openuno", ignore=shutil.ignore_patterns("pages"))
    assert version_of(tmp_path) == snapshot_version()
    changed = tmp_path / "openuno" / "game" / "evolve.py"
    changed.write_text(changed.read_text() + "\n# a change\n")
    assert version_of(tmp_path) not in ("", snapshot_version())


def version_of(path: Path) -> str:
    """The version of snapshots, as the program at this place has it."""
    asked = "from openuno.server.store.snapshot_version import snapshot_version as v; print(v())"
    return subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    ).stdout.strip()


def _table_in_play() -> Room:
    evening = Evening(Plan(Settings(rules="classic", seats=2), 3, 300))
    return next(each.after for each in evening.steps() if is_game_on(each.after))


def test_a_table_between_games_can_be_kept_too() -> None:
    driven = start_game(2)
    driven.asks("ann", ask.End())
    kept = read_snapshot(write_snapshot(driven.table))
    assert isinstance(kept.game, GameOver)
    assert view_room(kept, 0) == view_room(driven.table, 0)
    assert write_snapshot(kept) == write_snapshot(driven.table)


def test_a_table_that_has_not_played_yet_can_be_kept_too() -> None:
    table = seat_people(2).table
    assert read_snapshot(write_snapshot(table)) == table
