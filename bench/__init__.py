"""Speed, measured side by side with a peer in one run and told as ratios."""
