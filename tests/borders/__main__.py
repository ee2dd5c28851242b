"""Write pinned borders anew, on purpose: `python -m tests.borders help.txt`; all without a name."""

import sys

from tests.borders.pins import PINNED, PINS, SLOW_PINS

every = PINS | SLOW_PINS
for name in sys.argv[1:] or every:
    (PINNED / name).write_text(every[name](), encoding="utf-8")
