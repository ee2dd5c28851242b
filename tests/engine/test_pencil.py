"""The pencil: sentences that work, with what they mean; and round trips."""

import pytest

from openuno import Colour
from openuno.engine.custom import (
    FOLLOWS,
    MAX_CARDS,
    NEXT_SEVERAL,
    AllowsOnly,
    CardKind,
    Compare,
    Condition,
    CountPerCard,
    Discards,
    DiscardsChosen,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    DiscardsToChosen,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Forbids,
    Gives,
    GivesChosen,
    HonourRule,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    IfWants,
    LosesTurn,
    NamesColour,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    SwapsChosen,
    Takes,
    Until,
    Who,
)
from openuno.engine.pencil.parser import (
    parse_custom_rule,
    read_custom_rule,
)
from openuno.engine.pencil.wording import custom_rule_text

YOU, NEXT, PREVIOUS, CHOSEN, PARTNER, MOST, FEWEST, EVERYONE, OTHERS = list(Who)[:9]
LEFT, RIGHT, NEXT_TWO, NEIGHBOURS = list(Who)[9:13]

SENTENCES: dict[str, Effect] = {
    "Nobody may play draw cards until your next turn.": Forbids(
        Who.EVERYONE, CardKind.DRAW, Until.NEXT_TURN
    ),
    "The next player may play only 7s until the end of the round.": AllowsOnly(
        Who.NEXT, CardKind.SEVEN, Until.ROUND
    ),
    # Who.
    "You draw 1 card.": Draws(YOU, 1),
    "The next player draws 2 cards.": Draws(NEXT, 2),
    "next player draws 2": Draws(NEXT, 2),
    "The previous player draws 3 cards.": Draws(PREVIOUS, 3),
    "Everyone draws 4 cards.": Draws(EVERYONE, 4),
    "everybody draws five cards": Draws(EVERYONE, 5),
    "All players draw six.": Draws(EVERYONE, 6),
    "Everyone else draws 7 cards.": Draws(OTHERS, 7),
    "The other players draw eight cards.": Draws(OTHERS, 8),
    "All others draw 9.": Draws(OTHERS, 9),
    "A player you choose draws 10 cards.": Draws(CHOSEN, 10),
    "The player you choose draws ten cards.": Draws(CHOSEN, 10),
    "A player of your choice draws a card.": Draws(CHOSEN, 1),
    "The chosen player draws one card.": Draws(CHOSEN, 1),
    "Your partner draws 1 card.": Draws(PARTNER, 1),
    "Whoever holds the most cards draws 1 card.": Draws(MOST, 1),
    "The player with the most cards draws 1 card.": Draws(MOST, 1),
    "Whoever holds the fewest cards draws 1 card.": Draws(FEWEST, 1),
    "whoever has fewest draws 1": Draws(FEWEST, 1),
    "The player on your left draws 1 card.": Draws(LEFT, 1),
    "The player on your right draws 1 card.": Draws(RIGHT, 1),
    "Each of the next two players draws 1 card.": Draws(NEXT_TWO, 1),
    # Does what.
    "You discard all red cards.": DiscardsKind(YOU, CardKind.RED),
    "Everyone discards all 7s.": DiscardsKind(EVERYONE, CardKind.SEVEN),
    "You discard all draw-two cards.": DiscardsKind(YOU, CardKind.DRAW_TWO),
    "You draw until you hold 7 cards.": DrawsTo(YOU, 7),
    "Everyone draws until they hold 7 cards.": DrawsTo(EVERYONE, 7),
    "Everyone shows the hand to everyone.": Shows(EVERYONE, EVERYONE),
    "You pick up three cards.": Draws(YOU, 3),
    "The next player loses a turn.": LosesTurn(NEXT),
    "The next player misses the next turn.": LosesTurn(NEXT),
    "The next player skips their turn.": LosesTurn(NEXT),
    "Everyone else is skipped.": LosesTurn(OTHERS),
    "You discard 2 cards at random.": Discards(YOU, 2),
    "Everyone discards a random card.": Discards(EVERYONE, 1),
    "You discard all cards of the colour named.": DiscardsColour(YOU),
    "Everyone discards every card of the named color.": DiscardsColour(EVERYONE),
    "You swap hands with the next player.": Swaps(YOU, NEXT),
    "You trade your hand with a player you choose.": Swaps(YOU, CHOSEN),
    "The next player shows the hand to you.": Shows(NEXT, YOU),
    "You show your hand to everyone else.": Shows(YOU, OTHERS),
    "Everyone shows their hand to the previous player.": Shows(EVERYONE, PREVIOUS),
    "You give a random card to the next player.": Gives(YOU, 1, NEXT),
    "Everyone else gives two random cards to you.": Gives(OTHERS, 2, YOU),
    "You give three cards at random to everyone else.": Gives(YOU, 3, OTHERS),
    "You take a random card from whoever holds the most cards.": Takes(YOU, 1, MOST),
    "Everyone takes a card at random from you.": Takes(EVERYONE, 1, YOU),
    # Of one's own choice.
    "You discard 2 cards of your choice.": DiscardsChosen(YOU, 2),
    "Everyone discards 1 card of their choice.": DiscardsChosen(EVERYONE, 1),
    "You give 2 cards of your choice to the next player.": GivesChosen(YOU, 2, NEXT),
    "Everyone else gives 1 card of their choice to you.": GivesChosen(OTHERS, 1, YOU),
    "Everyone passes 3 cards of their choice to the left.": PassesCards(3, Side.LEFT),
    "Everyone passes 1 card of their choice to the right.": PassesCards(1, Side.RIGHT),
    "Two players you choose swap hands.": SwapsChosen(),
    "The next player names the colour.": NamesColour(NEXT),
    # The table.
    "Play reverses.": Reverses(),
    "The direction reverses.": Reverses(),
    "Hands pass left.": PassesHands(Side.LEFT),
    "All hands pass to the right.": PassesHands(Side.RIGHT),
    "All hands are shuffled.": ShufflesHands(),
    "The hands are shuffled.": ShufflesHands(),
    "You play again.": PlaysAgain(),
    "You go again.": PlaysAgain(),
    # If.
    "You play again if you hold fewer than 3 cards.": PlaysAgain(
        when=IfHolds(YOU, Compare.FEWER, 3)
    ),
    "If you have more than seven cards, you play again.": PlaysAgain(
        when=IfHolds(YOU, Compare.MORE, 7)
    ),
    "Play reverses if the next player holds exactly 1 card.": Reverses(
        when=IfHolds(NEXT, Compare.EXACTLY, 1)
    ),
    "Play reverses if everyone else has two cards.": Reverses(
        when=IfHolds(OTHERS, Compare.EXACTLY, 2)
    ),
    "Everyone draws 1 if your partner holds at least 5.": Draws(
        EVERYONE, 1, when=IfHolds(PARTNER, Compare.AT_LEAST, 5)
    ),
    "If whoever holds the most cards holds at most 5 cards everyone draws 1.": Draws(
        EVERYONE, 1, when=IfHolds(MOST, Compare.AT_MOST, 5)
    ),
    "If you hold less than 4 cards you lose a turn.": LosesTurn(
        YOU, when=IfHolds(YOU, Compare.FEWER, 4)
    ),
    "You play again if the colour named is red.": PlaysAgain(when=IfNamed(Colour.RED)),
    "If you name blue, play reverses.": Reverses(when=IfNamed(Colour.BLUE)),
    "You play again if you hold a red card.": PlaysAgain(when=IfHas(YOU, CardKind.RED)),
    "Play reverses if the next player holds an 8.": Reverses(when=IfHas(NEXT, CardKind.EIGHT)),
    "Everyone draws 1 card if they hold a 7.": Draws(EVERYONE, 1, when=IfTheyHave(CardKind.SEVEN)),
    "Everyone else loses a turn if they hold more than 5 cards.": LosesTurn(
        OTHERS, when=IfTheyHold(Compare.MORE, 5)
    ),
    # If not.
    "You lose a turn unless you have a green card.": LosesTurn(
        YOU, when=IfHasNo(YOU, CardKind.GREEN)
    ),
    "If the next player doesn't have a draw card they draw 2.": Draws(
        NEXT, 2, when=IfHasNo(NEXT, CardKind.DRAW)
    ),
    "Play reverses if nobody holds a card of the colour named.": Reverses(
        when=IfHasNo(EVERYONE, CardKind.NAMED)
    ),
    "Everyone without a 7 draws 1.": Draws(EVERYONE, 1, when=IfTheyHaveNo(CardKind.SEVEN)),
    "Everyone else draws 1 card if they hold no wild card.": Draws(
        OTHERS, 1, when=IfTheyHaveNo(CardKind.WILD)
    ),
    "You play again if the colour named is not red.": PlaysAgain(when=IfNotNamed(Colour.RED)),
    "Unless the next player has at least 5 cards, they draw 2.": Draws(
        NEXT, 2, when=IfHolds(NEXT, Compare.FEWER, 5)
    ),
    # Several turns, and cards until something is true.
    "The next player loses 2 turns.": LosesTurn(NEXT, 2),
    "Skip the next player twice": LosesTurn(NEXT, 2),
    "Each of your neighbours draws 1 card.": Draws(NEIGHBOURS, 1),
    "You draw until a red card comes.": DrawsUntil(YOU, CardKind.RED),
    "Everyone draws until they get an 8.": DrawsUntil(EVERYONE, CardKind.EIGHT),
    "The next player draws until a card of the colour named comes.": DrawsUntil(
        NEXT, CardKind.NAMED
    ),
    "Everyone discards at random down to 5 cards.": DiscardsTo(EVERYONE, 5),
    "Discard cards at random until you have 3 left": DiscardsTo(YOU, 3),
    "You discard all draw cards.": DiscardsKind(YOU, CardKind.DRAW),
    # For each.
    "Everyone draws 1 card for each 7 they hold, at most 10.": Draws(
        EVERYONE, CountPerCard(1, CardKind.SEVEN, None)
    ),
    "You draw 1 card for each red card you hold, at most 4.": Draws(
        YOU, CountPerCard(1, CardKind.RED, YOU, 4)
    ),
    "You draw 1 card for each 7 you hold, at most 4.": Draws(
        YOU, CountPerCard(1, CardKind.SEVEN, YOU, 4)
    ),
    "You draw 2 for each card you hold.": Draws(YOU, CountPerCard(2, CardKind.ANY, YOU, MAX_CARDS)),
    "Everyone draws a card per wild card in your hand.": Draws(
        EVERYONE, CountPerCard(1, CardKind.WILD, YOU)
    ),
    "You discard 1 card at random for every yellow card the next player holds.": Discards(
        YOU, CountPerCard(1, CardKind.YELLOW, NEXT)
    ),
    "You give a random card to everyone else for each green card you hold, at most 2 cards.": Gives(
        YOU, CountPerCard(1, CardKind.GREEN, YOU, 2), OTHERS
    ),
    "You take a random card from a player you choose for each blue card a player you choose"
    " holds, at most three, if you hold fewer than 5 cards.": Takes(
        YOU, CountPerCard(1, CardKind.BLUE, CHOSEN, 3), CHOSEN, when=IfHolds(YOU, Compare.FEWER, 5)
    ),
    "You draw 1 card for each player.": Draws(YOU, CountPerCard(1, None, EVERYONE)),
    "You draw 2 cards for each other player, at most 4.": Draws(
        YOU, CountPerCard(2, None, OTHERS, 4)
    ),
    "The player across from you draws 1 card.": Draws(Who.ACROSS, 1),
    "The player after the next draws 1 card.": Draws(Who.AFTER_NEXT, 1),
    **{
        f"Each of the next {number} players draws 1 card.": Draws(who, 1)
        for who, number in NEXT_SEVERAL.items()
    },
    "Everyone discards down to 5 cards of their choice.": DiscardsToChosen(EVERYONE, 5),
    "You draw 1 card if you want to.": Draws(YOU, 1, when=IfWants(YOU)),
    "You may draw a card.": Draws(YOU, 1, when=IfWants(YOU)),
    "The next player may discard a card.": DiscardsChosen(Who.NEXT, 1, when=IfWants(Who.NEXT)),
    # On your honour.
    '"Everyone stands up."': HonourRule("Everyone stands up."),
    "“Sing,  and\nsing well!”": HonourRule("Sing, and sing well!"),
    '"¡Ñandú!".': HonourRule("¡Ñandú!"),
}


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_and_what_it_means(text: str) -> None:
    assert parse_custom_rule(text) == (SENTENCES[text],)


