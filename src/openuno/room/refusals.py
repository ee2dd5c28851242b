"""Why the server says no: a code for programs, a sentence for people."""

from collections.abc import Mapping
from enum import StrEnum

from openuno.engine.errors import IllegalAction, NotationError, SetupError
from openuno.engine.faults import Fault


class RefusalCode(StrEnum):
    """Every way to be refused; `docs/protocol.md` says what to do about each."""

    BAD_MESSAGE = "bad-message"
    WRONG_PROTOCOL = "wrong-protocol"
    BAD_TOKEN = "bad-token"
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_GAME = "no-such-game"
    WRONG_PASSWORD = "wrong-password"
    REUSED_ID = "reused-id"
    NOT_AT_TABLE = "not-at-table"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    SEAT_TAKEN = "seat-taken"
    NO_SUCH_SEAT = "no-such-seat"
    KICKED = "kicked"
    NOT_HOST = "not-host"
    NEEDS_VOTE = "needs-vote"
    NOT_AWAY = "not-away"
    GAME_ON = "game-on"
    NO_GAME = "no-game"
    SEATS_EMPTY = "seats-empty"
    NOT_READY = "not-ready"
    NOT_ACCEPTED = "not-accepted"
    BAD_SETTINGS = "bad-settings"
    BAD_SEED = "bad-seed"
    ILLEGAL_MOVE = "illegal-move"
    TOO_EARLY = "too-early"
    TOO_FAST = "too-fast"
    TOO_MANY_GUESSES = "too-many-guesses"
    MUTED = "muted"
    TOO_LONG = "too-long"
    EMPTY = "empty"
    SUGGESTION = "suggestion"
    NO_SUCH_MESSAGE = "no-such-message"
    ACCUSATION_OPEN = "accusation-open"
    ACCUSED_IN_VAIN = "accused-in-vain"
    NOT_A_JUDGE = "not-a-judge"
    NO_SUCH_BOT = "no-such-bot"
    NO_SUCH_PERSON = "no-such-person"
    TOO_MANY = "too-many"
    TABLE_CLOSED = "table-closed"
    TABLE_FULL = "table-full"
    TABLE_DAMAGED = "table-damaged"
    TRY_AGAIN = "try-again"
    UNAVAILABLE = "unavailable"


class Refused(Exception):
    """What was asked is not done; nothing has changed."""

    def __init__(
        self,
        code: RefusalCode,
        sentence: str,
        reason: str | None = None,
        *,
        retry: int | None = None,
        fault: Fault | None = None,
    ) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.reason = reason
        """The engine's own reason for an illegal move."""
        self.retry = retry
        """Milliseconds after which the same may be granted."""
        self.values: Mapping[str, str | int] | None = None
        """What the reason is about, by name: `card`, `top`, `colour`, `drawn`, `seat`."""
        self.fault = fault
        """What is wrong with the settings; its `switch` is the one to change."""


def refuse_move(error: IllegalAction) -> Refused:
    """The refusal of a move that the engine does not allow."""
    refused = Refused(RefusalCode.ILLEGAL_MOVE, error.sentence, error.reason.value)
    refused.values = error.values or None
    return refused


def refuse_settings(error: NotationError | SetupError, sentence: str) -> Refused:
    """The refusal of settings in which the engine finds a fault."""
    fault = error.fault
    if error.switch is not None:
        fault = Fault(fault.kind, {**fault.values, "switch": error.switch})
    return Refused(RefusalCode.BAD_SETTINGS, sentence, fault=fault)
