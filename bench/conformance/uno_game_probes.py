"""The questions to Uno-Game, a program for the terminal; its package is called `uno`."""

import copy
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import uno
import uno._player

from bench.conformance.probes import Probes, answer

PROBES = Probes()
_COLOURS = {"R": "RED", "G": "GREEN", "B": "BLUE", "Y": "YELLOW"}
_FACES = {"D": "DRAW2", "R": "REVERSE", "S": "SKIP"}


class Asked(BaseException):
    """The game asks a player who has no more moves to make; no `except Exception` holds it up."""


class Scripted(uno.Player):  # type: ignore[misc]  # it has no types
    """A player who makes the given moves, and then stops the game."""

    def __init__(self, hand: str, moves: Sequence[str] = (), challenges: bool = False) -> None:
        super().__init__()
        self.hand = [card(code) for code in hand.split()]
        self.moves = [card(code) for code in moves]
        self.colour = uno.GREEN
        self.challenges = challenges
        self.asked_to_challenge = 0

    def play(self, current_card: Any, game: Any) -> Any:
        if not self.moves:
            raise Asked
        return super().play(current_card, game)

    def _play(self, _current_card: Any) -> Any:
        if not self.moves:
            raise Asked
        return self.moves.pop(0)

    def _ask(self, _question: str, kind: type) -> Any:
        if kind is uno.Color:
            return self.colour
        self.asked_to_challenge += 1
        return self.challenges


def card(code: str) -> Any:
    """A card by its code: R5, GS (skip), BD (draw two), YR (reverse), W, W4."""
    if code in ("W", "W4"):
        return uno.WILD_CARD if code == "W" else uno.WILD_DRAW4
    return getattr(uno, f"{_COLOURS[code[0]]}_{_FACES.get(code[1], code[1])}")


def play(*players: Scripted, top: str = "R5") -> Any:
    """A game as it is when somebody is asked who has no more moves; the first player begins."""
    game = uno.Game(list(players))
    game.card, game.ix, game.player = card(top), 0, players[0]
    try:
        game.begin()
    except Asked:
        return game
    return None


def after(code: str, *others: str, hand: str = "B1") -> Any:
    """The game after the first player has played a card."""
    return play(Scripted(f"{code} {hand}", [code]), *map(Scripted, others or ("B1", "B1")))


def turn(game: Any) -> int:
    return int(game.players.index(game.player))


def sizes(game: Any) -> list[int]:
    return [len(player.hand) for player in game.players]


@contextmanager
def drawing(code: str) -> Iterator[None]:
    """Everyone who draws gets this card."""
    usual = uno._player.draw
    uno._player.draw = lambda count: [card(code)] * count
    try:
        yield
    finally:
        uno._player.draw = usual


@PROBES.about("DECK-1")
def ask_deck() -> str:
    np.random.seed(1)  # its generator is the global one
    drawn = [each for _ in range(1000) for each in uno._player.draw(1)]
    return answer(
        drawn.count(card("R0")) <= 1,
        "there is no deck: each draw is random, and the same card can be drawn again and again",
    )


@PROBES.about("DEAL-5")
def ask_deal() -> str:
    return answer(len(uno.Player().hand) == 7, "hands of another size")


@PROBES.about("START-1")
def ask_number_first() -> str:
    game = play(*map(Scripted, ("B1", "B1", "B1")))
    return answer((turn(game), game.direction) == (0, 1), "another player begins")


@PROBES.about("START-2")
def ask_draw_two_first() -> str:
    game = play(*map(Scripted, ("B1", "B1", "B1")), top="RD")
    assert (turn(game), sizes(game)) == (0, [1, 3, 1])
    return "the first player begins all the same; the second draws two cards and is skipped"


@PROBES.about("START-3")
def ask_reverse_first() -> str:
    game = play(*map(Scripted, ("B1", "B1", "B1")), top="RR")
    return answer(
        (turn(game), game.direction) == (2, -1),
        "play runs to the right, but the first player begins all the same",
    )


@PROBES.about("START-4")
def ask_skip_first() -> str:
    game = play(Scripted("R1 B1", ["R1"]), Scripted("B1"), Scripted("B1"), top="RS")
    assert turn(game) == 2
    return "the first player begins all the same; the second is skipped"


def hangs(code: str) -> bool:
    """Whether a game never begins that has this card turned up."""
    tries = 0
    game = uno.Game([Scripted("B1"), Scripted("B1")])
    game.card = copy.copy(card(code))
    play_wild = game.card.played

    def play_again(game: Any) -> None:
        nonlocal tries
        tries += 1
        if tries == 1000:
            raise Asked
        play_wild(game)

    game.card.played = play_again
    try:
        game.begin()
    except Asked:
        return tries == 1000
    return False


@PROBES.about("START-5")
def ask_wild_first() -> str:
    return answer(not hangs("W"), "the program hangs: there is nobody to name the colour")


@PROBES.about("START-6")
def ask_draw_four_first() -> str:
    return answer(not hangs("W4"), "the program hangs: there is nobody to name the colour")


@PROBES.about("TURN-1", "TURN-5")
def ask_matching() -> str:
    player = Scripted("R1 B5 Y2 GS W")
    on_wild = copy.copy(card("W"))
    on_wild.color = uno.YELLOW
    fits = [each for each in player.hand if player.can_play_card(card("R5"), each)]
    fits_wild = [each for each in player.hand if player.can_play_card(on_wild, each)]
    expected = [card("R1"), card("B5"), card("W")], [card("Y2"), card("W")]
    return answer((fits, fits_wild) == expected, "other cards fit")


