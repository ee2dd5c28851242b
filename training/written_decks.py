"""Written rules to train with: decks of eight blanks, four rules on two of them each.

The rules of `bench.written` are kept for measuring: none of them is here. Every deck has rules of
several kinds, in another order each time, so that a network meets every kind on every blank. Nobody
is asked anything, since a network has no decision for that.
"""

from collections.abc import Sequence

from openuno import Rules, with_switches
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import with_custom_rules

COPIES = 2
"""How often a rule stands in the deck, as in `bench.written`."""
Deck = tuple[str, str, str, str]
DECKS: tuple[Deck, ...] = (
    (
        "Everyone else draws 1 card.",
        "You discard 1 card at random.",
        "You swap hands with the next player.",
        "You draw 3 cards.",
    ),
    (
        "The next player draws 4 cards.",
        "A player you choose draws 2 cards and loses a turn.",
        "Hands pass right.",
        "You play again. You draw 1 card.",
    ),
    (
        "The player with the most cards draws 2 cards.",
        "You give a random card to the next player.",
        "You lose a turn.",
        "You discard all red cards.",
    ),
    (
        "You take a random card from the next player.",
        "Play reverses. The next player draws 1 card.",
        "The player with the fewest cards draws 2 cards.",
        "You discard 3 cards at random if you hold more than 7 cards.",
    ),
    (
        "The next player loses 2 turns.",
        "You draw 1 card for each wild card you hold.",
        "You give 3 random cards to a player you choose.",
        "Everyone discards 1 card at random.",
    ),
    (
        "Everyone draws 1 card.",
        "The next player draws 2 cards. The previous player draws 2 cards.",
        "You discard 2 cards at random. You lose a turn.",
        "You swap hands with a player you choose. You draw 1 card.",
    ),
    (
        "You swap hands with the player with the fewest cards. You draw 2 cards.",
        "You draw 4 cards.",
        "Everyone else loses a turn.",
        "A player you choose discards 2 cards at random.",
    ),
    (
        "A player you choose draws 1 card for each card you hold, at most 5.",
        "All hands are shuffled. You play again.",
        "The next player discards 1 card at random.",
        "You give a random card to everyone else.",
    ),
    (
        "Everyone else draws 3 cards if the colour named is red.",
        "You swap hands with the player with the most cards.",
        "You play again if you hold at least 6 cards.",
        "The previous player draws 3 cards.",
    ),
    (
        "You draw until you hold 8 cards.",
        "The player with the fewest cards loses a turn.",
        "Everyone else gives a random card to the next player.",
        "All hands are shuffled. The next player loses a turn.",
    ),
    (
        "A player you choose loses a turn.",
        "Everyone else draws until they hold 6 cards.",
        "You draw 2 cards. Play reverses.",
        "You give 2 random cards to the player with the fewest cards.",
    ),
    (
        "You discard cards at random until you hold 4 cards.",
        "The next player draws until a red card comes.",
        "The player with the most cards gives 2 random cards to the next player.",
        "The next player swaps hands with the previous player.",
    ),
    (
        "The next player draws 2 cards and loses a turn. You play again.",
        "You take 3 random cards from a player you choose.",
        "The player with the most cards discards 2 cards at random.",
        "You draw 2 cards if you hold fewer than 4 cards. Otherwise you discard 2 cards at random.",
    ),
    (
        "The next player draws 1 card for each player.",
        "Everyone else draws 2 cards if they hold fewer than 3 cards.",
        "You discard all action cards. You draw 1 card.",
        "The next player gives 2 random cards to a player you choose.",
    ),
)


def written_rules(edition_text: str, deck: Sequence[str]) -> Rules:
    """Rules such as `house+stacking=any`, with the rules of a deck on its blanks.

    The first rule is on the first two blanks, the second on the next two, and so on.
    """
    texts = [text for text in deck for _ in range(COPIES)]
    rules = with_switches(parse_rules(edition_text), blank_cards=len(texts))
    return with_custom_rules(rules, *texts)
