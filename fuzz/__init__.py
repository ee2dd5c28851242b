"""Fuzzers, run by hand: `make fuzz`."""
