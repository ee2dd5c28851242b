"""Environments for reinforcement learning, in the forms that PettingZoo and Gymnasium define."""

from openuno.extras import require_extra

require_extra("learn")
