"""What each player did in a game: python examples/record_statistics.py game.uno

`uno play` saves every game as a record; a table in the browser offers it when the game is over.
"""

import sys
from pathlib import Path

from openuno import read_record, statistics

if len(sys.argv) != 2:
    sys.exit("which game? python examples/record_statistics.py game.uno")
record = read_record(Path(sys.argv[1]).read_bytes())
names = record.header.names
print(f"{'':8} won  points  drew  UNO  caught")
for name, did in zip(names, statistics(len(names), record.events).players, strict=True):
    row = f"{did.won:3}  {did.points:6}  {did.cards_drawn:4}  {did.uno_said:3}  {did.caught:6}"
    print(f"{name:8} {row}")
