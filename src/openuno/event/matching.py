"""Who can be paired with whom: a largest matching, and the pairs a draw wants.

`pair_up` promises that no pair meets again while that can be avoided; a largest matching in the
graph of those who have not met yet is what proves it (Edmonds' blossom algorithm).
"""

from collections import deque
from collections.abc import Callable, Sequence

Meetings = Callable[[int, int], int]
"""How often two have met."""


def pair_up(order: Sequence[int], meetings: Meetings) -> list[tuple[int, int]]:
    """Pairs of an even number of items, with as few that have met before as possible.

    The first in the order is paired first, with the nearest after it that leaves the rest a
    solution as good.
    """
    left = list(order)
    allowed = count_repeats(left, meetings)
    pairs = []
    while left:
        first = left.pop(0)
        second = next(
            other
            for other in sorted(left, key=lambda other: meetings(first, other))
            if (meetings(first, other) > 0)
            + count_repeats([each for each in left if each != other], meetings)
            <= allowed
        )
        left.remove(second)
        allowed -= meetings(first, second) > 0
        pairs.append((first, second))
    return pairs


def count_repeats(items: Sequence[int], meetings: Meetings) -> int:
    """The fewest pairs of these, all of them paired, that have met before."""
    neighbours = [
        [at for at, other in enumerate(items) if other != item and meetings(item, other) == 0]
        for item in items
    ]
    return len(items) // 2 - _Blossoms(neighbours).size()


class _Blossoms:
    """A largest matching, grown by one path at a time."""

    def __init__(self, neighbours: list[list[int]]) -> None:
        self._neighbours = neighbours
        self._partner = [-1] * len(neighbours)
        self._parent = [-1] * len(neighbours)
        self._base = list(range(len(neighbours)))

    def size(self) -> int:
        """How many pairs it has."""
        for vertex, others in enumerate(self._neighbours):
            if self._partner[vertex] < 0:
                free = next((other for other in others if self._partner[other] < 0), -1)
                if free >= 0:
                    self._partner[vertex], self._partner[free] = free, vertex
        for vertex in range(len(self._neighbours)):
            if self._partner[vertex] < 0:
                self._grow(self._find_path(vertex))
        return sum(partner >= 0 for partner in self._partner) // 2

    def _grow(self, end: int) -> None:
        while end >= 0:
            before = self._parent[end]
            following = self._partner[before]
            self._partner[end], self._partner[before] = before, end
            end = following

    def _find_path(self, root: int) -> int:
        """The far end of a path that makes one more pair, or -1."""
        count = len(self._neighbours)
        self._parent = [-1] * count
        self._base = list(range(count))
        reached = {root}
        queue = deque([root])
        while queue:
            vertex = queue.popleft()
            for other in self._neighbours[vertex]:
                if self._base[vertex] == self._base[other] or self._partner[vertex] == other:
                    continue
                partner = self._partner[other]
                if other == root or (partner >= 0 and self._parent[partner] >= 0):
                    self._contract(vertex, other, reached, queue)
                elif self._parent[other] < 0:
                    self._parent[other] = vertex
                    if partner < 0:
                        return other
                    reached.add(partner)
                    queue.append(partner)
        return -1

    def _contract(self, one: int, other: int, reached: set[int], queue: deque[int]) -> None:
        """Treat an odd cycle as one vertex."""
        stem = self._common_base(one, other)
        blossom: set[int] = set()
        self._mark_path(one, stem, other, blossom)
        self._mark_path(other, stem, one, blossom)
        for vertex in range(len(self._base)):
            if self._base[vertex] in blossom:
                self._base[vertex] = stem
                if vertex not in reached:
                    reached.add(vertex)
                    queue.append(vertex)

    def _common_base(self, one: int, other: int) -> int:
        passed = set()
        while True:
            one = self._base[one]
            passed.add(one)
            if self._partner[one] < 0:
                break
            one = self._parent[self._partner[one]]
        other = self._base[other]
        while other not in passed:
            other = self._base[self._parent[self._partner[other]]]
        return other

    def _mark_path(self, vertex: int, stem: int, child: int, blossom: set[int]) -> None:
        while self._base[vertex] != stem:
            partner = self._partner[vertex]
            blossom |= {self._base[vertex], self._base[partner]}
            self._parent[vertex] = child
            child = partner
            vertex = self._parent[partner]
