"""The panel of the review: what became of the game, and its guesses and mistakes as a table, the worst first."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QVBoxLayout, QWidget

from minesweeper_qt.gui.panels.student_agent.parts import ButtonRow
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_review import GameReview
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.widgets.tables import Column, ColumnsModel, Index, RowTable
from minesweeper_qt.model import JudgedMove, Review, words
from minesweeper_qt.model.review import review_words

_COLUMNS: tuple[Column[JudgedMove], ...] = (
    Column(
        "What",
        "What was wrong with the move, if anything was",
        lambda move: review_words.KINDS[move.judgement],
        "Forced guess, not the best",
        is_figure=False,
    ),
    Column("Move", "The number of the move", lambda move: str(move.turn), "8888"),
    Column(
        "Cell", "The cell that it was made on", lambda move: str(move.result.action.cell), "(10, 10)", is_figure=False
    ),
    Column(
        "Risk",
        "The chance that it opened a mine",
        lambda move: "" if move.risk is None else words.percent(move.risk),
        "100 %",
    ),
)


@guarded
class ReviewModel(ColumnsModel[JudgedMove]):
    """The moves of a review that were not certain, the worst kinds first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(_COLUMNS, parent)

    def set_review(self, review: GameReview) -> None:
        """Show the moves of ``review``, none until it is found."""
        self.beginResetModel()
        self.rows = review_words.listed(review.found)
        self.endResetModel()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.AccessibleTextRole and index.isValid() and not index.column():
            move = self.rows[index.row()]
            return review_words.mistake_text(move)
        return super().data(index, role)


@guarded
class ReviewPanel(QWidget):
    """Shows the review of a game that is over; the row that is gone to is the move before which the board is shown.

    ``actions`` play on from the moment shown, open it in the sandbox, and save the report. Attributes: ``title`` and
    ``figures``, the labels of the card; ``table`` and ``model``; ``try_it``, ``sandbox``, ``save`` and ``stop``, the
    buttons.
    """

    def __init__(self, session: GameSession, review: GameReview, *actions: QAction) -> None:
        super().__init__(accessibleName="Review")
        self._session = session
        self._review = review
        self._shown: Review | None = None
        self._is_asked = False
        """Whether the result is to be spoken: not at the end of a game, of which the card speaks."""
        self.title, self.figures = CutLabel(self), CutLabel(self)
        self.title.setFont(metrics.scaled(self.font(), 1.0, QFont.Weight.Bold))
        self.figures.setProperty("muted", True)
        card = QFrame(self)
        card.setObjectName("statistics_card")
        lines = QVBoxLayout(card)
        lines.setSpacing(0)
        for label in (self.title, self.figures):
            lines.addWidget(label)
        self.model, self.table = ReviewModel(self), RowTable(self)
        self.table.setModel(self.model)
        self.table.setAccessibleName("Guesses and mistakes")
        self.table.fit_columns(enumerate(column.sample for column in _COLUMNS))
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._buttons = ButtonRow(self)
        self.try_it = self._buttons.add("Play On from Here", "Play On", "Play on from the moment shown, with help")
        self.sandbox = self._buttons.add("Open in the Sandbox", "Sandbox", "Edit a copy of the position that is shown")
        self.save = self._buttons.add("Save the Report…", "Report…", "Write the review as a page for a browser")
        self.stop = self._buttons.add("Stop", "Stop", "Stop judging the moves")
        column = QVBoxLayout(self)
        column.addWidget(card)
        column.addWidget(self.table, 1)
        column.addWidget(self._buttons)
        for button, action in zip((self.try_it, self.sandbox, self.save), actions, strict=True):
            button.clicked.connect(action.trigger)
        self.stop.clicked.connect(review.cancel)
        review.changed.connect(self._show)
        review.mistake_shown.connect(self._select)
        session.changed.connect(self._on_changed)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        for chosen in (self.table.clicked, self.table.activated):
            chosen.connect(self._show_again)
        self._show()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if (now.game, now.state, now.move, now.last_move) != (before.game, before.state, before.move, before.last_move):
            self._show()

    def _show(self) -> None:
        """Show what is found, or how far it is."""
        review, total = self._review, len(self._session.timeline.moves)
        if review.found is not None:
            self.title.set_text(words.capitalized(review_words.result_text(review.found)))
            self.figures.set_text(review_words.figures_text(review.found))
            self.table.hint = "No guess and no mistake in this game."
        else:
            is_over = self._session.game.state.is_over
            waits = f"{review.judged} of {words.counted(total, 'move')} judged." if review.is_running else ""
            self.title.set_text("Review" if is_over else "The game is not over yet.")
            self.figures.set_text(review.problem or waits)
            self.table.hint = "" if is_over else "When a game is over, its guesses and mistakes are listed here."
        if review.found is not self._shown:
            self._shown = review.found
            self.model.set_review(review)
        if self._is_asked and review.found is not None:
            self._is_asked = False
            announce(self, f"{self.title.text()}. {self.figures.text()}")
        self.figures.setHidden(not self.figures.text())
        self._enable()

    def _enable(self) -> None:
        found = self._review.found is not None
        self._buttons.show_only(*([self.stop] if self._review.is_running else [self.try_it, self.sandbox, self.save]))
        self.try_it.setEnabled(not self._session.timeline.is_live)
        self.save.setEnabled(found)

    def _select(self, move: JudgedMove) -> None:
        row = self.model.rows.index(move) if move in self.model.rows else -1
        if row >= 0 and row != self.table.currentIndex().row():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().setCurrentIndex(self.model.index(row, 0), flags)
        self.table.scrollTo(self.model.index(row, 0))

    def _on_current_changed(self, current: QModelIndex, previous: QModelIndex) -> None:
        if current.isValid():
            self._review.show(self.model.rows[current.row()])

    def _show_again(self, index: QModelIndex) -> None:
        """Show the move of a row that is the current one already, unless it is shown."""
        move = self.model.rows[index.row()]
        if self._session.timeline.shown_move != move.turn - 1:
            self._review.show(move)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._review.set_wanted(True)
        self._show()
        QTimer.singleShot(0, self, self._ask)  # nothing is heard while docks are shown

    def _ask(self) -> None:
        self._is_asked = self._session.game.state.is_over
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._review.set_wanted(False)
