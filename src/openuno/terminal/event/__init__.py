"""`uno event`: an evening with real cards, kept in a file and run from the terminal."""
