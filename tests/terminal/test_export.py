"""`uno export`: what one player knew, on its own."""

from pathlib import Path

from click.testing import CliRunner, Result

from openuno.cli.app import app
from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import Proof, Verdict, verify
from tests.record.games import play_setting
from tests.record.sample import SAMPLE
from tests.terminal.commands import PLAIN


def uno(*words: str | Path) -> Result:
    return CliRunner(env={**PLAIN, "FORCE_COLOR": ""}).invoke(app, [str(word) for word in words])


def saved(folder: Path) -> Path:
    path = folder / "game.uno"
    path.write_bytes(play_setting(SAMPLE).data)
    return path


def test_it_writes_what_one_player_knew_and_no_more(tmp_path: Path) -> None:
    path, out = saved(tmp_path), tmp_path / "bo.uno"
    done = uno("export", path, "--seat", "1", "-o", out)
    assert (done.exit_code, done.output) == (0, "")
    whole = read_record(path.read_bytes())
    assert out.read_bytes() == record_bytes(export_record(whole, 1))
    report = verify(out.read_bytes())
    assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.ONE_SEAT)
    assert whole.closing is not None
    assert whole.closing.reveal is not None
    assert whole.closing.reveal.encode() not in out.read_bytes()


def test_it_prints_without_a_file_to_write_to(tmp_path: Path) -> None:
    path = saved(tmp_path)
    done = uno("export", path, "--seat", "0")
    assert done.exit_code == 0
    assert done.stdout.encode() == record_bytes(export_record(read_record(path.read_bytes()), 0))


def test_it_overwrites_nothing(tmp_path: Path) -> None:
    path = saved(tmp_path)
    before = path.read_bytes()
    done = uno("export", path, "--seat", "0", "--out", path)
    assert done.exit_code == 2
    assert "there already" in done.stderr
    assert path.read_bytes() == before


def test_it_refuses_a_player_who_is_not_there_and_a_file_that_is_no_record(tmp_path: Path) -> None:
    path = saved(tmp_path)
    for seat in ("2", "-1"):
        done = uno("export", path, "--seat", seat)
        assert done.exit_code == 2
        assert "there is no player" in done.stderr
    (tmp_path / "letter.txt").write_text("Dear aunt")
    assert uno("export", tmp_path / "letter.txt", "--seat", "0").exit_code == 2
    assert uno("export", tmp_path / "none.uno", "--seat", "0").exit_code == 2
    assert uno("export", path, "--seat", "0", "--out", tmp_path / "no" / "x.uno").exit_code == 2


def test_what_another_player_knew_cannot_be_had_from_an_export(tmp_path: Path) -> None:
    path, out = saved(tmp_path), tmp_path / "bo.uno"
    assert uno("export", path, "--seat", "1", "-o", out).exit_code == 0
    done = uno("export", out, "--seat", "0")
    assert done.exit_code == 2
    assert "what player 1 knew" in done.stderr
