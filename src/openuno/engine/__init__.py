"""The rules of UNO, pure: no clock, no input or output, no chance but what is handed in."""
