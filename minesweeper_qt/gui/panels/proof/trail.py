"""The way back from the proof of a cell to the proof that rests on it."""

from __future__ import annotations

from dataclasses import dataclass

from minesweeper_qt.gui.presentation.proof_rows import ProofRow
from minesweeper_qt.model import Cell


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the proof of ``cell``: the current row, -1 for none, and the rows that are ``opened``."""

    cell: Cell
    row: int
    opened: frozenset[ProofRow]


class Trail:
    """Keeps the places from which the user went on to the proof of a cell that they rest on.

    >>> trail = Trail()
    >>> trail.leave(Place((0, 1), 2, frozenset()), (3, 3))
    >>> trail.arrive((3, 3)), bool(trail), trail.go_back().cell
    (None, True, (0, 1))
    >>> trail.arrive((0, 1)).row, bool(trail)
    (2, False)
    """

    def __init__(self) -> None:
        self._places: list[Place] = []
        self._target: Cell | None = None
        """The cell whose proof the user goes to along the trail."""
        self._place: Place | None = None
        """The place that the user goes back to."""

    def __bool__(self) -> bool:
        return bool(self._places)

    def leave(self, place: Place, cell: Cell) -> None:
        """Go from ``place`` to the proof of ``cell``."""
        self._places.append(place)
        self._target, self._place = cell, None

    def go_back(self) -> Place:
        """Go back to the last place, and return it; there must be one."""
        place = self._places.pop()
        self._target, self._place = place.cell, place
        return place

    def arrive(self, cell: Cell | None) -> Place | None:
        """Return the place to show in the proof of ``cell``, if the user goes back there.

        A cell that was asked about in another way ends the trail.
        """
        if cell != self._target:
            self._places.clear()
        place = self._place if cell == self._target else None
        self._target = self._place = None
        return place
