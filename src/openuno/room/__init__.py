"""A room as a value: what a link leads to. No clock, no socket, no disk."""
