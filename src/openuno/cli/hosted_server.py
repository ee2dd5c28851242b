"""The server of `uno host`: `uno serve` that ends when the pipe to its host is closed.

However the host ends, the server does not stay behind.
"""

import os
import signal
import sys
import threading


def main() -> None:
    """Serve with the options of `uno serve`, as long as stdin is open."""
    threading.Thread(target=_stop_at_end_of_input, daemon=True).start()
    from openuno.cli import main as run

    run()


def _stop_at_end_of_input() -> None:
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
