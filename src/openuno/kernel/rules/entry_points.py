"""The compiled functions that Python calls to play a round step by step."""

from openuno.kernel.compiler import entry_point
from openuno.kernel.rules.deal import deal
from openuno.kernel.rules.legal import legal
from openuno.kernel.rules.piles import finish_shuffle
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.pointers import as_pointers


@entry_point
def deal_one(round, dealer, seed):
    """Deal a round."""
    deal(as_pointers(round), dealer, seed)


@entry_point
def legal_one(round, seat, out):
    """Write the numbers of the seat's legal actions into `out`; how many."""
    return legal(as_pointers(round), seat, out)


@entry_point
def apply_one(round, seat, code):
    """Carry out a legal action."""
    apply(as_pointers(round), seat, code)


@entry_point
def finish_shuffle_one(round):
    """Finish the shuffle of the pile."""
    finish_shuffle(as_pointers(round))
