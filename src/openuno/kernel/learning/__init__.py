"""Many rounds at once for training networks: only real decisions are asked for."""

from openuno.extras import require_extra

require_extra("lab", ("numba", "numpy"))  # not the charts of the lab
