"""Who plays in a simulation: the twins of `openuno.bots`."""