def can_decline(hand: str) -> bool:
    """Whether a player may answer with no card."""
    player = Scripted(hand, ["B1"])
    player.moves = [None]
    try:
        game = play(player, Scripted("B1"))
    except AttributeError:
        return False
    return game is not None


@PROBES.about("TURN-2")
def ask_drawn_card() -> str:
    with drawing("R7"):
        return answer(can_decline("B1"), "a drawn card that fits has to be played")


@PROBES.about("TURN-3")
def ask_reneging() -> str:
    return answer(can_decline("R1"), "one can draw only if no card fits")


@PROBES.about("ACT-1")
def ask_draw_two() -> str:
    game = after("RD")
    return answer((turn(game), sizes(game)) == (2, [1, 3, 1]), "the next player keeps the turn")


@PROBES.about("ACT-2")
def ask_reverse() -> str:
    return answer(turn(after("RR")) == 2, "play does not turn")


@PROBES.about("ACT-3")
def ask_skip() -> str:
    return answer(turn(after("RS")) == 2, "nobody is skipped")


@PROBES.about("ACT-4")
def ask_wild() -> str:
    named = []
    for colour in (uno.RED, uno.GREEN, uno.BLUE, uno.YELLOW):
        player = Scripted("W R1", ["W"])
        player.colour = colour
        named.append(play(player, Scripted("B1")).card.color == colour)
    return answer(all(named), "not every colour can be named")


@PROBES.about("WD4-1")
def ask_draw_four() -> str:
    game = after("W4")
    result = turn(game), sizes(game), game.card.color.name
    return answer(result == (2, [1, 5, 1], "green"), "the next player keeps the turn")


def challenge(hand: str) -> Any:
    """The game after a Wild Draw Four on a red 5 was challenged."""
    return play(Scripted(f"W4 {hand}", ["W4"]), Scripted("B1", challenges=True), Scripted("B1"))


@PROBES.about("WD4-2")
def ask_draw_four_legality() -> str:
    same_number, with_wild, with_colour = (sizes(challenge(h)) for h in ("B5", "W", "R1"))
    as_printed = same_number[1] == with_wild[1] == 7 and with_colour[1] == 1
    return answer(
        as_printed,
        "in a challenge the hand is searched for another wild, not for the colour in play",
    )


@PROBES.about("WD4-3")
def ask_bluff() -> str:
    return answer(sizes(after("W4", hand="R1")) == [1, 5, 1], "it cannot be bluffed")


@PROBES.about("WD4-4")
def ask_who_challenges() -> str:
    game = after("W4")
    asked = [player.asked_to_challenge for player in game.players]
    return answer(asked == [0, 1, 0], "somebody else is asked")


@PROBES.about("WD4-5")
def ask_who_sees() -> str:
    shown: list[str] = []

    class Reading(Scripted):
        def doprint(self, *values: object, **_how: str) -> None:
            shown.append(" ".join(map(str, values)))

    play(Scripted("W4 R1", ["W4"]), Reading("B1", challenges=True), Scripted("B1"))
    assert any("called" in line for line in shown)
    seen = any(str(card("R1")) in line or "Red 1" in line for line in shown)
    return answer(seen, "absent: nobody is shown the hand")


@PROBES.about("WD4-6")
def ask_challenged_bluff() -> str:
    game = challenge("R1")
    return answer(
        (turn(game), sizes(game)) == (1, [5, 1, 1]),
        "the challenger of a bluff takes six cards and loses the turn",
    )


@PROBES.about("WD4-7")
def ask_challenged_legal() -> str:
    game = challenge("B1")
    return answer((turn(game), sizes(game)) == (2, [1, 7, 1]), "not six cards")


@PROBES.about("UNO-1", "UNO-2", "UNO-3", "UNO-4", "UNO-5", "UNO-6")
def ask_calls() -> str:
    calls = [name for name in dir(uno.Player) if "uno" in name.lower() or "catch" in name.lower()]
    return answer(bool(calls), "absent: nobody says UNO")


@PROBES.about("OUT-1")
def ask_going_out() -> str:
    return answer(play(Scripted("R1", ["R1"]), Scripted("B1")) is None, "play goes on")


@PROBES.about("OUT-2")
def ask_last_draw_two() -> str:
    other = Scripted("B1")
    play(Scripted("RD", ["RD"]), other)
    return answer(len(other.hand) == 3, "the cards are not taken")


@PROBES.about("OUT-3", "OUT-4")
def ask_pile() -> str:
    return answer(hasattr(uno.Game([Scripted("B1")]), "pile"), "absent: there is no draw pile")


@PROBES.about("SCORE-1")
def ask_points() -> str:
    winner, other = Scripted("R1", ["R1"]), Scripted("B9 BS W")
    play(winner, other)
    assert other.score() == 79
    return answer(winner.score() == 79, "all are told what they still hold; nobody scores")


@PROBES.about("SCORE-4")
def ask_limit() -> str:
    return answer(hasattr(uno.Game, "limit"), "absent: it plays single rounds")


@PROBES.about("TWO-1")
def ask_reverse_of_two() -> str:
    return answer(turn(after("RR", "B1")) == 0, "the turn passes")


@PROBES.about("TWO-2")
def ask_skip_of_two() -> str:
    return answer(turn(after("RS", "B1")) == 0, "the turn passes")


@PROBES.about("TWO-3")
def ask_draw_two_of_two() -> str:
    return answer(turn(after("RD", "B1")) == 0, "the turn passes")
