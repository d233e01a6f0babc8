"""The item model of the move log: one row a move, the oldest first."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Slot

from minesweeper_qt.gui.presentation.move_text import action_text, headline, reason_text, risk_text, safety_text
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.item_model import Headers
from minesweeper_qt.gui.widgets.qt_index import NO_PARENT, Index
from minesweeper_qt.model import Turn


class LogColumn(IntEnum):
    """The columns of the move log."""

    NUMBER = 0
    WHO = 1
    WHAT = 2
    SAFETY = 3
    RISK = 4
    LEAST = 5
    REASON = 6


LOG_HEADERS = {
    LogColumn.NUMBER: ("Move", "The number of the move"),
    LogColumn.WHO: ("Who", "Who made it: you or the AI"),
    LogColumn.WHAT: ("What", "What was done"),
    LogColumn.SAFETY: ("Safe?", "Whether every cell that it opened was proved safe before"),
    LogColumn.RISK: ("Risk", "The chance that it opened a mine"),
    LogColumn.LEAST: ("Least", "The lowest chance that any covered cell had then"),
    LogColumn.REASON: ("Reason", "Why it was made, or what proved it safe"),
}
_COLUMNS = len(LogColumn)
_CENTRED = frozenset((LogColumn.NUMBER, LogColumn.SAFETY, LogColumn.RISK, LogColumn.LEAST))
_HEADERS = Headers(LOG_HEADERS, _CENTRED)


@guarded
class MoveLogModel(QAbstractTableModel):
    """The moves of a session.

    Rows are inserted as moves are made and removed when the game branches; only a new game resets the model. The risk
    of a guess is requested when a view queries its text, which is when its row becomes visible.
    """

    def __init__(self, session: GameSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._count = len(session.timeline.moves)
        session.game_started.connect(self._on_game_started)
        session.timeline.changed.connect(self._on_moment_changed)
        session.moves_discarded.connect(self._on_moves_discarded)
        session.move_rated.connect(self._on_move_rated)

    # -- changing

    @Slot()
    def _on_game_started(self) -> None:
        self.beginResetModel()
        self._count = len(self._session.timeline.moves)
        self.endResetModel()

    @Slot()
    def _on_moment_changed(self) -> None:
        count = len(self._session.timeline.moves)
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()

    @Slot(int)
    def _on_moves_discarded(self, left: int) -> None:
        if left < self._count:
            self.beginRemoveRows(QModelIndex(), left, self._count - 1)
            self._count = left
            self.endRemoveRows()

    @Slot(int)
    def _on_move_rated(self, number: int) -> None:
        if number <= self._count:
            # A move that was made while the agent was learning gets its safety and its reason now.
            self.dataChanged.emit(self.index(number - 1, LogColumn.SAFETY), self.index(number - 1, LogColumn.REASON))

    # -- reading

    def texts(self, row: int) -> list[str]:
        """Return the texts of the columns of a row."""
        turn = self._session.timeline.moves[row]
        return [_text(turn, row, column) for column in LogColumn]

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else _COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), LogColumn(index.column())
        turn = self._session.timeline.moves[row]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                if column in (LogColumn.RISK, LogColumn.LEAST):
                    self._session.advice.request_rating(row + 1)
                return _text(turn, row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _HEADERS.alignment(column)
            case Qt.ItemDataRole.ToolTipRole:
                return _text(turn, row, column) or None
            case Qt.ItemDataRole.AccessibleTextRole:
                if column == LogColumn.NUMBER:
                    return str(headline(row + 1, self._count, turn))
                return _accessible_text(turn, row, column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        return _HEADERS.data(section, orientation, role)


def _text(turn: Turn, row: int, column: LogColumn) -> str:
    match column:
        case LogColumn.NUMBER:
            return str(row + 1)
        case LogColumn.WHO:
            return turn.maker.value
        case LogColumn.WHAT:
            return str(action_text(turn))
        case LogColumn.SAFETY:
            return safety_text(turn)
        case LogColumn.RISK:
            return risk_text(turn, turn.risk)
        case LogColumn.LEAST:
            return "" if turn.is_too_hard else risk_text(turn, turn.least_risk)
    return reason_text(turn.reason)


def _accessible_text(turn: Turn, row: int, column: LogColumn) -> str:
    """Return the text for screen readers: a figure with its column title, which they may not read out."""
    text = _text(turn, row, column)
    if column in (LogColumn.RISK, LogColumn.LEAST):
        return f"{LOG_HEADERS[column][0]} {text}" if text else ""
    return text
