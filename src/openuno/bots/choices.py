"""What the regular bot chooses when a custom rule asks it: a card to lose, a player to swap."""

from openuno.bots.bot import own_hand
from openuno.engine.actions import ChooseCard, ChoosePlayer
from openuno.engine.cards import Card
from openuno.engine.scoring import card_points
from openuno.engine.view import View


def least_useful_card(view: View) -> ChooseCard:
    """The card it misses least: of the colour it holds fewest of, and of those the dearest.

    It keeps cards of the colour in force and wilds as long as it can, Wild Draw Fours the longest.
    """
    hand = own_hand(view)

    def use(choice: ChooseCard) -> tuple[bool, bool, bool, int, int]:
        card = choice.card
        alike = sum(held.colour is card.colour for held in hand)
        wild, follows = card.colour is None, card.colour is view.colour
        return card is Card.W4, wild, follows, alike, -card_points(view.rules, card)

    return min((action for action in view.legal if isinstance(action, ChooseCard)), key=use)


def fullest_hand(view: View) -> ChoosePlayer:
    """The player with most cards, itself before others: the first one picked had few."""
    choices = [action for action in view.legal if isinstance(action, ChoosePlayer)]
    return max(
        choices, key=lambda choice: (len(view.hands[choice.target]), choice.target == view.seat)
    )
