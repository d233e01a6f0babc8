"""The move log panel: the moves of the game as a table, and the details of the shown move."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Slot
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QKeySequence,
    QPalette,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPlainTextEdit,
    QSplitter,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.panels.timeline.move_log_model import LogColumn, MoveLogModel
from minesweeper_qt.gui.presentation.move_text import details, headline
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.qt_index import Index
from minesweeper_qt.gui.widgets.row_table import RowTable

# Texts that a column is wide enough for at first, besides its title.
_SAMPLES = {
    LogColumn.NUMBER: "1000",
    LogColumn.WHO: "You",
    LogColumn.WHAT: "opened (10, 10)",
    LogColumn.SAFETY: "guess",
    LogColumn.RISK: ">99 %",
    LogColumn.LEAST: ">99 %",
    LogColumn.REASON: "",
}


@guarded
class _LaterMovesDelegate(QStyledItemDelegate):
    """Draws the moves after the shown one in italics and paler, because playing on would discard them."""

    def __init__(self, session: GameSession, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if index.row() >= self._session.timeline.shown_move:
            font, palette = option.font, option.palette
            font.setItalic(True)
            palette.setColor(QPalette.ColorRole.Text, palette.color(QPalette.ColorRole.PlaceholderText))
            option.font, option.palette = font, palette


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

    def __init__(self, session: GameSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.model = MoveLogModel(session, self)
        self._has_details = False
        self.setAccessibleName("Move log")
        self.table = self._make_table()
        self.details = self._make_details()
        self._copy = self._make_copy_action()
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.addWidget(self.table)
        parts.addWidget(self.details)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        parts.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.addWidget(parts, 1)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        # Connected after the model, so that the model has its rows when these slots run.
        session.game_started.connect(self._follow)
        session.timeline.changed.connect(self._follow)
        session.knowledge_reset.connect(self._show_details)
        session.updated.connect(self._on_updated)
        session.move_rated.connect(self._on_move_rated)
        self._follow()

    def add_button(self, button: QWidget) -> None:
        """Put ``button`` below the details of the shown move."""
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)

    # -- signals of the session

    @Slot()
    def _follow(self) -> None:
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

    @Slot()
    def _on_updated(self) -> None:
        # When the details were shown, the AI had not yet learned from the move. They stay the same until it has.
        if not self._has_details and self._can_have_details():
            self._show_details()

    @Slot(int)
    def _on_move_rated(self, number: int) -> None:
        if number == self.session.timeline.shown_move:
            self._show_details()

    @Slot()
    def _show_details(self) -> None:
        """Show all about the shown move, if the panel is visible."""
        playthrough = self.session.playthrough
        number, history, failure = self.session.timeline.shown_move, playthrough.history, playthrough.failure
        self._has_details = self.isVisible() and self._can_have_details()
        if not self.isVisible():
            return
        if self.session.autoplay.is_instant:
            # Nobody can read them; when Auto-play ends they are shown by the update that follows.
            self._has_details = False
            self.details.setPlainText("Auto-play is running at once: the details follow when it ends.")
            return
        lines = details(history, number, failure) if number else ["Before the first move: nothing is known yet."]
        text = "\n".join(lines)
        if text != self.details.toPlainText():
            self.details.setPlainText(text)
        turn = self.session.timeline.moves[number - 1] if number else None
        self.details.setAccessibleDescription(str(headline(number, len(self.session.timeline.moves), turn)))

    def _can_have_details(self) -> bool:
        """Return whether the agent has learned all of the shown move, or will not."""
        playthrough = self.session.playthrough
        return playthrough.failure is not None or playthrough.history.is_complete(self.session.timeline.shown_move)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_details()

    # -- actions of the user

    @Slot(QModelIndex, QModelIndex)
    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        # When the panel itself follows the session, the moment is the shown one and nothing changes.
        if current.isValid():
            self.session.timeline.show_move(current.row() + 1)

    @Slot()
    def _on_selection_changed(self) -> None:
        self._copy.setEnabled(self.table.selectionModel().hasSelection())

    @Slot()
    def _copy_rows(self) -> None:
        """Copy the selected rows to the clipboard: one line a row, with tabs between the columns."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        text = "\n".join("\t".join(self.model.texts(row)) for row in rows)
        QGuiApplication.clipboard().setText(text)

    # -- making the widgets

    def _make_table(self) -> _Table:
        table = _Table(self)
        table.setModel(self.model)
        table.setItemDelegate(_LaterMovesDelegate(self.session, table))
        table.setAccessibleName("Moves")
        table.setAccessibleDescription("The moves of the game; the row that is moved to is shown on the board")
        table.hint = "No move yet. Each move is listed here with who made it, its risk and the reason."
        table.fit_columns(_SAMPLES.items())
        return table

    def _make_details(self) -> QPlainTextEdit:
        field = QPlainTextEdit(self)
        field.setReadOnly(True)
        field.setTabChangesFocus(True)
        field.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        field.setAccessibleName("All about the move that is shown")
        return field

    def _make_copy_action(self) -> QAction:
        action = QAction("&Copy Rows", self)
        action.setShortcut(QKeySequence.StandardKey.Copy)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.setToolTip("Copy the selected moves as text")
        action.setEnabled(False)
        action.triggered.connect(self._copy_rows)
        self.table.addAction(action)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        return action
