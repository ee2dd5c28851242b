"""A Hypothesis profile for planted faults: to fail is enough, the smallest example is not asked."""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "unshrunk",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=50,
    phases=(Phase.explicit, Phase.generate),
)
