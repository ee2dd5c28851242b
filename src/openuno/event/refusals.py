"""Why an event does not do what was asked, as values; the English sentence is made of them here."""

from collections.abc import Mapping

from openuno.engine.enums import SentenceEnum

Value = str | int
"""What a refusal is about: a word or a number."""


class EventFault(SentenceEnum):
    """Every way to be refused, with its sentence."""

    # What an event can be.
    BOUNDS = "bounds", "{what} must be {least} to {most}, not {value}"
    TITLE = "title", "a title has 1 to {most} characters"
    DUPLICATE_KIND = (
        "duplicate-kind",
        "duplicate scoring compares tables that play the same deals at the same time; it works"
        " with rotating, swiss and teams, not with {kind}",
    )
    PACE_KIND = (
        "pace-kind",
        "the tables of a {kind} event depend on the results before them; its sittings start"
        " together",
    )
    TABLE_OF_TEAMS = "table-of-teams", "two teams sit at a table; leave out the size of tables"
    # People.
    NAME = "name", "a name has 1 to {most} characters and no line break; {name!r} does not work"
    NAME_TAKEN = "name-taken", "there is already a {name}; add something to tell them apart"
    NOBODY = "nobody", "nobody here is called {name}"
    HERE = "here", "{name} is here already"
    GONE = "gone", "{name} has left already"
    FULL = "full", "the event is full: at most {most} people at a time"
    TOO_MANY_NAMES = "too-many-names", "an event can remember at most {most} people"
    TOO_FEW = "too-few", "an event starts with at least {least} people; {count} are here"
    NO_TEAMS = "no-teams", "everyone plays alone at this {kind} event; it has no teams"
    TEAM_SIZE = "team-size", "a team here has {size} people, not {count}"
    IN_TEAM = "in-team", "{name} is in a team already"
    LATE_TEAM = "late-team", "a knock-out takes no new teams after its first draw"
    LEFT_OVER = (
        "left-over",
        "teams of {size} leave {count} over; wait for more people or let someone watch",
    )
    # Sittings and tables.
    NO_SITTING = "no-sitting", "no tables have been drawn yet"
    UNKNOWN_SITTING = "unknown-sitting", "there is no sitting {sitting}; {last} were drawn"
    UNKNOWN_TABLE = "unknown-table", "sitting {sitting} has tables 1 to {last}, no table {table}"
    WHICH_SITTING = (
        "which-sitting",
        "table {table} has no result in sitting {first} and in sitting {last}; say which sitting",
    )
    UNFINISHED = (
        "unfinished",
        "table {table} of sitting {sitting} has no result yet; enter its points, or cancel it",
    )
    ALL_DRAWN = "all-drawn", "all {count} sittings have been drawn; finish the event"
    DECIDED = "decided", "the knock-out is decided; finish the event"
    NOBODY_FREE = "nobody-free", "fewer than two are free; wait for a result"
    CHOOSE_TABLE = "choose-table", "only the host of a ladder can choose who sits at a table"
    CHOSEN_COUNT = "chosen-count", "a table here has 2 to {most} people, not {count}"
    NOT_DRAWN = "not-drawn", "{name} is not in the last draw"
    SAME_PERSON = "same-person", "{name} is named twice; name two people"
    SAME_PLACE = "same-place", "{name} and {other} are in the same team; choose two others"
    BUSY = "busy", "{name} still plays at table {table} of sitting {sitting}"
    STARTED = "started", "table {table} of sitting {sitting} has started already"
    HAS_RESULT = (
        "has-result",
        "table {table} of sitting {sitting} has a result; correct it if it is wrong",
    )
    NO_RESULT = "no-result", "table {table} of sitting {sitting} has no result to correct"
    CANCELLED = "cancelled", "table {table} of sitting {sitting} was cancelled"
    CANCEL_KNOCK_OUT = (
        "cancel-knock-out",
        "a knock-out needs every result; enter the points, and a side that left does not go on",
    )
    SIDES = "sides", "table {table} has {sides} sides; give {sides} numbers, not {count}"
    POINTS = "points", "points are 0 to {most}; {value} is not allowed"
    LEVEL = "level", "sides cannot be level in a knock-out; play one more round to decide"
    SAME_POINTS = "same-points", "table {table} has these points already"
    ALREADY_ON = (
        "already-on",
        "that would change who went on, and the next sitting is drawn; take its draw back first",
    )
    NOT_UNDONE = "not-undone", "sitting {sitting} has results; its draw cannot be taken back"
    MANY_SITTINGS = "many-sittings", "an event has at most {most} sittings"
    OVER = "over", "the event is over; only points can be corrected"
    NOT_BEGUN = "not-begun", "nothing has been played yet; there is nothing to finish"
    # On a server.
    NOT_HOST = "not-host", "only the host of the event can do that"
    NO_PHONE = "no-phone", "{name} has not joined with a phone, so they cannot host, too"
    NOT_TAKING_PART = "not-taking-part", "you do not take part yet; join the event first"
    NO_TABLE = "no-table", "you sit at no table now; wait for the next draw"
    TABLES_SCORE = "tables-score", "the tables of this event enter their points themselves"
    PAUSED = "paused", "the event is paused; let it go on first"
    CROWDED_TABLE = "crowded-table", "a table on the server has at most {most} seats, not {count}"


class EventRefused(ValueError):
    """What was asked is not done; nothing has changed."""

    def __init__(self, fault: EventFault, /, **values: Value) -> None:
        self.fault = fault
        self.values: Mapping[str, Value] = values
        self.sentence = fault.template.format_map(values)
        super().__init__(self.sentence)
