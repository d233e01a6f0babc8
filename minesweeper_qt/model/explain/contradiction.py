"""Which clues of a position contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position, counted
from minesweeper_qt.model.check.satisfiable import Statement, is_satisfiable
from minesweeper_qt.model.errors import InconsistentPosition, Stopped, TooHard
from minesweeper_qt.model.exact.front_count import Form, tables_of
from minesweeper_qt.model.exact.frontier import Frontier
from minesweeper_qt.model.exact.minimal_subset import smallest
from minesweeper_qt.model.exact.probability import COUNT_BUDGET

_SHOWN = 12
"""How many clues that clash are named in words."""

_PER_CLUE = 3
"""What a clue costs before anything is counted, in state transitions."""

_CELLS = 4
"""So many cells of the board cost one."""

_FEW = 8
"""So many clues, or twice or four times as many, are looked at around the place of a clash."""

_NEAR = 40
"""A smaller clash than the first one found is looked for among so many clues, the nearest to it."""

_TRIES = 200
"""How many parts of those may be tried."""

_STEPS = 3_000
"""Bound on each of these tries; see ``satisfiable``."""


def contradicting_clues(
    position: Position, budget: int = 3 * COUNT_BUDGET, should_stop: Callable[[], bool] | None = None
) -> tuple[Cell, ...] | None:
    """Return clues that no layout with the position's mines agrees with: the fewest near by, as far as that is cheap.

    >>> contradicting_clues(Position.from_text("5x1x1\\nHHH1H")) is None
    True
    >>> contradicting_clues(Position.from_text("5x2x3\\n1H3H1\\nHHHH0"))
    ((0, 4), (1, 4))

    None of them can be spared. ``None`` when a layout agrees, and no clue when there are more cells taken for mines
    than mines. Raises ``TooHard`` when all the parts of the clues that are tried take more than ``budget`` together,
    and ``Stopped`` soon after ``should_stop`` has said so.
    Source: Junker, QuickXplain, AAAI 2004; for the fewest see ``smallest``.
    """
    clash = _Clash(position, budget, should_stop)

    def needed(behind: list[Cell], is_new: bool, cells: list[Cell]) -> list[Cell]:
        """Those of ``cells`` that clash with ``behind``; ``is_new`` says that it has grown since the last look."""
        if is_new and clash(behind):
            return []
        if len(cells) == 1:
            return cells
        half = len(cells) // 2
        second = needed(behind + cells[:half], True, cells[half:])
        first = needed(behind + second, bool(second), cells[:half])
        return first + second

    clues = sorted(position.clues)
    if not clash(clues):
        return None
    if clash([]):
        return ()
    # What comes first is more likely to be kept: the clues that are found lie close together.
    near = _around_last(_shortest_beginning(clues, clash))
    size = _FEW
    while size < len(near) and not clash(near[:size]):
        size *= 2
    return tuple(sorted(_fewest(position, needed([], False, near[:size]), should_stop)))


class _Clash:
    """Says whether no layout agrees with some clues of a position: for all that is asked, one budget."""

    def __init__(self, position: Position, budget: int, should_stop: Callable[[], bool] | None) -> None:
        self._position = position
        self._budget = self._left = budget
        self._should_stop = should_stop
        self._totals: dict[Form, int] = {}

    def __call__(self, cells: Sequence[Cell]) -> bool:
        """Look at the clues at ``cells``; what they say of their neighbours goes with the number of mines in all."""
        position = self._position
        width = position.width
        self._charge(len(position.board.cells) // _CELLS + _PER_CLUE * len(cells))
        frontier = Frontier(position.height, width)
        try:
            frontier.take([i * width + j for i, j in position.taken])
            frontier.add([(i * width + j, position.clues[i, j]) for i, j in cells])
        except InconsistentPosition:
            return True
        # As bit n that the frontier can have n mines.
        totals = 1 << frontier.mines
        away = frontier.undetermined
        for front in frontier.fronts:
            away -= front.size
            totals = self._product(totals, self._totals_of(front.form))
        least = max(position.mines - away, 0)
        return not totals >> least & (1 << position.mines - least + 1) - 1

    def _totals_of(self, form: Form) -> int:
        """As bit n whether a front can be filled with n mines."""
        if form not in self._totals:
            tables = tables_of(form, self._left, partial(_stop_if, self._should_stop))
            self._charge(tables.work)
            least, ways = tables.ways()
            self._totals[form] = sum(1 << least + more for more, number in enumerate(ways) if number)
        return self._totals[form]

    @staticmethod
    def _product(one: int, other: int) -> int:
        """As bit n whether n is a number of the one and a number of the other together."""
        both = 0
        while other:
            lowest = other & -other
            both |= one * lowest
            other ^= lowest
        return both

    def _charge(self, work: int) -> None:
        _stop_if(self._should_stop)
        self._left -= work
        if self._left < 0:
            raise TooHard(f"to find which clues clash takes more than {self._budget} steps")


def _shortest_beginning(clues: list[Cell], clash: Callable[[Sequence[Cell]], bool]) -> list[Cell]:
    """The first of ``clues``, which clash, up to the one without which they do not: it is in every clash of them."""
    agree, wrong = 0, len(clues)
    while wrong - agree > 1:
        middle = (agree + wrong) // 2
        if clash(clues[:middle]):
            wrong = middle
        else:
            agree = middle
    return clues[:wrong]


def _around_last(clues: list[Cell]) -> list[Cell]:
    """The clues from the nearest to the last of them to the farthest."""
    i, j = clues[-1]
    return sorted(clues, key=lambda cell: (max(abs(cell[0] - i), abs(cell[1] - j)), cell))


def _fewest(position: Position, found: list[Cell], should_stop: Callable[[], bool] | None) -> list[Cell]:
    """The fewest clues near to those ``found`` that clash; those when that is not soon known."""

    def far(cell: Cell) -> tuple[int, Cell]:
        return min(max(abs(cell[0] - i), abs(cell[1] - j)) for i, j in found), cell

    clues = sorted(position.clues, key=far)[: max(_NEAR, len(found))]
    best = [clues.index(clue) for clue in found]

    def clash(some: list[int], with_mines: bool) -> bool:
        _stop_if(should_stop)
        return not _can_be(position, [clues[place] for place in some], with_mines)

    # As few with the number of mines as without it are no better: it would have no part in the clash.
    with suppress(TooHard):
        for with_mines in (False, True):
            if with_mines or clash(best, False):
                best = smallest(partial(clash, with_mines=with_mines), range(len(clues)), best, _TRIES)
    return [clues[place] for place in best]


def _can_be(position: Position, cells: Sequence[Cell], with_mines: bool) -> bool:
    """Whether a layout agrees with the clues at ``cells``, with the right number of mines or any other."""
    board, taken = position.board, position.taken
    shown = taken.union(cells)
    said: list[Statement] = []
    for cell in cells:
        near = board.neighbours(cell)
        said.append((near - shown, position.clues[cell] - len(near & taken)))
    if with_mines:
        said.append((frozenset(board.cells) - shown, position.mines - len(taken)))
    if not all(0 <= count <= len(cells) for cells, count in said):
        return False
    return not said or is_satisfiable(said, _STEPS)


def _stop_if(should_stop: Callable[[], bool] | None) -> None:
    if should_stop is not None and should_stop():
        raise Stopped("which clues clash is no longer wanted")


def describe_contradiction(position: Position, cells: Sequence[Cell]) -> str:
    """Say in words what is wrong with the clues at ``cells``, which ``contradicting_clues`` found.

    >>> position = Position.from_text("5x1x2\\n1H1H1")
    >>> describe_contradiction(position, contradicting_clues(position))
    'the clues 1 at (0, 0), 1 at (0, 2), 1 at (0, 4) contradict each other'
    """
    clues = {cell: position.clues[cell] for cell in cells}
    named = ", ".join(f"{clue} at {cell}" for cell, clue in list(clues.items())[:_SHOWN])
    named += f" and {len(clues) - _SHOWN} more" if len(clues) > _SHOWN else ""
    mines = f"{counted(position.mines, 'mine')} in all"
    if not clues:
        return f"its cells taken for mines and {mines} do not go together"
    what = f"the clue{'' if len(clues) == 1 else 's'} {named}"
    # Where that is too hard to tell, the words with the number of mines are true in any case.
    try:
        is_clear = not _can_be(position, cells, with_mines=False)
    except TooHard:
        is_clear = False
    if is_clear:
        taken = " and the cells taken for mines" if position.taken else ""
        return f"{what}{taken} contradict each other" if len(clues) > 1 else f"{what}{taken} can't be"
    return f"{what} and {mines} do not go together"
