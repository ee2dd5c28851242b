"""The ways the lab refuses; importing them needs nothing that is not always installed."""


class LabError(Exception):
    """The lab cannot do it; the sentence says why."""


class BackendUnavailable(LabError):
    """Rounds cannot be played there: something is not installed, or does not answer."""


class CannotWrite(LabError):
    """A report cannot be written where it was asked for."""


class OtherArena(LabError):
    """A folder has an arena, or a round of one, with other rules, deals or players."""


class Stopped(LabError):
    """Someone pressed Ctrl-C; the sentence says how far it was."""
