"""What the tables of a database look like. Migrations come to this; nothing that runs reads it."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

from openuno.game.statistics import Figures

# Names that do not depend on the database: `log_pkey` is what PostgreSQL would say by itself.
metadata = MetaData(
    naming_convention={"pk": "%(table_name)s_pkey", "uq": "%(table_name)s_%(column_0_name)s_key"}
)


def _partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index of the rows for which this holds, on either kind of database."""
    holds = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=holds, postgresql_where=holds)


def _log_table(name: str) -> Table:
    """Entries by their number; a command of a guest is carried out once.

    Without a rowid the entries of one log lie side by side, and the key needs no tree of its own.
    """
    return Table(
        name,
        metadata,
        Column("code", Text, primary_key=True),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("guest", Text),
        Column("command", Text),
        Column("entry", LargeBinary, nullable=False),
        _partial_index(
            f"{name}_command", "code", "guest", "command", where="command is not null", unique=True
        ),
        sqlite_with_rowid=False,
    )


# `listing` is what the lobby shows, as JSON; the columns beside it are what is searched by.
tables = Table(
    "tables",
    metadata,
    Column("code", Text, primary_key=True),
    Column("public", Boolean, nullable=False),
    Column("state", Text, nullable=False),
    Column("host", Text),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),
    Column("listing", Text, nullable=False),
    _partial_index("tables_lobby", "updated", where="public and state <> 'archived'"),
    _partial_index("tables_hosted", "host", where="state <> 'archived'"),
    _partial_index("tables_archived", "updated", where="state = 'archived'"),
    _partial_index("tables_due", "due", where="due is not null"),
    sqlite_with_rowid=False,
)

log = _log_table("log")

# The latest snapshot of a table: its log up to `seq`, folded. Seeds are not in it.
snapshots = Table(
    "snapshots",
    metadata,
    Column("code", Text, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("version", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Seeds are here and nowhere else until they are revealed.
secrets = Table(
    "secrets",
    metadata,
    Column("code", Text, primary_key=True),
    Column("commitment", Text, primary_key=True),
    Column("seed", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# An event on this server; `due` is when it should be looked after even if nobody asks.
events = Table(
    "events",
    metadata,
    Column("code", Text, primary_key=True),
    Column("host", Text, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("due", BigInteger),
    Index("events_host", "host"),
    _partial_index("events_due", "due", where="due is not null"),
    sqlite_with_rowid=False,
)

event_log = _log_table("event_log")

guests = Table(
    "guests",
    metadata,
    Column("id", Text, primary_key=True),
    Column("token_hash", LargeBinary, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("face", Text),
    sqlite_with_rowid=False,
)

# `body` is the finished game as JSON; `unrated` until it has been counted for the ratings.
games = Table(
    "games",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("unrated", Boolean, nullable=False),
    Column("body", Text, nullable=False),
    Index("games_code", "code"),
    _partial_index("games_public", "ended", where="public"),
    _partial_index("games_unrated", "ended", where="unrated"),
)

# What each person did, in columns of its own, so that the database can add them up.
played = Table(
    "played",
    metadata,
    Column("game", Text, primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("guest", Text, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("game_won", Boolean, nullable=False),
    *(Column(name, Integer, nullable=False) for name in Figures.__struct_encode_fields__),
    Index("played_guest", "guest", "ended"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("guest", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Index("ratings_kind", "kind"),
    sqlite_with_rowid=False,
)

# What the operator has set while the server runs: bans, a drain, an announcement; `body` is JSON.
operator_settings = Table(
    "operator_settings",
    metadata,
    Column("key", Text, primary_key=True),
    Column("until", BigInteger),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What people have told the operator about others; `body` is the whole report as JSON.
reports = Table(
    "reports",
    metadata,
    Column("id", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("reporter", Text, nullable=False),
    Column("reported", Text, nullable=False),
    Column("body", Text, nullable=False),
    Index("reports_at", "at"),
    sqlite_with_rowid=False,
)

processes = Table(
    "processes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
