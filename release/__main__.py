"""`make release`: check the checkout, build wheel and source distribution twice, and compare."""

import os
import sys
from hashlib import sha256
from pathlib import Path
from subprocess import run
from tempfile import TemporaryDirectory

from release.check import commit_time, find_problems, read_version

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"


def build_files(out: Path) -> dict[str, bytes]:
    """The wheel and the source distribution of this checkout, by name."""
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(out)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": commit_time(ROOT)}
    run(words, cwd=ROOT, env=environment, check=True, timeout=600)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def main() -> int:
    """Write `dist/`, or say what is missing."""
    problems = find_problems(ROOT)
    for problem in problems:
        sys.stderr.write(f"- {problem}\n")
    if problems:
        sys.stderr.write("Nothing was built.\n")
        return 1
    with TemporaryDirectory() as first, TemporaryDirectory() as second:
        files = build_files(Path(first))
        if build_files(Path(second)) != files:
            sys.stderr.write("Two builds of the same commit differ; nothing was kept.\n")
            return 1
    DIST.mkdir(exist_ok=True)
    sums = []
    for name, content in files.items():
        (DIST / name).write_bytes(content)
        sums.append(f"{sha256(content).hexdigest()}  {name}\n")
    (DIST / "SHA256SUMS").write_text("".join(sums))
    sys.stdout.write(f"openuno {read_version(ROOT)} is in dist/:\n{''.join(sums)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
