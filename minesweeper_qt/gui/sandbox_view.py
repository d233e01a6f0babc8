"""The board of the sandbox: a click or a key writes on a cell instead of playing."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board_model import BoardModel
from minesweeper_qt.gui.board_view import BoardView


class SandboxView(BoardView):
    """A board to write on. ``brush`` is what a click writes, a mark of the text form of positions.

    Signals: ``mark_requested(Cell, str)``, ``stroke_begun`` and ``stroke_ended`` around what one drag writes, and
    ``brush_changed(str)``.
    """

    mark_requested = Signal(object, str)
    stroke_begun = Signal()
    stroke_ended = Signal()
    brush_changed = Signal(str)

    def __init__(self, model: BoardModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self.brush = "1"
