"""What an analysis says of games where we know the answer."""

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno import (
    Answer,
    BestOf,
    Mind,
    Play,
    Record,
    Single,
    View,
    edition,
    play_game,
    record_bytes,
    with_switches,
)
from openuno.bots.memory import NOTHING, Memory
from openuno.bots.regular import regular
from openuno.engine.actions import Accept, Challenge, Draw, NameColour
from openuno.engine.cards import Card, Colour
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.rng import Fast, fork
from openuno.engine.state import FacingDrawFour, Round
from openuno.engine.view import view
from openuno.game.formats import Partners
from openuno.local.analysis.analyse import Options, Plan, analyse, make_plan, put_together
from openuno.local.analysis.judging import BATCHES, Judged, Task, Verdict, begin_judging
from openuno.local.analysis.luck import measure_luck
from openuno.local.analysis.page import write_page
from openuno.local.analysis.positions import (
    CannotAnalyse,
    Choice,
    PlayedRound,
    Stage,
    read_rounds,
)
from openuno.local.analysis.reasons import (
    Comparison,
    Reason,
    ReasonKind,
    action_words,
    find_reason,
    reason_text,
)
from openuno.local.analysis.report import Analysis, costliest, draw_four_text
from openuno.local.analysis.rollouts import Seats, play_out
from openuno.local.analysis.worlds import sample_world
from openuno.record.export import export_record
from openuno.terminal.commands.analyse import print_analysis
from openuno.terminal.replay.frames import ReplayFrames

RULES = with_switches(edition("classic"), hand_size=2)
SHALLOW = Options(worlds=20)


def blunder(view: View, mind: Mind) -> Answer:
    """Plays as `regular`, but draws instead of going out with its last card, once."""
    action, mind = regular(view, mind)
    assert view.seat is not None
    last = isinstance(action, Play) and len(view.hands[view.seat]) == 1
    return (Draw() if last and len(view.discard) < 12 else action), mind


@pytest.fixture(scope="module")
def record() -> Record:
    return play_game(["regular", blunder], RULES, Single(), seed=89).record


@pytest.fixture(scope="module")
def found(record: Record) -> Analysis:
    return analyse(record, SHALLOW)


def test_a_move_that_gives_the_round_away_is_the_costliest(found: Analysis) -> None:
    (round, worst), *_ = costliest(found, 1, 3)
    assert worst.action == "draw a card"
    assert worst.cost > 0.2
    assert worst.why == "It is the last card: playing it ends the round."
    assert isinstance(worst.best, Play)
    assert worst.reason == Reason(ReasonKind.LAST_CARD)
    assert round is found.rounds[0]


