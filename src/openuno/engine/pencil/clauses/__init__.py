"""Clauses: what a pattern of words means, one module for each thing that a rule can do."""
