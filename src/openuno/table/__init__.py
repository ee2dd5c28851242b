"""A table as a value, and what is said about it: no clock, no socket, no disk."""
