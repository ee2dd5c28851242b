"""What is written is read back, replays to the games that were played, and is true."""

import json
from typing import get_args

import pytest

from openuno.engine.events import Event
from openuno.game.events import AtTable
from openuno.game.formats import Format
from openuno.game.play import apply_command
from openuno.game.state import NextRound
from openuno.game.view import view_game
from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.replay import replay
from openuno.record.verify import Proof, Verdict, resume_game, verify
from tests.record.games import SETTINGS, Setting, play_setting, seed_of

EACH = pytest.mark.parametrize("setting", SETTINGS, ids=str)
FAIR = next(setting for setting in SETTINGS if setting.fair)


def test_the_settings_have_every_format_and_every_event() -> None:
    headers = [play_setting(setting).header for setting in SETTINGS]
    assert {type(header.format) for header in headers} == set(get_args(Format))
    happened = {
        type(event.what)
        for setting in SETTINGS
        for _, step in play_setting(setting).steps
        for event in step.events
        if isinstance(event, AtTable)
    }
    rare = {kind.__name__ for kind in set(get_args(Event)) - happened}
    assert rare <= {"Passed"}


@EACH
def test_what_is_written_is_read_back(setting: Setting) -> None:
    game = play_setting(setting)
    record = read_record(game.data)
    assert record.header == game.header
    assert [entry.command for entry in record.entries] == [None, *(c for c, _ in game.steps)]
    assert record.entries[0].events == game.opening.events
    assert [e.events for e in record.entries[1:]] == [step.events for _, step in game.steps]
    assert record.closing is not None
    assert record.closing.result.scores == game.games[-1].scores
    assert record.length == len(game.data)
    assert record.torn is None
    assert record_bytes(record) == game.data


@EACH
def test_a_record_replays_to_the_games_that_were_played(setting: Setting) -> None:
    game = play_setting(setting)
    record = read_record(game.data)
    assert [found for _, found in replay(record)] == list(game.games)
    assert [entry for entry, _ in replay(record)] == list(record.entries)


@EACH
def test_a_record_is_true(setting: Setting) -> None:
    game = play_setting(setting)
    report = verify(game.data)
    assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING)
    assert report.finished == (game.games[-1].winners is not None)
    assert (report.rounds, report.commands) == (game.games[-1].round_number, len(game.steps))
    assert (report.line, report.column, report.sentence) == (None, None, None)


@EACH
def test_each_players_knowledge_replays_to_exactly_that_players_views(setting: Setting) -> None:
    game = play_setting(setting)
    record = read_record(game.data)
    for player in range(setting.players):
        known = read_record(record_bytes(export_record(record, player)))
        assert known.header.seat == player
        replayed = [found for _, found in replay(known)]
        assert len(replayed) == len(game.games)
        for found, true in zip(replayed, game.games, strict=True):
            assert view_game(found, player) == view_game(true, player)


@EACH
def test_each_players_knowledge_is_true_and_holds_no_seed(setting: Setting) -> None:
    record = read_record(play_setting(setting).data)
    for player in range(setting.players):
        known = record_bytes(export_record(record, player))
        assert seed_of(setting).hex().encode() not in known
        assert str(setting.seed + 2**63).encode() not in known
        report = verify(known)
        assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.ONE_SEAT)
        assert export_record(read_record(known), player) == export_record(record, player)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.fair], ids=str)
def test_one_players_record_with_the_seed_can_be_checked_to_the_last_card(setting: Setting) -> None:
    record = read_record(play_setting(setting).data)
    for player in range(setting.players):
        known = record_bytes(export_record(record, player, reveal=True))
        report = verify(known)
        assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING)


def test_one_players_record_holds_no_others_cards() -> None:
    record = read_record(play_setting(FAIR).data)
    known = export_record(record, 1)
    for line in record_bytes(known).splitlines()[1:]:
        for event in json.loads(line).get("events", ()):
            what = event.get("what", {})
            match what.get("event"):
                case "dealt":
                    assert set(what["pile"]) == set(what["hands"][0]) == {"??"}
                    assert "??" not in what["hands"][1]
                case "drew":
                    assert (set(what["cards"]) == {"??"}) == (what["seat"] != 1)
                case _:
                    pass


def test_a_record_can_be_exported_for_its_own_player_only() -> None:
    record = read_record(play_setting(FAIR).data)
    known = export_record(record, 1)
    assert export_record(known, 1) == known
    for player in (0, 2, 3, -1):
        with pytest.raises(RecordError):
            export_record(known, player)
    for player in (-1, 3):
        with pytest.raises(RecordError):
            export_record(record, player)


@EACH
def test_an_unfinished_record_is_true_and_plays_on_to_the_same_end(setting: Setting) -> None:
    game = play_setting(setting)
    lines = game.data.splitlines(keepends=True)
    for kept in (1, 2, 3, len(lines) // 2, len(lines) - 2):
        record = read_record(b"".join(lines[:kept]))
        report = verify(record)
        whole = Proof.ALL_BUT_CHANCE if setting.fair else Proof.EVERYTHING
        assert (report.verdict, report.proof) == (Verdict.TRUE, whole)
        assert not report.finished
        found = resume_game(record, seed_of(setting) if setting.fair else None)
        done = max(kept - 2, 0)
        assert found == game.games[done]
        for what, step in game.steps[done : done + 20]:
            again = apply_command(found, what)
            assert again == step
            found = again.game


def test_a_game_cannot_be_resumed_without_its_own_seed() -> None:
    unfinished = read_record(play_setting(FAIR).data.rpartition(b'{"result"')[0])
    with pytest.raises(RecordError, match="takes the seed"):
        resume_game(unfinished)
    with pytest.raises(RecordError, match="not the one committed to"):
        resume_game(unfinished, bytes(32))


def test_neither_a_finished_game_nor_one_players_can_be_resumed() -> None:
    record = read_record(play_setting(FAIR).data)
    with pytest.raises(RecordError, match="the game is over"):
        resume_game(record, seed_of(FAIR))
    with pytest.raises(RecordError, match="what Ada knew"):
        resume_game(export_record(record, 0), seed_of(FAIR))


def test_an_abandoned_game_reveals_its_seed_and_has_no_winner() -> None:
    abandoned = Setting("mattel-2016", "race:500", 3, hands=1)
    record = read_record(play_setting(abandoned).data)
    assert record.closing is not None
    assert record.closing.result.winners is None
    assert record.reveal == seed_of(abandoned)
    report = verify(record)
    assert report.verdict is Verdict.TRUE
    assert not report.finished
    assert report.proof is Proof.EVERYTHING
    assert NextRound() in [entry.command for entry in record.entries]
