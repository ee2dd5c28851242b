"""The table server: connections, clocks, bots and stores around the tables of `openuno.room`."""
