"""Puzzles found in rounds that `master` plays: `python -m openuno.lab.puzzles` looks for them."""
