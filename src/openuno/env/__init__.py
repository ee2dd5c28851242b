"""Environments for reinforcement learning, in the forms that PettingZoo and Gymnasium define.

`import openuno.env` registers `openuno/Uno-v5` with Gymnasium, which no longer looks for plugins by
itself; `gymnasium.make("openuno.env:openuno/Uno-v5")` imports it.
"""

from openuno.extras import require_extra

require_extra("learn")

from openuno.env.registration import register_environment  # noqa: E402 - it needs the extra

register_environment()
