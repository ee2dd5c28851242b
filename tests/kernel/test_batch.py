"""Many tables at once: rewards, new deals, refusals, threads, the learner's seat."""

from typing import Any

import numpy as np
import pytest

from openuno import EDITIONS, Fast, IllegalAction, Rules, SetupError, deal, with_switches
from openuno.engine.rng import fork
from openuno.engine.scoring import hand_points
from openuno.engine.state import RoundOver
from openuno.kernel.batch.action_space import (
    ACTIONS,
    ANSWER_ACCEPT,
    ANSWER_DRAW,
    ANSWER_KEEP,
    ANSWER_PLAY_UNO,
    ANSWER_WAIT,
    COLOURED,
    PLAYS,
)
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import MAX_ANSWERS, Dealing, Ended, Pay, StepResult
from openuno.kernel.batch.observation import SIZE
from openuno.kernel.batch.plain import is_plain, plain_rules, plain_rules_of_two
from openuno.kernel.batch.positions import load_rounds
from openuno.kernel.batch.questions import ANSWERS
from openuno.kernel.batch.steps import answer_all
from openuno.kernel.compiler import compile_for
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import Numbers, Switch, rules_row, select_round
from openuno.kernel.stored_values import StoredValue

RULES = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], jump_in=True, seven_zero=True, stacking="any")


def any_answers(batch: Batch, chance: np.random.Generator) -> Numbers:
    """One of the allowed answers at each table."""
    weights = chance.random(batch.masks.shape) * batch.masks
    answers: Numbers = weights.argmax(axis=1)
    return answers


def new_result(count: int, copies: int) -> StepResult:
    seen, masks = np.ones((copies, SIZE), np.uint8), np.ones((copies, ACTIONS), np.int8)
    paid = np.zeros((count, 2), np.float32)
    over, cut_short, done = np.zeros((3, count), np.bool_)
    return StepResult(seen, masks, np.zeros(count), over, cut_short, done, paid)


@pytest.mark.parametrize("rules", [RULES, HOUSE])
def test_a_round_that_ends_pays_and_the_next_is_dealt_at_once(rules: Rules) -> None:
    batch = Batch(rules, 4, 64, 1)
    chance = np.random.default_rng(1)
    rounds = 0
    for _ in range(500):
        batch.step(any_answers(batch, chance))
        over = batch.ended == Ended.OVER
        rounds += int(over.sum())
        assert (batch.masks.sum(axis=1) > 0).all()
        assert not batch.rewards[~over].any()
        paid = np.sort(batch.rewards[over], axis=1)
        assert np.isin(paid, (-1, 0, 1)).all()
        won = (paid[:, -1] == 1) & (paid[:, :-1] == -1).all(axis=1)
        assert (won | ~paid.any(axis=1)).all()
    assert rounds > 20


@pytest.mark.parametrize("teams", [False, True])
def test_points_are_what_the_losers_hold(teams: bool) -> None:
    rules = with_switches(RULES, teams=teams)
    batch = Batch(rules, 4, 1, 3, pay=Pay.POINTS, dealing=Dealing.WAIT)
    chance = np.random.default_rng(2)
    for _ in range(5):
        batch.deal()
        while not batch.ended[0]:
            batch.step(any_answers(batch, chance))
        round = to_round(select_round(batch.lanes.rows, 0), rules)
        assert isinstance(round.phase, RoundOver)
        winner = round.phase.winner
        assert winner is not None
        caught = hand_points(rules, round.hands)
        if teams:
            theirs = sum(caught[(winner + 1) % 2 :: 2])
            expected = [theirs if seat % 2 == winner % 2 else -theirs for seat in range(4)]
        else:
            expected = [sum(caught) if seat == winner else -caught[seat] for seat in range(4)]
        assert batch.rewards[0].tolist() == expected


def test_every_round_at_every_table_has_a_tape_of_its_own_and_the_deal_goes_round() -> None:
    seats, count, seed = 3, 4, 9
    batch = Batch(RULES, seats, count, seed)
    for number in range(3):
        for lane in range(count):
            rng = fork(Fast(seed), number * count + lane)
            dealt = deal(RULES, seats, (lane + number) % seats, rng).round
            assert to_round(select_round(batch.lanes.rows, lane), RULES) == dealt
        batch.deal()


