"""What holds in every game, whatever the format, the rules and the play."""

from functools import reduce
from random import Random
from typing import TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import Card, Fast, IllegalAction, legal
from openuno.engine.actions import Action
from openuno.engine.events import ChallengeOffered
from openuno.engine.state import RoundOver, Step
from openuno.game.events import AtTable, GameEnded, GameEvent, RoundScored
from openuno.game.evolve import evolve_game
from openuno.game.formats import sides
from openuno.game.play import apply_command, new_game
from openuno.game.standings import standings
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Table,
    find_player,
    is_round_on,
    players_to_act,
)
from openuno.game.statistics import Figures, Statistics, count_event, statistics, team_figures
from openuno.game.view import GameView, redact_game, view_game
from tests.action_space import all_actions
from tests.game.playing import Moved, Plan, moves, opening, plans, watchers
from tests.hidden_worlds import Revealed, other_world, revealed_by
from tests.policies import Turned

T = TypeVar("T")

SEEDS = st.integers(0, 2**32 - 1)
A_FEW = 5


def steps(plan: Plan) -> list[GameStep]:
    return [opening(plan), *(moved.step for moved in moves(plan))]


def nothing_yet(plan: Plan) -> Game:
    return new_game(plan.rules, plan.format, plan.players, plan.rng)


@given(plans())
def test_folding_the_events_gives_the_game(plan: Plan) -> None:
    game = nothing_yet(plan)
    for step in steps(plan):
        game = reduce(evolve_game, step.events, game)
        assert game == step.game


@given(plans())
def test_every_game_ends_once_and_somebody_wins(plan: Plan) -> None:
    played = list(moves(plan))
    for moved in played:
        ended = [event for event in moved.step.events if isinstance(event, GameEnded)]
        assert bool(ended) == (moved is played[-1])
    last = played[-1].step
    assert last.game.winners
    assert last.events[-1] == GameEnded(last.game.winners)
    assert players_to_act(last.game) == ()


@given(plans())
def test_scores_wins_and_hands_never_go_down(plan: Plan) -> None:
    for moved in moves(plan):
        before, after = moved.before, moved.step.game
        for grown in ("scores", "wins"):
            pairs = zip(getattr(before, grown), getattr(after, grown), strict=True)
            assert all(less <= more for less, more in pairs)
        assert after.round_number == before.round_number + isinstance(moved.what, NextRound)
        assert after.out[: len(before.out)] == before.out


@given(plans())
def test_a_game_under_way_waits_for_one_player_at_every_busy_table(plan: Plan) -> None:
    for step in steps(plan):
        game = step.game
        busy = [table for table in game.tables if not isinstance(table.round.phase, RoundOver)]
        assert is_round_on(game) == bool(busy)
        for player, table in zip(players_to_act(game), busy, strict=True):
            assert player in table.players


def transcript(plan: Plan) -> bytes:
    """Every byte a game leaves behind: commands, events, the game and each player's view of it."""
    played = list(moves(plan))
    game = played[-1].step.game
    views = [view_game(game, player) for player in (None, *range(plan.players))]
    log = [(moved.what, moved.step.events) for moved in played]
    return msgspec.json.encode((opening(plan).events, log, game, views))


@given(plans())
def test_the_same_seed_and_commands_give_the_same_bytes(plan: Plan) -> None:
    assert transcript(plan) == transcript(plan)


def same_in_json(value: T, kind: object) -> None:
    written = msgspec.json.encode(value)
    read = msgspec.json.decode(written, type=kind)
    assert read == value
    assert msgspec.json.encode(read) == written


@given(plans(), st.data())
def test_everything_survives_json(plan: Plan, data: st.DataObject) -> None:
    watcher = data.draw(watchers(plan), label="watcher")
    for moved in moves(plan):
        game = moved.step.game
        same_in_json(game, Game)
        same_in_json(moved.what, Command)
        same_in_json(view_game(game, watcher), GameView)
        for event in moved.step.events:
            same_in_json(event, GameEvent)
            same_in_json(redact_game(game, event, watcher), GameEvent)


@given(plans(), st.data())
def test_folding_a_players_events_gives_the_players_view(plan: Plan, data: st.DataObject) -> None:
    watcher = data.draw(watchers(plan), label="watcher")
    # A player never has the tape, and needs none: any will do.
    known = replace(nothing_yet(plan), rng=Fast(0))
    for step in steps(plan):
        for event in step.events:
            known = evolve_game(known, redact_game(step.game, event, watcher))
        assert view_game(known, watcher) == view_game(step.game, watcher)


@given(plans(), st.data())
def test_another_players_cards_lie_face_down(plan: Plan, data: st.DataObject) -> None:
    watcher = data.draw(watchers(plan), label="watcher")
    for step in steps(plan):
        seen = view_game(step.game, watcher)
        for table, true in zip(seen.tables, step.game.tables, strict=True):
            assert table.players == true.players
            if isinstance(true.round.phase, RoundOver):
                continue
            for player, hand, held in zip(
                table.players, table.view.hands, true.round.hands, strict=True
            ):
                assert hand == (held if player == watcher else (Card.BACK,) * len(held))
            assert bool(table.view.legal) <= (watcher in table.players)


