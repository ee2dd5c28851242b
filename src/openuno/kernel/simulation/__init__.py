"""Rounds and games played in a loop and counted, on a processor or a GPU."""
