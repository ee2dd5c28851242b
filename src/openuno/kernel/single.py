"""One table, driven from Python step by step."""

from openuno.kernel.apply import apply
from openuno.kernel.compiling import entry
from openuno.kernel.deals import deals
from openuno.kernel.legal import legal
from openuno.kernel.piles import settle
from openuno.kernel.pointing import pointed


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
