"""A record step by step, whichever way it is shown."""
