"""A seat at a table for an assistant, over the Model Context Protocol: `uno mcp`."""
