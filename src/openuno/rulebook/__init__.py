"""The rulebook: every clause, its page, and the tests behind it."""
