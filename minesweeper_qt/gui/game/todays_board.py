"""The boards of the day: plays them, keeps what became of the first game on each, and shows that in a calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from PySide6.QtCore import QDate, QLocale, QObject, Qt
from PySide6.QtGui import QFont, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QDialog, QLabel, QWidget

from minesweeper_qt.gui.game.game_actions import GameActions
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import Choice, announce
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, BoardCode, Guesses, State
from minesweeper_qt.model.play.board_code import streak_of_days
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.statistics.finished_game import Figures, difficulty_of, level_of, level_parts, level_title
from minesweeper_qt.model.words import time_text

LATE = "late"
"""What is kept of a board of the day in place of its state if it was begun on a later day."""


def _text(day: date, form: str = "d MMMM") -> str:
    return QLocale.c().toString(QDate(day.year, day.month, day.day), form)


class TodaysBoards(QObject):
    """Plays the boards of the day, names them in ``session``, and keeps how the first game on each ended.

    A board is late once the player has seen a later day, whatever the clock says now. Attribute: ``today``, which
    returns the day at this place.
    """

    def __init__(
        self, session: GameSession, act: Actions, preferences: Preferences, actions: GameActions, window: QWidget
    ) -> None:
        super().__init__(window)
        self._session, self._preferences, self._actions = session, preferences, actions
        self.today: Callable[[], date] = date.today
        self._day: date | None = None
        """The day of the board that is played."""
        act.connect(todays_board=lambda: self.play(self.level, self.today()))
        act.connect(calendar=lambda: self.play(*CalendarDialog.ask(self, preferences, window)))
        session.changed.connect(self._on_changed)

    @property
    def level(self) -> str:
        """The level of the game, whatever becomes of guesses."""
        return level_parts(level_of(self._session.game))[0]

    def latest(self, level: str) -> date:
        """Return the latest day that the player has seen at ``level``."""
        return max([self.today(), *self._preferences.days(level)])

    def play(self, level: str, day: date | None) -> None:
        """Start the board of ``day``, if there is one, unless the game under way is not to be given up."""
        if day is None or not self._actions.may_start("&Start"):
            return
        help_ = Help.KNOWN_BOARD if day in self._preferences.days(level) else NO_HELP
        name, latest = self._name(day, is_late=day < self.latest(level)), self.latest(level)
        tries = "the first try counted, this one does not" if help_ else "the first try counts"
        back = f" {_text(latest)} was begun before the clock was set back." if self.today() < latest else ""
        says = f"{name}: {tries}. The clock starts at your first click.{back}"
        self._session.play_todays_board(difficulty_of(level), day, help_, name, says)
        self._day = day

    def _name(self, day: date, *, is_late: bool) -> str:
        return f"{_text(day)}, late" if is_late else f"{'Today, ' * (day == self.today())}{_text(day)}"

    def _code(self) -> str:
        return "" if self._session.game.seed is None else BoardCode.of(self._session.game).to_text()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        """Name the board of another game, and keep the start and the end of the first game on a board of the day."""
        if now.game == before.game and now.state is before.state:
            return
        session, game, level = self._session, self._session.game, self.level
        days, is_certified = self._preferences.days(level), game.rules.guesses is Guesses.NOT_NEEDED
        if now.game != before.game:
            self._day = next((day for day, (_, code, _) in days.items() if code == self._code()), None)
            if self._day is not None:
                session.board_name = self._name(self._day, is_late=days[self._day][0] == LATE)
                session.touch()
        if self._day is None or not game.clues:
            return
        state, code, line = days.get(self._day, ("", self._code(), ""))
        if not is_certified:
            session.board_name = ""  # none was found, and the user has taken another board
        elif not state:
            state = LATE if self._day < self.latest(level) else State.PLAYING.value
            self._preferences.keep_day(level, self._day, state, code, "")
        elif game.state.is_over and not line and Help.KNOWN_BOARD not in session.help.had:
            state = LATE if state == LATE else game.state.value
            self._preferences.keep_day(level, self._day, state, code, self.line())

    def line(self) -> str:
        """Return the result of the game, which is over, in a line: date, level, time, 3BV/s, help and code."""
        session, game, seconds = self._session, self._session.game, self._session.playthrough.seconds
        day, is_won = self._day or self.today(), game.state is State.WON
        is_late = self._preferences.days(self.level).get(day, ("",))[0] == LATE
        text = f"{_text(day, 'd MMMM yyyy')}{', late' * is_late}"
        time = time_text(seconds) if is_won else f"lost at {time_text(seconds)}"
        help_ = status_text.help_text(session.help.had) if session.help.had else "no help"
        speed = Figures.of(game, session.playthrough.history.turns, seconds).three_bv_per_second
        rate = f"{speed:.2f} 3BV/s" if is_won and speed is not None else ""
        parts = text, level_title(self.level), time, rate, help_, self._code()
        return status_text.SEPARATOR.join(filter(None, parts))


_CALENDAR_PARTS = {
    "qt_calendar_calendarview": "Days",
    "qt_calendar_prevmonth": "Previous month",
    "qt_calendar_nextmonth": "Next month",
}


class CalendarDialog(QDialog):
    """Asks for a day and a level, and shows the days that were won, lost and missed, and the streaks by level.

    Attributes: ``levels``, the box with the streaks; ``calendar``; ``text``, what became of the selected day.
    """

    def __init__(self, boards: TodaysBoards, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Calendar of Boards")
        self.setMinimumWidth(self.fontMetrics().horizontalAdvance("x" * 84))  # the longest of the usual results
        self._latest = boards.latest
        self._days = {level: preferences.days(level) for level in (*DIFFICULTIES, boards.level)}
        self.levels = Choice(self, "Level, and days won in a row")
        self.calendar, self.text = QCalendarWidget(self), CutLabel(self)
        self.calendar.setAccessibleName("Days")
        for widget in self.calendar.findChildren(QWidget):
            widget.setAccessibleName(_CALENDAR_PARTS.get(widget.objectName(), ""))
        self.calendar.setMinimumHeight(9 * metrics.ROW_HEIGHT)
        for level, days in self._days.items():
            won = {day for day, (state, _, _) in days.items() if state == State.WON.value}
            streak, most = streak_of_days(won, boards.latest(level))
            row = f": {streak} won in a row, best {most}" if most else ""
            self.levels.addItem(f"{level_title(level)}{row}", level)
        self.levels.setCurrentIndex([*self._days].index(boards.level))
        self.calendar.setLocale(QLocale.c())
        self.calendar.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        for weekday in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.calendar.setWeekdayTextFormat(weekday, QTextCharFormat())  # or else they would be red
        colours = themes.for_palette(self.palette()).controls
        self._grounds = {State.WON.value: colours.win_ground, State.LOST.value: colours.loss_ground}
        won_, lost = (f"style='background:{ground.name()}'" for ground in self._grounds.values())
        legend = QLabel(f"<b {won_}>won</b> &nbsp; <s {lost}>lost</s> &nbsp; <i>late</i> &nbsp; <u>missed</u>", self)
        column = dialogs.dialog_column(self)
        for part in (self.levels, self.calendar, legend, self.text, dialogs.ok_and_cancel(self, "&Play")):
            column.addWidget(part)
        self.levels.currentIndexChanged.connect(self._show_level)
        self.calendar.selectionChanged.connect(self._show_day)
        self.calendar.activated.connect(self.accept)
        self._show_level()
        self.calendar.setFocus()

    @classmethod
    def ask(cls, boards: TodaysBoards, preferences: Preferences, parent: QWidget) -> tuple[str, date | None]:
        """Show the dialog; return the chosen level and day, or no day if the user cancelled."""
        dialog = cls(boards, preferences, parent)
        return dialogs.answer(dialog, lambda: (str(dialog.levels.currentData()), dialog.day)) or ("", None)

    @property
    def day(self) -> date:
        """The chosen day."""
        return date(*self.calendar.selectedDate().getDate())

    def _show_level(self) -> None:
        """Mark the days of the level: won, lost or not finished, late, and missed since the first one."""
        days, latest = self._days[self.levels.currentData()], self._latest(self.levels.currentData())
        self.calendar.setMaximumDate(last := QDate(latest.year, latest.month, latest.day))
        self.calendar.setSelectedDate(last)
        self.calendar.setDateTextFormat(QDate(), QTextCharFormat())
        for before in range((latest - min([latest, *days])).days + 1):
            state, form = days.get(latest - timedelta(before), ("missed" * (before > 0),))[0], QTextCharFormat()
            if state in self._grounds:
                form.setBackground(self._grounds[state])
            form.setFontWeight(QFont.Weight.Bold if state == State.WON.value else QFont.Weight.Normal)
            form.setFontStrikeOut(state in (State.LOST.value, State.PLAYING.value))
            form.setFontItalic(state == LATE)
            form.setFontUnderline(state == "missed")
            self.calendar.setDateTextFormat(last.addDays(-before), form)
        self._show_day()

    def _show_day(self) -> None:
        level, text = self.levels.currentData(), "Not played: from now on it is late."
        if self.day == self._latest(level):
            text = "Not played yet."
        _, _, line = self._days[level].get(self.day, ("", "", None))
        self.text.set_text(text if line is None else line or "Begun, and not finished.")
        announce(self, line or f"{_text(self.day)}. {self.text.text()}")
