"""The steps from one revision of the database to the next, as Alembic reads them."""
