"""`uno admin`: what the operator of a server asks of it."""
