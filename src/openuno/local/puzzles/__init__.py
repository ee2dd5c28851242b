"""Puzzles: positions from games of `master` in which one move is far better than every other."""
