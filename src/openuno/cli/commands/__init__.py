"""The subcommands of `uno`: their options, and what they call."""