@given(plans(), st.data())
def test_two_games_that_differ_in_what_a_player_cannot_see_look_the_same(
    plan: Plan, data: st.DataObject
) -> None:
    watcher = data.draw(watchers(plan), label="watcher")
    chance = Random(data.draw(SEEDS, label="chance"))
    acted = [moved for moved in moves(plan) if isinstance(moved.what, Act)]
    for moved in chance.sample(acted, min(A_FEW, len(acted))):
        other = elsewhere(moved, watcher, chance)
        assert view_game(other, watcher) == view_game(moved.before, watcher)
        one = moved.step
        try:
            two = apply_command(other, moved.what)
        except IllegalAction:
            # The player who acts may hold other cards there, and not all cards let one draw.
            continue
        assert view_game(two.game, watcher) == view_game(one.game, watcher)
        assert told(two, watcher) == told(one, watcher)


def told(step: GameStep, watcher: int | None) -> list[GameEvent]:
    return [redact_game(step.game, event, watcher) for event in step.events]


def elsewhere(moved: Moved, watcher: int | None, chance: Random) -> Game:
    """The game before the action, with everything changed about that the watcher cannot see."""
    assert isinstance(moved.what, Act)
    found = find_player(moved.before, moved.what.player)
    assert found is not None
    place, seat = found
    tables = []
    for at, table in enumerate(moved.before.tables):
        if isinstance(table.round.phase, RoundOver):
            tables.append(table)
            continue
        shown = Revealed()
        watching = table.players.index(watcher) if watcher in table.players else None
        if at == place:
            happened = (e.what for e in moved.step.events if isinstance(e, AtTable))
            step = Step(moved.step.game.tables[at].round, tuple(happened))
            shown = revealed_by(Turned(table.round, seat, moved.what.action, step), watching)
        round = other_world(table.round, watching, chance, shown)
        tables.append(Table(table.players, round))
    return replace(moved.before, tables=tuple(tables), rng=Fast(chance.getrandbits(64)))


@given(plans(), st.data())
def test_a_command_is_taken_if_legal_and_else_refused_and_changes_nothing(
    plan: Plan, data: st.DataObject
) -> None:
    chance = Random(data.draw(SEEDS, label="chance"))
    game = chance.choice(steps(plan)).game
    before = msgspec.msgpack.encode(game)
    actions = list(all_actions(min(plan.players, 10)))
    for player in range(-1, plan.players + 1):
        allowed = legal_for(game, player)
        for action in (*allowed, *chance.sample(actions, 10)):
            if game.winners is None and action in allowed:
                apply_command(game, Act(player, action))
            else:
                with pytest.raises(IllegalAction):
                    apply_command(game, Act(player, action))
    if is_round_on(game) or game.winners is not None:
        with pytest.raises(IllegalAction):
            apply_command(game, NextRound())
    else:
        apply_command(game, NextRound())
    assert msgspec.msgpack.encode(game) == before


def legal_for(game: Game, player: int) -> tuple[Action, ...]:
    found = find_player(game, player)
    return () if found is None else legal(game.tables[found[0]].round, found[1])


@given(plans())
def test_the_winners_stand_first(plan: Plan) -> None:
    played = steps(plan)
    for step in played:
        rows = standings(step.game)
        assert sorted(row.players for row in rows) == sorted(sides(plan.format, plan.players))
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        for row in rows:
            assert row.rank == 1 + sum(other.rank < row.rank for other in rows)
    last = played[-1].game
    rows = standings(last)
    first = [player for row in rows if row.rank == 1 for player in row.players]
    assert tuple(sorted(first)) == last.winners
    assert standings(view_game(last, None)) == rows


@given(plans(), st.data())
def test_statistics_are_the_same_for_every_watcher(plan: Plan, data: st.DataObject) -> None:
    watcher = data.draw(watchers(plan), label="watcher")
    played = steps(plan)
    events = [event for step in played for event in step.events]
    seen = [event for step in played for event in told(step, watcher)]
    assert statistics(plan.players, seen) == statistics(plan.players, events)


@given(plans())
def test_statistics_agree_with_the_game(plan: Plan) -> None:
    counted = Statistics((Figures(),) * plan.players)
    rounds = offers = 0
    played = steps(plan)
    for step in played:
        counted = reduce(count_event, step.events, counted)
        rounds += sum(isinstance(event, RoundScored) for event in step.events)
        told = [event.what for event in step.events if isinstance(event, AtTable)]
        offers += sum(isinstance(event, ChallengeOffered) for event in told)
        for table, watched in zip(step.game.tables, counted.tables, strict=True):
            assert watched.held == tuple(map(len, table.round.hands))
            for player, held in zip(watched.players, watched.held, strict=True):
                assert counted.players[player].longest_hand >= held
    game, players = played[-1].game, counted.players
    assert tuple(figures.points for figures in players) == game.scores
    assert tuple(figures.won for figures in players) == game.wins

    def together(name: str) -> int:
        return sum(getattr(figures, name) for figures in players)

    assert together("won") <= rounds <= together("rounds")
    assert together("challenges_won") == together("bluffs_caught")
    assert together("challenges_lost") == together("wrongly_doubted")
    doubts = together("bluffs_caught") + together("wrongly_doubted")
    assert doubts + together("not_challenged") == offers
    assert together("catches") == together("caught")
    for row in standings(game):
        team = team_figures(counted, row.players)
        assert (team.points, team.won) == (row.score, row.wins)
