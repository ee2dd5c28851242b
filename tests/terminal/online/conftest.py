from pathlib import Path

import pytest

from tests.chance import new_bytes


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nobody's own tokens and preferences are touched."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config" / "openuno"


@pytest.fixture(autouse=True)
def seeded_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    """What clients in this process add to the chance of a game is the same in every run."""
    monkeypatch.setattr("openuno.terminal.remote.seeds.secrets.token_bytes", new_bytes)
