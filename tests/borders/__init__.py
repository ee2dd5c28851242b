"""What others rely on, pinned: a move or a new name inside must not change any of it.

`pinned/` holds the borders as they are. Where one is changed on purpose, write its file anew and
commit the difference, which shows what others will notice:

    python -m tests.borders help.txt

Without a name it writes all of them but those that older programs have written.
"""
