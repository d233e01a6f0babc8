"""Which clues of a position contradict each other."""

from __future__ import annotations

from collections.abc import Sequence

from minesweeper_qt.model.board import Cell
from minesweeper_qt.model.derivation import InconsistentKnowledge
from minesweeper_qt.model.errors import InconsistentPosition, TooHard
from minesweeper_qt.model.levels import knowledge_of
from minesweeper_qt.model.position import Position, counted
from minesweeper_qt.model.probability import BUDGET, Engine
from minesweeper_qt.model.satisfiable import Statement, is_satisfiable
from minesweeper_qt.model.smallest import smallest

_SHOWN = 12
"""How many clues that clash are named in words."""

_PER_CLUE = 10
"""What a clue costs before anything is counted, in state transitions."""


_NEAR = 40
"""A smaller clash than the first one found is looked for among so many clues, the nearest to it."""

_TRIES = 200
"""How many parts of those may be tried."""

_STEPS = 3_000
"""Bound on each of these tries; see ``satisfiable``."""


def clashing_clues(position: Position, budget: int = 3 * BUDGET) -> tuple[Cell, ...] | None:
    """Return clues that no layout with the position's mines agrees with: the fewest near by, as far as that is cheap.

    >>> clashing_clues(Position.from_text("5x1x1\\nHHH1H")) is None
    True
    >>> clashing_clues(Position.from_text("5x2x3\\n1H3H1\\nHHHH0"))
    ((0, 4), (1, 4))

    None of them can be spared. ``None`` when a layout agrees, and no clue when there are more cells taken for mines
    than mines. Raises ``TooHard`` when all the parts of the clues that are tried take more than ``budget`` together.
    Source: Junker, QuickXplain, AAAI 2004; for the fewest see ``smallest``.
    """
    left = budget

    def clash(cells: Sequence[Cell]) -> bool:
        nonlocal left
        left -= len(position.board.cells) + _PER_CLUE * len(cells)
        if left < 0:
            raise TooHard(f"to find which clues clash takes more than {budget} steps")
        clues = {cell: position.clues[cell] for cell in cells}
        engine = Engine(left)
        try:
            engine.solve(Position(position.height, position.width, position.mines, clues, taken=position.taken))
        except InconsistentPosition:
            return True
        finally:
            left -= engine.counter.work
        return False

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

    cells = _clash_of_sentences(position) or sorted(position.clues)
    if not clash(cells):
        return None
    if clash([]):
        return ()
    return tuple(sorted(_fewest(position, needed([], False, cells))))


def _fewest(position: Position, found: list[Cell]) -> list[Cell]:
    """The fewest clues near to those ``found`` that clash; those when that is not soon known."""
    board, taken = position.board, position.taken

    def far(cell: Cell) -> tuple[int, Cell]:
        return min(max(abs(cell[0] - i), abs(cell[1] - j)) for i, j in found), cell

    def clash(some: list[int], with_mines: bool) -> bool:
        shown = taken.union(clues[place] for place in some)
        said: list[Statement] = []
        for place in some:
            near = board.neighbours(clues[place])
            said.append((near - shown, position.clues[clues[place]] - len(near & taken)))
        if with_mines:
            said.append((frozenset(board.cells) - shown, position.mines - len(taken)))
        if not all(0 <= count <= len(cells) for cells, count in said):
            return True
        return bool(said) and not is_satisfiable(said, _STEPS)

    clues = sorted(position.clues, key=far)[: max(_NEAR, len(found))]
    best = [clues.index(clue) for clue in found]
    try:
        # The number of mines is left out where it has no part in the clash.
        with_mines = not clash(best, False)
        fewest = smallest(lambda some: clash(some, with_mines), range(len(clues)), best, _TRIES)
    except TooHard:
        return found
    return [clues[place] for place in fewest]


def describe_clash(position: Position, cells: Sequence[Cell]) -> str:
    """Say in words what is wrong with the clues at ``cells``, which ``clashing_clues`` found.

    >>> position = Position.from_text("5x1x2\\n1H1H1")
    >>> describe_clash(position, clashing_clues(position))
    'the clues 1 at (0, 0), 1 at (0, 2), 1 at (0, 4) contradict each other'
    """
    clues = {cell: position.clues[cell] for cell in cells}
    named = ", ".join(f"{clue} at {cell}" for cell, clue in list(clues.items())[:_SHOWN])
    named += f" and {len(clues) - _SHOWN} more" if len(clues) > _SHOWN else ""
    mines = f"{counted(position.mines, 'mine')} in all"
    if not clues:
        return f"its cells taken for mines and {mines} do not go together"
    what = f"the clue{'' if len(clues) == 1 else 's'} {named}"
    try:
        knowledge_of(Position(position.height, position.width, position.mines, clues, taken=position.taken))
    except InconsistentKnowledge:
        taken = " and the cells taken for mines" if position.taken else ""
        return f"{what}{taken} contradict each other" if len(clues) > 1 else f"{what}{taken} can't be"
    return f"{what} and {mines} do not go together"


def _clash_of_sentences(position: Position) -> list[Cell]:
    """Clues that clash whatever the number of mines, those near to where it shows first; none if there are no such.

    What comes first is more likely to be kept: the clues that are found lie close together.
    """
    try:
        knowledge_of(position)
    except InconsistentKnowledge as wrong:
        clues = {record.clue for named in wrong.clash for record in named.ancestors() if record.clue is not None}
        i, j = min([min(named.cells) for named in wrong.clash if named.cells], default=(0, 0))
        return sorted(clues, key=lambda cell: (max(abs(cell[0] - i), abs(cell[1] - j)), cell))
    return []
