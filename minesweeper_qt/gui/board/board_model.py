"""The item model of the board: one item per cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt

from minesweeper_qt.gui.presentation.look import Highlight, Look, Mark, Overlay
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Index
from minesweeper_qt.model import Cell, Reasoning


@guarded
class BoardModel(QAbstractTableModel):
    """The table of the cells of a game or position: an item's row and column are those of its cell.

    The model is reset at a new game only. For any other change it emits ``dataChanged`` for the rectangle around the
    changed cells.

    Attributes: ``source``, the game or position; ``overlay``, what is laid over the cells.
    """

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self.overlay = Overlay.OFF
        self._highlight = Highlight()
        self._levels = _levels_of(source)
        source.changed.connect(self._on_changed)
        source.levels.changed.connect(self._on_levels_changed)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self.source.view.board.height

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self.source.view.board.width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell = (index.row(), index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            # What is there comes first: who listens goes on as soon as that is said.
            return "paused" if self.source.view.is_paused else f"{self.in_words(cell)}, row {cell[0]}, column {cell[1]}"
        if role == Qt.ItemDataRole.ToolTipRole and not self.source.view.is_paused:
            look = self.look(cell)
            chance = str(self.source.view.chance_text(cell))
            return _difference_text(cell, look) or chance or _level_text(cell, look) or None
        return None

    def in_words(self, cell: Cell) -> str:
        """Return what is shown of ``cell``, for screen readers."""
        parts = [self.look(cell).under(self.overlay).in_words()]
        parts += ["hint"] if cell == self.source.view.hint else []
        return ", ".join(filter(None, (*parts, self._highlight.in_words(cell))))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return str(section)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{'column' if orientation is Qt.Orientation.Horizontal else 'row'} {section}"
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def look(self, cell: Cell) -> Look:
        """Return how ``cell`` looks, with its reasoning level; faster than ``data`` by avoiding a ``QVariant``."""
        return next(iter(self.looks((cell,))))

    def looks(self, cells: Collection[Cell]) -> Iterable[Look]:
        """Return how each of ``cells`` looks, with its reasoning level."""
        looks = map(self.source.view.look, cells)
        return self._with_levels(cells, looks) if self._levels else looks

    def _with_levels(self, cells: Collection[Cell], looks: Iterable[Look]) -> Iterator[Look]:
        for cell, look in zip(cells, looks, strict=True):
            found = self._levels.get(cell)
            # The levels may still be those of the previous position, in which the cell was covered.
            if found is not None and look.face.is_closed:
                look = Look(look.face, look.clue, look.mark, look.chance, *found, look.difference)
            yield look

    def set_overlay(self, overlay: Overlay) -> None:
        """Lay this over the cells; their accessible texts name what it shows."""
        self.overlay = overlay
        self._announce_all(_ACCESSIBLE_TEXT)

    def _on_levels_changed(self) -> None:
        before, self._levels = self._levels, _levels_of(self.source)
        self._announce({cell for cell, _ in before.items() ^ self._levels.items()})

    def set_highlight(self, highlight: Highlight | None) -> None:
        """Set the highlighted cells: the accessible text of a cell names its role."""
        before, self._highlight = self._highlight, highlight or Highlight()
        if before != self._highlight:
            self._announce(before.all_cells | self._highlight.all_cells, _ACCESSIBLE_TEXT)

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game:
            self.beginResetModel()
            self._highlight = Highlight()
            self.endResetModel()
        elif now.shown != before.shown or now.is_lost != before.is_lost or now.is_impossible != before.is_impossible:
            self._announce_all()
        else:
            self._announce(now.update(before).cells)
        if now.is_paused is not before.is_paused:
            self._announce_all(_ACCESSIBLE_TEXT)
        if now.hint != before.hint:
            self._announce([cell for cell in (before.hint, now.hint) if cell is not None], _ACCESSIBLE_TEXT)

    def _announce(self, cells: Collection[Cell], roles: Sequence[int] = ()) -> None:
        """Emit ``dataChanged`` for the rectangle around ``cells``: for all roles, or only for ``roles``."""
        if cells:
            rows, columns = zip(*cells, strict=True)
            # The levels of the last game may be cleared after a new game changed the size of the board.
            bottom, right = min(max(rows), self.rowCount() - 1), min(max(columns), self.columnCount() - 1)
            if min(rows) <= bottom and min(columns) <= right:
                self.dataChanged.emit(self.index(min(rows), min(columns)), self.index(bottom, right), roles)

    def _announce_all(self, roles: Sequence[int] = ()) -> None:
        self._announce(((0, 0), (self.rowCount() - 1, self.columnCount() - 1)), roles)


_ACCESSIBLE_TEXT = (Qt.ItemDataRole.AccessibleTextRole,)


def _levels_of(source: BoardSource) -> dict[Cell, tuple[Reasoning, Mark]]:
    """Return the reasoning level of each settled cell, with the mark of what is proved; empty without levels."""
    levels = source.levels.last
    if levels is None:
        return {}
    return {cell: (level, Mark.SAFE if cell in levels.safe else Mark.MINE) for cell, level in levels.items()}


def _level_text(cell: Cell, look: Look) -> str:
    """Return what can be proved of ``cell`` and by which reasoning level; empty if ``look`` has no level."""
    if look.level is None:
        return ""
    return f"{cell} is {'safe' if look.proved is Mark.SAFE else 'a mine'} by {look.level}: {look.level.meaning}."


def _difference_text(cell: Cell, look: Look) -> str:
    """Return how the student's agent differs at ``cell``; empty if it does not."""
    return f"{cell}: {look.difference_text}." if look.differs else ""
