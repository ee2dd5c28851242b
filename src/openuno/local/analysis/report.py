"""What an analysis found, as values: for the terminal, for a page, and as JSON for programs."""

import msgspec

from openuno.engine.actions import Action
from openuno.local.analysis.reasons import Reason
from openuno.record.reader import FIRST_ENTRY


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    pass


class Point(_Value, frozen=True):
    """After the action on this line of the record, the chance of each player to win the round.

    As all hands lay then, with a draw pile that nobody knows.
    """

    line: int
    chances: tuple[float, ...]


class JudgedMove(_Value, frozen=True):
    """A choice that somebody had: what it was worth, by what that player could know.

    `cost` is how much the best other action was worth more; 0 unless that is beyond chance. What
    `better` and `why` tell in English, `best` and `reason` are as values; seats are of the round.
    """

    line: int
    player: int
    action: str
    value: float
    cost: float = 0.0
    better: str | None = None
    why: str | None = None
    best: Action | None = None
    reason: Reason | None = None


class DrawFour(_Value, frozen=True):
    """A Wild Draw Four that could be challenged: `player` laid it, `victim` was asked.

    `accepting` and `challenging` are what the victim's two answers were worth. Of a bluff,
    `bluffing` is what it was worth to `player`, and `instead` the best other action.
    """

    line: int
    player: int
    victim: int
    bluff: bool
    challenged: bool
    accepting: float
    challenging: float
    bluffing: float | None = None
    instead: float | None = None


class RoundReport(_Value, frozen=True):
    """A round at one table; chances are in the order of `players`."""

    number: int
    table: int
    players: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[Point, ...]
    moves: tuple[JudgedMove, ...]
    draw_fours: tuple[DrawFour, ...]


class Account(_Value, frozen=True):
    """Where a player's rounds came from, in rounds won; the parts add up to `won`.

    `par` is what the number of players gave, `deal` what the dealt hands changed, `play` what the
    player's own costly moves lost, and `rest` everything else: cards drawn, and what others did.
    """

    player: int
    rounds: int
    won: int
    par: float
    deal: float
    play: float
    rest: float


class Analysis(_Value, frozen=True):
    """A whole game."""

    names: tuple[str, ...]
    worlds: int
    seed: int
    rounds: tuple[RoundReport, ...]
    accounts: tuple[Account, ...]


def costliest(analysis: Analysis, player: int, most: int) -> list[tuple[RoundReport, JudgedMove]]:
    """The moves that cost a player most, the worst first."""
    found = [
        (round, move)
        for round in analysis.rounds
        for move in round.moves
        if move.player == player and move.cost > 0
    ]
    return sorted(found, key=lambda pair: -pair[1].cost)[:most]


def make_accounts(names: tuple[str, ...], rounds: tuple[RoundReport, ...]) -> tuple[Account, ...]:
    """Luck and play of each player, over all rounds."""
    return tuple(_account(player, rounds) for player in range(len(names)))


def _account(player: int, rounds: tuple[RoundReport, ...]) -> Account:
    own = [round for round in rounds if player in round.players]
    won = sum(player in round.winners for round in own)
    par = sum(_par(round) for round in own)
    dealt = sum(round.points[0].chances[round.players.index(player)] for round in own)
    play = -sum(move.cost for round in own for move in round.moves if move.player == player)
    deal = dealt - par
    return Account(
        player=player,
        rounds=len(own),
        won=won,
        par=round_share(par),
        deal=round_share(deal),
        play=round_share(play),
        rest=round_share(won - par - deal - play),
    )


def _par(round: RoundReport) -> float:
    """The chance of a player among equals: more than one wins where partners play."""
    total = sum(round.points[0].chances)
    return max(total, 1.0) / len(round.players)


def round_share(share: float) -> float:
    """Rounded to what the worlds can tell; zero is never negative."""
    return round(share, 4) + 0.0


def step_number(line: int) -> int:
    """The step under which a replay shows a line of the record."""
    return line - FIRST_ENTRY


def describe_percentages(found: Analysis) -> str:
    """What the percentages of a report are."""
    return (
        "Percentages are chances of winning the round, if the bot regular plays on in every seat:"
        " in the curves from the hands as they lay, of a move in deals that fit what its player"
        f" knew, {found.worlds} for each position; seed {found.seed}."
    )


LUCK_ABOUT = (
    "Counted in rounds of this game. Par: what equal players would win. Deal: what the dealt hands"
    " changed. Mistakes: what the player's own costly moves lost. The rest: the cards drawn and"
    " what the others did."
)
QUICK_LUCK_ABOUT = (
    "Counted in rounds of this game. Par: what equal players would win. Deal: how much better or"
    " worse than the others' the bot master rated the hand at the player's first decision in each"
    " round. Draws and play: everything after that, the player's own moves, those of the others"
    " and the cards drawn. Without --quick, the analysis separates a player's own mistakes from"
    " luck."
)
"""What the table of luck and play counts, as the pages say it."""


def costly_move_text(move: JudgedMove) -> str:
    """A costly move, what was better, by how much, and why."""
    points = round(100 * move.cost)
    unit = "percentage point" if points == 1 else "percentage points"
    return f"{move.action}; better {move.better}, by {points} {unit}. {move.why}"


def draw_four_text(laid: DrawFour, names: tuple[str, ...]) -> str:
    """A Wild Draw Four and the answer to it in a sentence, and a bluff weighed in another."""
    bluffed = "bluffed" if laid.bluff else "did not bluff"
    answered = "challenged" if laid.challenged else "accepted"
    sentence = (
        f"{names[laid.player]} {bluffed}, {names[laid.victim]} {answered}; accepting was worth"
        f" {percent(laid.accepting)}, challenging {percent(laid.challenging)}."
    )
    if laid.bluffing is None or laid.instead is None:
        return sentence
    return (
        f"{sentence} For {names[laid.player]} the bluff was worth {percent(laid.bluffing)},"
        f" the best other move {percent(laid.instead)}."
    )


def percent(share: float) -> str:
    """A share in words."""
    return f"{100 * share:.0f} %"
