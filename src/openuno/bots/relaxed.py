"""The relaxed bot: knows the game well, but does not always pay attention."""

from openuno.bots.regular import choose_move
from openuno.bots.temper import Temper, with_temper

RELAXED = Temper(whims=4, forgets=6, overlooks=3, trusts=2)
relaxed = with_temper(choose_move, RELAXED)
"""Plays the card that `regular` would play three times out of four, else any that fits.

It forgets UNO now and then, overlooks catches and jump-ins, and often believes a bluff.
"""
