"""The `.uno` file: writing, reading, replaying and verifying whole games."""
