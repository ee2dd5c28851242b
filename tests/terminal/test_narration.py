from typing import get_args

import pytest

from openuno import Card, Colour, Event
from openuno.engine import events
from openuno.engine.custom import CardKind
from openuno.engine.events import (
    CardChoice,
    DealerEvent,
    DrawReason,
    LastingRule,
    UnfinishedRule,
)
from openuno.game.events import Eliminated, GameEnded, RoundBegan, RoundScored
from openuno.terminal.text.narration import (
    Names,
    NarratedEvent,
    Outcome,
    card_list,
    event_sentences,
    event_text,
    outcome_text,
    sentence,
)

NAMES = Names(("Zoe", "Ada", "Bo"), you=0)
DOWN = Card.BACK
HANDS = ((Card.R7,), (DOWN,), (DOWN,))

RULE = UnfinishedRule(1, 0)
TOLD: list[tuple[NarratedEvent, str]] = [
    (events.DrewForDeal(0, Card.R7), "you draw Red 7 for the deal"),
    (events.DrewForDeal(1, Card.W), "Ada draws Wild for the deal"),
    (events.DealerFound(0), "you deal"),
    (events.DealerFound(2), "Bo deals"),
    (
        events.Dealt(((Card.R7, Card.B1), (DOWN, DOWN)), (DOWN,) * 9, 0),
        "2 cards each, 9 in the pile",
    ),
    (events.TurnedUp(Card.YS), "the first card is Yellow Skip"),
    (
        events.PutBack(Card.W4, (DOWN,), 0),
        "Wild Draw Four may not start: it goes back and the pile is shuffled",
    ),
    (events.ColourAsked(0), "you are to name the colour"),
    (events.ColourAsked(1), "Ada is to name the colour"),
    (events.ColourNamed(0, Colour.RED), "you name red"),
    (events.ColourNamed(1, Colour.BLUE), "Ada names blue"),
    (events.ChoiceAsked(0), "you are to choose a player"),
    (events.ChoiceAsked(1), "Ada is to choose a player"),
    (events.PlayerChosen(0, 1), "you choose Ada"),
    (events.PlayerChosen(1, 0), "Ada chooses you"),
    (events.DecisionAsked(0, events.UnfinishedRule(0, 0)), "you are to say yes or no"),
    (events.Decided(1, yes=True), "Ada says yes"),
    (events.Decided(0, yes=False), "you say no"),
    (events.Played(0, Card.R7), "you lay Red 7"),
    (events.Played(1, Card.R7, uno=True), "Ada lays Red 7 and says UNO"),
    (events.Played(1, Card.W, Colour.GREEN), "Ada lays Wild and names green"),
    (
        events.Played(0, Card.W4, Colour.GREEN, uno=True),
        "you lay Wild Draw Four, name green and say UNO",
    ),
    (events.Played(1, Card.WX, Colour.RED, 2), "Ada lays Wild Swap Hands and names red"),
    (events.Drew(0, (Card.B3,), DrawReason.TURN), "you draw Blue 3"),
    (
        events.Drew(0, (Card.B3, Card.GD), DrawReason.CARD),
        "you draw 2 cards (Blue 3, Green Draw Two)",
    ),
    (events.Drew(1, (DOWN,), DrawReason.TURN), "Ada draws 1 card"),
    (events.Drew(1, (DOWN,) * 4, DrawReason.CHALLENGE), "Ada draws 4 cards"),
    (events.Drew(1, (DOWN,) * 2, DrawReason.UNO), "Ada draws 2 cards as the penalty"),
    (events.Drew(1, (DOWN,) * 2, DrawReason.WRONG_CATCH), "Ada draws 2 cards as the penalty"),
    (events.Drew(0, (Card.W,), DrawReason.SUGGESTION), "you draw Wild as the penalty"),
    (events.Kept(0), "you keep the card"),
    (events.Kept(1), "Ada keeps the card"),
    (events.Passed(0), "you pass: nothing to play, nothing to draw"),
    (events.Passed(1), "Ada passes: nothing to play, nothing to draw"),
    (events.Skipped(0), "you miss the turn"),
    (events.Skipped(1), "Ada misses the turn"),
    (events.Reversed(1, -1), "the direction changes: now to the right"),
    (events.Reversed(1, 1), "the direction changes: now to the left"),
    (events.Reshuffled((DOWN,) * 40, 0), "the discards are shuffled into a new pile of 40"),
    (events.HandsSwapped(0, 1, HANDS), "you swap hands with Ada"),
    (events.HandsSwapped(1, 0, HANDS), "Ada swaps hands with you"),
    (events.HandsPassed(1, HANDS), "every hand goes on to the next player"),
    (events.HandsPassed(1, HANDS, 1), "every hand goes on to the left"),
    (events.HandsPassed(1, HANDS, -1), "every hand goes on to the right"),
    (events.HandsShuffled(1, HANDS, 0), "all hands are shuffled and dealt out again"),
    (events.ChallengeOffered(0, 4, 1, Colour.RED), "you are to draw 4 cards or challenge"),
    (events.ChallengeOffered(1, 4, 0, Colour.RED), "Ada is to draw 4 cards or challenge"),
    (events.StackOffered(1, 6), "Ada is to draw 6 cards or add a draw card"),
    (events.Accepted(0), "you accept"),
    (events.Accepted(1), "Ada accepts"),
    (events.Challenged(1, 0, guilty=True), "Ada challenges you, and it was a bluff"),
    (events.Challenged(0, 2, guilty=False), "you challenge Bo, but it was no bluff"),
    (events.HandShown(1, 0, (Card.R7, Card.W)), "Ada shows you the hand: Red 7, Wild"),
    (events.HandShown(1, 2, (DOWN, DOWN)), "Ada shows Bo the hand"),
    (events.Discarded(1, (Card.R7, Card.R8), 0), "Ada discards Red 7, Red 8"),
    (events.CardsGiven(1, 0, (Card.R7,), 0), "Ada gives you Red 7"),
    (events.CardsGiven(1, 2, (DOWN, DOWN), 0), "Ada gives Bo 2 cards"),
    (
        events.CardsAsked((1,), CardChoice.DISCARD, 2, (), RULE),
        "Ada is to choose 2 cards to discard",
    ),
    (
        events.CardsAsked((0, 1), CardChoice.PASS, 1, (), RULE),
        "you and Ada are to choose 1 card to pass on",
    ),
    (events.CardsAsked((1,), CardChoice.GIVE, 1, (0,), RULE), "Ada is to choose 1 card for you"),
    (
        events.CardsAsked((0,), CardChoice.GIVE, 1, (1, 2), RULE),
        "you are to choose 1 card each for Ada and Bo",
    ),
    (events.CardSetAside(0, Card.R7), "you choose Red 7 to pass on"),
    (events.CardSetAside(1, DOWN), "Ada chooses a card to pass on"),
    (events.TurnLost(0), "you are to miss the next turn"),
    (events.TurnLost(1), "Ada is to miss the next turn"),
    (
        events.LastingRuleBegan(1, LastingRule((0, 1, 2), CardKind.RED, only=False, until=1)),
        "no red cards may be played until Ada's next turn",
    ),
    (
        events.LastingRuleBegan(1, LastingRule((1, 2), CardKind.SEVEN, only=True, until=0)),
        "Ada and Bo may play only 7s until your next turn",
    ),
    (
        events.LastingRuleEnded(LastingRule((0,), CardKind.DRAW, only=False, until=None)),
        "over: you may not play draw cards until the end of the round",
    ),
    (events.HonourRuleRead(1, "sing a song"), "Ada reads out: sing a song"),
    (events.SaidUno(0), "you say UNO"),
    (events.SaidUno(1), "Ada says UNO"),
    (events.Caught(1, 0), "Ada catches you without UNO"),
    (events.Caught(0, 1), "you catch Ada without UNO"),
    (events.CaughtWrongly(1, 2), "Ada catches Bo wrongly: no UNO was owed"),
    (events.Suggested(1), "Ada suggests a card to another player"),
    (events.TurnBegan(0), "it is your turn"),
    (events.TurnBegan(2), "it is Bo's turn"),
    (events.RoundEnded(0, HANDS, (0, 1, 2)), "you go out"),
    (events.RoundEnded(2, HANDS, (0, 1, 2)), "Bo goes out"),
    (events.RoundEnded(None, HANDS, (0, 1, 2)), "nobody can move: the round is dead"),
]


