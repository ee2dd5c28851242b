"""`uno analyse`: what it refuses, and how."""

from pathlib import Path

from click.testing import CliRunner

from openuno import play_game, record_bytes
from openuno.cli.app import app
from openuno.engine.rules import edition
from openuno.game.formats import Single


def refuse(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    done = CliRunner().invoke(app, ["analyse", str(path), "--quick"])
    assert done.exit_code == 2
    return done.stderr.strip()


def test_a_game_that_is_not_over_and_a_broken_one_are_named(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    result = play_game(["regular", "regular"], edition("mattel-2016"), Single(), seed=1)
    whole = record_bytes(result.record)
    lines = whole.splitlines(keepends=True)
    assert refuse(path, b"".join(lines[:-1])).endswith(f"play --resume {path}")
    lines[5] = lines[6]
    assert refuse(path, b"".join(lines)).startswith(f"uno: {path}:")
