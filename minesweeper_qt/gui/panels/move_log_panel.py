"""The move log panel: the moves of the game as a table, the oldest first, and the details of the shown move."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QAction, QFont, QGuiApplication, QHideEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QPlainTextEdit, QSplitter, QVBoxLayout, QWidget

from minesweeper_qt.gui.presentation.status_text import (
    action_text,
    details,
    headline,
    least_text,
    reason_text,
    risk_text,
    safety_text,
)
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import NO_PARENT, Column, ColumnsModel, Index, RowTable
from minesweeper_qt.model import Turn

NUMBER, WHO, WHAT, SAFETY, RISK, LEAST, REASON = range(7)
"""The columns of the move log."""
_COLUMNS: tuple[Column[Turn], ...] = (
    Column("Move", "The number of the move", lambda turn: "", "1000"),  # the model knows it
    Column("Who", "Who made it: you or the AI", lambda turn: turn.maker.value, "You", is_figure=False),
    Column("What", "What was done", lambda turn: str(action_text(turn)), "opened (10, 10)", is_figure=False),
    Column("Safe?", "Whether every cell that it opened was proved safe before", safety_text, "guess", is_figure=False),
    Column("Risk", "The chance that it opened a mine", lambda turn: risk_text(turn, turn.risk), ">99 %"),
    Column("Least", "The lowest chance that any covered cell had then", least_text, ">99 %"),
    Column(
        "Reason", "Why it was made, or what proved it safe", lambda turn: reason_text(turn.reason), "", is_figure=False
    ),
)


@guarded
class MoveLogModel(ColumnsModel[Turn]):
    """The moves of a session; those after the shown one are pale and in italics: playing on would discard them.

    Rows are inserted as moves are made and removed when the game branches; only a new game resets the model. The risk
    of a guess is requested when a view queries its text, which is when its row becomes visible. While ``is_hidden`` it
    tells nothing: to screen readers the cells of a hidden table are as good as others.
    """

    def __init__(self, session: GameSession, parent: QObject | None = None) -> None:
        super().__init__(_COLUMNS, parent, centres_figures=True)
        self._session = session
        self.is_hidden = False
        self._count = len(session.timeline.moves)

    def follow(self, before: PositionView, now: PositionView) -> None:
        """Announce the rows that ``now`` has, but not ``before``, and those that it has no more or anew."""
        count = now.last_move
        if now.game != before.game:
            self.beginResetModel()
            self._count = count
            self.endResetModel()
        elif count > self._count:
            self.beginInsertRows(QModelIndex(), self._count, count - 1)
            self._count = count
            self.endInsertRows()
        elif count < self._count:
            self.beginRemoveRows(QModelIndex(), count, self._count - 1)
            self._count = count
            self.endRemoveRows()
        for row in (number - 1 for number in now.judged if number <= count):
            # A move that was made while the agent was learning gets its safety and its reason now.
            self.dataChanged.emit(self.index(row, SAFETY), self.index(row, REASON))

    # -- reading

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        self.rows = self._session.timeline.moves  # a move that is rated is another one
        # A screen reader may ask for a move that was taken back just now, before the row is removed.
        if not index.isValid() or index.row() >= len(self.rows) or self.is_hidden:
            return None
        row, column = index.row(), index.column()
        is_later = row >= self._session.timeline.shown_move
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.ToolTipRole if column == NUMBER:
                return str(row + 1)
            case Qt.ItemDataRole.DisplayRole if column in (RISK, LEAST):
                self._session.advice.request_rating(row + 1)
            case Qt.ItemDataRole.FontRole if is_later:
                font = QFont()
                font.setItalic(True)
                return font
            case Qt.ItemDataRole.ForegroundRole if is_later:
                return QGuiApplication.palette().placeholderText()
            case Qt.ItemDataRole.AccessibleTextRole if column == NUMBER:
                return str(headline(row + 1, self._count, self.rows[row]))
        return super().data(index, role)


@guarded
class _Table(RowTable):
    """A table in which Home and End go to the first and last row."""

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        ends = {
            QAbstractItemView.CursorAction.MoveHome: 0,
            QAbstractItemView.CursorAction.MoveEnd: self.model().rowCount() - 1,
        }
        if action in ends:
            return self.model().index(ends[action], max(self.currentIndex().column(), 0))
        return super().moveCursor(action, modifiers)


@guarded
class MoveLogPanel(QWidget):
    """Lists the moves. The current row is the move that the window shows; going to another row shows that move.

    Attributes: ``model``, the moves; ``table``, the view; ``details``, the text field about the shown move.
    """

    def __init__(self, session: GameSession) -> None:
        super().__init__(accessibleName="Move log")
        self.session = session
        self.model = MoveLogModel(session, self)
        self._has_details = False
        self.table = table = _Table(self)
        table.setModel(self.model)
        table.setAccessibleName("Moves")
        table.setAccessibleDescription("The moves of the game; the row that is moved to is shown on the board")
        table.hint = "No move yet. Each move is listed here with who made it, its risk and the reason."
        table.fit_columns(enumerate(column.sample for column in _COLUMNS))
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self._copy = QAction("&Copy Rows", table, enabled=False, toolTip="Copy the selected moves as text")
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        table.addAction(self._copy)
        selectable = Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        self.details = QPlainTextEdit(self, readOnly=True, tabChangesFocus=True)
        self.details.setTextInteractionFlags(selectable)
        self.details.setAccessibleName("All about the move that is shown")
        parts = QSplitter(Qt.Orientation.Vertical, self, childrenCollapsible=False)
        parts.addWidget(table)
        parts.addWidget(self.details)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        self._column = QVBoxLayout(self)
        self._column.addWidget(parts, 1)
        self._copy.triggered.connect(self._copy_rows)
        table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        session.changed.connect(self._on_changed)
        self._show_moment()

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` below the details of the shown move."""
        self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    # -- signals of the session

    def _show_moment(self) -> None:
        """Make the row of the shown move the current one, and scroll to it."""
        row = self.session.timeline.shown_move - 1
        selection = self.table.selectionModel()
        index = self.model.index(row, max(self.table.currentIndex().column(), 0)) if row >= 0 else QModelIndex()
        if row != self.table.currentIndex().row() or not selection.isRowSelected(row):
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            selection.setCurrentIndex(index, flags)
            if row < 0:
                selection.clear()
        if row >= 0:
            self.table.scrollTo(index)
        self.table.viewport().update()
        self._show_details()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        self.model.follow(before, now)
        if (now.game, now.move, now.last_move) != (before.game, before.move, before.last_move):
            self._show_moment()
        elif now.agent != before.agent or now.move in now.judged:
            self._show_details()
        elif not self._has_details and self._can_have_details():
            # When the details were shown, the AI had not yet learned from the move. They stay the same until it has.
            self._show_details()

    def _show_details(self) -> None:
        """Show all about the shown move, if the panel is visible."""
        number, history = self.session.timeline.shown_move, self.session.playthrough.history
        self._has_details = self.isVisible() and self._can_have_details()
        if not self.isVisible():
            return
        if self.session.autoplay.is_instant:
            # Nobody can read them; when Auto-play ends they are shown by the update that follows.
            self._has_details = False
            self.details.setPlainText("Auto-play is running at once: the details follow when it ends.")
            return
        lines = details(history, number) if number else ["Before the first move: nothing is known yet."]
        text = "\n".join(lines)
        if text != self.details.toPlainText():
            self.details.setPlainText(text)
        turn = self.session.timeline.moves[number - 1] if number else None
        self.details.setAccessibleDescription(str(headline(number, len(self.session.timeline.moves), turn)))

    def _can_have_details(self) -> bool:
        """Return whether the agent has learned all of the shown move."""
        return self.session.playthrough.history.is_complete(self.session.timeline.shown_move)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a narrow panel the reason needs their room; the details name both.
        for column in (RISK, LEAST):
            self.table.setColumnHidden(column, self.width() < metrics.WIDE_LOG)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.model.is_hidden = False
        self._show_details()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.model.is_hidden = True

    # -- actions of the user

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        # When the panel itself follows the session, the moment is the shown one and nothing changes.
        if current.isValid():
            self.session.timeline.show_move(current.row() + 1)

    def _on_selection_changed(self) -> None:
        self._copy.setEnabled(self.table.selectionModel().hasSelection())

    def _copy_rows(self) -> None:
        """Copy the selected rows to the clipboard: one line a row, with tabs between the columns."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        columns = range(len(_COLUMNS))
        lines = ("\t".join(self.model.index(row, column).data() for column in columns) for row in rows)
        QGuiApplication.clipboard().setText("\n".join(lines))
