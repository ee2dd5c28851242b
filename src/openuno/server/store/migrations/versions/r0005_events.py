"""Events: a log for each, and when a server should look after it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the tables of events, and an index that finds the games of a room."""
    op.create_table(
        "events",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.PrimaryKeyConstraint("code", name="events_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("events_host", "events", ["host"])
    _index("events_due", "events", ["due"], "due is not null")
    op.create_table(
        "event_log",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.Text),
        sa.Column("command", sa.Text),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="event_log_pkey"),
        sqlite_with_rowid=False,
    )
    _index(
        "event_log_command",
        "event_log",
        ["code", "guest", "command"],
        "command is not null",
        unique=True,
    )
    op.create_index("games_code", "games", ["code"])


def _index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(where),
    )
