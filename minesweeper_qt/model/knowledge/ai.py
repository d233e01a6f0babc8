"""The agent of the CS50 project, which learns clues, draws conclusions from them and picks moves."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any

from minesweeper_qt.model.board.board import Board, Cell, check_seed
from minesweeper_qt.model.evidence.derivation import Change, Derivation, Sentence
from minesweeper_qt.model.knowledge.knowledge_base import KnowledgeBase


class MarkedCells(set[Cell]):
    """A set of cells whose attribute ``touched`` becomes True when one of its methods changes the set from outside.

    The agent itself uses ``set.add(marks, cell)``, which leaves ``touched`` as it is. So the agent has to compare the
    set with its knowledge only after a change from outside.
    """

    touched = False

    def __repr__(self) -> str:
        # Students print these sets, which should look like ordinary sets.
        return repr(set(self))


def _recording_touch(name: str) -> Callable[..., Any]:
    """Return the method ``name`` of ``set`` with one addition: it sets ``touched``."""
    change = getattr(set, name)

    def method(self: MarkedCells, *args: Any) -> Any:
        self.touched = True
        return change(self, *args)

    method.__name__ = name
    method.__doc__ = change.__doc__
    return method


for _name in (
    *("add", "clear", "difference_update", "discard", "intersection_update", "pop", "remove"),
    *("symmetric_difference_update", "update", "__iand__", "__ior__", "__isub__", "__ixor__"),
):
    setattr(MarkedCells, _name, _recording_touch(_name))


class MinesweeperAI:
    """An agent that stores sentences about a board of ``height`` x ``width`` cells, as in the CS50 project.

    Cells that you add to ``mines`` or ``safes`` are taken. Unlike in the project, ``knowledge`` is a copy: what you
    append to it is lost, and it can't be assigned.

    >>> ai = MinesweeperAI(height=3, width=3, seed=1)
    >>> change = ai.add_knowledge((0, 0), 0)
    >>> sorted(ai.safes)
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    >>> ai.make_safe_move() in ai.safes - ai.moves_made
    True

    ``moves_made``, ``mines`` and ``safes`` are sets of cells, ``knowledge`` is the list of sentences in force, and
    ``knowledge_base`` the ``KnowledgeBase`` behind them. ``total_mines`` is the number of mines, if the agent should
    know it; see ``KnowledgeBase`` for the conclusions from it. ``seed`` makes the random moves repeatable. With
    ``exact``, which needs ``total_mines``, the agent settles every cell that is the same in all layouts with that
    number of mines, by ``Rule.CASES`` where the three rules don't; where that takes too much work, it uses the rules
    alone. With ``overlap``, it has a fourth rule, ``Rule.OVERLAP``, about the cells that two sentences share. Raises
    ``BoardSizeError``, ``MineCountError`` or ``SeedError``.

    >>> ai = MinesweeperAI(3, 5, total_mines=3, exact=True)
    >>> changes = [ai.add_knowledge((2, 4), 2), ai.add_knowledge((0, 4), 1)]
    >>> print(ai.derivation((0, 3)))
    #8 (0, 3) is safe: in all cases of {(1, 3), (1, 4), (2, 3)} = 2 and {(0, 3), (1, 3), (1, 4)} = 1
    >>> ai = MinesweeperAI(3, 5, overlap=True)
    >>> changes = [ai.add_knowledge((2, 4), 2), ai.add_knowledge((0, 4), 1)]
    >>> ai.make_safe_move()
    (0, 3)
    """

    def __init__(
        self,
        height: int = 8,
        width: int = 8,
        *,
        total_mines: int | None = None,
        exact: bool = False,
        overlap: bool = False,
        seed: int | None = None,
    ) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.knowledge_base = KnowledgeBase(Board(height, width), total_mines, exact=exact, overlap=overlap)
        self.mines: set[Cell] = MarkedCells()
        self.safes: set[Cell] = MarkedCells()
        self._random = random.Random(None if seed is None else check_seed(seed))
        self._safe_moves: deque[Cell] = deque()
        self._reset_sets()

    @property
    def knowledge(self) -> list[Sentence]:
        """The sentences in force, oldest first: no duplicate, none empty, none with a settled cell.

        Each access returns a new list of new sentences: changing them does not change the agent.
        """
        return [derivation.sentence for derivation in self.knowledge_base]

    def derivation(self, cell: Cell) -> Derivation | None:
        """Return the derivation that settled ``cell``, or ``None`` while it is undetermined.

        Raises ``CellError`` for a cell off the board.

        >>> ai = MinesweeperAI(2, 2)
        >>> change = ai.add_knowledge((0, 0), 3)
        >>> ai.derivation((1, 1)).reason()
        'all mines in {(0, 1), (1, 0), (1, 1)} = 3'
        """
        return self.knowledge_base.settled.get(self.knowledge_base.board.cell(cell))

    def mark_mine(self, cell: Cell) -> None:
        """Assume that ``cell`` is a mine and draw all conclusions; raise ``CellError`` or ``InconsistentKnowledge``.

        >>> ai = MinesweeperAI(1, 3)
        >>> change = ai.add_knowledge((0, 1), 1)
        >>> ai.mark_mine((0, 0))
        >>> ai.make_safe_move()
        (0, 2)
        """
        self._add_verdicts(self.knowledge_base.mark(cell, 1))

    def mark_safe(self, cell: Cell) -> None:
        """Assume that ``cell`` is safe and draw all conclusions; raise ``CellError`` or ``InconsistentKnowledge``."""
        self._add_verdicts(self.knowledge_base.mark(cell, 0))

    def learn_mine_count(self, total_mines: int) -> None:
        """Learn the number of mines and draw all conclusions; raise ``InconsistentKnowledge`` or ``MineCountError``.

        >>> ai = MinesweeperAI(1, 3)
        >>> ai.learn_mine_count(3)
        >>> sorted(ai.mines)
        [(0, 0), (0, 1), (0, 2)]
        """
        self._add_verdicts(self.knowledge_base.learn_mine_count(total_mines))

    def add_knowledge(self, cell: Cell, count: int) -> Change:
        """Learn that the safe ``cell`` touches ``count`` mines; return the changes to the knowledge.

        Marks the move and the safe cell, adds the sentence over the undetermined neighbours (known mines subtracted),
        and draws all conclusions of its rules, until nothing new follows. Cells that were put into ``mines`` or
        ``safes`` from outside are taken as true from here on. A proved cell that was removed from these sets from
        outside returns to them.

        >>> ai = MinesweeperAI(3, 3)
        >>> change = ai.add_knowledge((0, 0), 1)
        >>> print(*ai.knowledge)
        {(0, 1), (1, 0), (1, 1)} = 1

        Raises ``CellError`` for a cell (or a mark) off the board, and ``InconsistentKnowledge``, which names the
        sentences that contradict each other, where the rules infer that, and with ``exact`` whenever no layout agrees
        with the clue and the number of mines. After an error the knowledge of the agent is the same as before.
        Source: CS50 AI, project Minesweeper, "Knowledge Representation".
        """
        change = self.knowledge_base.learn(cell, count, self._marks_from_outside())
        self.moves_made.add(self.knowledge_base.board.cell(cell))
        if self._is_touched():
            self._reset_sets()
        self._add_verdicts(change.verdicts)
        return change

    def make_safe_move(self) -> Cell | None:
        """Return a cell known to be safe and not moved to yet, the longest known first; ``None`` if no cell is.

        Changes nothing. Marks from outside count already before they are learned; then the first cell in reading order
        is returned.
        """
        if self._is_touched():
            # These sets may contain cells off the board: marks from outside are checked with the next clue.
            board = self.knowledge_base.board
            moves = set(self.safes) - self.moves_made - set(self.mines)
            return min((cell for cell in moves if cell in board), default=None)
        while self._safe_moves and self._safe_moves[0] in self.moves_made:
            self._safe_moves.popleft()
        return self._safe_moves[0] if self._safe_moves else None

    def make_random_move(self) -> Cell | None:
        """Return a random cell that was not moved to and is no known mine; ``None`` if no cell is left.

        All such cells are equally likely. Changes nothing except the state of the random numbers.
        """
        candidates = [
            cell for cell in self.knowledge_base.board.cells if cell not in self.moves_made and cell not in self.mines
        ]
        return self._random.choice(candidates) if candidates else None

    # -- marks from outside

    def _is_touched(self) -> bool:
        return any(not isinstance(marks, MarkedCells) or marks.touched for marks in (self.mines, self.safes))

    def _add_verdicts(self, verdicts: Iterable[Derivation]) -> None:
        """Add new verdicts to the public sets, which does not count as a change from outside."""
        for verdict in verdicts:
            set.update(self.mines if verdict.count else self.safes, verdict.cells)
            if not verdict.count:
                self._safe_moves.extend(verdict.cells)

    def _marks_from_outside(self) -> tuple[tuple[Cell, int], ...]:
        """Return the cells that the public sets add to the settled ones, each with 1 for a mine or 0 for safe."""
        if not self._is_touched():
            return ()
        board, settled = self.knowledge_base.board, self.knowledge_base.settled

        def unknown(marks: Iterable[Cell], count: int) -> list[tuple[Cell, int]]:
            new = [board.cell(cell) for cell in marks if cell not in settled or settled[cell].count != count]
            return [(cell, count) for cell in sorted(new)]

        return (*unknown(self.mines, 1), *unknown(self.safes, 0))

    def _reset_sets(self) -> None:
        """Set the public sets to the settled cells; the knowledge base has learned the marks from outside by then."""
        settled = self.knowledge_base.settled
        self.mines = self._refilled(self.mines, (cell for cell, verdict in settled.items() if verdict.count))
        self.safes = self._refilled(self.safes, (cell for cell, verdict in settled.items() if not verdict.count))
        self._safe_moves = deque(cell for cell in settled if cell in self.safes)

    @staticmethod
    def _refilled(marks: set[Cell], cells: Iterable[Cell]) -> MarkedCells:
        """Return ``marks`` itself with the new ``cells`` if it is a ``MarkedCells``, else a new set.

        The same object is filled again so that other references to it stay up to date.
        """
        if not isinstance(marks, MarkedCells):
            return MarkedCells(cells)
        set.clear(marks)
        set.update(marks, cells)
        marks.touched = False
        return marks
