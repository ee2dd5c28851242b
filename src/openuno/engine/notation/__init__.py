"""Text forms of cards, actions, rules and rounds; what is written can be read back."""
