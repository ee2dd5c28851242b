"""What a finished game can teach: chances move by move, costly moves, luck and play told apart."""
