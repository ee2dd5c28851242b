"""`uno ladder`: how strong players are against each other, on the same deals from every seat."""
