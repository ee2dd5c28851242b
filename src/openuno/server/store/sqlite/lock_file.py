"""One process at a time on a SQLite file: a lock that the kernel lets go when the process dies."""

import os
import sys
from pathlib import Path


class InUse(Exception):
    """Another process has this file open."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            f"{path} is in use by another process: SQLite serves one process at a time;"
            " stop that one, or use PostgreSQL for several"
        )


class LockFile:
    """The lock beside a database, held from making this until `release`."""

    def __init__(self, path: Path) -> None:
        lock = path.with_name(f"{path.name}.lock")
        self._file = os.fdopen(os.open(lock, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        try:
            _lock(self._file.fileno())
        except OSError:
            self._file.close()
            raise InUse(path) from None

    def release(self) -> None:
        """Let the next process in. The file stays: removing it could take away another's lock."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: int) -> None:
        # flock, not lockf: two stores of one process must exclude each other as well.
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
