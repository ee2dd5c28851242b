"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table."""
    _make_tables()
    _make_log()
    _make_people()
    _make_games()
    _make_played()


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("host", sa.Text),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("listing", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("code", name="tables_pkey"),
        sqlite_with_rowid=False,
    )
    _index("tables_lobby", "tables", ["updated"], "public and state <> 'archived'")
    _index("tables_hosted", "tables", ["host"], "state <> 'archived'")
    _index("tables_due", "tables", ["due"], "due is not null")
    op.create_table(
        "processes",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="processes_pkey"),
        sqlite_with_rowid=False,
    )


def _make_log() -> None:
    op.create_table(
        "log",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.Text),
        sa.Column("command", sa.Text),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", "seq", name="log_pkey"),
        sqlite_with_rowid=False,
    )
    _index("log_command", "log", ["code", "guest", "command"], "command is not null", unique=True)
    op.create_table(
        "secrets",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("commitment", sa.Text, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", "commitment", name="secrets_pkey"),
        sqlite_with_rowid=False,
    )


def _make_people() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("token_hash", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="guests_pkey"),
        sa.UniqueConstraint("token_hash", name="guests_token_hash_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "ratings",
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guest", "kind", name="ratings_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("ratings_kind", "ratings", ["kind"])


def _make_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("unrated", sa.Boolean, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="games_pkey"),
    )
    _index("games_public", "games", ["ended"], "public")
    _index("games_unrated", "games", ["ended"], "unrated")


def _make_played() -> None:
    op.create_table(
        "played",
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("player", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("guest", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("game_won", sa.Boolean, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("challenges_won", sa.Integer, nullable=False),
        sa.Column("challenges_lost", sa.Integer, nullable=False),
        sa.Column("bluffs_caught", sa.Integer, nullable=False),
        sa.Column("wrongly_doubted", sa.Integer, nullable=False),
        sa.Column("not_challenged", sa.Integer, nullable=False),
        sa.Column("catches", sa.Integer, nullable=False),
        sa.Column("wrong_catches", sa.Integer, nullable=False),
        sa.Column("caught", sa.Integer, nullable=False),
        sa.Column("uno_said", sa.Integer, nullable=False),
        sa.Column("cards_drawn", sa.Integer, nullable=False),
        sa.Column("cards_left", sa.Integer, nullable=False),
        sa.Column("points_left", sa.Integer, nullable=False),
        sa.Column("longest_hand", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name="played_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("played_guest", "played", ["guest", "ended"])


def _index(name: str, table: str, columns: list[str], where: str, *, unique: bool = False) -> None:
    op.create_index(
        name,
        table,
        columns,
        unique=unique,
        sqlite_where=sa.text(where),
        postgresql_where=sa.text(where),
    )
