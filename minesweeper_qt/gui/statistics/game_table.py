"""Finished games as an item model, which grows by pages, and the table that shows them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QDateTime, QLocale, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.tables import Column, ColumnsModel, Index, RowTable, runs
from minesweeper_qt.model import words
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.review.judgement import Luck
from minesweeper_qt.model.statistics.finished_game import FinishedGame, Player
from minesweeper_qt.model.statistics.game_store import Order

_WORDS = ("taken back", "hint", "overlay", "risks", "AI", "known board", "panels", "asked", "clues")
_HELP = dict(zip(Help, _WORDS, strict=True))


def date_text(finished: int, form: str = "d MMM yyyy") -> str:
    """Return a moment in Unix seconds as a date of this place's time, in English on every system."""
    return QLocale.c().toString(QDateTime.fromSecsSinceEpoch(finished), form)


def time_text(seconds: float | None) -> str:
    """Return the time of a game; empty if it has none.

    >>> time_text(63.9), time_text(None)
    ('1:03.90', '')
    """
    return "" if seconds is None else words.time_text(seconds)


def luck_text(luck: Luck | None) -> str:
    """Return the chance to survive the guesses as percent if it is above a half, else in words; empty without a guess.

    >>> [luck_text(Luck(2, 1, 1.2, chance)) for chance in (0.78, 0.5, 0.16, 1e-70)], luck_text(Luck(0, 0, 0, 1.0))
    (['78 %', '1 in 2', '1 in 6', '1 in 1.0×10^70'], '')
    """
    if luck is None or not luck.guesses:
        return ""
    # Hundreds of guesses can have a chance that is 0 as a float.
    return words.luck_text(max(luck.chance, sys.float_info.min))


def _result_text(game: FinishedGame) -> str:
    if game.is_won:
        return "won with help" if game.help else "won"
    return f"lost: {game.luck.cause.words}" if game.luck and game.luck.cause else "lost"


def _help_text(game: FinishedGame) -> str:
    if game.player is Player.AI:
        return "AI alone"
    return ", ".join(_HELP[kind] for kind in game.help) or "no help" * game.is_won


def _figure(value: float | None, form: str) -> str:
    return "" if value is None else form.format(value).replace("%", " %")


GameColumn: TypeAlias = Column[FinishedGame]

WIDE = 700
"""The least width of a window with the median and the luck."""
_TIME = "d MMM yyyy  HH:mm"
COLUMNS: tuple[GameColumn, ...] = (  # in the order of ``Order``
    Column("Date", "Its end", lambda game: date_text(game.finished, _TIME), "20 Nov 2026  20:00", is_figure=False),
    Column("Result", "Won or lost, and why", _result_text, "lost: misread a certain mine..", is_figure=False),
    Column("Time", "Minutes and seconds", lambda game: time_text(game.seconds), "100:00.00"),
    Column("3BV", "The fewest left clicks that clear the board", lambda game: str(game.three_bv or ""), "999"),
    Column("3BV/s", "3BV done in a second", lambda game: _figure(game.three_bv_per_second, "{:.2f}"), "9.99", 870),
    Column("Clicks", "Cells opened, flags and chords", lambda game: str(game.clicks), "999", 950),
    Column("Efficiency", "3BV done with a click", lambda game: _figure(game.efficiency, "{:.0%}"), "100 %", 1060),
    Column("Guesses", "Moves that were not certain", lambda game: _figure(game.guesses, "{}"), "9", WIDE),
    Column("Luck", "The chance to survive the guesses", lambda game: luck_text(game.luck), "1 in 123,456,789", 800),
    Column("Help", "What help there was", _help_text, "taken back", is_figure=False),
    Column("Streak", "Wins in a row", lambda game: _figure(game.streak, "{}"), "99", 1180, is_figure=False),
    Column("Step", "The hardest step", lambda game: _figure(game.hardest, "{}"), "overlap", 1250, is_figure=False),
)
_BEST = ("Date", "Time", "3BV", "3BV/s", "Efficiency", "Streak", "Step")
"""The columns of a list of the best games, in a window of any width."""


