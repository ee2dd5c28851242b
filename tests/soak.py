"""Look for what the gate does not find: every property, with new examples each time.

    .venv/bin/python -m tests.soak --minutes 60 -k written

Words that are not for it go to pytest.
"""

import argparse
import os
import subprocess
import sys
import time
from secrets import randbelow

MINUTES = 10
FAILED, STOPPED = 1, 2
INTERRUPTED = 130

FOUND = """
Found with seed {seed}. To see it again:

  {again}

Then let the gate try it in every run: write it down as an explicit example of that property,
@example(replay_game("POSITION", "MOVES")), with the position line and the moves printed above.
CONTRIBUTING.md says how.
"""


def main() -> int:
    """Run all properties again and again; the status is that of the first run that failed."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="begin no new run after this"
    )
    options, words = parser.parse_known_args()
    end = time.monotonic() + 60 * options.minutes
    runs = 0
    while not runs or time.monotonic() < end:
        runs += 1
        if status := run(randbelow(2**32), words):
            return status
    print(f"nothing found; runs: {runs}")
    return 0


def run(seed: int, words: list[str]) -> int:
    """Run all properties once, with the examples of this seed."""
    chosen = {"HYPOTHESIS_PROFILE": "soak", "PYTHONHASHSEED": str(seed)}
    pytest = ["pytest", "-x", "-m", "hypothesis", f"--hypothesis-seed={seed}", *words]
    print(f"seed {seed}", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", *pytest, "-n", "2"], env=os.environ | chosen, check=False
    )
    # With -x, xdist calls a failure a stop.
    if done.returncode in (FAILED, STOPPED):
        setting = " ".join(f"{name}={value}" for name, value in chosen.items())
        print(FOUND.format(seed=seed, again=f"{setting} .venv/bin/{' '.join(pytest)}"))
        return FAILED
    return done.returncode


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
