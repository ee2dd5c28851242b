"""The documentation as a web site: the pages of `docs/`, and some from rulebook and tests."""
