"""A probe asks a program about one rule; `Probes` are all the questions to one program."""

from collections.abc import Callable

PLAYED = "played"
"""The answer where a rule is played as printed; any other answer says what happens instead.

It begins with "absent" where the program has nothing to do it with."""
Probe = Callable[[], str]


class Probes:
    """The questions to one program, by clause."""

    def __init__(self) -> None:
        self._by_clause: dict[str, Probe] = {}

    def about(self, *clauses: str) -> Callable[[Probe], Probe]:
        """Declare which clauses a probe is about."""

        def declare(ask: Probe) -> Probe:
            self._by_clause.update(dict.fromkeys(clauses, ask))
            return ask

        return declare

    def answers(self) -> dict[str, str]:
        """What the program does, by clause."""
        return {clause: ask() for clause, ask in self._by_clause.items()}


def answer(as_printed: bool, otherwise: str) -> str:
    """The answer, from whether the rule is played as printed."""
    return PLAYED if as_printed else otherwise
