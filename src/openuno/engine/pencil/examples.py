"""Rules for a table that would rather not sharpen its own pencil; each in its normal form."""

from typing import NamedTuple


class ReadyMade(NamedTuple):
    """A rule by name."""

    name: str
    text: str


EXAMPLES = (
    ReadyMade("Downpour", "Everyone else draws 1 card. You play again."),
    ReadyMade("Hot potato", "You give 2 random cards to a player you choose."),
    ReadyMade("Spring cleaning", "You discard all cards of the colour named."),
    ReadyMade("Tall poppy", "The player with the fewest cards draws 3 cards."),
    ReadyMade(
        "Robin Hood",
        "The player with the fewest cards takes 2 random cards"
        " from the player with the most cards.",
    ),
    ReadyMade("Long arm", "A player you choose loses a turn."),
    ReadyMade(
        "Keyhole", "A player you choose shows the hand to you. A player you choose draws 1 card."
    ),
    ReadyMade("Carousel", "Hands pass left. Play reverses."),
    ReadyMade(
        "Red alert",
        "Everyone else draws 2 cards if the colour named is red."
        " You draw 1 card if the colour named is red.",
    ),
    ReadyMade(
        "Second wind",
        "You play again if you hold more than 7 cards."
        " You discard 3 cards at random if you hold more than 7 cards.",
    ),
    ReadyMade("Interest", "The next player draws 1 card for each wild card you hold, at most 4."),
    ReadyMade(
        "Trade winds", "You swap hands with the player with the fewest cards. You draw 2 cards."
    ),
    ReadyMade("Siesta", "Everyone else loses a turn if you hold at least 6 cards."),
    ReadyMade("Echo", "The previous player draws 2 cards. The next player draws 2 cards."),
    ReadyMade("Toll", "Everyone else gives a random card to the next player."),
    ReadyMade("Glass house", "Everyone else shows the hand to you."),
    ReadyMade("Clean slate", "All hands are shuffled. You play again."),
    ReadyMade("Good company", "Your partner discards 2 cards at random."),
    ReadyMade("Encore", '"The next player sings a line of a song, or draws two." Play reverses.'),
)
"""Those that speak of a partner need `teams`."""
