"""How a game in this process can fail; importing this needs nothing."""


class ProcessLost(Exception):
    """A process that played bots is gone, by no doing of ours."""
