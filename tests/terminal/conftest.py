from collections.abc import Iterator
from pathlib import Path

import pytest

from openuno.terminal.languages.catalogue import ENGLISH, use_language
from tests.chance import new_bytes


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where games are kept unless a file is named."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path / "openuno" / "games"


@pytest.fixture(autouse=True)
def seeded_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fair deals, which nobody can foresee at a real table, are the same in every run."""
    monkeypatch.setattr("openuno.terminal.commands.play.secrets.token_bytes", new_bytes)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """A command that was run with `--language` leaves it to the next test in the process."""
    yield
    use_language(ENGLISH)
