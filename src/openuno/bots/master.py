"""The master bot: a network trained by self-play, in plain Python; see docs/training.md."""

from functools import lru_cache

from openuno.bots import regular
from openuno.bots.bot import Answer, Mind, due_call
from openuno.bots.network.decisions import decide, stake_of
from openuno.bots.network.inference import shipped_network
from openuno.bots.network.rule_summary import Summary, lets_choose, summarise_rule
from openuno.engine.custom import CustomRule, Lasting
from openuno.engine.rules import Rules
from openuno.engine.view import View

FEW_SEATS, USUAL_HAND = 4, 7
"""With more players than this only where nothing is written on the blanks, and hands have the usual
size and stay with their players."""


def master(view: View, mind: Mind) -> Answer:
    """Makes every call it can, and does what the network gives the highest score.

    Where the network was not trained it plays as `regular` does.
    """
    return _answer(view, mind, hoards=False)


def hoarding_master(view: View, mind: Mind) -> Answer:
    """As `master`, but draws on purpose as often as the network likes; on the ladder alone."""
    return _answer(view, mind, hoards=True)


def is_trained_for(rules: Rules, seats: int) -> bool:
    """Whether the network decides, and not `regular`, whatever the round is played for.

    Where it measured little stronger than `regular` or weaker, or nobody has measured it, `regular`
    plays. docs/strength.md has the figures.
    """
    if not all(map(_can_play, rules.written)):
        return False
    moves_hands = rules.seven_zero or rules.swap_cards or rules.shuffle_cards > 1
    unusual = moves_hands or rules.written or rules.hand_size < USUAL_HAND
    return seats <= FEW_SEATS or not unusual


@lru_cache(maxsize=64)
def _can_play(rule: CustomRule) -> bool:
    """Whether the network is good at a written rule: it has no decision for one that lets somebody
    choose, hardly sees one that lasts, and is no match for `regular` where hands move."""
    if lets_choose(rule) or any(isinstance(effect, Lasting) for effect in rule):
        return False
    return summarise_rule(rule)[Summary.HANDS] == 0


def choose_move(view: View, mind: Mind) -> Answer:
    """What `master` does besides calling UNO or a catch."""
    return _choose(view, mind, hoards=False)


def _answer(view: View, mind: Mind, *, hoards: bool) -> Answer:
    call = due_call(view)
    return (call, mind) if call is not None else _choose(view, mind, hoards=hoards)


def _choose(view: View, mind: Mind, *, hoards: bool) -> Answer:
    if not is_trained_for(view.rules, len(view.hands)):
        return regular.choose_move(view, mind)
    scores, stake = shipped_network().scores, stake_of(mind.format)
    return decide(view, mind.memory, scores, stake=stake, hoards=hoards), mind
