"""Games played in this process: the loop, bots at its seats, whole matches."""
