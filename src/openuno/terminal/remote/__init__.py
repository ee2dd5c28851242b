"""A table on a server: its link, the person's token there, the connection, what is said of it."""
