"""What Alembic runs to write the steps of a migration down."""

from alembic import context

# The transaction is opened by who carries the script out.
context.configure(dialect_name=context.config.attributes["dialect"], transactional_ddl=False)
context.run_migrations()
