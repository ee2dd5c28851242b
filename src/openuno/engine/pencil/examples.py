"""Rules for tables that prefer to pick one, by mood; each in its normal form."""

from typing import NamedTuple

from openuno.engine.enums import NamedEnum


class Mood(NamedEnum):
    """What a ready-made rule feels like."""

    GENTLE = "gentle"
    HELPFUL = "helpful"
    MISCHIEVOUS = "mischievous"
    CHAOTIC = "chaotic"
    LOUD = "loud"


class ReadyMade(NamedTuple):
    """A rule by name."""

    mood: Mood
    name: str
    text: str


EXAMPLES = (
    ReadyMade(Mood.GENTLE, "Siesta", "Everyone else loses a turn if you hold at least 6 cards."),
    ReadyMade(Mood.GENTLE, "Tidy up", "Everyone discards 1 card at random."),
    ReadyMade(Mood.GENTLE, "Spring cleaning", "You discard all cards of the colour named."),
    ReadyMade(Mood.GENTLE, "Deep breath", "You play again."),
    ReadyMade(
        Mood.HELPFUL,
        "Robin Hood",
        "The player with the fewest cards takes 2 random cards"
        " from the player with the most cards.",
    ),
    ReadyMade(
        Mood.HELPFUL, "Helping hand", "You take a random card from the player with the most cards."
    ),
    ReadyMade(Mood.HELPFUL, "Level ground", "Everyone draws until they hold 5 cards."),
    ReadyMade(
        Mood.HELPFUL,
        "Second wind",
        "You play again if you hold more than 7 cards."
        " You discard 3 cards at random if you hold more than 7 cards.",
    ),
    ReadyMade(Mood.HELPFUL, "Good company", "Your partner discards 2 cards at random."),
    ReadyMade(Mood.MISCHIEVOUS, "Hot potato", "You give 2 random cards to a player you choose."),
    ReadyMade(
        Mood.MISCHIEVOUS,
        "Keyhole",
        "A player you choose shows the hand to you. A player you choose draws 1 card.",
    ),
    ReadyMade(Mood.MISCHIEVOUS, "Glass house", "Everyone else shows the hand to you."),
    ReadyMade(Mood.MISCHIEVOUS, "Toll", "Everyone else gives a random card to the next player."),
    ReadyMade(Mood.MISCHIEVOUS, "Tall poppy", "The player with the fewest cards draws 3 cards."),
    ReadyMade(Mood.MISCHIEVOUS, "Long arm", "A player you choose loses a turn."),
    ReadyMade(
        Mood.MISCHIEVOUS,
        "Interest",
        "The next player draws 1 card for each wild card you hold, at most 4.",
    ),
    ReadyMade(Mood.CHAOTIC, "Downpour", "Everyone else draws 1 card. You play again."),
    ReadyMade(Mood.CHAOTIC, "Carousel", "Hands pass left. Play reverses."),
    ReadyMade(
        Mood.CHAOTIC,
        "Red alert",
        "Everyone else draws 2 cards if the colour named is red."
        " You draw 1 card if the colour named is red.",
    ),
    ReadyMade(
        Mood.CHAOTIC,
        "Trade winds",
        "You swap hands with the player with the fewest cards. You draw 2 cards.",
    ),
    ReadyMade(
        Mood.CHAOTIC, "Echo", "The previous player draws 2 cards. The next player draws 2 cards."
    ),
    ReadyMade(Mood.CHAOTIC, "Clean slate", "All hands are shuffled. You play again."),
    ReadyMade(
        Mood.LOUD,
        "Encore",
        '"The next player sings a line of a song, or draws two." Play reverses.',
    ),
    ReadyMade(
        Mood.LOUD, "Drum roll", '"Everyone drums on the table." The next player draws 1 card.'
    ),
    ReadyMade(
        Mood.LOUD,
        "Farmyard",
        '"Everyone makes the sound of an animal." Everyone draws 1 card if they hold a 7.',
    ),
    ReadyMade(
        Mood.LOUD,
        "Big cheer",
        '"Everyone cheers for the player with the most cards."'
        " The player with the most cards discards 1 card at random.",
    ),
)
"""Those that speak of a partner need `teams`."""
