"""What the clauses before have said."""

import msgspec

from openuno.engine.custom import Who
from openuno.engine.pencil.lexicon import Chunk


class Context(msgspec.Struct):
    """What the clauses before have said: who did it, and who `they` are."""

    subject: Who | None = None
    """Who did it in this sentence, if it was somebody else than the player."""
    you: bool = False
    """Whether it was the player, by name."""
    inherits: bool = False
    """Whether a verb without a subject goes on about them: `all players draw 1 and lose a turn`."""
    they: Who | None = None
    holder: Who | None = None
    """Who the condition of this sentence is about, if it is somebody else than the player."""
    each: Who | None = None
    """The several players who do it in the clause before, for a condition that asks each."""
    asked: Who | None = None
    """The several players each of whom the condition asks; it is only for what they do."""
    chosen: bool = False
    """Whether a player has been chosen before."""
    picked: bool = False
    """Whether a player was picked of whom nothing has been said yet."""
    pair: bool = False
    """Whether they are two players."""
    colour: bool = False
    """Whether the clause before says that a colour is chosen, so that `it` can be that colour."""
    seen: Who | None = None
    """Who showed the player a hand, from which a card could be taken."""
    until: Chunk | None = None
    """The words of this clause that say how long it holds."""
    choosing: Who | None = None
    """Who chooses the cards of the clause before."""
    conditional: bool = False
    """Whether a sentence before has a condition that `otherwise` can be about."""
