"""Files named after the time they were begun."""

from datetime import datetime
from pathlib import Path


def new_dated_path(folder: Path, suffix: str) -> Path:
    """A path for a file begun now in a folder, which is made if need be; `OSError` if it cannot."""
    folder.mkdir(parents=True, exist_ok=True)
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{name}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}{suffix}"
        number += 1
    return path
