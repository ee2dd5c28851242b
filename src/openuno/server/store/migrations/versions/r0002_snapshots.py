"""Snapshots of tables, so that a long log need not be folded from its beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the table of snapshots, empty: each is written when its table is next loaded."""
    op.create_table(
        "snapshots",
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("code", name="snapshots_pkey"),
        sqlite_with_rowid=False,
    )
