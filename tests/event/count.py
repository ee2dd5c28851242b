"""An independent count of the standings: from the facts alone, by the words of docs/events.md."""

from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from openuno.event.facts import (
    DrawTakenBack,
    Fact,
    ResultCorrected,
    ResultEntered,
    SittingDrawn,
    TableCancelled,
)
from openuno.event.settings import (
    EventSettings,
    FixedTeams,
    KnockOut,
    Ladder,
    RotatingPartners,
    Swiss,
)

Log = list[dict[str, object]]


def _rounded(value: Fraction) -> int:
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return int(exact.quantize(Decimal(1), ROUND_HALF_UP))


def _percentage(own: int, others: list[int]) -> int:
    if not others:
        return 50
    beaten = sum((Fraction(1) if o < own else Fraction(1, 2)) for o in others if o <= own)
    return _rounded(100 * Fraction(beaten) / len(others))


class Tally:
    """What every entrant has, added up sitting by sitting."""

    def __init__(self, settings: EventSettings, facts: tuple[Fact, ...]) -> None:
        self.settings = settings
        drawn: list[SittingDrawn] = []
        self.results: dict[tuple[int, int], tuple[int, ...]] = {}
        self.through: dict[tuple[int, int], tuple[int, ...]] = {}
        self.cancelled: set[tuple[int, int]] = set()
        for fact in facts:
            match fact:
                case SittingDrawn():
                    drawn.append(fact)
                case DrawTakenBack():
                    drawn.pop()
                case ResultEntered() | ResultCorrected():
                    self.results[fact.sitting, fact.table] = fact.points
                    self.through[fact.sitting, fact.table] = fact.through
                case TableCancelled():
                    self.cancelled.add((fact.sitting, fact.table))
                case _:
                    pass
        self.drawn = drawn
        self.points: dict[int, int] = defaultdict(int)
        self.score: dict[int, int] = defaultdict(int)
        self.matchpoints: dict[int, int] = defaultdict(int)
        self.won: dict[int, int] = defaultdict(int)
        self.survived: dict[int, int] = defaultdict(int)
        self.met: dict[int, list[int]] = defaultdict(list)
        for number, sitting in enumerate(drawn, 1):
            self._add(number, sitting)

    def _add(self, number: int, sitting: SittingDrawn) -> None:
        brought: list[int] = []
        idle: list[tuple[int, bool]] = [(entrant, True) for entrant in sitting.byes]
        nets: dict[int, list[int]] = {}
        for at, sides in enumerate(sitting.tables, 1):
            if (found := self.results.get((number, at))) is not None:
                nets[at] = [len(sides) * own - sum(found) for own in found]
        for at, sides in enumerate(sitting.tables, 1):
            if (number, at) in self.cancelled:
                idle += [(entrant, False) for side in sides for entrant in side]
                continue
            for mine, side in enumerate(sides):
                against = [e for other, s in enumerate(sides) if other != mine for e in s]
                for entrant in side:
                    self.met[entrant] += against
            if at not in nets:
                continue
            points = self.results[number, at]
            for mine, side in enumerate(sides):
                others = [p for other, p in enumerate(points) if other != mine]
                field = [
                    net[mine]
                    for other, net in nets.items()
                    if other != at and len(net) == len(sides)
                ]
                for entrant in side:
                    brought.append(points[mine])
                    self.points[entrant] += points[mine]
                    self.score[entrant] += _percentage(points[mine], others)
                    self.matchpoints[entrant] += _percentage(nets[at][mine], field)
                    self.won[entrant] += all(points[mine] > other for other in others)
            for entrant in self.through[number, at]:
                self.survived[entrant] += 1
        mean = _rounded(Fraction(sum(brought), len(brought))) if brought else 0
        for entrant, bye in idle:
            self.points[entrant] += 0 if isinstance(self.settings.kind, KnockOut) else mean
            self.score[entrant] += 100 if bye and isinstance(self.settings.kind, Swiss) else 50
            self.matchpoints[entrant] += 50
            self.survived[entrant] += bye

    def figures(self, entrant: int) -> tuple[int, ...]:
        score = self.matchpoints if self.settings.duplicate else self.score
        match self.settings.kind:
            case RotatingPartners():
                if self.settings.duplicate:
                    return score[entrant], self.points[entrant]
                return self.points[entrant], self.won[entrant]
            case Swiss():
                buchholz = sum(score[other] for other in self.met[entrant])
                return score[entrant], buchholz, self.points[entrant]
            case FixedTeams():
                return score[entrant], self.points[entrant]
            case KnockOut():
                return self.survived[entrant], self.points[entrant]
            case Ladder():
                return self.won[entrant], self.points[entrant]
