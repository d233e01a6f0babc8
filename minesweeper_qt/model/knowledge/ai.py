"""The agent of the CS50 project: it learns clues, knows what follows, and picks a move."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from minesweeper_qt.model.board.board import Board, Cell
from minesweeper_qt.model.board.seed import check_seed
from minesweeper_qt.model.board.sentence import Sentence
from minesweeper_qt.model.evidence.change import Change
from minesweeper_qt.model.evidence.derivation import Derivation
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase


class Marks(set[Cell]):
    """A set of cells that remembers in ``touched`` that somebody changed it.

    The agent itself uses ``set.add(marks, cell)``, so that after its own additions nothing has to be compared.
    """

    touched = False

    def __repr__(self) -> str:
        # Students print these sets; the bookkeeping is none of their concern.
        return repr(set(self))


def _noting(name: str) -> Callable[..., Any]:
    change = getattr(set, name)

    def noted(self: Marks, *args: Any) -> Any:
        self.touched = True
        return change(self, *args)

    noted.__name__ = name
    noted.__doc__ = change.__doc__
    return noted


for _name in (
    *("add", "clear", "difference_update", "discard", "intersection_update", "pop", "remove"),
    *("symmetric_difference_update", "update", "__iand__", "__ior__", "__isub__", "__ixor__"),
):
    setattr(Marks, _name, _noting(_name))


class MinesweeperAI:
    """An agent that keeps sentences about a board of ``height`` x ``width`` cells, as in the CS50 project.

    >>> ai = MinesweeperAI(height=3, width=3, seed=1)
    >>> change = ai.add_knowledge((0, 0), 0)
    >>> sorted(ai.safes)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> ai.make_safe_move() in ai.safes - ai.moves_made
    True

    ``moves_made``, ``mines`` and ``safes`` are sets of cells, ``knowledge`` the list of sentences in force.
    ``total_mines`` tells the agent the number of mines (``KnowledgeBase`` says what it infers from it), ``seed`` makes
    its random moves repeatable. With ``exact``, which needs ``total_mines``, it settles every cell that is the same in
    all layouts with that number of mines, by ``Rule.CASES`` where the three rules don't; where that takes too much work
    the three rules are what is left. Raises ``BoardSizeError``, ``MineCountError`` or ``SeedError``.

    >>> ai = MinesweeperAI(3, 5, total_mines=3, exact=True)
    >>> changes = [ai.add_knowledge((2, 4), 2), ai.add_knowledge((0, 4), 1)]
    >>> print(ai.derivation((0, 3)))
    #8 (0, 3) is safe: in all cases of {(1, 3), (1, 4), (2, 3)} = 2; {(0, 3), (1, 3), (1, 4)} = 1
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        *,
        total_mines: int | None = None,
        exact: bool = False,
        seed: int | None = None,
    ) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.knowledge_base = KnowledgeBase(Board(height, width), total_mines, exact=exact)
        self.mines: set[Cell] = Marks()
        self.safes: set[Cell] = Marks()
        self._random = random.Random(None if seed is None else check_seed(seed))
        self._safe_moves: deque[Cell] = deque()
        self._take_over()

    @property
    def knowledge(self) -> list[Sentence]:
        """The sentences in force, oldest first: no duplicate, none empty, none with a settled cell.

        A new list of new sentences each time: changing them changes nothing in the agent.
        """
        return [derivation.sentence for derivation in self.knowledge_base]

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return how ``cell`` was settled, or ``None`` while it is undetermined; raise ``CellError`` off the board.

        >>> ai = MinesweeperAI(2, 2)
        >>> change = ai.add_knowledge((0, 0), 3)
        >>> ai.derivation((1, 1)).reason()
        'all mines in {(0, 1), (1, 0), (1, 1)} = 3'
        """
        return self.knowledge_base.settled.get(self.knowledge_base.board.cell(cell))

    def mark_mine(self, cell: Cell) -> None:
        """Take ``cell`` for a mine and draw all conclusions; raise ``CellError`` or ``InconsistentKnowledge``.

        >>> ai = MinesweeperAI(1, 3)
        >>> change = ai.add_knowledge((0, 1), 1)
        >>> ai.mark_mine((0, 0))
        >>> ai.make_safe_move()
        (0, 2)
        """
        self._take_in(self.knowledge_base.mark(cell, 1))

    def mark_safe(self, cell: Cell) -> None:
        """Take ``cell`` for safe and draw all conclusions; raise ``CellError`` or ``InconsistentKnowledge``."""
        self._take_in(self.knowledge_base.mark(cell, 0))

    def add_knowledge(self, cell: Cell, count: int) -> Change:
        """Learn that the safe ``cell`` touches ``count`` mines; return what that changed.

        Marks the move and the safe cell, adds the sentence over the undetermined neighbours (known mines subtracted),
        and draws all conclusions of the three rules, until nothing new follows. Cells put into ``mines`` or ``safes``
        from outside count from here on; what is proved stays, even if it was taken out of these sets.

        >>> ai = MinesweeperAI(3, 3)
        >>> change = ai.add_knowledge((0, 0), 1)
        >>> print(*ai.knowledge)
        {(0, 1), (1, 0), (1, 1)} = 1

        Raises ``CellError`` for a cell (or a mark) off the board and ``InconsistentKnowledge`` when no layout agrees
        with the clue (``exact``: nor with the number of mines), with the sentences that clash; the agent then knows
        what it knew before.
        Source: CS50 AI, project Minesweeper, "Knowledge Representation".
        """
        change = self.knowledge_base.learn(cell, count, self._marks_from_outside())
        self.moves_made.add(self.knowledge_base.board.cell(cell))
        if self._is_touched():
            self._take_over()
        self._take_in((*change.safes, *change.mines))
        return change

    def make_safe_move(self) -> Cell | None:
        """Return a cell known to be safe and not moved to yet, the longest known first; ``None`` if there is none.

        Changes nothing. Marks from outside count before they are learned too, then the first in reading order comes.
        """
        if self._is_touched():
            # Off the board is possible here: marks from outside are checked when the next clue is learned.
            board = self.knowledge_base.board
            moves = set(self.safes) - self.moves_made - set(self.mines)
            return min((cell for cell in moves if cell in board), default=None)
        while self._safe_moves and self._safe_moves[0] in self.moves_made:
            self._safe_moves.popleft()
        return self._safe_moves[0] if self._safe_moves else None

    def make_random_move(self) -> Cell | None:
        """Return any cell that was not moved to and is no known mine, all equally likely; ``None`` if there is none.

        Changes nothing but the state of the random numbers.
        """
        candidates = [
            cell for cell in self.knowledge_base.board.cells if cell not in self.moves_made and cell not in self.mines
        ]
        return self._random.choice(candidates) if candidates else None

    # -- marks from outside

    def _is_touched(self) -> bool:
        return any(not isinstance(marks, Marks) or marks.touched for marks in (self.mines, self.safes))

    def _take_in(self, verdicts: Iterable[Derivation]) -> None:
        """Add new verdicts to the public sets, which does not count as a change from outside."""
        for verdict in verdicts:
            set.update(self.mines if verdict.count else self.safes, verdict.cells)
            if not verdict.count:
                self._safe_moves.extend(verdict.cells)

    def _marks_from_outside(self) -> tuple[tuple[Cell, int], ...]:
        if not self._is_touched():
            return ()
        board, settled = self.knowledge_base.board, self.knowledge_base.settled

        def unknown(marks: Iterable[Cell], count: int) -> list[tuple[Cell, int]]:
            new = [board.cell(cell) for cell in marks if cell not in settled or settled[cell].count != count]
            return [(cell, count) for cell in sorted(new)]

        return (*unknown(self.mines, 1), *unknown(self.safes, 0))

    def _take_over(self) -> None:
        """Make the public sets what the knowledge base says, which has reckoned with the marks from outside."""
        settled = self.knowledge_base.settled
        self.mines = self._fresh(self.mines, (cell for cell, verdict in settled.items() if verdict.count))
        self.safes = self._fresh(self.safes, (cell for cell, verdict in settled.items() if not verdict.count))
        self._safe_moves = deque(cell for cell in settled if cell in self.safes)

    @staticmethod
    def _fresh(marks: set[Cell], cells: Iterable[Cell]) -> Marks:
        """Fill the same set again where it is one of ours, so that whoever holds it sees the truth."""
        if not isinstance(marks, Marks):
            return Marks(cells)
        set.clear(marks)
        set.update(marks, cells)
        marks.touched = False
        return marks
