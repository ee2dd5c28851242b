"""Many rounds at once for training networks: only real decisions are asked for."""
