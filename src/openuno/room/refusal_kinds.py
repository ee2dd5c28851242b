"""Every way the server says no: codes for programs, and each code's kinds with their sentences."""

from enum import StrEnum
from typing import Self


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
    PAUSED = "paused"
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
    BANNED = "banned"
    DRAINING = "draining"
    TRY_AGAIN = "try-again"
    UNAVAILABLE = "unavailable"


class RefusalKind(StrEnum):
    """What exactly is refused: a kind belongs to one code, and has one English sentence.

    The page has a sentence of its own for each, in every language.
    """

    code: RefusalCode
    template: str

    def __new__(cls, value: str, code: RefusalCode, template: str) -> Self:
        """A kind by its name, its code, and the sentence its values are put into."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.code = code
        kind.template = template
        return kind

    @property
    def is_general(self) -> bool:
        """Whether the code alone says as much."""
        return self.value == self.code.value

    # Messages and connections.
    BAD_MESSAGE = "bad-message", RefusalCode.BAD_MESSAGE, "{cause}"
    BAD_ID = "bad-id", RefusalCode.BAD_MESSAGE, "an id has 1 to {most} printable characters"
    HELLO_TWICE = (
        "hello-twice",
        RefusalCode.BAD_MESSAGE,
        "you have already said hello on this connection",
    )
    NO_SUCH_EMOTE = "no-such-emote", RefusalCode.BAD_MESSAGE, "choose an emote from {choices}"
    PASSWORD_UNTYPABLE = (
        "password-untypable",
        RefusalCode.BAD_MESSAGE,
        "a password cannot contain control characters",
    )
    WRONG_PROTOCOL = (
        "wrong-protocol",
        RefusalCode.WRONG_PROTOCOL,
        "this server speaks protocol {ours}, not {theirs}; reload or update",
    )
    BAD_TOKEN = "bad-token", RefusalCode.BAD_TOKEN, "this token is not valid; request a new one"
    TOKEN_REVOKED = "token-revoked", RefusalCode.BAD_TOKEN, "your token is no longer valid"
    NO_HELLO = "no-hello", RefusalCode.BAD_TOKEN, "say hello first, with your token"
    NO_TOKEN = (
        "no-token",
        RefusalCode.BAD_TOKEN,
        "say who you are: Authorization: Bearer and your token",
    )
    REUSED_ID = (
        "reused-id",
        RefusalCode.REUSED_ID,
        "you used this id for another command; choose a new id",
    )
    REUSED_ID_ENTRY = (
        "reused-id-entry",
        RefusalCode.REUSED_ID,
        "you used this id for another command (entry {entry}); choose a new id",
    )
    # Finding a table, a game, a person.
    NO_SUCH_TABLE = "no-such-table", RefusalCode.NO_SUCH_TABLE, "there is no table {table}"
    NO_SUCH_CODE = "no-such-code", RefusalCode.NO_SUCH_TABLE, "no table has this code"
    NO_SUCH_GAME = "no-such-game", RefusalCode.NO_SUCH_GAME, "there is no such game"
    WRONG_PASSWORD = (
        "wrong-password",
        RefusalCode.WRONG_PASSWORD,
        "this table has a password; ask the host for it",
    )
    WRONG_PASSWORDS = (
        "wrong-passwords",
        RefusalCode.TOO_MANY_GUESSES,
        "too many wrong passwords; wait {seconds:short}, then try again",
    )
    WRONG_CODES = (
        "wrong-codes",
        RefusalCode.TOO_MANY_GUESSES,
        "too many wrong table codes; wait {seconds:short}, then try again",
    )
    NO_SUCH_GUEST = "no-such-guest", RefusalCode.NO_SUCH_PERSON, "there is nobody by that id"
    NOT_HERE = "not-here", RefusalCode.NO_SUCH_PERSON, "that person is not at the table"
    NOT_MUTED = "not-muted", RefusalCode.NO_SUCH_PERSON, "that person is not muted"
    NOBODY_THERE = "nobody-there", RefusalCode.NO_SUCH_PERSON, "no person sits there"
    OWN_SEAT = "own-seat", RefusalCode.NO_SUCH_PERSON, "that is your own seat; stand up instead"
    NO_SUCH_BOT = (
        "no-such-bot",
        RefusalCode.NO_SUCH_BOT,
        "there is no such bot; choose one from {choices}",
    )
    NO_ORACLES = (
        "no-oracles",
        RefusalCode.NO_SUCH_BOT,
        "an oracle sees hidden cards, so no table seats it; choose a bot from {choices}",
    )
    NO_BOT_THERE = "no-bot-there", RefusalCode.NO_SUCH_BOT, "no bot sits there"
    # Being at a table, and sitting down.
    NOT_AT_TABLE = (
        "not-at-table",
        RefusalCode.NOT_AT_TABLE,
        "you are not at this table; join it first",
    )
    NOT_JOINED = "not-joined", RefusalCode.NOT_AT_TABLE, "join the table first"
    NO_TABLE_JOINED = "no-table-joined", RefusalCode.NOT_AT_TABLE, "join a table first"
    NOT_SEATED = "not-seated", RefusalCode.NOT_SEATED, "you have no seat at this table"
    SUCCESSOR_NOT_SEATED = (
        "successor-not-seated",
        RefusalCode.NOT_SEATED,
        "you are acting host: only someone with a seat can follow you",
    )
    ALREADY_SEATED = (
        "already-seated",
        RefusalCode.ALREADY_SEATED,
        "you have a seat already; stand up first",
    )
    SEAT_TAKEN = "seat-taken", RefusalCode.SEAT_TAKEN, "that seat is taken"
    SEAT_IN_USE = (
        "seat-in-use",
        RefusalCode.SEAT_TAKEN,
        "someone sits in a seat you want to take away",
    )
    SEAT_KEPT_FOR_YOU = (
        "seat-kept-for-you",
        RefusalCode.SEAT_TAKEN,
        "a bot keeps your own seat for you; take that one",
    )
    SEAT_RESERVED = "seat-reserved", RefusalCode.SEAT_TAKEN, "that seat is reserved for {name}"
    NO_SUCH_SEAT = "no-such-seat", RefusalCode.NO_SUCH_SEAT, "there is no seat {seat} at this table"
    KICKED = (
        "kicked",
        RefusalCode.KICKED,
        "the host has sent you away; you may watch",
    )
    NOT_ACCEPTED = (
        "not-accepted",
        RefusalCode.NOT_ACCEPTED,
        "this table has custom rules; accept them to sit down",
    )
    # What the host may do, and votes.
    NOT_HOST = "not-host", RefusalCode.NOT_HOST, "only the host can do that"
    NOT_OWNER = (
        "not-owner",
        RefusalCode.NOT_HOST,
        "only the person who opened this table can close it",
    )
    NEEDS_VOTE = (
        "needs-vote",
        RefusalCode.NEEDS_VOTE,
        "away: {names}; vote on it ({votes} votes are needed) or wait {seconds:long}",
    )
    NOT_AWAY = "not-away", RefusalCode.NOT_AWAY, "{name} is here: only the host can remove them"
    JUST_LEFT = "just-left", RefusalCode.NOT_AWAY, "{name} has only just gone; vote in {seconds}"
    # Starting and ending games.
    GAME_ON = "game-on", RefusalCode.GAME_ON, "wait until the game is over"
    GAME_ON_STARTING = "game-on-starting", RefusalCode.GAME_ON, "a game is about to start"
    GAME_ON_SIT_LATER = (
        "game-on-sit-later",
        RefusalCode.GAME_ON,
        "a game is about to start; sit down in a moment",
    )
    GAME_ON_BOT_SEAT = (
        "game-on-bot-seat",
        RefusalCode.GAME_ON,
        "bots give up their seats only between rounds",
    )
    GAME_ON_RULES = "game-on-rules", RefusalCode.GAME_ON, "the rules change between games only"
    GAME_ON_BOTS = "game-on-bots", RefusalCode.GAME_ON, "bots come and go between games"
    GAME_ON_SEED = (
        "game-on-seed",
        RefusalCode.GAME_ON,
        "a game is in progress; commit to a seed for the next one",
    )
    GAME_ON_CLOSE = "game-on-close", RefusalCode.GAME_ON, "a game is in progress; end it first"
    NO_GAME = "no-game", RefusalCode.NO_GAME, "no game is in progress"
    NO_GAME_YET = "no-game-yet", RefusalCode.NO_GAME, "there has been no game yet; start one"
    SEATS_EMPTY = (
        "seats-empty",
        RefusalCode.SEATS_EMPTY,
        "some seats are still empty; add bots or choose fewer seats",
    )
    NOT_READY = "not-ready", RefusalCode.NOT_READY, "not ready yet: {names}"
    NOT_READY_AGAIN = (
        "not-ready-again",
        RefusalCode.NOT_READY,
        "not there, or yet to accept the rules: {names}",
    )
    BAD_SETTINGS = "bad-settings", RefusalCode.BAD_SETTINGS, "{cause}"
    BAD_SEED = "bad-seed", RefusalCode.BAD_SEED, "a seed is 32 bytes as 64 lower-case hex digits"
    BAD_COMMITMENT = (
        "bad-commitment",
        RefusalCode.BAD_SEED,
        "a commitment is a SHA-256 as 64 lower-case hex digits",
    )
    SEED_KEPT = "seed-kept", RefusalCode.BAD_SEED, "keep your seed until the table asks for it"
    SEED_TOO_LATE = (
        "seed-too-late",
        RefusalCode.BAD_SEED,
        "too late for this game; commit to a seed for the next one",
    )
    SEED_NOT_COMMITTED = (
        "seed-not-committed",
        RefusalCode.BAD_SEED,
        "this is not the seed you have committed to",
    )
    # Moves.
    ILLEGAL_MOVE = "illegal-move", RefusalCode.ILLEGAL_MOVE, "{cause}"
    NOT_REPLACED = "not-replaced", RefusalCode.ILLEGAL_MOVE, "you play your own seat already"
    TOO_EARLY = "too-early", RefusalCode.TOO_EARLY, "too early; give them a moment to say it"
    CATCH_COOLING = (
        "catch-cooling",
        RefusalCode.TOO_FAST,
        "that catch was wrong; wait before the next one",
    )
    PAUSED = (
        "paused",
        RefusalCode.PAUSED,
        "the game is paused; wait until the host of the event resumes it",
    )
    SHARED_DEAL = (
        "shared-deal",
        RefusalCode.TOO_EARLY,
        "the other tables play the same cards; wait until they have finished",
    )
    # What people say.
    PHRASES_ONLY = (
        "phrases-only",
        RefusalCode.MUTED,
        "this table has set phrases instead of chat",
    )
    MUTED = "muted", RefusalCode.MUTED, "the host has muted you"
    EMPTY = "empty", RefusalCode.EMPTY, "say something"
    NAME_EMPTY = "name-empty", RefusalCode.EMPTY, "a name needs a letter"
    TOO_LONG = "too-long", RefusalCode.TOO_LONG, "say it in {most} characters or fewer"
    NAME_TOO_LONG = "name-too-long", RefusalCode.TOO_LONG, "a name has at most {most} characters"
    NO_SUCH_FACE = (
        "no-such-face",
        RefusalCode.BAD_MESSAGE,
        "there is no such face; choose another one",
    )
    PASSWORD_LENGTH = (
        "password-length",
        RefusalCode.TOO_LONG,
        "a password has 1 to {most} characters",
    )
    SUGGESTION = (
        "suggestion",
        RefusalCode.SUGGESTION,
        "that tells someone what to play, and hints cost {cards} cards here; say it anyway?",
    )
    NO_SUCH_MESSAGE = (
        "no-such-message",
        RefusalCode.NO_SUCH_MESSAGE,
        "you can only accuse another player of what they said in this round",
    )
    ACCUSATION_OPEN = (
        "accusation-open",
        RefusalCode.ACCUSATION_OPEN,
        "the table is judging another accusation; wait for it",
    )
    ACCUSED_IN_VAIN = (
        "accused-in-vain",
        RefusalCode.ACCUSED_IN_VAIN,
        "the table dismissed your accusation; you can accuse again in the next round",
    )
    NOT_A_JUDGE = (
        "not-a-judge",
        RefusalCode.NOT_A_JUDGE,
        "there is nothing for you to judge now; only those who were here at the time can judge",
    )
    NO_SUCH_HONOUR_RULE = (
        "no-such-honour-rule",
        RefusalCode.NO_SUCH_MESSAGE,
        "that honour rule was not read out at your table this round",
    )
    NOT_A_PERSON_HERE = (
        "not-a-person-here",
        RefusalCode.NO_SUCH_PERSON,
        "only people who play here now can break an honour rule",
    )
    ACCUSED_BEFORE = (
        "accused-before",
        RefusalCode.ACCUSED_IN_VAIN,
        "the table has already decided whether {name} kept this rule",
    )
    NOBODY_ACCUSED = "nobody-accused", RefusalCode.NOT_A_JUDGE, "nobody is accused now"
    ALREADY_JUDGED = "already-judged", RefusalCode.NOT_A_JUDGE, "you have given your verdict"
    # Limits, and what a server cannot do just now.
    TOO_MANY_COMMANDS = (
        "too-many-commands",
        RefusalCode.TOO_FAST,
        "too many requests; wait {seconds}",
    )
    TOO_MANY_FROM_ADDRESS = (
        "too-many-from-address",
        RefusalCode.TOO_FAST,
        "too many requests from your network; wait {seconds}",
    )
    TOO_FAST = "too-fast", RefusalCode.TOO_FAST, "not so fast; wait {seconds}"
    TOO_MANY_JOINING = (
        "too-many-joining",
        RefusalCode.TOO_FAST,
        "too many people are joining; try again in a moment",
    )
    TOO_MANY_MESSAGES = "too-many-messages", RefusalCode.TOO_FAST, "too many messages; slow down"
    TOO_MANY_REQUESTS = (
        "too-many-requests",
        RefusalCode.TOO_FAST,
        "too many requests from your network; wait a little",
    )
    TOO_MANY_HOSTED = (
        "too-many-hosted",
        RefusalCode.TOO_MANY,
        "you host {most} tables already; close some or hand them over",
    )
    TOO_MANY = (
        "too-many",
        RefusalCode.TOO_MANY,
        "there are too many tables just now; try later",
    )
    TOO_MANY_PEOPLE = "too-many-people", RefusalCode.TOO_MANY, "this table is full; come back later"
    CLOSED_BY_HOST = (
        "closed-by-host",
        RefusalCode.TABLE_CLOSED,
        "the host has closed this table; open another",
    )
    CLOSED_BY_OPERATOR = (
        "closed-by-operator",
        RefusalCode.TABLE_CLOSED,
        "the operator of this server has closed this table",
    )
    CLOSED_UNUSED = (
        "closed-unused",
        RefusalCode.TABLE_CLOSED,
        "nobody came to this table and it was closed; open another",
    )
    CLOSED_FULL = (
        "closed-full",
        RefusalCode.TABLE_CLOSED,
        "this table has been played at for very long and is closed now; open another",
    )
    TABLE_FULL = (
        "table-full",
        RefusalCode.TABLE_FULL,
        "this table has been used for so long that it closes after this game; its limit is {most}"
        " entries",
    )
    TABLE_DAMAGED = (
        "table-damaged",
        RefusalCode.TABLE_DAMAGED,
        "this table is damaged and cannot be used; tell the person who runs the server",
    )
    BANNED = (
        "banned",
        RefusalCode.BANNED,
        "the operator of this server has banned you",
    )
    BANNED_FOR = (
        "banned-for",
        RefusalCode.BANNED,
        "the operator of this server has banned you; you can come back in {seconds:long}",
    )
    DRAINING = (
        "draining",
        RefusalCode.DRAINING,
        "no new tables are opened here just now: the server is about to be restarted or"
        " moved; games in progress go on",
    )
    TRY_AGAIN = "try-again", RefusalCode.TRY_AGAIN, "the server is busy; try again in a moment"
    TRY_AGAIN_CHANGED = (
        "try-again-changed",
        RefusalCode.TRY_AGAIN,
        "too much is happening at this table; try again",
    )
    UNAVAILABLE = (
        "unavailable",
        RefusalCode.UNAVAILABLE,
        "the server cannot reach its database just now; try again shortly",
    )
    STORE_UNREACHABLE = (
        "store-unreachable",
        RefusalCode.UNAVAILABLE,
        "the server cannot reach its store just now; try again in a moment",
    )
    MOVE_NOT_SAVED = (
        "move-not-saved",
        RefusalCode.UNAVAILABLE,
        "your move could not be saved; try again in a moment",
    )
    TABLE_UNREACHABLE = (
        "table-unreachable",
        RefusalCode.UNAVAILABLE,
        "the table cannot be reached just now; join again in a moment",
    )
