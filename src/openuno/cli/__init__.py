"""The `uno` command: starts before anything large is imported, and never ends in a traceback.

Whatever goes wrong outside (Ctrl-C, a full disk, a closed pipe, a terminal that cannot show a
letter) is one sentence or silence, and a status that docs/command-line.md lists.
"""

import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any, NoReturn

from openuno.cli.output import Output, OutputFailed

OUTPUT_FAILED = 74
INTERRUPTED = 130
READER_GONE = 141


def main() -> NoReturn:
    """Run the command line."""
    status: int | str | None
    try:
        run = _start()
        status = run()
    except SystemExit as ending:
        status = ending.code
    except KeyboardInterrupt:
        status = INTERRUPTED
    except OutputFailed as failed:
        status = _say_failed(failed.error, "cannot write the output")
    except OSError as error:
        status = _say_failed(error, str(error.filename or "cannot go on"))
    except Exception as error:
        if not _comes_from_interrupt(error):
            raise
        status = INTERRUPTED
    status = _flush(status)
    # If Ctrl-C came while Python evaluated a string, as it does for a named tuple, it would end by
    # the signal, whatever the status is; evaluating another string clears that.
    eval("0")
    sys.exit(status)


def _start() -> Callable[[], int]:
    """What runs the subcommands. Until it is there, Ctrl-C ends us at once: nothing has begun."""
    interrupt = signal.getsignal(signal.SIGINT)
    if interrupt is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    _open_streams()
    from openuno.cli.app import run  # it takes longer

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = _interrupt_again
    return run


def _comes_from_interrupt(error: BaseException) -> bool:
    """Whether Ctrl-C lies behind it: a class in the making turns it into a `RuntimeError`."""
    at: BaseException | None = error
    while at is not None and not isinstance(at, KeyboardInterrupt):
        at = at.__cause__ or at.__context__
    return at is not None


def _interrupt_again(dropped: "sys.UnraisableHookArgs") -> None:
    """Stop after all where Python drops Ctrl-C: in the callbacks of imports, for example."""
    if not issubclass(dropped.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(dropped)
        return
    import threading

    # A moment later: in here it would be dropped once more.
    later = threading.Timer(0.01, _interrupt_main_thread)
    later.daemon = True
    later.start()


def _interrupt_main_thread() -> None:
    import threading
    from _thread import interrupt_main

    main_thread = threading.main_thread().ident
    if sys.platform == "win32" or main_thread is None:
        interrupt_main()
    else:
        signal.pthread_kill(main_thread, signal.SIGINT)  # wakes it, too, if it sleeps


def _open_streams() -> None:
    """Open streams that were closed, and let no letter that cannot be shown stop the rest."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, which is this one
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115 - it stays open
    sys.stdout = _wrap_stream(sys.stdout, 1)
    sys.stderr = _wrap_stream(sys.stderr, 2)
    # What they wrapped is theirs now: code that asks for the first streams gets these.
    vars(sys).update(__stdout__=sys.stdout, __stderr__=sys.stderr)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _wrap_stream(stream: IO[str] | None, number: int) -> IO[str]:
    if stream is None:
        return Output(open(number, "wb", closefd=False), "utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    # JSON stays JSON on a terminal that cannot show its letters; elsewhere a question mark is read.
    errors = "json" if "--json" in sys.argv else "replace"
    if errors == "json":
        _register_json_escapes()
    encoding, by_line = stream.encoding, stream.line_buffering
    through = stream.write_through
    return Output(stream.detach(), encoding, errors, line_buffering=by_line, write_through=through)


def _register_json_escapes() -> None:
    import codecs

    def escape(error: UnicodeError) -> tuple[str, int]:
        assert isinstance(error, UnicodeEncodeError), "only what is written is escaped"
        units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
        pairs = zip(units[::2], units[1::2], strict=True)
        return "".join(f"\\u{high:02x}{low:02x}" for high, low in pairs), error.end

    codecs.register_error("json", escape)


def _say_failed(error: OSError, what: str) -> int:
    if error.errno == errno.EPIPE:
        return READER_GONE
    _print_error(f"uno: {what}: {error.strerror or error}")
    return OUTPUT_FAILED


def _print_error(sentence: str) -> None:
    with suppress(OSError, OutputFailed):  # there may be nowhere to say it
        print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - there is nobody else to say it


def _flush(status: int | str | None) -> int | str | None:
    """Write what is still to be written while it can be caught; the status to end with."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the work is done: nothing is left to stop
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, OutputFailed) as failed:
            error = failed.error if isinstance(failed, OutputFailed) else failed
            _discard(stream)
            if status in (0, None):
                status = _say_failed(error, "cannot write the output")
    return status


def _discard(stream: Any) -> None:
    """Let the interpreter flush in peace."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
