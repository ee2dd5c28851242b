"""The pencil: the language that rules on blank cards are written in."""
