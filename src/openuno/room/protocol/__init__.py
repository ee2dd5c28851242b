"""What clients and server say to each other: the messages, and their published descriptions."""
