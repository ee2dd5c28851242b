"""What each player has done in a game, counted from its events.

Only what everyone at the table can see is counted, so events as redacted for anybody give the same
figures as the true ones. Whether an unchallenged Wild Draw Four was a bluff never comes to light.
"""

from collections.abc import Iterable
from functools import reduce
from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.engine import events as round_events
from openuno.engine.events import Event
from openuno.game import events as game_events
from openuno.game.events import GameEvent


class Figures(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What a player, or a team, has done.

    `won` are rounds gone out, `points` the growth of the score. A challenge is won or lost by who
    doubts; who laid the Wild Draw Four was caught bluffing, wrongly doubted or not challenged.
    `catches` are of others, `caught` by others. Cards and points left are summed over all rounds.
    """

    rounds: int = msgspec.field(default=0, name="hands")
    won: int = 0
    points: int = 0
    challenges_won: int = 0
    challenges_lost: int = 0
    bluffs_caught: int = 0
    wrongly_doubted: int = 0
    not_challenged: int = 0
    catches: int = 0
    wrong_catches: int = 0
    caught: int = 0
    uno_said: int = 0
    cards_drawn: int = 0
    cards_left: int = 0
    points_left: int = 0
    longest_hand: int = 0

    @property
    def average_cards_left(self) -> float:
        """How many cards were held when a round ended, those gone out with none included."""
        return self.cards_left / self.rounds if self.rounds else 0.0


class TableTally(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """A table as far as counting needs it: `layer` laid the Wild Draw Four not yet answered."""

    players: tuple[int, ...]
    held: tuple[int, ...]
    layer: int | None = None


class Statistics(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    """The figures of every player, and the tables being watched."""

    players: tuple[Figures, ...]
    tables: tuple[TableTally, ...] = ()


def statistics(players: int, events: Iterable[GameEvent]) -> Statistics:
    """The figures of a game of this many players, from its first event on."""
    return reduce(count_event, events, Statistics((Figures(),) * players))


def team_figures(counted: Statistics, team: tuple[int, ...]) -> Figures:
    """The figures of a team: its rounds and points once, everything else its players' together."""
    figures = [counted.players[player] for player in team]
    sums = {
        name: sum(getattr(each, name) for each in figures) for name in Figures.__struct_fields__
    }
    return replace(
        Figures(**sums),
        rounds=figures[0].rounds,
        points=figures[0].points,
        longest_hand=max(each.longest_hand for each in figures),
    )


def count_event(counted: Statistics, event: GameEvent) -> Statistics:
    """The statistics after one more event, redacted or not."""
    match event:
        case game_events.AtTable(table_index, what):
            return _count_at_table(counted, table_index, what)
        case game_events.RoundBegan(_, tables):
            watched = tuple(TableTally(players, (0,) * len(players)) for players in tables)
            return replace(counted, tables=watched)
        case game_events.RoundScored(_, winner, points):
            for player, gained in enumerate(points):
                counted = _add(counted, player, points=gained, won=int(player == winner))
            return counted
        case (
            game_events.DrewForDeal()
            | game_events.DealerFound()
            | game_events.Eliminated()
            | game_events.GameEnded()
        ):
            return counted
        case _:
            assert_never(event)


def _count_at_table(counted: Statistics, table_index: int, event: Event) -> Statistics:
    table = counted.tables[table_index]
    players = table.players
    match event:
        case round_events.Played(seat, _, _, _, uno):
            counted = _add(_let_stand(counted, table_index), players[seat], uno_said=int(uno))
            return _gain(counted, table_index, {seat: -1})
        case round_events.Drew(seat, cards):
            drawn = len(cards)
            return _gain(
                _add(counted, players[seat], cards_drawn=drawn), table_index, {seat: drawn}
            )
        case round_events.Discarded(seat, cards):
            return _gain(counted, table_index, {seat: -len(cards)})
        case round_events.CardsGiven(seat, to, cards):
            return _gain(counted, table_index, {seat: -len(cards), to: len(cards)})
        case (
            round_events.Dealt()
            | round_events.HandsSwapped()
            | round_events.HandsPassed()
            | round_events.HandsShuffled()
        ):
            return _hold(counted, table_index, tuple(map(len, event.hands)))
        case round_events.ChallengeOffered(_, _, by):
            return _watch(counted, table_index, replace(table, layer=by))
        case round_events.Accepted():
            return _let_stand(counted, table_index)
        case round_events.Challenged(seat, target, guilty):
            right, wrong = int(guilty), int(not guilty)
            counted = _watch(counted, table_index, replace(table, layer=None))
            counted = _add(counted, players[seat], challenges_won=right, challenges_lost=wrong)
            return _add(counted, players[target], bluffs_caught=right, wrongly_doubted=wrong)
        case round_events.SaidUno(seat):
            return _add(counted, players[seat], uno_said=1)
        case round_events.Caught(seat, target):
            return _add(_add(counted, players[seat], catches=1), players[target], caught=1)
        case round_events.CaughtWrongly(seat):
            return _add(counted, players[seat], wrong_catches=1)
        case round_events.RoundEnded(_, hands, points):
            for player, cards, worth in zip(players, hands, points, strict=True):
                counted = _add(counted, player, rounds=1, cards_left=len(cards), points_left=worth)
            return counted
        case (
            round_events.TurnedUp()
            | round_events.PutBack()
            | round_events.ColourAsked()
            | round_events.ColourNamed()
            | round_events.ChoiceAsked()
            | round_events.PlayerChosen()
            | round_events.DecisionAsked()
            | round_events.Decided()
            | round_events.Kept()
            | round_events.Passed()
            | round_events.Skipped()
            | round_events.Reversed()
            | round_events.Reshuffled()
            | round_events.StackOffered()
            | round_events.HandShown()
            | round_events.Suggested()
            | round_events.TurnBegan()
            | round_events.TurnLost()
            | round_events.LastingRuleBegan()
            | round_events.LastingRuleEnded()
            | round_events.CardsAsked()
            | round_events.CardSetAside()
            | round_events.HonourRuleRead()
        ):
            return counted
        case _:
            assert_never(event)


def _let_stand(counted: Statistics, table_index: int) -> Statistics:
    """Taking the cards, or stacking on them, lets the Wild Draw Four stand."""
    table = counted.tables[table_index]
    if table.layer is None:
        return counted
    answered = _watch(counted, table_index, replace(table, layer=None))
    return _add(answered, table.players[table.layer], not_challenged=1)


def _add(counted: Statistics, player: int, **more: int) -> Statistics:
    figures = counted.players[player]
    grown = replace(figures, **{name: getattr(figures, name) + by for name, by in more.items()})
    return _put(counted, player, grown)


def _put(counted: Statistics, player: int, figures: Figures) -> Statistics:
    players = counted.players
    return replace(counted, players=(*players[:player], figures, *players[player + 1 :]))


def _gain(counted: Statistics, table_index: int, cards: dict[int, int]) -> Statistics:
    held = counted.tables[table_index].held
    return _hold(counted, table_index, tuple(n + cards.get(seat, 0) for seat, n in enumerate(held)))


def _hold(counted: Statistics, table_index: int, held: tuple[int, ...]) -> Statistics:
    table = counted.tables[table_index]
    for player, cards in zip(table.players, held, strict=True):
        figures = counted.players[player]
        if cards > figures.longest_hand:
            counted = _put(counted, player, replace(figures, longest_hand=cards))
    return _watch(counted, table_index, replace(table, held=held))


def _watch(counted: Statistics, table_index: int, table: TableTally) -> Statistics:
    tables = counted.tables
    return replace(counted, tables=(*tables[:table_index], table, *tables[table_index + 1 :]))
