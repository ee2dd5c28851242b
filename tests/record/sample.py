"""The short game in docs/records.md.

python -m tests.record.sample
"""

import sys

from tests.record.games import Setting, play_setting

SAMPLE = Setting("mattel-2016+hand_size=2", "single", 2, seed=39)


def sample() -> str:
    return play_setting(SAMPLE).data.decode()


if __name__ == "__main__":
    sys.stdout.write(sample())
