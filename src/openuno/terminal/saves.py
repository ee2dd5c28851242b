"""A game on the disk while it is played: its record, and beside it what only this table may know.

`game.uno` is the record, a line for each command, written before anyone sees it. `game.uno.secret`
holds the seed of the deals and who sits at the keyboard; it goes when the game is over and the
record itself reveals the seed.
"""

import os
import shlex
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Self

import msgspec

from openuno.engine.faults import nearest_name
from openuno.game.events import GameEvent
from openuno.game.state import Command, Game
from openuno.record.errors import RecordError
from openuno.record.lines import VERSION, Header, SeededDeal
from openuno.record.reader import MAX_RECORD_BYTES, Record, read_record, record_bytes
from openuno.record.verify import resume_game
from openuno.record.writer import Mark, Recorder
from openuno.terminal.dated_file import new_dated_path
from openuno.terminal.own_command import own_command

try:
    import fcntl
except ImportError:  # not on Windows
    fcntl = None  # type: ignore[assignment]

_OWNER_ONLY = 0o600


class CannotSave(Exception):
    """The game cannot be saved there, or cannot be resumed."""


class SaveSecrets(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept beside the record: the seed of fair deals, and who or what plays each seat."""

    seed: str | None
    kinds: tuple[str, ...]


class Save:
    """A game being written down."""

    def __init__(self, path: Path, recorder: Recorder, seed: bytes | None, lock: BinaryIO) -> None:
        self.path = path
        self._recorder = recorder
        self.seed = seed
        self._lock = lock

    def append(self, what: Command, events: Iterable[GameEvent]) -> None:
        """Write a command and what it led to."""
        with self._refuse_write_errors():
            self._recorder.append(what, events)

    def mark(self) -> Mark:
        """Where the file ends now, to go back to."""
        return self._recorder.mark()

    def rewind(self, mark: Mark) -> None:
        """Take back all that was written after the mark."""
        with self._refuse_write_errors():
            self._recorder.rewind(mark)

    def end(self, game: Game) -> None:
        """Write the result, reveal the seed, and clear away what was kept beside."""
        with self._refuse_write_errors():
            self._recorder.end(game, self.seed)
            _secret_path(self.path).unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the file; the game may be unfinished."""
        with suppress(OSError):  # all that could be written has been, line by line
            self._recorder.close()
        self._lock.close()

    @contextmanager
    def _refuse_write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise CannotSave(
                f"cannot write {self.path}: {error.strerror};"
                f" the game is kept up to here: {_resume_command(self.path)}"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game: its record, the game to continue, and what was kept beside it."""

    record: Record
    game: Game
    secrets: SaveSecrets | None


def games_folder() -> Path:
    """Where games are saved unless a file is named."""
    state = os.environ.get("XDG_STATE_HOME", "")
    home = Path(state) if Path(state).is_absolute() else Path.home() / ".local" / "state"
    return home / "openuno" / "games"


def unfinished_games() -> list[Path]:
    """The games in that folder that are not over, the one played last first."""
    games = [path for path in games_folder().glob("*.uno") if _secret_path(path).exists()]
    return sorted(games, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)


def saved_games() -> list[str]:
    """The names of those games, as `--resume` takes them."""
    return [path.stem for path in unfinished_games()]


def find_game(name: Path | None) -> Path:
    """A game by its file or by its name in that folder; without either, the one played last."""
    if name is None:
        games = unfinished_games()
        if not games:
            raise CannotSave("there is no unfinished game; `uno play` starts one")
        return games[0]
    kept = games_folder() / f"{name}.uno"
    if name.exists() or len(name.parts) > 1:
        return name
    if not kept.exists():
        raise CannotSave(no_such_game(str(name)))
    return kept


def no_such_game(name: str) -> str:
    """What to say of a name that no saved game has."""
    near = nearest_name(name, saved_games())
    advice = f"did you mean {near}?" if near else "`uno games` lists them"
    return f"there is no game {name!r}; {advice}"


def new_save_path() -> Path:
    """A file of today in that folder, which is made if need be."""
    folder = games_folder()
    try:
        return new_dated_path(folder, ".uno")
    except OSError as error:
        raise CannotSave(f"cannot make {folder}: {error.strerror}") from None


def create_save(
    path: Path,
    header: Header,
    events: Iterable[GameEvent],
    seed: bytes | None,
    kinds: tuple[str, ...],
) -> Save:
    """Begin to keep a game in a new file; the secret first, so that the record is never without."""
    if path.exists():
        raise CannotSave(f"{path} already exists; to continue it: {_resume_command(path)}")
    secrets = SaveSecrets(None if seed is None else seed.hex(), kinds)
    try:
        with os.fdopen(
            os.open(_secret_path(path), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _OWNER_ONLY), "wb"
        ) as file:
            _secret_path(path).chmod(_OWNER_ONLY)  # it may have been there, and open to others
            file.write(msgspec.json.encode(secrets) + b"\n")
        recorder = Recorder.create(path, header, events)
        return Save(path, recorder, seed, _lock_file(path))
    except OSError as error:
        raise CannotSave(f"cannot write {path}: {error.strerror}") from None


def remove_save(path: Path) -> None:
    """Delete a game and what is kept beside it, unless it is being played."""
    try:
        with _lock_file(path):
            path.unlink()
            _secret_path(path).unlink(missing_ok=True)
    except OSError as error:
        raise CannotSave(f"cannot delete {path}: {error.strerror}") from None


def load_save(path: Path) -> tuple[SavedGame, Save]:
    """The game in this file, checked from its first line to its last, and where to append."""
    try:
        with ExitStack() as refused:
            lock = refused.enter_context(_lock_file(path))
            record = read_record(lock.read(MAX_RECORD_BYTES + 1))
            if record.version != VERSION and record.closing is None:
                _rewrite(path, record)
                lock.close()
                lock = refused.enter_context(_lock_file(path))
                record = read_record(lock.read(MAX_RECORD_BYTES + 1))
            secrets = _read_secrets(path, record)
            seed = None if secrets is None or secrets.seed is None else bytes.fromhex(secrets.seed)
            found = SavedGame(record, resume_game(record, seed), secrets)
            save = Save(path, Recorder.reopen(path, record, seed), seed, lock)
            refused.pop_all()
            return found, save
    except RecordError as error:
        raise CannotSave(f"{path}, {error}") from None
    except OSError as error:
        raise CannotSave(f"cannot open {path}: {error.strerror}") from None


def _rewrite(path: Path, record: Record) -> None:
    """Bring the file up to date: what is appended must be of the version it declares."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("wb") as file:
        file.write(record_bytes(record))
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _resume_command(path: Path) -> str:
    return f"{own_command()} play --resume {shlex.quote(str(path))}"


def _secret_path(path: Path) -> Path:
    return path.with_name(f"{path.name}.secret")


def _read_secrets(path: Path, record: Record) -> SaveSecrets | None:
    secret = _secret_path(path)
    try:
        secrets = msgspec.json.decode(secret.read_bytes(), type=SaveSecrets)
        if secrets.seed is not None:
            bytes.fromhex(secrets.seed)
    except FileNotFoundError:
        if not isinstance(record.header.chance, SeededDeal) and record.closing is None:
            raise CannotSave(
                f"{secret} is missing: without the seed in it no card can be dealt"
            ) from None
        return None
    except OSError as error:
        raise CannotSave(f"cannot read {secret}: {error.strerror}") from None
    except ValueError:  # msgspec's errors are among them
        raise CannotSave(f"{secret} is not what was kept beside the game") from None
    if len(secrets.kinds) != len(record.header.names):
        raise CannotSave(f"{secret} belongs to another game")
    return secrets


def _lock_file(path: Path) -> BinaryIO:
    """The file, held so that no second table writes to it."""
    file = path.open("rb")
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise CannotSave(
                f"{path} is open in another terminal; leave the game there first"
            ) from None
    return file
