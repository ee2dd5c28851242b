"""A record on the screen."""
