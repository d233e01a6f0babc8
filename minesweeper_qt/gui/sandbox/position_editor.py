"""The position that is edited in the sandbox, with undo and redo."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot

from minesweeper_qt.gui.sandbox.edit_steps import Edit, EditSteps
from minesweeper_qt.model import BoardSizeError, Cell, Difficulty, Position

MAX_SIDE = Difficulty.MAX_SIDE
"""The longest side of a board, as in the game."""

UNDO_STEPS = 200
"""The most edits that can be undone."""


class PositionEditor(QObject):
    """A ``position`` under edit. Each edit replaces it, and can be undone.

    Signal: ``edited(Position)`` after each edit, with the position before it. Attributes: ``edits``, the number of
    edits so far, undo and redo included; ``source``, what the position was copied from before it was edited, ``None``
    if from nothing.
    """

    edited = Signal(object)

    def __init__(self, position: Position, parent: QObject) -> None:
        super().__init__(parent)
        self.position = position
        self.edits = 0
        self.source: object = None
        self._done = EditSteps()
        self._undone = EditSteps()
        self._is_in_stroke = self._has_stroked = False

    # -- edits

    @Slot(object, str)
    def set_mark(self, cell: Cell, mark: str) -> None:
        """Write ``mark`` on ``cell``: ``0`` to ``8``, ``H`` for covered, ``F`` for a flag, ``M`` for a mine.

        Raises ``CellError`` or ``ClueError`` and then changes nothing.
        """
        self.set_marks((cell,), mark)

    @Slot(object, str)
    def set_marks(self, cells: Sequence[Cell], mark: str) -> None:
        """Write ``mark`` on all ``cells``, as one edit; see ``set_mark``."""
        changed = [cell for cell in cells if self.position.mark(cell) != mark]
        if changed:
            after = self.position.with_marks(dict.fromkeys(changed, mark))
            self._edit_cells(f"{mark} at {changed[0]}", after, self.source)

    def set_clue(self, cell: Cell, clue: int | None) -> None:
        """Write a clue on ``cell``, or cover it if ``clue`` is ``None``."""
        self.set_mark(cell, "H" if clue is None else str(clue))

    @Slot(object)
    def toggle_mine(self, cell: Cell) -> None:
        """Mark ``cell`` as taken for a mine, or cover it again."""
        self.set_mark(cell, "H" if cell in self.position.taken else "M")

    @Slot(object)
    def toggle_flag(self, cell: Cell) -> None:
        """Put a flag on ``cell``, or take it off."""
        self.set_mark(cell, "H" if cell in self.position.flags else "F")

    @Slot(int)
    def set_mines(self, mines: int) -> None:
        """Set the number of mines in all; raise ``MineCountError`` if the board can't have it."""
        self._edit(f"{mines} mines", self._with_changes(mines=mines), self.source)

    def set_size(self, height: int, width: int) -> None:
        """Set the size of the board; drop the marks outside it, and limit the number of mines to the number of cells.

        Raises ``BoardSizeError``.
        """
        self._edit(f"{height}x{width}", self._with_changes(height, width), self.source)

    @Slot()
    def clear(self) -> None:
        """Cover all cells."""
        self._edit("Clear", Position(self.position.height, self.position.width, self.position.mines), None)

    def set_position(self, position: Position, words: str = "Position", source: object = None) -> None:
        """Replace the position; raise ``BoardSizeError`` for one that is larger than a game can be.

        ``words`` name the edit in the menu; ``source`` is what the position was copied from, if from anything.
        """
        if max(position.height, position.width) > MAX_SIDE:
            size = f"{position.width}x{position.height}"
            raise BoardSizeError(f"the position is {size}; allowed are up to {MAX_SIDE}x{MAX_SIDE}")
        if position == self.position:
            self.source = source
        self._edit(words, position, source)

    # -- strokes

    @Slot()
    def begin_stroke(self) -> None:
        """Combine all marks until ``end_stroke``, or until an edit that is no mark, into one edit."""
        self._is_in_stroke, self._has_stroked = True, False

    @Slot()
    def end_stroke(self) -> None:
        """End the combination of marks that ``begin_stroke`` began."""
        self._is_in_stroke = False

    # -- undo

    @property
    def undo_words(self) -> str:
        """The words for the edit that ``undo`` reverts; empty when there is none."""
        return self._done.words

    @property
    def redo_words(self) -> str:
        """The words for the edit that ``redo`` repeats; empty when there is none."""
        return self._undone.words

    @Slot()
    def undo(self) -> None:
        """Revert the last edit, if there is one."""
        self._restore_step(self._done, self._undone)

    @Slot()
    def redo(self) -> None:
        """Repeat the edit that was reverted last, if there is one."""
        self._restore_step(self._undone, self._done)

    # -- helpers

    def _with_changes(self, height: int | None = None, width: int | None = None, mines: int | None = None) -> Position:
        """Return the position with another size or number of mines."""
        now = self.position
        height, width = height or now.height, width or now.width
        clues = {cell: clue for cell, clue in now.clues.items() if cell[0] < height and cell[1] < width}
        flags, taken = (
            [cell for cell in cells if cell[0] < height and cell[1] < width] for cells in (now.flags, now.taken)
        )
        mines = min(now.mines, height * width) if mines is None else mines
        return Position(height, width, mines, clues, flags=flags, taken=taken)

    def _edit(self, words: str, after: Position, source: object) -> None:
        if after != self.position:
            self._is_in_stroke = False
            self._edit_cells(words, after, source)

    def _edit_cells(self, words: str, after: Position, source: object) -> None:
        """Replace the position by one of the same size and mines: an edit of its own, or a part of the stroke."""
        if not (self._is_in_stroke and self._has_stroked):
            self._done.push(Edit(words, self.source), self.position, UNDO_STEPS)
        self._has_stroked = True
        self._undone.clear()
        self._apply(after, source)

    def _restore_step(self, source: EditSteps, target: EditSteps) -> None:
        if source:
            edit, position = source.pop()
            target.push(Edit(edit.words, self.source), self.position, UNDO_STEPS)
            self._is_in_stroke = False
            self._apply(position, edit.source)

    def _apply(self, after: Position, source: object) -> None:
        before, self.position = self.position, after
        self.source = source
        self.edits += 1
        self.edited.emit(before)
