"""The face a person has chosen; none for those who have not."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a face to every person."""
    op.add_column("guests", Column("face", Text))