@pytest.mark.parametrize("seats", [2, 3])
def test_tables_with_the_printed_rules_play_as_any_others(seats: int) -> None:
    no_result = new_result(0, 0)
    plain, other = (Batch(with_switches(RULES, forced_play=True), seats, 50, 5) for _ in range(2))
    lanes = StoredValue(other.lanes)
    by_any_rules = compile_for(answer_all, lanes, no_result, *(0,) * 6)
    chance = np.random.default_rng(4)
    for _ in range(300):
        answers = any_answers(plain, chance)
        plain.step(answers)
        other.actions[:] = answers
        by_any_rules(lanes.address, no_result, 0, other.count, *other.settings)
        states = zip(plain.save().arrays, other.save().arrays, strict=True)
        assert all(np.array_equal(one, two) for one, two in states)


def test_plain_tables_have_constants_for_what_is_as_printed() -> None:
    any_number: Any = plain_rules
    two: Any = plain_rules_of_two
    every = [rules_row(rules, seats) for rules in EDITIONS.values() for seats in (2, 10)]
    rows = [tuple(map(int, row)) for row in every]
    assert [is_plain(row) for row in rows] == [not row[Switch.SPECIALS] for row in rows]
    for row in rows:
        for switch in Switch:
            changed = (*row[:switch], row[switch] + 1, *row[switch + 1 :])
            if is_plain(changed):
                assert any_number.py_func(changed) == changed
                assert (two.py_func(changed) == changed) == (changed[Switch.SEATS] == 2)


