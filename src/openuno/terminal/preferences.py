"""What a person has chosen for the terminal client, kept between games."""

import os
from enum import StrEnum
from pathlib import Path

import msgspec

from openuno.terminal.languages.catalogue import choose_language, use_language

MAX_FILE_BYTES = 10_000


class Pace(StrEnum):
    """How long bots take."""

    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    INSTANT = "instant"

    @property
    def seconds(self) -> float:
        """How long an ordinary move takes."""
        return {"slow": 2.0, "normal": 1.2, "fast": 0.4, "instant": 0.0}[self.value]


class Look(StrEnum):
    """The colours of the screen; `terminal` are the terminal's own sixteen."""

    NIGHT = "night"
    DAY = "day"
    TERMINAL = "terminal"


CALL_SECONDS: tuple[float | None, ...] = (2.0, 3.0, 5.0, 10.0, None)
"""How long a call or a jump-in is waited for; None is without limit."""


class Preferences(msgspec.Struct, omit_defaults=True):
    """The choices; `look` and `language` are None until somebody chooses."""

    pace: Pace = Pace.NORMAL
    call_seconds: float | None = 3.0
    forced_steps: bool = False
    look: Look | None = None
    language: str | None = None


def preferences_path() -> Path:
    """The file they are kept in."""
    config = os.environ.get("XDG_CONFIG_HOME", "")
    home = Path(config) if Path(config).is_absolute() else Path.home() / ".config"
    return home / "openuno" / "terminal.json"


def load_preferences() -> Preferences:
    """The person's choices; the defaults where there are none, or none that can be read."""
    try:
        with preferences_path().open("rb") as file:
            chosen = msgspec.json.decode(file.read(MAX_FILE_BYTES), type=Preferences)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Preferences()
    if chosen.call_seconds not in CALL_SECONDS:
        chosen.call_seconds = Preferences().call_seconds
    return chosen


def use_preferred_language(asked: str | None = None) -> None:
    """Speak the language asked for, else the one preferred, else that of the terminal."""
    use_language(choose_language(asked or load_preferences().language))


def save_preferences(preferences: Preferences) -> bool:
    """Keep the choices; whether they could be written."""
    path = preferences_path()
    beside = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(msgspec.json.encode(preferences) + b"\n")
        beside.replace(path)
    except OSError:
        return False
    return True
