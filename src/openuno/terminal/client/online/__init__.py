"""A table of a server on the screen: its lobby, its link, its games."""
