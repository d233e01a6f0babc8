"""The item model of the board: one item per cell."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Slot

from minesweeper_qt.gui.presentation.look import Face, Highlight, Look, Mark
from minesweeper_qt.gui.session.board_source import BoardSource
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model import Cell, Reasoning, Update


class BoardRole(IntEnum):
    """The roles of the board's items, besides those of Qt."""

    LOOK = Qt.ItemDataRole.UserRole
    """The cell's ``Look``."""
    CELL = Qt.ItemDataRole.UserRole + 1
    """The cell as a pair."""


@guarded
class BoardModel(QAbstractTableModel):
    """The table of the cells of a game or position: an item's row and column are those of its cell.

    The model is reset at a new game only. For any other change it emits ``dataChanged`` for rectangles that cover the
    changed cells: one for each run of near cells in a row, or a single one over the whole board where there would be
    more than ``_MANY``.

    Attribute: ``source``, the game or position.
    """

    def __init__(self, source: BoardSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self._highlight = Highlight()
        self._hint = source.hint
        """The hint whose cell has been announced as changed."""
        self._levels = _levels_of(source)
        source.game_started.connect(self._on_game_started)
        source.updated.connect(self._on_updated)
        source.chances_changed.connect(self._on_chances_changed)
        source.explanations.levels_changed.connect(self._on_levels_changed)
        source.hint_changed.connect(self._on_hint_changed)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self.source.view.board.height

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self.source.view.board.width

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        cell = (index.row(), index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = [f"row {cell[0]}, column {cell[1]}: {self.look(cell).in_words()}"]
            parts += ["hint"] if cell == self.source.hint else []
            return ", ".join(filter(None, (*parts, self._highlight.in_words(cell))))
        if role == BoardRole.LOOK:
            return self.look(cell)
        if role == BoardRole.CELL:
            return cell
        if role == Qt.ItemDataRole.DisplayRole:
            look = self.source.view.look(cell)
            return str(look.clue) if look.face is Face.REVEALED else _SIGNS[look.face]
        if role == Qt.ItemDataRole.ToolTipRole:
            look = self.look(cell)
            chance = self.source.view.chance_text(cell)
            return _difference_text(cell, look) or chance or _level_text(cell, look) or None
        return None

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
        looks = self.source.view.looks(cells)
        return self._with_levels(cells, looks) if self._levels else looks

    def _with_levels(self, cells: Collection[Cell], looks: Iterable[Look]) -> Iterator[Look]:
        for cell, look in zip(cells, looks, strict=True):
            found = self._levels.get(cell)
            # The levels may still be those of the previous position, in which the cell was covered.
            if found is not None and look.face.is_closed:
                look = Look(look.face, look.clue, look.mark, look.chance, look.is_stale, *found, look.difference)
            yield look

    def neighbours(self, cell: Cell) -> frozenset[Cell]:
        """Return the cells that touch ``cell``."""
        return self.source.view.board.neighbours(cell)

    @property
    def chances_are_stale(self) -> bool:
        """True while the chances are those of an earlier position, which are painted paler."""
        return self.source.view.chances_are_stale

    @Slot()
    def _on_chances_changed(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    @Slot()
    def _on_levels_changed(self) -> None:
        before, self._levels = self._levels, _levels_of(self.source)
        self._announce({cell for cell, _ in before.items() ^ self._levels.items()})

    @Slot(object)
    def set_highlight(self, highlight: Highlight | None) -> None:
        """Set the highlighted cells: the accessible text of a cell names its role."""
        before, self._highlight = self._highlight, highlight or Highlight()
        if before != self._highlight:
            self._announce(before.all_cells | self._highlight.all_cells, _ACCESSIBLE_TEXT)

    @Slot(object)
    def _on_hint_changed(self, hint: Cell | None) -> None:
        before, self._hint = self._hint, hint
        self._announce([cell for cell in (before, hint) if cell is not None], _ACCESSIBLE_TEXT)

    @Slot()
    def _on_game_started(self) -> None:
        self.beginResetModel()
        self._highlight = Highlight()
        self.endResetModel()

    @Slot(object)
    def _on_updated(self, update: Update) -> None:
        self._announce(update.cells)

    def _announce(self, cells: Collection[Cell], roles: Sequence[int] = ()) -> None:
        """Emit ``dataChanged`` for ``cells``: for all roles, or only for ``roles`` if there are any."""
        whole = [(0, 0, self.rowCount() - 1, self.columnCount() - 1)]
        is_most = len(cells) * 2 > self.rowCount() * self.columnCount()
        found = whole if is_most else _rectangles(cells)
        if len(found) > _MANY:
            found = whole
        for top, left, bottom, right in found:
            # The levels of the last game may be cleared after a new game changed the size of the board.
            if bottom < self.rowCount() and right < self.columnCount():
                self.dataChanged.emit(self.index(top, left), self.index(bottom, right), roles)


_MANY = 64
"""More rectangles than this cost a view more time than painting the whole board once."""

_ACCESSIBLE_TEXT = (Qt.ItemDataRole.AccessibleTextRole,)

_SIGNS = {
    Face.COVERED: "",
    Face.FLAGGED: "⚑",
    Face.QUESTIONED: "?",
    Face.MINE: "✹",
    Face.EXPLODED: "✹",
    Face.WRONG_FLAG: "✗",
    Face.CLEARED: "⚑",
}


def _levels_of(source: BoardSource) -> dict[Cell, tuple[Reasoning, Mark]]:
    """Return the reasoning level of each settled cell, with the mark of what is proved; empty without levels."""
    levels = source.explanations.last_levels
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


def _rectangles(cells: Iterable[Cell]) -> list[tuple[int, int, int, int]]:
    """Return rectangles (top, left, bottom, right) that cover ``cells``: one for each run of near cells in a row."""
    rows: dict[int, list[int]] = {}
    for row, column in cells:
        rows.setdefault(row, []).append(column)
    found: list[tuple[int, int, int, int]] = []
    for row in sorted(rows):
        columns = sorted(rows[row])
        first = last = columns[0]
        for column in columns[1:]:
            # Repainting the cells of a small gap costs less than another signal.
            if column - last > 4:
                found.append((row, first, row, last))
                first = column
            last = column
        found.append((row, first, row, last))
    return found
