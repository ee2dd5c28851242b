"""What a release needs: checks before it, the list of what is inside, and the files."""
