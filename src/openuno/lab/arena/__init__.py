"""`uno arena`: how well a program plays, decision by decision, against the ladder of bots."""
