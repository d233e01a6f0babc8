"""Perfect play when few layouts are left: an exhaustive search for the move that wins in most of them.

A set of layouts is one whole number with a bit for each layout. For every cell and every clue that it could show, the
set of layouts in which it shows this clue is known. A position is then the set of layouts that are still possible. A
move splits this set into the layouts in which the cell is a mine, which are lost, and one set for each clue. The number
of layouts that can be won depends on the set alone, so it is stored for each set that was searched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from minesweeper_qt.model.errors import TooHard
from minesweeper_qt.model.exact.interruption import Poll

NODES = 20_000
"""The limit on positions searched before ``TooHard`` is raised: about a second."""

_POLL_INTERVAL = 100
"""The number of positions between two calls of ``poll``: some milliseconds of work."""


@dataclass(frozen=True, slots=True)
class BestMove:
    """A best move: the index of its cell, the number of layouts won with it, and the number of all layouts."""

    cell: int
    wins: int
    layouts: int


class EndGame:
    """Searches for the best move over ``layouts``: whole numbers with a bit set for each mine among ``cells`` cells.

    ``clue(cell, layout)`` returns the clue that a safe cell shows in a layout. ``nodes``: the limit on positions.
    ``poll`` is called every few milliseconds; an exception that it raises ends the search.

    >>> layouts = [0b001, 0b010, 0b100]  # one mine in a row of three
    >>> around = (0b010, 0b101, 0b010)
    >>> game = EndGame(3, layouts, lambda cell, layout: (layout & around[cell]).bit_count())
    >>> game.best()
    BestMove(cell=0, wins=2, layouts=3)
    """

    def __init__(
        self,
        cells: int,
        layouts: Sequence[int],
        clue: Callable[[int, int], int],
        nodes: int = NODES,
        poll: Poll | None = None,
    ) -> None:
        self._all = (1 << len(layouts)) - 1
        self._mine_layouts: list[int] = []
        self._layouts_by_clue: list[tuple[int, ...]] = []
        for cell in range(cells):
            by_clue: dict[int, int] = {}
            bit = 1
            for layout in layouts:
                value = -1 if layout >> cell & 1 else clue(cell, layout)
                by_clue[value] = by_clue.get(value, 0) | bit
                bit <<= 1
            self._mine_layouts.append(by_clue.pop(-1, 0))
            self._layouts_by_clue.append(tuple(by_clue.values()))
        self._known_wins: dict[int, int] = {}
        self._nodes = nodes
        self._poll = poll

    def best(self) -> BestMove:
        """Return the move with which perfect play wins most layouts; it opens a safe cell if one exists.

        Raises ``TooHard`` when the search takes more positions than allowed.
        Source: exhaustive search with memory, as in Studholme, Minesweeper as a constraint satisfaction problem, 2000.
        """
        everything = self._all
        layouts = everything.bit_count()
        free = [cell for cell, mines in enumerate(self._mine_layouts) if not mines]
        if free:
            # A safe cell costs nothing. Choose the first one that can show different clues, if any.
            informative = (cell for cell in free if len(self._layouts_by_clue[cell]) > 1)
            return BestMove(next(informative, free[0]), self._wins(everything), layouts)
        best, choice = -1, 0
        for most, cell in self._guesses(everything):
            if most <= best:
                break
            wins = self._wins_after(cell, everything, most, best)
            if wins > best:
                best, choice = wins, cell
        # There is nothing to guess when every cell is a mine.
        return BestMove(choice, layouts if best < 0 else best, layouts)

    def _wins(self, possible: int) -> int:
        """Return how many of the ``possible`` layouts perfect play wins."""
        if not possible & (possible - 1):
            return 1
        won = self._known_wins.get(possible)
        if won is not None:
            return won
        self._charge()
        guesses: list[tuple[int, int]] = []
        layouts = possible.bit_count()
        for cell, mines in enumerate(self._mine_layouts):
            lost = mines & possible
            if lost:
                if lost != possible:
                    guesses.append((layouts - lost.bit_count(), cell))
                continue
            parts = [part for shown in self._layouts_by_clue[cell] if (part := shown & possible)]
            if len(parts) > 1:
                # A safe cell that can show different clues costs nothing, so it is opened first.
                won = sum([self._wins(part) for part in parts])
                self._known_wins[possible] = won
                return won
        guesses.sort(reverse=True)
        won = 0
        for most, cell in guesses:
            if most <= won:
                break
            won = max(won, self._wins_after(cell, possible, most, won))
        self._known_wins[possible] = won
        return won

    def _charge(self) -> None:
        """Count one more position; raise ``TooHard`` when there are too many, and whatever ``poll`` raises."""
        self._nodes -= 1
        if self._nodes < 0:
            raise TooHard("the end game takes more positions than allowed")
        if self._poll is not None and not self._nodes % _POLL_INTERVAL:
            self._poll()

    def _guesses(self, possible: int) -> list[tuple[int, int]]:
        """Return the undecided cells as pairs (number of layouts in which the cell is safe, cell), safest first."""
        layouts = possible.bit_count()
        found = []
        for cell, mines in enumerate(self._mine_layouts):
            lost = (mines & possible).bit_count()
            if 0 < lost < layouts:
                found.append((layouts - lost, cell))
        return sorted(found, key=lambda guess: (-guess[0], guess[1]))

    def _wins_after(self, cell: int, possible: int, most: int, to_beat: int) -> int:
        """Return how many of the ``possible`` layouts are won after opening ``cell``.

        The cell is safe in ``most`` of them. The search stops once the number can't exceed ``to_beat``; it then returns
        some number that is not greater.
        """
        won = most
        for shown in self._layouts_by_clue[cell]:
            part = shown & possible
            if part:
                won += self._wins(part) - part.bit_count()
                if won <= to_beat:
                    break
        return won
