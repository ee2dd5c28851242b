"""The rooms of a process: each an actor with its log, timer, bots and followers."""
