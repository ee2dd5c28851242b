"""The name by which Gymnasium finds the environment."""

import gymnasium

from openuno.env.version import VERSION

ENVIRONMENT_ID = f"openuno/Uno-v{VERSION}"


def register_environment() -> None:
    """Let `gymnasium.make` and `gymnasium.make_vec` find the environment, once per process."""
    if ENVIRONMENT_ID not in gymnasium.registry:
        gymnasium.register(
            ENVIRONMENT_ID,
            entry_point="openuno.env.making:make_single",
            vector_entry_point="openuno.env.making:make_vector",
            # Gymnasium's own tools answer without a look at the mask.
            kwargs={"illegal": "lose"},
        )
