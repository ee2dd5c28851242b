"""Players that are networks: what they see and decide, and the arithmetic they decide with."""
