"""Search on top of a bot: possible deals by belief, moves compared in the same deals."""
