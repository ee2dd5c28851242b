"""The rules once more as compiled functions, for millions of rounds on a processor or a GPU."""
