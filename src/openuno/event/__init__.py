"""A room full of people as a value: who plays whom at which table, and who is ahead."""
