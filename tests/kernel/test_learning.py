"""The batch for training: only real choices, the kernel's own rules, and nothing hidden."""

import re
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from openuno import EDITIONS, with_switches
from openuno.bots.network.layout import DECISIONS, DRAW, FEATURES, MASK, PLAYS, STARTS, USED
from openuno.engine.actions import Draw, Play
from openuno.engine.errors import IllegalAction, SetupError
from openuno.engine.legal import legal
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import Rules
from openuno.kernel.learning.batch import LearningBatch
from openuno.kernel.learning.lanes import NOBODY, Controller
from openuno.kernel.learning.steps import write_one
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import PILE, PLANES, SHUFFLING, select_round

PLAIN = EDITIONS["mattel-2016"]
HOUSE = with_switches(EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True)
NETWORK, REGULAR, BLUFFER = Controller.LEARNER, Controller.REGULAR, Controller.BLUFFER


def choose(masks: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Any allowed decision, drawing only if nothing else is allowed."""
    weights = 1 + rng.random(masks.shape)
    weights[:, DRAW] = 0.5
    return np.asarray((weights * masks).argmax(1), np.int64)


def played(batch: LearningBatch, steps: int, seed: int = 1) -> LearningBatch:
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(choose(batch.masks, rng))
    return batch


@pytest.mark.parametrize(("rules", "seats"), [(PLAIN, 2), (HOUSE, 4), (EDITIONS["wild-112"], 3)])
def test_only_real_choices_are_asked_for(rules: Rules, seats: int) -> None:
    batch = LearningBatch(rules, [NETWORK] * seats, 64, seed=3)
    rng = np.random.default_rng(5)
    for _ in range(150):
        assert (batch.masks.sum(1) >= 2).all()
        assert (batch.masks[:, DECISIONS:] == 0).all()
        assert (batch.features[:, USED:] == 0).all()
        batch.step(choose(batch.masks, rng))
    assert batch.played.sum() > 64
    assert (batch.wins.sum(1) <= batch.played[:, 0]).all()


def test_the_same_decisions_lead_to_the_same_questions() -> None:
    one, two = (played(LearningBatch(HOUSE, [NETWORK] * 4, 16, seed=9), 80) for _ in range(2))
    for name in ("features", "hidden", "masks", "asked", "wins", "played"):
        assert (getattr(one, name) == getattr(two, name)).all(), name


def test_a_step_that_is_cut_short_goes_on_to_the_same_question() -> None:
    """One action at a time, or all of them until a network is asked: the same round."""
    controllers = [NETWORK, REGULAR, BLUFFER, NETWORK]
    whole = LearningBatch(HOUSE, controllers, 1, seed=9)
    parts = LearningBatch(HOUSE, controllers, 1, seed=9, patience=1)
    rng = np.random.default_rng(2)
    stops = 0
    for _ in range(80):
        while parts.who[0] == NOBODY:
            stops += 1
            parts.step([0])  # whatever the decision
        for name in ("features", "hidden", "masks", "asked", "who", "played", "wins"):
            assert (getattr(whole, name) == getattr(parts, name)).all(), name
        decisions = choose(whole.masks, rng)
        whole.step(decisions)
        parts.step(decisions)
    assert whole.played[0, 0] > 1
    assert stops > 80


def test_a_network_meets_the_same_deals_in_every_seat() -> None:
    hands = []
    for seat in range(3):
        row = [NETWORK if other == seat else REGULAR for other in range(3)]
        batch = LearningBatch(PLAIN, row, 8, seed=4)
        fresh = batch.lanes.questions[:, 4] == 0  # nobody has acted yet
        hands.append((fresh, batch.lanes.rows.hands.copy()))
    for fresh, dealt in hands[1:]:
        both = fresh & hands[0][0]
        assert (dealt[both] == hands[0][1][both]).all()


def test_regular_beats_a_network_that_decides_at_random() -> None:
    batch = LearningBatch(PLAIN, [NETWORK, BLUFFER], 64, seed=1, limit=2)
    rng = np.random.default_rng(2)
    while (batch.played < 2).any():
        batch.step(choose(batch.masks, rng))
    assert batch.played.sum() == 128  # no more rounds are counted than the limit
    assert batch.wins[:, 0].sum() < batch.wins[:, 1].sum()


def test_what_the_others_hold_changes_nothing_that_a_network_sees() -> None:
    """Hidden cards change places: features and mask stay; what the critic sees does not."""
    batch = played(LearningBatch(PLAIN, [NETWORK] * 3, 32, seed=6), 12)
    rng = np.random.default_rng(7)
    changed = 0
    for lane in range(batch.count):
        features, mask = batch.features[lane].copy(), batch.masks[lane].copy()
        hidden = batch.hidden[lane].copy()
        if not _redeal_hidden_cards(batch, lane, rng):
            continue
        write_one(batch.lanes, lane)  # type: ignore[no-untyped-call]
        assert (batch.features[lane] == features).all()
        assert (batch.masks[lane] == mask).all()
        changed += bool((batch.hidden[lane] != hidden).any())
    assert changed > batch.count // 2


def _redeal_hidden_cards(batch: LearningBatch, lane: int, rng: np.random.Generator) -> bool:
    """Exchange cards of the other hands with the pile; not where a card was seen."""
    rows = batch.lanes.rows
    if rows.known[lane].any():
        return False
    planes, asked = rows.rules[PLANES], int(batch.asked[lane])
    pile, size = rows.pile[lane], int(rows.now[lane, PILE])
    rows.now[lane, SHUFFLING] = 0
    for seat in range(batch.seats):
        if seat == asked:
            continue
        hand = rows.hands[lane, seat * planes : (seat + 1) * planes]
        counts = [sum((int(hand[p]) >> k & 1) << p for p in range(planes)) for k in range(64)]
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        both = rng.permutation(np.concatenate((pile[:size], np.array(cards, np.uint8))))
        pile[:size], mine = both[:size], both[size:]
        hand[:] = 0
        for kind, count in zip(*np.unique(mine, return_counts=True), strict=True):
            for plane in range(planes):
                if int(count) >> plane & 1:
                    hand[plane] |= np.uint64(1) << np.uint64(kind)
    return True


def test_the_decisions_on_offer_are_the_legal_actions() -> None:
    batch = played(LearningBatch(HOUSE, [NETWORK] * 3, 32, seed=8), 40)
    for lane in range(batch.count):
        if not batch.features[lane, STARTS["question"]]:
            continue  # out of turn, or a target to pick
        round = to_round(select_round(batch.lanes.rows, lane), HOUSE)
        actions = legal(round, int(batch.asked[lane]))
        cards = {(play.card, play.colour) for play in actions if isinstance(play, Play)}
        assert batch.masks[lane, :PLAYS].sum() == len(cards)
        assert bool(batch.masks[lane, DRAW]) == (Draw() in actions)


def test_mistakes_are_refused() -> None:
    with pytest.raises(SetupError, match="at least one table"):
        LearningBatch(PLAIN, [NETWORK, REGULAR], 0, seed=1)
    with pytest.raises(SetupError, match="no controller 7"):
        LearningBatch(PLAIN, [NETWORK, 7], 1, seed=1)
    with pytest.raises(SetupError, match="at least one seat"):
        LearningBatch(PLAIN, [REGULAR, REGULAR], 1, seed=1)
    with pytest.raises(SetupError, match="seed"):
        LearningBatch(PLAIN, [NETWORK, REGULAR], 1, seed=-1)
    choosing = with_custom_rules(with_switches(PLAIN, blank_cards=1), "Discard a card.")
    with pytest.raises(SetupError, match="lets a player choose"):
        LearningBatch(choosing, [NETWORK, REGULAR], 1, seed=1)
    batch = LearningBatch(PLAIN, [NETWORK, REGULAR], 2, seed=1)
    before = batch.features.copy()
    for wrong in (-1, MASK, int((batch.masks[0] == 0).argmax())):
        with pytest.raises(IllegalAction):
            batch.step([wrong, wrong])
    assert (batch.features == before).all()
    assert batch.features.shape == (2, FEATURES)


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    names: dict[str, LearningBatch] = {}
    exec(compile(example, "docs/training.md", "exec"), names)
    assert names["batch"].masks.any(axis=1).all()
