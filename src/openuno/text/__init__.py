"""The table in plain English, for programs that read: `openuno-text-v1`."""
