"""A refusal as a value: its kind and what it is about; the sentence is made of them here."""

from collections.abc import Mapping, Sequence

from openuno.engine.errors import IllegalAction, NotationError, SetupError
from openuno.engine.faults import Fault, fault_text
from openuno.room.refusal_kinds import RefusalKind

Value = str | int | Sequence[str]
"""What a refusal can tell about: a word, a number, or several words."""
Cause = IllegalAction | NotationError | SetupError | Fault | Exception
"""What another part says is wrong: the engine with a move or settings, a decoder with a message."""


class Refused(Exception):
    """What was asked is not done; nothing has changed."""

    def __init__(
        self,
        kind: RefusalKind,
        *,
        cause: Cause | None = None,
        retry: int | None = None,
        **values: Value,
    ) -> None:
        self.kind = kind
        self.code = kind.code
        self.retry = retry
        """Milliseconds after which the same may be granted."""
        self.values: Mapping[str, Value] | None = values or None
        """What it is about, by name."""
        self.reason: str | None = None
        """The engine's own reason for an illegal move; then `values` are about that."""
        self.fault = _fault(cause)
        """What is wrong with the settings; its `switch` is the one to change."""
        if isinstance(cause, IllegalAction):
            self.reason, self.values = cause.reason.value, cause.values or None
        self.sentence = refusal_text(kind, values, cause)
        super().__init__(self.sentence)


def refusal_text(kind: RefusalKind, values: Mapping[str, Value], cause: Cause | None = None) -> str:
    """The refusal as an English sentence, in lower case and without a full stop."""
    shown: dict[str, object] = {name: _value_words(name, value) for name, value in values.items()}
    return kind.template.format_map({**shown, "cause": _cause_text(cause)})


def _value_words(name: str, value: Value) -> object:
    match value:
        case int() if name == "seconds":
            return _Duration(value)
        case str() | int():
            return value
        case _:
            return ", ".join(value)


class _Duration(int):
    """A time to wait: `5 seconds`; in a `short` form `5 s`, in a `long` one minutes or more."""

    __slots__ = ()

    def __format__(self, form: str) -> str:
        minutes = -(-self // 60)
        hours = -(-minutes // 60)
        match form:
            case "short":
                return f"{int(self)} s" if self < 120 else f"{minutes} min"
            case "long" if minutes <= 60:
                return f"{minutes} min"
            case "long":
                return f"{hours} h" if hours <= 48 else f"{-(-hours // 24)} days"
            case _:
                return "a second" if self == 1 else f"{int(self)} seconds"


def _cause_text(cause: Cause | None) -> str:
    match cause:
        case NotationError():
            # Its own text would say all of the rules again, and the rules may be long.
            return f"{cause.sentence} (at character {cause.at + 1})"
        case Fault():
            return fault_text(cause)
        case _:
            return str(cause)


def _fault(cause: Cause | None) -> Fault | None:
    match cause:
        case Fault():
            return cause
        case NotationError() | SetupError():
            fault = cause.fault
            if cause.switch is None:
                return fault
            return Fault(fault.kind, {**fault.values, "switch": cause.switch})
        case _:
            return None
