"""Whole games as text, one or more to a format: seats, deals, actions, scores and the result.

`python -m tests.golden_games --write` writes them anew; read the difference before you commit it.
"""

from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import msgspec

from openuno import Fast, Round, legal, seat_to_act
from openuno.engine.actions import Action, Play, Suggest
from openuno.engine.events import Cards, Dealt, RoundEnded, TurnedUp
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Generator, advance, random_below
from openuno.engine.state import RoundOver
from openuno.game.events import (
    AtTable,
    DealerFound,
    DrewForDeal,
    Eliminated,
    GameEnded,
    GameEvent,
    RoundBegan,
    RoundScored,
)
from openuno.game.notation import parse_format
from openuno.game.play import apply_command, start_game
from openuno.game.standings import standings
from openuno.game.state import Act, Command, Game, NextRound, is_round_on
from openuno.game.statistics import Figures, statistics

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal", "Ivy", "Jun")
WHIM = 7
"""One action in this many is any legal one of anybody, so that more than good play is on record."""
WIDTH = 100


class Golden(NamedTuple):
    """A game on record."""

    name: str
    format: str
    rules: str
    players: int
    seed: int
    dealer: int | None = None


GAMES = (
    Golden("race", "race:150", "mattel-2016+hand_size=5", 3, 6689),
    Golden("race-house", "race:120", "house+hand_size=4+stacking=any+jump_in=on", 4, 152, dealer=2),
    Golden("low-tally", "low-tally:100", "mattel-2016+hand_size=4", 4, 1620),
    Golden("partners", "partners:100", "classic+hand_size=4", 4, 39),
    Golden("rotating-four", "rotating", "classic+hand_size=2", 4, 14),
    Golden("rotating-eight", "rotating", "classic+hand_size=1", 8, 31),
    Golden("teams", "teams:120", "classic+hand_size=3", 6, 29),
    Golden("elimination", "elimination:60", "classic+hand_size=3+two_player_reverse=off", 5, 49),
    Golden("single", "single", "wild-112", 4, 494, dealer=0),
    Golden("best-of-early", "best-of:5", "house+hand_size=3", 2, 5, dealer=0),
    Golden("best-of", "best-of:5", "house+hand_size=3+seven_zero=on", 3, 1999, dealer=1),
)


class Recorded(NamedTuple):
    """A golden game as text, and how it ended."""

    text: str
    game: Game
    events: tuple[GameEvent, ...]


def path(golden: Golden) -> Path:
    """Where the game is kept."""
    return FOLDER / f"{golden.name}.txt"


def record(golden: Golden) -> Recorded:
    """Play the game and write it down."""
    step = start_game(
        parse_rules(golden.rules),
        parse_format(golden.format),
        golden.players,
        Fast(golden.seed),
        golden.dealer,
    )
    page = _Page(golden)
    page.tell(step.events)
    events = list(step.events)
    game = step.game
    whims: Generator = Fast(golden.seed, at=1 << 20)
    while game.winners is None:
        what: Command = NextRound()
        if is_round_on(game):
            what, whims = _next(game, whims)
        step = apply_command(game, what)
        game = step.game
        events += step.events
        page.tell(step.events, what)
    page.lines += _result(game)
    page.lines += _figures(golden.players, tuple(events))
    return Recorded("\n".join(page.lines) + "\n", game, tuple(events))


def _next(game: Game, rng: Generator) -> tuple[Act, Generator]:
    """Who does what next, at any table: the turn, or now and then a whim of anybody's."""
    busy = [table for table in game.tables if not isinstance(table.round.phase, RoundOver)]
    place, rng = _below(rng, len(busy))
    table = busy[place]
    whim, rng = _below(rng, WHIM)
    choices = _anybody(table.round) if whim == 0 else _in_turn(table.round)
    place, rng = _below(rng, len(choices))
    seat, action = choices[place]
    return Act(table.players[seat], action), rng


def _anybody(round: Round) -> list[tuple[int, Action]]:
    return [
        (seat, action)
        for seat in range(len(round.hands))
        for action in legal(round, seat)
        if action != Suggest()
    ]


