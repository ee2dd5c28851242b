"""The client drawn with Textual: one screen for the table, dialogs above it."""