@guarded
class GameTableModel(ColumnsModel[FinishedGame]):
    """The games of a level, a row each, with these ``columns``.

    Signal: ``more_wanted(number)``, when a view needs the games after the first ``number``; ``extend`` adds them.
    """

    more_wanted = Signal(int)

    def __init__(self, columns: Sequence[GameColumn], parent: QObject | None = None) -> None:
        super().__init__(columns, parent)
        self.rows: list[FinishedGame] = []
        self._total = 0
        self._is_waiting = False

    def set_games(self, games: Sequence[FinishedGame], total: int) -> None:
        """Show the first ``games`` of ``total``; those that stay keep their rows, and so their selection."""
        self._total, self._is_waiting = total, False
        before, after = {game.key for game in self.rows}, {game.key for game in games}
        staying = [game.key for game in self.rows if game.key in after]
        if not staying or staying != [game.key for game in games if game.key in before]:
            self.beginResetModel()
            self.rows = list(games)
            self.endResetModel()
            return
        for first, last in reversed(runs(row for row, game in enumerate(self.rows) if game.key not in after)):
            self.beginRemoveRows(QModelIndex(), first, last)
            del self.rows[first : last + 1]
            self.endRemoveRows()
        for first, last in runs(row for row, game in enumerate(games) if game.key not in before):
            self._insert(first, games[first : last + 1])
        self.rows[:] = games
        self.dataChanged.emit(self.index(0, 0), self.index(len(games) - 1, len(self.columns) - 1))

    def extend(self, games: Sequence[FinishedGame]) -> None:
        """Add the next ``games``; none means that there are no more."""
        self._is_waiting = False
        if games:
            self._insert(len(self.rows), games)
        else:
            self._total = len(self.rows)

    def _insert(self, first: int, games: Sequence[FinishedGame]) -> None:
        self.beginInsertRows(QModelIndex(), first, first + len(games) - 1)
        self.rows[first:first] = games
        self.endInsertRows()

    def canFetchMore(self, parent: Index) -> bool:
        return not parent.isValid() and not self._is_waiting and len(self.rows) < self._total

    def fetchMore(self, parent: Index) -> None:
        self._is_waiting = True
        self.more_wanted.emit(len(self.rows))


@guarded
class GameTable(RowTable):
    """Shows the games of a model, the attribute ``games``, in the order of the title clicked.

    Signal: ``opened(key)``, when Enter or a double click asks for a game.
    """

    opened = Signal(str)

    def __init__(self, games: GameTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(games)
        self.setAccessibleName("Games")
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)  # a third click on a title restores the order by date
        header.setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
        # Beside a title there is room for the arrow.
        width = self.fontMetrics().horizontalAdvance
        self.fit_columns(enumerate(max(each.sample, f"{each.title}MM", key=width) for each in games.columns))
        self.doubleClicked.connect(self.open_current)
        self.games = games

    @property
    def order(self) -> tuple[Order, bool]:
        """What the games should be sorted by, and whether the least value comes first."""
        header = self.horizontalHeader()
        column = header.sortIndicatorSection()
        if not 0 <= column < len(COLUMNS):
            return Order.DATE, False
        return list(Order)[column], header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder

    def leave_out_columns(self, width: int, *, lists_best: bool, is_certified: bool) -> None:
        """Show the columns of a list in a window with this width; ``is_certified``: the boards need no guess."""
        for number, column in enumerate(self.games.columns):
            is_shown = column.title in _BEST if lists_best else width >= column.least_width
            self.setColumnHidden(number, not is_shown or (column.title == "Step" and not is_certified))

    def open_current(self) -> None:
        """Ask for the current game."""
        if self.currentIndex().isValid():
            self.opened.emit(self.games.rows[self.currentIndex().row()].key)

    def chosen_keys(self) -> list[str]:
        """Return the keys of the selected games."""
        return [self.games.rows[index.row()].key for index in self.selectionModel().selectedRows()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            # Otherwise the window's main button would be pressed, too.
            self.open_current()
        else:
            super().keyPressEvent(event)