@pytest.mark.parametrize("text", SENTENCES)
def test_the_normal_form_of_a_sentence_is_read_back_and_is_its_own(text: str) -> None:
    rule = parse_custom_rule(text)
    normal = custom_rule_text(rule)
    assert parse_custom_rule(normal) == rule
    assert custom_rule_text(parse_custom_rule(normal)) == normal
    assert normal[0].isupper() or normal[0] == '"'
    assert normal[-1] in '."'


@pytest.mark.parametrize("text", SENTENCES)
def test_capitals_commas_and_spaces_do_not_matter(text: str) -> None:
    if '"' in text or "“" in text:
        return
    rule = parse_custom_rule(text)
    for other in (text.upper(), text.lower(), f"  {text}  ", text.replace(" ", "\n\t ")):
        assert parse_custom_rule(other) == rule
    assert parse_custom_rule(text.replace(",", "")) == rule
    assert parse_custom_rule(text.rstrip(".")) == rule


@pytest.mark.rule("CUST-2")
@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("everyone else draws 1. you play again", "Everyone else draws 1 card. You play again."),
        (
            "If you name red everybody picks up two. Hands move to the left",
            "Everyone draws 2 cards if the colour named is red. Hands pass left.",
        ),
        (
            "you draw one per red card in your hand at most three if you have ten",
            "You draw 1 card for each red card you hold, at most 3, if you hold exactly 10 cards.",
        ),
        ('"Sing." You play again', '"Sing." You play again.'),
        ('You play again. "Sing"', 'You play again. "Sing"'),
        ('"One." "Two" . “Three!”', '"One." "Two" "Three!"'),
        (
            "If you have a 7, draw 2 and go again, otherwise everyone else draws 1.",
            "You play again if you hold a 7. You draw 2 cards if you hold a 7."
            " Otherwise everyone else draws 1 card.",
        ),
        (
            "Draw 2 if you chose red. Otherwise reverse!",
            "You draw 2 cards if the colour named is red. Otherwise play reverses.",
        ),
        (
            "The next player draws 2 or loses a turn",
            "The next player draws 2 cards if the next player wants to."
            " Otherwise the next player loses a turn.",
        ),
        (
            "You may draw 2 and go again",
            "You draw 2 cards if you want to. If so, you play again.",
        ),
        (
            "Choose: the next player draws 4, or everyone else draws 1 and you go again",
            "The next player draws 4 cards if you want to. Otherwise everyone else draws 1 card."
            " Otherwise you play again.",
        ),
        (
            "If you have more than 7 cards, throw 2 away and draw 1",
            "You discard 2 cards of your choice if you hold more than 7 cards."
            " If so, you draw 1 card.",
        ),
        ("you give 1 random card to the next player", "You give a random card to the next player."),
    ],
)
def test_the_card_prints_the_normal_form_back(text: str, normal: str) -> None:
    assert custom_rule_text(parse_custom_rule(text)) == normal


def test_every_player_verb_condition_and_kind_is_among_the_sentences() -> None:
    said = [effect for effect in SENTENCES.values() if not isinstance(effect, HonourRule)]
    assert {type(effect) for effect in SENTENCES.values()} == set(Effect.__args__)
    assert {effect.who for effect in said if isinstance(effect, Draws)} == set(Who)
    whens = [effect.when for effect in said]
    assert {when.compare for when in whens if isinstance(when, IfHolds)} == set(Compare)
    met = {type(when) for when in whens if when is not None}
    assert met | set(FOLLOWS) == set(Condition.__args__), "these need a sentence before them"
    assert len(SENTENCES) >= 40


def test_a_slip_of_spelling_is_put_right_and_said_back() -> None:
    read = read_custom_rule("The nxet player drwas 2 crads.")
    assert read.rule == (Draws(NEXT, 2),)
    assert [(slip.word, slip.read_as) for slip in read.slips] == [
        ("nxet", "next"),
        ("drwas", "draws"),
        ("crads", "cards"),
    ]
    assert read_custom_rule("Draw 2").slips == ()
