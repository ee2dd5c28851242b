"""Trains the network of the bot `master` by self-play; see docs/training.md."""
