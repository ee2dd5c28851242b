from tests.postgres import empty_postgres_url, postgres, postgres_url, private_postgres

__all__ = ["empty_postgres_url", "postgres", "postgres_url", "private_postgres"]
