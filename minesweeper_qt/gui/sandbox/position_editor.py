"""The position that is edited in the sandbox, with undo and redo."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QUndoCommand, QUndoStack

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import BoardSizeError, Cell, Difficulty, Position
from minesweeper_qt.model.text.number_text import size_text

MAX_SIDE = Difficulty.MAX_SIDE
"""The longest side of a board, as in the game."""

UNDO_STEPS = 200
"""The most edits that can be undone."""


@guarded
class _Edit(QUndoCommand):
    """The positions ``before`` and ``after`` an edit, each with what it was copied from.

    Edits with the number of the same ``stroke`` are merged; that of an edit of its own is -1.
    """

    def __init__(
        self, words: str, before: tuple[Position, object], after: tuple[Position, object], stroke: int
    ) -> None:
        super().__init__(words)
        self.before = before
        self.after = after
        self._stroke = stroke

    def id(self) -> int:
        return self._stroke

    def mergeWith(self, other: QUndoCommand) -> bool:
        assert isinstance(other, _Edit)
        self.after = other.after
        return True


class PositionEditor(QUndoStack):
    """A ``position`` under edit. Each edit replaces it, and can be undone.

    Signal: ``edited`` after each edit. Attributes: ``edits``, the number of edits so far, undo and redo included;
    ``source``, what the position was copied from before it was edited, ``None`` if from nothing.
    """

    edited = Signal()

    def __init__(self, position: Position, parent: QObject | None) -> None:
        super().__init__(parent)
        self.position = position
        self.source: object = None
        self.edits = 0
        self._index = 0
        self.setUndoLimit(UNDO_STEPS)
        self.indexChanged.connect(self._on_index_changed)

    def set_marks(self, cells: Sequence[Cell], mark: str, stroke: int = -1) -> None:
        """Write ``mark`` on all ``cells``: ``0`` to ``8``, ``H`` for covered, ``F`` for a flag, ``M`` for a mine.

        All marks with the number of the same ``stroke`` become one edit, unless there was another one between them.
        Raises ``CellError`` or ``ClueError`` and then changes nothing.
        """
        changed = [cell for cell in cells if self.position.mark(cell) != mark]
        if changed:
            after = self.position.with_marks(dict.fromkeys(changed, mark))
            self._edit(f"{mark} at {changed[0]}", after, self.source, stroke)

    @Slot(int)
    def set_mines(self, mines: int) -> None:
        """Set the number of mines in all; raise ``MineCountError`` if the board can't have it."""
        self._edit(f"{mines} mines", self._resized(self.position.height, self.position.width, mines), self.source)

    @Slot(int, int)
    def set_size(self, height: int, width: int) -> None:
        """Set the size of the board; drop the marks outside it, and limit the number of mines to the number of cells.

        Raises ``BoardSizeError``.
        """
        mines = min(self.position.mines, height * width)
        self._edit(size_text(height, width), self._resized(height, width, mines), self.source)

    @Slot()
    def cover_all(self) -> None:
        """Cover all cells."""
        self._edit("Clear", Position(self.position.height, self.position.width, self.position.mines), None)

    def set_position(self, position: Position, words: str = "Position", source: object = None) -> None:
        """Replace the position; raise ``BoardSizeError`` for one that is larger than a game can be.

        ``words`` name the edit in the menu; ``source`` is what the position was copied from, if from anything.
        """
        if max(position.height, position.width) > MAX_SIDE:
            size = size_text(position.height, position.width)
            raise BoardSizeError(f"the position is {size}; allowed are up to {size_text(MAX_SIDE, MAX_SIDE)}")
        if position == self.position:
            self.source = source
        self._edit(words, position, source)

    def _resized(self, height: int, width: int, mines: int) -> Position:
        """Return the position with this size and number of mines, without the marks outside."""
        now = self.position
        clues = {cell: clue for cell, clue in now.clues.items() if cell[0] < height and cell[1] < width}
        flags, taken = (
            [cell for cell in cells if cell[0] < height and cell[1] < width] for cells in (now.flags, now.taken)
        )
        return Position(height, width, mines, clues, flags=flags, taken=taken)

    def _edit(self, words: str, after: Position, source: object, stroke: int = -1) -> None:
        if after != self.position:
            self.push(_Edit(words, (self.position, self.source), (after, source), stroke))

    @Slot(int)
    def _on_index_changed(self, index: int) -> None:
        is_undo, self._index = index < self._index, index
        edit = self.command(index if is_undo else index - 1)
        assert isinstance(edit, _Edit)
        self.position, self.source = edit.before if is_undo else edit.after
        self.edits += 1
        self.edited.emit()
