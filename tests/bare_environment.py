"""A virtual environment with what `pip install openuno` brings, and nothing else."""

import subprocess
import sys
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]


class BareEnvironment:
    """Packages are linked from the environment the tests run in: nothing is downloaded."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self.python = folder / "bin" / "python"
        [site] = (folder / "lib").glob("python*/site-packages")
        (site / "openuno.pth").write_text(f"{ROOT / 'src'}\n")
        _link(distribution("openuno"), site)
        for package in base_packages():
            _link(distribution(package), site)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run this environment's Python."""
        return subprocess.run(
            [self.python, *words], capture_output=True, text=True, check=False, timeout=300
        )

    def uno(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the command."""
        return self.run("-m", "openuno.cli", *words)


def base_packages() -> set[str]:
    """What `openuno` without an extra requires, and what that requires."""
    found: set[str] = set()
    waiting = [("openuno", "")]
    while waiting:
        name, extra = waiting.pop()
        for line in distribution(name).requires or ():
            requirement = Requirement(line)
            marker = requirement.marker
            if marker is None or marker.evaluate({"extra": extra}):
                waiting += [(requirement.name, each) for each in requirement.extras]
                if requirement.name not in found:
                    found.add(requirement.name)
                    waiting.append((requirement.name, ""))
    return found


def _link(package: Distribution, site: Path) -> None:
    """Link the package's folders and files at the top of site-packages."""
    for name in {file.parts[0] for file in package.files or () if file.suffix != ".pth"}:
        if name not in ("..", "__pycache__"):
            (site / name).symlink_to(Path(str(package.locate_file(name))))
