"""The rules of a round as compiled functions: the twins of `openuno.engine`."""
