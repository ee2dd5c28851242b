"""One table, driven from Python step by step."""

from openuno.kernel.compiler import entry
from openuno.kernel.rules.deal import deals
from openuno.kernel.rules.legal import legal
from openuno.kernel.rules.piles import settle
from openuno.kernel.rules.play import apply
from openuno.kernel.rules.pointers import pointed


@entry
def deal_one(t, dealer, seed):
    """Deal a round."""
    deals(pointed(t), dealer, seed)


@entry
def legal_one(t, seat, out):
    """Write the numbers of the seat's legal actions into `out`; how many."""
    return legal(pointed(t), seat, out)


@entry
def apply_one(t, seat, code):
    """Carry out a legal action."""
    apply(pointed(t), seat, code)


@entry
def settle_one(t):
    """Finish the shuffle of the pile."""
    settle(pointed(t))
