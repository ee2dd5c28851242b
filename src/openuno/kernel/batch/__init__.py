"""Many rounds at once for policies outside the kernel, which answer question by question."""

from openuno.extras import require_extra

require_extra("lab", ("numba", "numpy"))  # not the charts of the lab