def test_what_a_move_cost_is_printed_in_percentage_points(
    record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(record_bytes(record))
    print_analysis(path, SHALLOW, html=None, as_json=False)
    printed = " ".join(capsys.readouterr().out.split())
    assert re.search(r": draw a card; better [\w ]+, by \d\d percentage points\. It is", printed)


@pytest.mark.parametrize("columns", [30, 45, 60])
def test_no_figure_is_cut_off_on_a_narrow_terminal(
    record: Record,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    columns: int,
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    path = tmp_path / "game.uno"
    path.write_bytes(record_bytes(record))
    print_analysis(path, Options(worlds=2), html=None, as_json=False)
    printed = capsys.readouterr().out
    assert "…" not in printed
    assert max(map(len, printed.splitlines())) <= columns
    sentences = " ".join(printed.split())
    assert sentences.count("after the deal") == 2
    assert "in the curves from the hands as they lay" in sentences


def test_a_costly_move_is_found_at_its_step_of_the_replay(
    record: Record, found: Analysis, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(record_bytes(record))
    print_analysis(path, SHALLOW, html=None, as_json=False)
    step = re.findall(r"round 1, step (\d+): draw a card", capsys.readouterr().out)[0]
    frame = ReplayFrames(record, None).frame(int(step))
    assert frame is not None
    assert "draws" in frame.sentences[0]
    assert f"Round 1, step {step}: draw a card" in write_page(found, (), teams=False)


def test_a_bluff_is_weighed_against_the_best_honest_move() -> None:
    record = play_game(["casual", "casual"], edition("mattel-2016"), seed=5).record
    found = analyse(record, Options(worlds=4, only=1))
    laid = found.rounds[0].draw_fours
    assert {each.bluff for each in laid} == {True, False}
    for each in laid:
        assert (each.bluffing is not None) is each.bluff
        assert (each.instead is not None) is each.bluff
    honest, bluff = (next(x for x in laid if x.bluff is kind) for kind in (False, True))
    assert "the bluff was worth" in draw_four_text(bluff, found.names)
    assert "the bluff was worth" not in draw_four_text(honest, found.names)


def test_curves_are_shares_that_end_with_the_winner(found: Analysis) -> None:
    (round,) = found.rounds
    assert all(sum(point.chances) == pytest.approx(1) for point in round.points)
    last = round.points[-1].chances
    assert tuple(player for player, share in enumerate(last) if share == 1) == round.winners
    assert [point.line for point in round.points] == sorted({p.line for p in round.points})


def test_playouts_played_a_few_at_a_time_end_as_all_at_once(record: Record) -> None:
    plan = make_plan(record, Options(worlds=3))
    for task in (plan.tasks[0], next(t for t in plan.tasks if isinstance(t.position, Choice))):
        asked = next(begin_judging(task))
        every = play_out(asked)
        assert len(every) == asked.count
        apart = list[Seats]()
        while len(apart) < asked.count:
            apart += play_out(asked, len(apart), seconds=0)
        assert apart == every


def judge_with(task: Task, seat: int) -> Judged:
    """Judge by playouts in which at first only other actions win, and later every action."""
    judging = begin_judging(task)
    asked, batches = next(judging), 0
    while True:
        many = len(asked.actions)
        wins = [batches > 1 or number % many > 0 for number in range(asked.count)]
        try:
            asked = judging.send([(seat,) if won else () for won in wins])
        except StopIteration as ended:
            found: Judged = ended.value
            return found
        batches += 1


def test_a_lead_by_chance_in_the_first_deals_is_not_all_that_a_move_cost(record: Record) -> None:
    plan = make_plan(record, SHALLOW)
    task = next(t for t in plan.tasks if isinstance(t.position, Choice))
    assert isinstance(task.position, Choice)
    verdict = judge_with(task, task.position.seat)
    assert isinstance(verdict, Verdict)
    assert verdict.cost == pytest.approx(1 / BATCHES)


def test_luck_and_play_add_up_to_what_was_won(found: Analysis) -> None:
    for account in found.accounts:
        parts = account.par + account.deal + account.play + account.rest
        assert parts == pytest.approx(account.won, abs=0.001)
    own = [move.cost for move in found.rounds[0].moves if move.player == 1]
    assert found.accounts[1].play == pytest.approx(-sum(own), abs=0.001)


def test_the_network_tells_luck_and_play_of_partners_apart() -> None:
    record = play_game(["regular"] * 4, format=Partners(100), seed=3).record
    found = measure_luck(4, read_rounds(record))
    for each in found:
        assert each.par + each.deal + each.play == pytest.approx(each.won)
        assert each.par == each.rounds / 2
        assert each.deal != 0
    assert replace(found[0], player=2) == found[2]
    assert found[0].deal == pytest.approx(-found[1].deal)


def test_the_network_tells_nothing_where_it_was_not_trained() -> None:
    rules = with_switches(edition("house"), seven_zero=True)
    rounds = read_rounds(play_game(["casual"] * 5, rules, Single(), seed=3).record)
    with pytest.raises(CannotAnalyse, match="leave --quick out"):
        measure_luck(5, rounds)


def test_the_same_seed_finds_the_same_in_any_number_of_processes(
    record: Record, found: Analysis
) -> None:
    assert analyse(record, Options(worlds=20, processes=2)) == found


def test_the_page_shows_everyone_and_escapes_what_was_written(found: Analysis) -> None:
    page = write_page(found, ("A single round, <classic>",), teams=False)
    assert page.count("<polyline") == 2
    assert "A single round, &lt;classic&gt;" in page
    assert "It is the last card" in page
    assert "<script" not in page
    assert "http://" not in page


def test_one_round_of_many_can_be_chosen() -> None:
    record = play_game(["regular", "casual"], RULES, BestOf(3), seed=2).record
    rounds = read_rounds(record)
    assert [round.number for round in rounds] == list(range(1, len(rounds) + 1))
    assert [round.number for round in read_rounds(record, 2)] == [2]
    with pytest.raises(CannotAnalyse, match="there is no round 9"):
        read_rounds(record, 9)


def test_only_whole_finished_games_are_analysed(record: Record) -> None:
    with pytest.raises(CannotAnalyse, match="this game is not over"):
        read_rounds(replace(record, closing=None))
    with pytest.raises(CannotAnalyse, match="only what one player knew"):
        read_rounds(export_record(record, 0))


# ---- the worlds a seat takes for possible ----

POSITION = (
    "mattel-2016 hands=R7,G1,B2/B1,B3,W4/Y3,Y4,RS pile=Y1,Y2,Y5,Y6,G8,G9,W,R1 discard=R5 turn=0"
)


def worlds(round: Round, seat: int, memory: Memory = NOTHING, many: int = 60) -> list[Round]:
    return [sample_world(round, seat, memory, fork(Fast(9), number)) for number in range(many)]


def test_other_worlds_look_the_same_to_the_seat_and_lose_no_card() -> None:
    round = parse_round(POSITION)
    cards = Counter((*round.pile, *(card for hand in round.hands for card in hand)))
    seen = {world.hands for world in worlds(round, 0)}
    assert len(seen) > 50
    for world in worlds(round, 0):
        assert view(world, 0) == view(round, 0)
        held = Counter((*world.pile, *(card for hand in world.hands for card in hand)))
        assert held == cards


def test_cards_that_were_seen_stay_and_colours_that_are_lacking_are_rare() -> None:
    round = parse_round(POSITION)
    none_blue = Memory(
        known=(round.hands[0], (Card.W4,), ()), open=((3,) * 4, (0, 3, 3, 3), (3,) * 4)
    )
    for world in worlds(round, 0, none_blue):
        assert Card.W4 in world.hands[1]
        assert not any(card.colour is Colour.BLUE for card in world.hands[1])


def test_a_wild_draw_four_is_mostly_taken_to_be_honest() -> None:
    held = "B1,B2,B3,R4"
    round = parse_round(
        f"mattel-2016 hands=G1,G2/{held} pile=Y1,Y2,Y3,Y4,Y6,Y7,Y8,Y9 discard=W4,R5 colour=G"
        f" laid=1! doubt=0:4:1:R:{held}"
    )
    phases = [world.phase for world in worlds(round, 0, many=100)]
    bluffs = sum(
        any(card.colour is Colour.RED for card in phase.held)
        for phase in phases
        if isinstance(phase, FacingDrawFour)
    )
    assert 0 < bluffs < 20, "a third of the deals, if all were as likely"


# ---- why ----

NAMES = ("Ann", "Ben", "Cem")
CASES = (
    ("hands=R7,RS,B1/B2/B3,B4 turn=0", "R7", "RS", "It stops Ben, who has one card left."),
    ("hands=R7,W,B1/B2,B3,B4/B5 turn=0", "W/B", "R7", "It saves the Wild for when"),
    ("hands=R7,R1,B1/B2,B3,B4/B5 turn=0", "R1", "R7", "It gets rid of 7 points instead of 1"),
    ("hands=R7,B1/B2,B3,B4/B5 turn=0", "R7", "R7!", "anyone can catch you"),
    ("hands=R7,B1,B2/B2,B3,B4/B5 turn=0", "draw", "R7", "A card fits"),
    ("hands=R7,B1,B2/B2,B3,B4/B5 turn=0", "R7", "draw", "worth more later"),
    ("hands=W,B1,B2,Y1/B2,B3,B4/B5 turn=0", "W/Y", "W/B", "leaves 2 blue cards in hand"),
    ("hands=W,B1,R2,Y1/B2,B3,B4/B5 turn=0", "W/G", "W/B", "leaves 1 blue card in hand; green"),
)


@pytest.mark.parametrize(("rest", "done", "best", "why"), CASES)
def test_a_sentence_says_why(rest: str, done: str, best: str, why: str) -> None:
    round = parse_round(f"mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5 {rest}")
    pair = Comparison(round, 0, parse_action(done), parse_action(best))
    assert why in reason_text(find_reason(pair), NAMES)


def test_why_a_move_was_costly_may_follow_from_what_the_player_remembered() -> None:
    round = parse_round(
        "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5 hands=W,R2,Y1/B2,B3/B5 turn=0"
    )
    no_blue = Memory(known=(round.hands[0], (), ()), open=((3,) * 4, (0, 2, 2, 2), (1,) * 4))
    choice = Choice(4, 0, round, no_blue, parse_action("W/G"), (parse_action("W/B"),))
    played = PlayedRound(
        number=1,
        table=0,
        players=(0, 1, 2),
        winners=(0,),
        format=Single(),
        stages=(Stage(3, round),),
        choices=(choice,),
        first_decisions=(),
    )
    plan = Plan(NAMES, Options(), (played,), ())
    found = put_together(plan, [(1.0, 0.0, 0.0), Verdict(0.4, cost=0.2, best=0)])
    assert found.rounds[0].moves[0].why == "Ben seems to have no blue, and has 2 cards left."


def test_actions_in_words() -> None:
    assert action_words(parse_action("W/B!"), NAMES) == "Wild (blue) and UNO"
    assert action_words(Challenge(), NAMES) == "challenge"
    assert action_words(Accept(), NAMES) == "take the cards"
    assert action_words(NameColour(Colour.RED), NAMES) == "name red"
