"""The store in PostgreSQL, shared by several processes."""
