"""Standard streams whose failures end the command.

Imported before Ctrl-C can be caught, so it imports nothing that takes time.
"""

import io


class OutputFailed(BaseException):
    """What we print cannot be written. No `Exception`: nothing on the way out may swallow it."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class Output(io.TextIOWrapper):
    """A standard stream whose failures end the command, whatever is printing."""

    def write(self, text: str) -> int:
        """Write, or end the command."""
        try:
            return super().write(text)
        except OSError as error:
            raise OutputFailed(error) from None

    def flush(self) -> None:
        """Flush, or end the command."""
        try:
            super().flush()
        except OSError as error:
            raise OutputFailed(error) from None
