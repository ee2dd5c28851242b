"""What is collected is run: xdist runs one test for each id, and forgets others of the same."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = "tests/server/http/test_openapi.py"


def test_every_operation_of_the_api_has_a_test_id_of_its_own() -> None:
    words = ["-q", "-n", "0", "--collect-only", "-p", "no:cacheprovider", FILE]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        capture_output=True,
        check=True,
        cwd=ROOT,
        text=True,
        timeout=300,
    )
    ids = Counter(line for line in done.stdout.splitlines() if line.startswith(FILE))
    assert sum("[POST /api/guests]" in line for line in ids) == 1
    assert [line for line, times in ids.items() if times > 1] == []