@pytest.mark.parametrize(("learner", "threads"), [(-1, 1), (1, 1), (1, 3)])
def test_the_last_question_of_a_round_is_kept_when_the_next_is_dealt(
    learner: int, threads: int
) -> None:
    rules = with_switches(RULES, forced_play=True)
    kept = Batch(rules, 3, 40, 6, learner=learner, threads=threads, keep_last=True)
    waiting = Batch(rules, 3, 40, 6, learner=learner, dealing=Dealing.WAIT)
    chance = np.random.default_rng(5)
    rounds = cut_short = 0
    for step in range(300):
        if step % 50 == 0:  # some rounds are cut short soon
            for batch in (kept, waiting):
                batch.lanes.questions[step // 50 :: 7, ANSWERS] = MAX_ANSWERS - 4
        answers, answered = any_answers(kept, chance), kept.asked.copy()
        kept.step(answers)
        waiting.step(answers)
        over = np.flatnonzero(kept.ended)
        rounds, last = rounds + len(over), kept.last_questions()
        assert np.array_equal(kept.ended, waiting.ended)
        assert last.lanes == over.tolist()
        assert np.array_equal(kept.lanes.last_asked[over], waiting.asked[over])
        assert np.array_equal(last.seen, waiting.see(over, answered[over]))
        if last.masks is None:
            assert not waiting.masks[over].any()
        else:
            cut_short += 1
            assert np.array_equal(last.masks, waiting.masks[over])
        waiting.deal_some(kept.ended != Ended.NOT)
        assert np.array_equal(kept.seen, waiting.seen)
        assert np.array_equal(kept.masks, waiting.masks)
    assert rounds > 20
    assert cut_short > 2
    kept.close()


@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize("learner", [-1, 1])
def test_what_a_step_comes_to_is_copied(learner: int, dealing: Dealing) -> None:
    rules = with_switches(RULES, forced_play=True)
    batch = Batch(rules, 2, 30, 8, learner=learner, dealing=dealing, threads=2)
    chance = np.random.default_rng(6)
    ended = 0
    for number in range(300):
        answered = batch.asked.copy() if learner < 0 else np.full(30, learner)
        result = new_result(30, 30 * (number % 2) * (not dealing.waits))
        batch.step(any_answers(batch, chance), result)
        assert np.array_equal(result.rewards, batch.rewards[np.arange(30), answered])
        assert np.array_equal(result.over, batch.ended == Ended.OVER)
        assert np.array_equal(result.cut_short, batch.ended == Ended.CUT_SHORT)
        assert np.array_equal(result.done, batch.ended != Ended.NOT)
        assert np.array_equal(result.paid, batch.rewards)
        if len(result.seen):
            batch.catch_up()
            assert np.array_equal(result.seen, batch.seen)
            assert np.array_equal(result.masks, batch.masks)
        ended += int(result.over.sum())
    assert ended > 5
    batch.close()


def test_what_was_paid_is_not_paid_again() -> None:
    batch = Batch(with_switches(RULES, forced_play=True), 2, 50, 9)
    chance = np.random.default_rng(7)
    rounds = 0
    for _ in range(200):
        batch.step(any_answers(batch, chance))
        over = batch.ended == Ended.OVER
        rounds += int(over.sum())
        assert not batch.rewards[~over].any()
    assert rounds > 20
    batch.rewards[:], batch.ended[:] = 1, Ended.OVER
    load_rounds(batch, [deal(batch.rules, 2, 0, Fast(1)).round] * 50)
    assert not batch.rewards.any()


def test_threads_change_nothing() -> None:
    with Batch(HOUSE, 3, 50, 7) as alone, Batch(HOUSE, 3, 50, 7, threads=3) as together:
        chance = np.random.default_rng(3)
        for _ in range(200):
            answers = any_answers(alone, chance)
            alone.step(answers)
            together.step(answers)
            assert np.array_equal(alone.seen, together.seen)
            assert np.array_equal(alone.masks, together.masks)
            assert np.array_equal(alone.rewards, together.rewards)


def test_an_answer_that_is_not_allowed_is_refused_and_changes_nothing() -> None:
    batch = Batch(RULES, 2, 8, 1)
    answers = any_answers(batch, np.random.default_rng(1))
    batch.actions[:] = 0
    before = batch.save()
    for wrong in (ANSWER_WAIT, -1, 230, ACTIONS):
        answers[5] = wrong
        with pytest.raises(IllegalAction, match="table 5"):
            batch.step(answers)
        batch.actions[:] = 0  # what was answered is kept, but means nothing any more
        after = batch.save()
        pairs = zip(after.arrays, before.arrays, strict=True)
        assert all(np.array_equal(one, two) for one, two in pairs)


def test_only_the_learner_is_asked_and_uniform_answers_for_the_others() -> None:
    batch = Batch(HOUSE, 4, 64, 5, learner=2)
    chance = np.random.default_rng(4)
    wins = rounds = 0
    for _ in range(600):
        assert (batch.asked == 2).all()
        batch.step(any_answers(batch, chance))
        wins += int((batch.rewards[:, 2] > 0).sum())
        rounds += int((batch.ended > 0).sum())
    assert rounds > 100
    # A player who answers at random draws at will and forgets UNO: `uniform` does neither.
    assert wins / rounds < 0.25


def test_a_learner_that_plays_as_uniform_does_wins_as_often() -> None:
    batch = Batch(with_switches(RULES, forced_play=True, bluffing=False), 2, 256, 6, learner=0)
    chance = np.random.default_rng(5)
    group = np.arange(ACTIONS)
    group[:ANSWER_PLAY_UNO] = group[ANSWER_PLAY_UNO:ANSWER_DRAW] = [
        way if way < COLOURED else COLOURED + (way - COLOURED) // 4 for way in range(PLAYS)
    ]
    liked = np.ones(ACTIONS)
    liked[:ANSWER_PLAY_UNO] = 100  # a card before anything else
    liked[ANSWER_PLAY_UNO:ANSWER_DRAW] = 10_000  # and UNO with it
    wins = rounds = 0
    while rounds < 4000:
        by_kind = chance.random((batch.count, ACTIONS))[:, group]
        any_colour = 1 + 1e-6 * chance.random((batch.count, ACTIONS))
        batch.step((batch.masks * liked * (0.5 + by_kind / 2) * any_colour).argmax(axis=1))
        wins += int((batch.rewards[:, 0] > 0).sum())
        rounds += int((batch.ended > 0).sum())
    assert abs(wins / rounds - 0.5) < 0.04


def test_three_who_only_draw_are_cut_short() -> None:
    batch = Batch(RULES, 3, 1, 1)
    for _ in range(MAX_ANSWERS):
        assert not batch.ended[0]
        mask = batch.masks[0]
        wanted = [index for index in (ANSWER_DRAW, ANSWER_KEEP, ANSWER_ACCEPT) if mask[index]]
        batch.step([wanted[0] if wanted else int(np.flatnonzero(mask)[0])])
    assert batch.ended[0] == Ended.CUT_SHORT
    assert not batch.rewards.any()


def test_a_table_that_cannot_be_is_refused() -> None:
    for wrong in ({"seed": -1}, {"count": 0}, {"learner": 4}, {"seats": 11}, {"threads": 0}):
        with pytest.raises(SetupError):
            Batch(**{"rules": RULES, "seats": 4, "count": 1, "seed": 1} | wrong)  # type: ignore[arg-type] # wrong on purpose