@pytest.mark.parametrize(("event", "text"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_is_narrated_in_plain_english(event: NarratedEvent, text: str) -> None:
    assert event_text(event, NAMES) == text
    if not isinstance(event, events.Played):
        assert event_sentences([event], NAMES) == [text]


def test_every_kind_of_event_is_narrated() -> None:
    assert {type(event) for event, _ in TOLD} == {*get_args(Event), *get_args(DealerEvent)}


OUTCOMES: list[tuple[Outcome, str]] = [
    (RoundBegan(1, ((0, 1, 2),), (1,)), "round 1"),
    (RoundBegan(2, ((0, 1, 2),), (1,)), "round 2: Ada deals"),
    (RoundBegan(2, ((0, 1, 2),), (0,)), "round 2: you deal"),
    (RoundBegan(2, ((0, 1), (2, 3)), (1, 2)), "round 2, at 2 tables"),
    (RoundScored(0, 1, (0, 57, 0)), "Ada scores 57"),
    (RoundScored(0, 0, (57, 0, 0)), "you score 57"),
    (RoundScored(0, 0, (0, 0, 0)), "you score 0"),
    (RoundScored(0, 1, (0, 57, 57)), "Ada and Bo score 57"),
    (RoundScored(0, 2, (57, 0, 57)), "you and Bo score 57"),
    (RoundScored(0, 1, (20, 0, 5)), "caught: you with 20, Bo with 5"),
    (RoundScored(0, None, (0, 0, 5)), "caught: Bo with 5"),
    (RoundScored(0, None, (0, 0, 0)), "nobody scores"),
    (Eliminated((1,)), "Ada is out of the game"),
    (Eliminated((0,)), "you are out of the game"),
    (Eliminated((1, 2)), "Ada and Bo are out of the game"),
    (GameEnded((0,)), "you win the game"),
    (GameEnded((1,)), "Ada wins the game"),
    (GameEnded((0, 1, 2)), "you, Ada and Bo win the game"),
]


@pytest.mark.parametrize(("event", "text"), OUTCOMES, ids=lambda value: type(value).__name__)
def test_the_outcome_of_a_game_is_narrated(event: Outcome, text: str) -> None:
    assert outcome_text(event, NAMES) == text


def test_every_kind_of_outcome_is_narrated() -> None:
    assert {type(event) for event, _ in OUTCOMES} == {*get_args(Outcome)}


def test_someone_watching_is_not_spoken_to() -> None:
    watching = Names(NAMES.seats)
    for event, _ in TOLD:
        assert "you" not in event_text(event, watching)


def test_one_breath_is_one_sentence() -> None:
    three: list[NarratedEvent] = [
        events.Accepted(2),
        events.Drew(2, (DOWN, DOWN), DrawReason.CARD),
        events.Skipped(2),
    ]
    assert event_sentences(three, NAMES) == ["Bo accepts, draws 2 cards and misses the turn"]
    assert event_sentences(three[1:], NAMES) == ["Bo draws 2 cards and misses the turn"]
    drew = events.Drew(0, (Card.R7, Card.B1), DrawReason.CARD)
    assert event_sentences([drew, events.Skipped(0)], NAMES) == [
        "you draw 2 cards (Red 7, Blue 1) and miss the turn"
    ]


def test_two_seats_are_two_sentences() -> None:
    three: list[NarratedEvent] = [
        events.Drew(1, (DOWN,), DrawReason.CARD),
        events.Skipped(2),
        events.TurnBegan(0),
    ]
    assert event_sentences(three, NAMES) == [
        "Ada draws 1 card",
        "Bo misses the turn",
        "it is your turn",
    ]


def test_a_card_laid_out_of_turn_is_a_jump_in() -> None:
    played = events.Played(1, Card.R7, uno=True)
    assert event_sentences([played], NAMES, acting=1) == ["Ada lays Red 7 and says UNO"]
    assert event_sentences([played], NAMES, acting=2) == ["Ada jumps in with Red 7 and says UNO"]
    assert event_sentences([events.Played(0, Card.R7)], NAMES, acting=2) == [
        "you jump in with Red 7"
    ]


def test_a_sentence_has_its_capital_and_full_stop() -> None:
    assert sentence("you keep the card") == "You keep the card."
    assert sentence("did you mean R7?") == "Did you mean R7?"
    assert card_list((Card.R7, Card.W4)) == "Red 7, Wild Draw Four"


def test_a_name_says_whether_it_is_yours() -> None:
    assert NAMES.badge(0) == "Zoe (you)"
    assert NAMES.badge(1) == "Ada"
    assert Names(("You", "Ada"), you=0).badge(0) == "You"
