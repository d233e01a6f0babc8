"""Finds the clues of a position that contradict each other, and describes them in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from minesweeper_qt.model.board.board import Cell
from minesweeper_qt.model.board.position import Position
from minesweeper_qt.model.check.derivation_checker import Statement, is_satisfiable
from minesweeper_qt.model.errors import InconsistentPosition, Poll, TooHard, never_interrupt
from minesweeper_qt.model.exact.front_count import Form, numbers_of_mines, sums, tables_of
from minesweeper_qt.model.exact.frontier import Frontier
from minesweeper_qt.model.exact.probability import COUNT_BUDGET
from minesweeper_qt.model.words import MOST_LISTED, counted, joined, plural

_PER_CLUE = 3
"""The cost of a clue before anything is counted, in state transitions."""

_CELLS_PER_STEP = 4
"""The number of cells of the board that cost one state transition."""

_FIRST_SIZE = 8
"""The number of clues, around the place of a contradiction, that are examined first; then twice, four times as many."""

_STEPS = 3_000
"""The bound on the test whether the number of mines has a part in it; see ``is_satisfiable``."""


def contradicting_clues(
    position: Position, budget: int = 2 * COUNT_BUDGET, poll: Poll = never_interrupt
) -> tuple[Cell, ...] | None:
    """Return clues near to each other that no layout with the position's mines agrees with.

    >>> contradicting_clues(Position.from_text("5x1x1\\nHHH1H")) is None
    True
    >>> contradicting_clues(Position.from_text("5x2x3\\n1H3H1\\nHHHH0"))
    ((0, 4), (1, 4))

    None of them can be left out. Returns ``None`` when a layout agrees with all clues, and an empty tuple when more
    cells are taken for mines than there are mines. Raises ``TooHard`` when all sets of clues that are tried take more
    than ``budget`` state transitions together, and what ``poll`` raises.
    """
    is_contradictory = _ContradictionTest(position, budget, poll)

    clues = sorted(position.clues)
    if not is_contradictory(clues):
        return None
    if is_contradictory([]):
        return ()
    # Clues that come first are more likely to be kept. In this order the clues that are found lie close together.
    near = _around_last(_shortest_prefix(clues, is_contradictory))
    size = _FIRST_SIZE
    while size < len(near) and not is_contradictory(near[:size]):
        size *= 2
    return tuple(sorted(_without_needless(near[:size], is_contradictory)))


class _ContradictionTest:
    """Tests whether clues of a position contradict each other, with one budget for all tests.

    Front counts are kept from one test to the next.
    """

    def __init__(self, position: Position, budget: int, poll: Poll) -> None:
        self._position = position
        self._budget = self._left = budget
        self._poll = poll
        self._totals: dict[Form, int] = {}

    def __call__(self, cells: Sequence[Cell]) -> bool:
        """Return whether no layout agrees with the clues at ``cells`` and with the number of mines in all."""
        position = self._position
        width = position.width
        self._charge(len(position.board.cells) // _CELLS_PER_STEP + _PER_CLUE * len(cells))
        frontier = Frontier(position.height, width)
        try:
            frontier.take([i * width + j for i, j in position.taken])
            frontier.add([(i * width + j, position.clues[i, j]) for i, j in cells])
        except InconsistentPosition:
            return True
        # Bit n is set when the frontier can have n mines.
        totals = 1 << frontier.mines
        away = frontier.undetermined
        for front in frontier.fronts:
            away -= front.size
            totals = sums(totals, self._totals_of(front.form))
        least = max(position.mines - away, 0)
        return not totals >> least & (1 << position.mines - least + 1) - 1

    def _totals_of(self, form: Form) -> int:
        """Return the possible numbers of mines of a front: bit n is set when it can be filled with n mines."""
        if form not in self._totals:
            tables = tables_of(form, self._left, self._poll)
            self._charge(tables.work)
            self._totals[form] = numbers_of_mines(*tables.ways())
        return self._totals[form]

    def _charge(self, work: int) -> None:
        """Subtract ``work`` from the budget.

        Raises ``TooHard`` when the budget is used up, and what ``poll`` raises.
        """
        self._poll()
        self._left -= work
        if self._left < 0:
            raise TooHard(f"to find which clues clash takes more than {self._budget} steps")


def _shortest_prefix(clues: list[Cell], is_contradictory: Callable[[Sequence[Cell]], bool]) -> list[Cell]:
    """Return the shortest prefix of ``clues`` that is contradictory.

    All ``clues`` together must be contradictory. The last clue of the prefix belongs to every contradiction within it.
    """
    agree, wrong = 0, len(clues)
    while wrong - agree > 1:
        middle = (agree + wrong) // 2
        if is_contradictory(clues[:middle]):
            wrong = middle
        else:
            agree = middle
    return clues[:wrong]


def _without_needless(clues: list[Cell], is_contradictory: Callable[[Sequence[Cell]], bool]) -> list[Cell]:
    """Return contradictory ones of ``clues``, which are contradictory, of which none can be left out."""
    needed = clues
    for clue in reversed(clues):
        others = [other for other in needed if other != clue]
        if is_contradictory(others):
            needed = others
    return needed


def _around_last(clues: list[Cell]) -> list[Cell]:
    """Return the clues ordered by their distance from the last of them, nearest first."""
    i, j = clues[-1]
    return sorted(clues, key=lambda cell: (max(abs(cell[0] - i), abs(cell[1] - j)), cell))


def _is_possible(position: Position, cells: Sequence[Cell]) -> bool:
    """Return whether a layout, with any number of mines, agrees with the clues at ``cells``."""
    board, taken = position.board, position.taken
    shown = taken.union(cells)
    statements: list[Statement] = []
    for cell in cells:
        near = board.neighbours(cell)
        statements.append((near - shown, position.clues[cell] - len(near & taken)))
    if not all(0 <= count <= len(cells) for cells, count in statements):
        return False
    return not statements or is_satisfiable(statements, _STEPS)


def describe_contradiction(position: Position, cells: Sequence[Cell]) -> str:
    """Return in words what is wrong with the clues at ``cells``, which ``contradicting_clues`` returned.

    >>> position = Position.from_text("5x1x2\\n1H1H1")
    >>> describe_contradiction(position, contradicting_clues(position))
    'the clues 1 at (0, 0), 1 at (0, 2) and 1 at (0, 4) contradict each other'
    """
    clues = {cell: position.clues[cell] for cell in cells}
    named = [f"{clue} at {cell}" for cell, clue in islice(clues.items(), MOST_LISTED)]
    if len(clues) > len(named):
        named.append(f"{len(clues) - len(named)} more")
    what = f"the {plural(len(clues), 'clue')}"
    mines = f"{counted(position.mines, 'mine')} in all"
    if not clues:
        return f"its cells taken for mines and {mines} do not go together"
    # Where that is too hard to decide, the words that include the number of mines are true in any case.
    try:
        is_clear = not _is_possible(position, cells)
    except TooHard:
        is_clear = False
    if not is_clear:
        return f"{what} {joined([*named, mines])} do not go together"
    if position.taken:
        named.append("the cells taken for mines")
    cannot = plural(len(clues), "can't be", "contradict each other")
    return f"{what} {joined(named)} {cannot}"
