"""Rounds and games between bots, played by one call."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from openuno import (
    EDITIONS,
    BestOf,
    BotError,
    Card,
    Elimination,
    Fast,
    Format,
    GameStep,
    IllegalAction,
    LowTally,
    Mind,
    Partners,
    PlayTooLong,
    Race,
    Rotating,
    Rules,
    SetupError,
    Single,
    Step,
    Teams,
    View,
    apply,
    edition,
    play_game,
    play_round,
    round_result,
    with_switches,
)
from openuno.bots.bot import Answer, due_call, is_my_turn, legal_plays, other_actions
from openuno.bots.casual import casual
from openuno.bots.regular import regular
from openuno.engine.actions import Pass, Play, SayUno
from openuno.engine.events import Caught, Played, SaidUno
from openuno.engine.notation.rounds import parse_round
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.scoring import hand_points
from openuno.engine.state import RoundOver, seat_to_act
from openuno.game.events import AtTable
from openuno.local import matches
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import Verdict, verify
from tests.terminal.commands import uno

PRINTED = edition("mattel-2016")
DYING = "classic hands=G1/G2,YD/Y3 pile=- discard=R5 turn=2 passes=2"
TEAMS = with_switches(EDITIONS["house"], teams=True)


def silent(view: View, mind: Mind) -> Answer:
    """Plays what it can and never says a word."""
    if not is_my_turn(view):
        return None, mind
    ways = [play for play in legal_plays(view) if not play.uno]
    return (ways or other_actions(view))[0], mind


def jumping(view: View, mind: Mind) -> Answer:
    """Plays whenever it may, in its turn or out of it."""
    word = due_call(view)
    if isinstance(word, SayUno):
        return word, mind
    ways = legal_plays(view)
    if not is_my_turn(view):
        return (ways[0] if ways else None), mind
    return (ways or other_actions(view))[0], mind


def test_a_round_is_won_by_the_seat_that_went_out() -> None:
    steps: list[Step] = []
    result = play_round(["regular", "casual", "random"], PRINTED, seed=7, watch=steps.append)
    (winner,) = result.winners
    assert result.round.hands[winner] == ()
    assert result.scores[winner] == sum(hand_points(PRINTED, result.round.hands)) > 0
    assert sum(result.scores) == result.scores[winner]
    assert steps[-1].round == result.round
    assert not any(isinstance(step.round.phase, RoundOver) for step in steps[:-1])


def test_the_same_seed_plays_the_same_round() -> None:
    bots: list[matches.AnyBot] = ["casual", regular, "random", casual]
    assert play_round(bots, seed=3) == play_round(bots, seed=3)
    assert play_round(bots, seed=3) != play_round(bots, seed=4)
    assert play_round(bots, seed=3, dealer=2).round.dealer == 2


def test_partners_win_a_round_together() -> None:
    result = play_round(["regular"] * 4, TEAMS, seed=1)
    assert result.winners in {(0, 2), (1, 3)}
    caught = hand_points(TEAMS, result.round.hands)
    others = sum(points for seat, points in enumerate(caught) if seat not in result.winners)
    assert result.scores == tuple(others if s in result.winners else 0 for s in range(4))


@pytest.mark.rule("OUT-4")
def test_nobody_wins_a_dead_round() -> None:
    result = round_result(apply(parse_round(DYING), 2, Pass()).round)
    assert (result.winners, result.scores) == ((), (0, 0, 0))


def test_a_round_that_goes_on_has_no_result_yet() -> None:
    with pytest.raises(IllegalAction, match="the round is not over yet"):
        round_result(parse_round(DYING))


@pytest.mark.rule("UNO-8")
def test_a_bot_that_never_says_uno_is_caught() -> None:
    events = [
        event
        for seed in range(8)
        for step in _steps([silent, "regular", "regular"], PRINTED, seed)
        for event in step.events
    ]
    assert sum(isinstance(event, Caught) and event.target == 0 for event in events) >= 3
    assert not any(isinstance(event, SaidUno) and event.seat == 0 for event in events)


@pytest.mark.rule("HOUSE-2")
def test_bots_jump_in() -> None:
    rules = with_switches(PRINTED, jump_in=True)
    steps = [step for seed in range(8) for step in _steps([jumping] * 4, rules, seed)]
    out_of_turn = 0
    for before, step in pairwise(steps):
        match step.events[0]:
            case Played(seat) if seat != seat_to_act(before.round):
                out_of_turn += 1
                asked = [question.seat for question in questions_out_of_turn(before.round)]
                assert seat in asked
            case _:
                pass
    assert out_of_turn >= 3


def _steps(bots: list[matches.AnyBot], rules: Rules, seed: int) -> list[Step]:
    steps: list[Step] = []
    play_round(bots, rules, seed=seed, watch=steps.append)
    return steps


@pytest.mark.parametrize(
    ("format", "players"),
    [
        (Race(100), 3),
        (LowTally(60), 3),
        (Partners(60), 4),
        (Teams(60), 6),
        (Rotating(), 4),
        (Elimination(60), 3),
        (Single(), 2),
        (BestOf(3), 2),
    ],
)
def test_a_game_in_every_format_has_winners_and_a_true_record(format: Format, players: int) -> None:
    rules = TEAMS if isinstance(format, Partners | Teams | Rotating) else PRINTED
    result = play_game(["regular"] * players, rules, format, seed=11)
    assert result.winners == result.game.winners
    assert result.scores == result.game.scores
    data = record_bytes(result.record)
    assert verify(data).verdict is Verdict.TRUE
    closing = read_record(data).closing
    assert closing is not None
    assert (closing.result.winners, closing.result.scores) == (result.winners, result.scores)


def test_it_is_the_game_that_the_terminal_plays(tmp_path: Path) -> None:
    file = tmp_path / "game.uno"
    words = ("--watch", "--seed", "5", "--format", "race:80", "--bots", "regular,casual,random")
    done = uno(*words, "--players", "3", "--edition", "mattel-2016", "--save", str(file))
    assert done.exit_code == 0
    bots = ["regular", "casual", "random"]
    result = play_game(bots, PRINTED, Race(80), seed=5, names=("Mia", "Ned", "Ola"))
    assert record_bytes(result.record) == file.read_bytes()


def test_an_observer_of_a_game_sees_every_step_and_every_card() -> None:
    steps: list[GameStep] = []
    result = play_game(["random"] * 3, PRINTED, Race(40), seed=2, watch=steps.append)
    assert [step.events for step in steps] == [entry.events for entry in result.record.entries]
    assert steps[-1].game == result.game
    shown = [e.what for step in steps for e in step.events if isinstance(e, AtTable)]
    assert not any(Card.BACK in event.cards for event in shown if hasattr(event, "cards"))


def test_players_are_called_after_their_bots() -> None:
    bots: list[matches.AnyBot] = ["regular", silent, "regular", casual]
    names = play_game(bots, PRINTED, Single(), seed=2).record.header.names
    assert names == ("regular 1", "silent", "regular 2", "casual")


class Lines:
    """Something that shows itself on two lines, as arrays do."""

    def __repr__(self) -> str:
        return "one\n  two"


def test_a_bot_that_does_not_answer_is_named() -> None:
    def asleep(_: View, mind: Mind) -> Answer:
        return None, mind

    with pytest.raises(BotError, match=r"asleep \(player 1\) did not answer in its turn") as error:
        play_round(["random", asleep], PRINTED, seed=1)
    assert error.value.player == 1


def test_a_bot_that_exits_is_named() -> None:
    def leaving(_: View, __: Mind) -> Answer:
        raise SystemExit(3)

    with pytest.raises(BotError, match=r"leaving \(player \d\) failed: SystemExit: 3"):
        play_round([leaving, leaving], PRINTED, seed=1)


def test_a_bot_that_answers_illegally_is_named_with_the_reason() -> None:
    def cheating(_: View, mind: Mind) -> Answer:
        return Play(Card.W4), mind

    with pytest.raises(BotError, match=r"^cheating \(player \d\) answered W4: ([^y]|y(?!ou))*$"):
        play_game([cheating, cheating], PRINTED, Single(), seed=1)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (None, "returned None; return an action and the mind"),
        (("draw", None), "answered 'draw', which is no action; see view.legal"),
        ([[1], [2]] * 500, r"returned \[(\[\d\], ){10,20}.{0,10}…; return an action and the mind"),
        ((Lines(), None), "answered one two, which is no action; see view.legal"),
    ],
)
def test_a_bot_that_answers_no_action_and_mind_is_named(answer: Any, reason: str) -> None:
    def wrong(_: View, __: Mind) -> Any:
        return answer

    with pytest.raises(BotError, match=rf"^wrong \(player \d\) {reason}$"):
        play_round([wrong, wrong], PRINTED, seed=1)


def test_a_bot_that_fails_is_named_with_the_line() -> None:
    def broken(view: View, _: Mind) -> Answer:
        raise KeyError(view.seat)

    reason = r"^broken \(player \d\) failed: KeyError: \d \(test_matches\.py, line \d+\)$"
    with pytest.raises(BotError, match=reason) as error:
        play_round([broken, broken], PRINTED, seed=1)
    assert isinstance(error.value.__cause__, KeyError)


def test_a_round_and_a_game_that_go_on_and_on_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MAX_ACTIONS", 5)
    with pytest.raises(PlayTooLong, match="the round is not over after 5 actions"):
        play_round(["random"] * 2, PRINTED, seed=1)
    with pytest.raises(PlayTooLong, match="round 1 is not over after 5 actions"):
        play_game(["random"] * 2, PRINTED, seed=1)
    monkeypatch.undo()
    monkeypatch.setattr(matches, "MAX_ROUNDS", 2)
    with pytest.raises(PlayTooLong, match="the game is not over after 2 rounds"):
        play_game(["random"] * 2, PRINTED, Race(100_000), seed=1)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(SetupError, match="there is no bot 'clever'; choose from random, casual"):
        play_round(["clever", "random"], PRINTED, seed=1)
    with pytest.raises(SetupError, match="seats"):
        play_round(["random"], PRINTED, seed=1)
    with pytest.raises(SetupError, match="seed"):
        play_round(["random"] * 2, PRINTED, seed=-1)
    with pytest.raises(SetupError, match="3 names for 2 players"):
        play_game(["random"] * 2, PRINTED, seed=1, names=("Ann", "Ben", "Cem"))
    with pytest.raises(SetupError, match="a name is 1 to 40 characters"):
        play_game(["random"] * 2, PRINTED, seed=1, names=("Ann", ""))
    with pytest.raises(SetupError, match="partners"):
        play_game(["random"] * 3, TEAMS, Partners(), seed=1)
    with pytest.raises(SetupError, match="dealer"):
        play_round(["random"] * 2, PRINTED, seed=1, dealer=5)


def test_the_seed_of_a_game_is_that_of_its_record() -> None:
    record = play_game(["random"] * 2, PRINTED, Single(), seed=2**64 - 1).record
    assert Fast(int(record.header.chance.seed)).seed == 2**64 - 1  # type: ignore[union-attr]
