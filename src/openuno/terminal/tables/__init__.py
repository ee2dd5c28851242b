"""Where the client plays: one interface, and a table for each place a game can run."""
