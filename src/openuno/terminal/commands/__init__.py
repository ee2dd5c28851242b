"""The subcommands that print or play in the terminal, one module each."""
