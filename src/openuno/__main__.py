"""`python -m openuno`: the command, where its script is not on the path."""

from openuno.cli import main

main()
