"""How other published programs play each printed rule of `mattel-2016`.

`make bench ARGS=--conformance` puts each program's own game into a position for every rule and
looks at what it does. The answers go to bench/results_conformance.json, from which the
documentation site takes them.
"""
