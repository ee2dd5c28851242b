"""The operator: what they have set, what people have told them, and old tables found by age."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Make the tables of the operator, and an index of the tables that may be deleted."""
    op.create_table(
        "operator_settings",
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("until", sa.BigInteger),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("key", name="operator_settings_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reporter", sa.Text, nullable=False),
        sa.Column("reported", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="reports_pkey"),
        sqlite_with_rowid=False,
    )
    op.create_index("reports_at", "reports", ["at"])
    op.create_index(
        "tables_archived",
        "tables",
        ["updated"],
        sqlite_where=sa.text("state = 'archived'"),
        postgresql_where=sa.text("state = 'archived'"),
    )