def _in_turn(round: Round) -> list[tuple[int, Action]]:
    """A card where one can be laid, with the word where it is due."""
    seat = seat_to_act(round)
    assert seat is not None
    actions = legal(round, seat)
    plays = [action for action in actions if isinstance(action, Play)]
    best = [play for play in plays if play.uno] or plays
    return [(seat, action) for action in best or actions if action != Suggest()]


def _below(rng: Generator, bound: int) -> tuple[int, Generator]:
    drawn, spent = random_below(rng, bound)
    return drawn, advance(rng, spent)


class _Page:
    """The lines written so far, and the actions at each table since its deal."""

    def __init__(self, golden: Golden) -> None:
        self.tables: tuple[tuple[int, ...], ...] = ()
        self.actions: list[list[str]] = []
        self.scores = [0] * golden.players
        self.lines = [
            f"format  {golden.format}",
            f"rules   {golden.rules}",
            f"players {' '.join(NAMES[: golden.players])}",
            f"seed    {golden.seed}",
        ]

    def tell(self, events: tuple[GameEvent, ...], what: Command | None = None) -> None:
        if isinstance(what, Act):
            place = next(at for at, players in enumerate(self.tables) if what.player in players)
            self.actions[place].append(f"{NAMES[what.player]} {action_text(what.action)}")
        drawn = [f"{NAMES[e.seat]} {e.card.value}" for e in events if isinstance(e, DrewForDeal)]
        if drawn:
            self.lines.append("drawn   " + ", ".join(drawn))
        for event in events:
            for line in self._event(event):
                self.lines += _wrapped(line)

    def _event(self, event: GameEvent) -> Iterator[str]:
        match event:
            case DealerFound(player):
                yield f"dealer  {NAMES[player]}"
            case RoundBegan(hand, tables, dealers):
                self.tables = tables
                self.actions = [[] for _ in tables]
                yield ""
                yield f"hand {hand}"
                for place, (players, dealer) in enumerate(zip(tables, dealers, strict=True)):
                    yield self._line("seats", place, f"{_names(players)}; {NAMES[dealer]} deals")
            case AtTable(place, Dealt(hands)):
                yield self._line("dealt", place, self._hands(place, hands))
            case AtTable(place, TurnedUp(card)):
                yield self._line("up", place, card.value)
            case AtTable(place, RoundEnded(_, hands)):
                yield self._line("played", place, "; ".join(self.actions[place]))
                yield self._line("left", place, self._hands(place, hands))
            case RoundScored(place, winner, points):
                self.scores = list(map(sum, zip(self.scores, points, strict=True)))
                gained = [f"{NAMES[p]} +{more}" for p, more in enumerate(points) if more]
                who = "nobody" if winner is None else NAMES[winner]
                told = f"{who} goes out: {', '.join(gained) or 'no points'}"
                yield self._line("ended", place, told)
                scores = enumerate(self.scores)
                yield "  score  " + ", ".join(f"{NAMES[p]} {score}" for p, score in scores)
            case Eliminated(players):
                yield f"  out    {_names(players)}"
            case GameEnded(winners):
                yield ""
                yield f"won by  {_names(winners)}"
            case _:
                pass

    def _line(self, what: str, place: int, told: str) -> str:
        table = f"table {place + 1}: " if len(self.tables) > 1 else ""
        return f"  {what:<7}{table}{told}"

    def _hands(self, place: int, hands: tuple[Cards, ...]) -> str:
        players = self.tables[place]
        held = (",".join(card.value for card in hand) or "-" for hand in hands)
        return " ".join(f"{NAMES[p]} {cards}" for p, cards in zip(players, held, strict=True))


def _wrapped(line: str) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent=" " * 9) or [line]


def _names(players: tuple[int, ...]) -> str:
    return " ".join(NAMES[player] for player in players)


def _result(game: Game) -> Iterator[str]:
    for row in standings(game):
        names = " and ".join(NAMES[player] for player in row.players)
        yield f"  {row.rank}. {names}: {row.score}, {row.wins} won"


def _figures(players: int, events: tuple[GameEvent, ...]) -> Iterator[str]:
    yield ""
    yield "figures"
    for player, figures in enumerate(statistics(players, events).players):
        yield from _wrapped(f"  {NAMES[player]:<7}{_told(figures)}")


def _told(figures: Figures) -> str:
    named = msgspec.to_builtins(figures).items()
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in named if value)
