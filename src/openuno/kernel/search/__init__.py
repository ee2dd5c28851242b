"""What a search needs many of: possible deals, each played to its end by `regular`."""
