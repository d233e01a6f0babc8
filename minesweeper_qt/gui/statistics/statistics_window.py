"""The window of the statistics, beside the game: a tab for each level, its figures, and its games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QByteArray, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QPushButton, QTabBar, QWidget

from minesweeper_qt.gui.statistics.game_archive import GameArchive
from minesweeper_qt.gui.statistics.game_table import COLUMNS, GameTable, GameTableModel
from minesweeper_qt.gui.statistics.summary_view import LossesView, SummaryCard, TrendView
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel, EmptyState
from minesweeper_qt.gui.widgets.metrics import COLUMN, ROW, filled
from minesweeper_qt.gui.widgets.speech import Choice
from minesweeper_qt.gui.window.dialogs import is_accepted, message
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, Guesses
from minesweeper_qt.model.statistics.finished_game import FinishedGame, level_parts, level_text, level_title
from minesweeper_qt.model.statistics.game_store import GameList, GameStore, LevelSummary, Order
from minesweeper_qt.model.words import counted

FIRST_SIZE, LEAST_SIZE = QSize(820, 620), QSize(600, 420)
PAGE = 200
"""The number of games that the list reads at once."""
_LISTS = ("All games", "Best without help", "Best with help")
"""The entries for ``GameList``, in its order."""
_HINT = "Every game that you finish is listed here, and can be opened again."

_Contents: TypeAlias = tuple[str, dict[str, int], LevelSummary, list[FinishedGame]]
"""What is shown: the level, the number of games of each level, and the summary and the newest games of this one."""


@guarded
class StatisticsWindow(QDialog):
    """Shows what the ``archive`` keeps: ``level`` at first, each preset under a tab, other boards under one with a box.

    All is read and written in the thread of the archive; until its first answer, the window is blank.

    Attributes: ``tabs``; ``others``, the box with the other boards; ``guesses``, that with the kinds of guesses, shown
    once there is a game or a level with other ones than as dealt; ``card``, ``losses`` and ``trend``, the figures;
    ``which``, the box that chooses a list, and ``list``, its games; ``empty``, what there is in place of all these
    without a game, with the button ``play``; the buttons ``export``, ``delete`` and ``review``; ``note``, what was done
    last, or why it was not.

    Signal: ``play_requested(level)``; that for a game to open is one of ``list``.
    """

    play_requested = Signal(str)

    def __init__(self, archive: GameArchive, level: str, preferences: Preferences, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Statistics")
        self._archive, self._preferences = archive, preferences
        self._shown: _Contents | None = None
        self.tabs = QTabBar(self, expanding=False)
        self.tabs.setAccessibleName("Levels")
        for title in (*(preset.title for preset in DIFFICULTIES.values()), "Other"):
            self.tabs.addTab(title)
        self.others = Choice(self, "Other boards")
        self.guesses = Choice(self, "Guesses")
        self.guesses.setToolTip("What happens at guesses in these games")
        self.guesses.addItems([each.words.capitalize() for each in Guesses])
        self.guesses.hide()
        self.which = Choice(self, "List")
        self.which.addItems(_LISTS)
        self._choose(level, ())
        self.card, self.losses, self.trend = SummaryCard(self), LossesView(self), TrendView(self)
        self.list = GameTable(GameTableModel(COLUMNS, self), self)
        self.list.horizontalHeader().restoreState(preferences.state("game_columns") or QByteArray())
        self.empty, self._full = EmptyState("timer", parent=self), QWidget(self)
        self.list.hint = "No game of this list. Games in which the AI made every move are in none but that of all."
        self.play = self._button("", "Start a game of this level", self._play)
        self.export = self._button("&Export CSV…", "Write the games of this level to a file", self._export)
        self.delete = self._button("&Delete…", "Delete the selected games (Del)", self._delete)
        self.review = self._button("&Review", "Open the selected game (Enter)", self.list.open_current)
        self.note = CutLabel(self)
        self._arrange()
        self.which.activated.connect(self._sort)
        for key in (QKeySequence.StandardKey.Delete, Qt.Key.Key_Backspace):  # the latter is ⌫ on a Mac
            QShortcut(QKeySequence(key), self.list, self._delete, Qt.ShortcutContext.WidgetShortcut)
        for step, key in ((1, QKeySequence.StandardKey.NextChild), (-1, QKeySequence.StandardKey.PreviousChild)):
            QShortcut(key, self, partial(self._show_next_level, step))
        self.list.selectionModel().selectionChanged.connect(self._enable)
        self.list.games.modelReset.connect(partial(self.list.selectRow, 0))
        self.list.games.more_wanted.connect(self._read_more)
        for box in (self.others, self.guesses, self.which):
            box.currentIndexChanged.connect(self.reload)
        sorted_anew, counted_too = self.list.horizontalHeader().sortIndicatorChanged, self.card.with_help.toggled
        for changed in (self.tabs.currentChanged, sorted_anew, counted_too, self.card.with_ai.toggled, archive.changed):
            changed.connect(self.reload)
        archive.failed.connect(self._on_failed)

    def _arrange(self) -> None:
        self.empty.setObjectName("statistics_card")
        self.empty.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.empty.add(self.play)
        self.play.setProperty("main", True)
        for part in (self.empty, self._full, self.play):
            part.hide()
        self.review.setDefault(True)
        self.note.setProperty("muted", True)
        trend = filled(COLUMN, 0, self.trend, self.trend.caption)
        lists = filled(COLUMN, metrics.GAP, self.which, self.list)
        lists.setAlignment(self.which, Qt.AlignmentFlag.AlignLeft)
        full = filled(COLUMN, metrics.EDGE, self.card, self.losses, trend, lists)
        full.setStretch(3, 1)
        self._full.setLayout(full)
        buttons = filled(ROW, metrics.GAP, self.export, self.delete, self.note, self.review)
        self._boxes = filled(ROW, metrics.EDGE, self.others, self.guesses)
        self._levels = filled(ROW, metrics.EDGE, self.tabs, self._boxes)
        self._levels.setStretch(0, 1)
        self.others.ensurePolished()
        self._levels.addStrut(self.others.sizeHint().height())  # or else the row would grow with a box
        whole = filled(COLUMN, metrics.EDGE, self._levels, self._full, self.empty, buttons)
        whole.setAlignment(buttons, Qt.AlignmentFlag.AlignBottom)
        whole.setContentsMargins(metrics.EDGE, metrics.NARROW, metrics.EDGE, metrics.EDGE)
        self.setLayout(whole)
        self.setMinimumSize(LEAST_SIZE)
        self.resize(FIRST_SIZE.boundedTo(self.screen().availableSize() - QSize(metrics.WIDE, 2 * metrics.WIDE)))
        self._enable()

    def _button(self, text: str, tip: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(tip)
        button.clicked.connect(act)
        return button

    # -- reading

    @property
    def level(self) -> str:
        """The level that is chosen."""
        place = self.tabs.currentIndex()
        board = [*DIFFICULTIES][place] if place < len(DIFFICULTIES) else str(self.others.currentData())
        return level_text(board, [*Guesses][self.guesses.currentIndex()])

    def bring_up(self, level: str) -> None:
        """Show the window in front of the others, with this level."""
        self._choose(level, self._shown[1] if self._shown else ())
        self.show()
        self.raise_()
        self.activateWindow()
        self.reload()

    def _show_next_level(self, step: int) -> None:
        shown = [place for place in range(self.tabs.count()) if self.tabs.isTabVisible(place)]
        self.tabs.setCurrentIndex(shown[(shown.index(self.tabs.currentIndex()) + step) % len(shown)])

    def reload(self) -> None:
        """Read all anew, if the window is shown."""
        if not self.isVisible():
            return
        level, with_help, list_games = self.level, self.card.with_help.isChecked(), self._list_games()
        number = max(PAGE, len(self.list.games.rows)) if self._shown and self._shown[0] == level else PAGE

        def read(store: GameStore) -> _Contents:
            summary = store.summary(level, with_help=with_help)
            return level, store.levels(), summary, list_games(store, level, 0, number)

        self._archive.submit(read, self._show_contents)

    def _show_contents(self, found: _Contents) -> None:
        level, levels, _, games = found
        if level != self.level:
            return
        # The focus would go to any button when what has it is hidden; in a choice the arrow keys go on.
        is_empty = not levels.get(level)
        is_choosing = self.focusWidget() in (self.tabs, self.others, self.guesses)
        is_other = self._shown is None or (self._full.isHidden() is not is_empty and not is_choosing)
        self._shown, title = found, level_title(level)
        self.note.set_text("")
        self._choose(level, levels)
        chosen = self.list.chosen_keys()
        self.list.games.set_games(games, levels.get(level, 0))
        for row, game in enumerate(games):
            if [game.key] == chosen != self.list.chosen_keys():
                self.list.selectRow(row)
        self.empty.set_text(f"No finished game of {title} yet.", _HINT)
        self.play.setText(f"&Play {title}")
        self.play.show()
        self._fit()
        self._full.setHidden(is_empty)
        self.empty.setVisible(is_empty)
        self._enable()
        if is_other:
            (self.play if is_empty else self.list).setFocus()

    def _on_failed(self, problem: str) -> None:
        self.note.set_text(problem)
        if self._shown is None:
            self.empty.set_text("The statistics can't be used.", problem)
            self.empty.show()

    def _list_games(self) -> Callable[[GameStore, str, int, int], list[FinishedGame]]:
        """Return the function that reads games of a level as the list is to show them."""
        (order, is_ascending), with_ai = self.list.order, self.card.with_ai.isChecked()
        which = [*GameList][self.which.currentIndex()]
        return partial(GameStore.games, with_ai=with_ai, which=which, order=order, is_ascending=is_ascending)

    def _sort(self, which: int) -> None:
        """Sort a list of the best by time at first; a click on another title sorts it by that."""
        if which:
            self.list.horizontalHeader().setSortIndicator([*Order].index(Order.TIME), Qt.SortOrder.AscendingOrder)

    def _choose(self, level: str, levels: Iterable[str]) -> None:
        """Choose ``level``; the boards of ``levels`` that are no preset are in the box."""
        board, guesses = level_parts(level)
        parts = [level_parts(each) for each in {level, *levels}]
        others = sorted({each for each, _ in parts} - DIFFICULTIES.keys())
        place = [*DIFFICULTIES, board].index(board)
        with QSignalBlocker(self.tabs), QSignalBlocker(self.others), QSignalBlocker(self.guesses):
            self.guesses.setCurrentIndex([*Guesses].index(guesses))
            if others != [self.others.itemData(row) for row in range(self.others.count())]:
                self.others.clear()
                for other in others:
                    self.others.addItem(level_title(other), other)
            if board in others:
                self.others.setCurrentIndex(others.index(board))
            self.tabs.setTabVisible(len(DIFFICULTIES), bool(others))
            self.tabs.setCurrentIndex(place)
        self.others.setVisible(place == len(DIFFICULTIES))
        if any(each is not Guesses.AS_DEALT for _, each in parts):
            self.guesses.show()  # from now on: the way back to what was chosen

    def _fit(self) -> None:
        """Show what there is room for, and the boxes below the tabs if there is none beside them."""
        needed = self.tabs.sizeHint().width() + self._boxes.sizeHint().width() + 3 * metrics.EDGE
        self._levels.setDirection(ROW if needed <= self.width() else COLUMN)
        is_certified = level_parts(self.level)[1] is Guesses.NOT_NEEDED
        self.list.leave_out_columns(self.width(), lists_best=self.which.currentIndex() > 0, is_certified=is_certified)
        if self._shown is not None:
            for view in (self.card, self.losses, self.trend):
                view.show_summary(self._shown[2], self.size())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._preferences.set_state("game_columns", self.list.horizontalHeader().saveState())

    def _read_more(self, number: int) -> None:
        level, list_games = self._shown[0] if self._shown else "", self._list_games()
        self._archive.submit(lambda store: (level, list_games(store, level, number, PAGE)), self._add_games)

    def _add_games(self, found: tuple[str, list[FinishedGame]]) -> None:
        if self._shown and found[0] == self._shown[0]:
            self.list.games.extend(found[1])

    # -- acting

    def _enable(self) -> None:
        chosen = len(self.list.chosen_keys())
        self.export.setEnabled(bool(self.list.games.rows))
        self.delete.setEnabled(chosen > 0)
        self.review.setEnabled(chosen == 1)

    def _play(self) -> None:
        self.close()
        self.play_requested.emit(self.level)

    def _export(self) -> None:
        name = f"minesweeper-{self.level.replace(' ', '-')}.csv"
        chosen, _ = QFileDialog.getSaveFileName(self, "Export Games", name, "Tables (*.csv)")
        if chosen:
            self._archive.submit(partial(_export, Path(chosen), self.level), self.note.set_text)

    def _delete(self) -> None:
        keys = self.list.chosen_keys()
        if not keys:
            return
        text = f"Delete {counted(len(keys), 'game')} of {level_title(self.level)}?"
        more = "The figures will no longer count the deleted games, and you can't open them again."
        box = message(self, QMessageBox.Icon.Question, "Delete Games", text, more)
        if is_accepted(box, "&Delete", is_default=False):
            # Others show statistics, too.
            self._archive.submit(lambda store: store.delete(keys), lambda _: self._archive.changed.emit())


def _export(path: Path, level: str, store: GameStore) -> str:
    """Write the games of a level to a file; return what was done, or why it was not."""
    try:
        return f"{counted(store.export_csv(path, level), 'game')} written to {path.name}"
    except OSError as wrong:
        return f"{path} can't be written: {wrong.strerror or wrong}"
