"""Write pinned borders anew, on purpose: `python -m tests.borders help.txt`; all without a name."""

import sys

from tests.borders.pins import PINNED, PINS

for name in sys.argv[1:] or PINS:
    (PINNED / name).write_text(PINS[name](), encoding="utf-8")
