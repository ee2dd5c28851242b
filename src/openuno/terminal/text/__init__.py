"""What is said and shown as text: what happened, the table of a seat, the score sheet."""
