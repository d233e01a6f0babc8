"""The places in the help that were visited, for Back and Forward. No Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Visit:
    """A place in the help: the topic of a chapter, and how far it was scrolled."""

    topic: str
    scrolled: int


class Visits:
    """The places before and after the present one, which the methods take as their argument.

    >>> visits = Visits()
    >>> visits.leave(Visit("rules", 0))
    >>> visits.back(Visit("sandbox", 10))
    Visit(topic='rules', scrolled=0)
    >>> visits.forward(Visit("rules", 5))
    Visit(topic='sandbox', scrolled=10)
    >>> visits.forward(Visit("sandbox", 10)) is None
    True
    """

    def __init__(self) -> None:
        self._before: list[Visit] = []
        self._after: list[Visit] = []

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place before."""
        return bool(self._before)

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a place after."""
        return bool(self._after)

    def leave(self, place: Visit) -> None:
        """Keep ``place`` as the one before, and drop those after it."""
        self._before.append(place)
        self._after.clear()

    def back(self, place: Visit) -> Visit | None:
        """Leave ``place``, and return the one before it; ``None``, without leaving it, if there is none."""
        if not self._before:
            return None
        self._after.append(place)
        return self._before.pop()

    def forward(self, place: Visit) -> Visit | None:
        """Leave ``place``, and return the one after it; ``None``, without leaving it, if there is none."""
        if not self._after:
            return None
        self._before.append(place)
        return self._after.pop()
