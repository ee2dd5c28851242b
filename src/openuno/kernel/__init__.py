"""The rules once more, flat and compiled, for millions of rounds on a processor or a GPU."""
