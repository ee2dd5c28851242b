"""A second table, written apart from the engine and from the rulebook alone, to check it against.

It shares the shuffle, the card and rules types and the reading of written rules with the engine and
nothing else: it reads and writes its own position lines, its cards and actions are plain text, its
state is changed in place, and it keeps no events. Written rules it plays from their opcodes. It is
slow and plain on purpose. See docs/perft.md.
"""
