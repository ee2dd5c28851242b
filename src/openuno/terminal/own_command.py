"""How to type this command: hints that are printed must work as they are."""

import os
import shlex
import shutil
import sys
from pathlib import Path


def own_command() -> str:
    """`uno` if that is what the shell would find; else the way it was called, such as a path."""
    called = Path(sys.argv[0])
    if called.name.startswith("__main__"):
        return f"{_short(Path(sys.executable))} -m openuno"
    found = shutil.which("uno")
    if called.stem != "uno" or not called.exists():
        return "uno"
    if found is not None and os.path.realpath(found) == os.path.realpath(called):
        return "uno"
    return _short(called)


def _short(path: Path) -> str:
    """The path from here if that is shorter, as a shell takes it."""
    relative = os.path.relpath(path)
    shown = relative if len(relative) < len(str(path)) and os.sep in relative else str(path)
    return shlex.quote(shown)
