"""The table on the screen: what is shown of it, and what each key does."""
