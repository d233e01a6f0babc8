"""The boards of the day: plays them, keeps what became of the first game on each, and shows that in a calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from PySide6.QtCore import QDate, QLocale, QObject, Qt
from PySide6.QtGui import QFont, QTextCharFormat
from PySide6.QtWidgets import QCalendarWidget, QComboBox, QDialog, QDialogButtonBox, QLabel, QWidget

from minesweeper_qt.gui.game.game_actions import GameActions
from minesweeper_qt.gui.game.result import speed_text
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.labels import CutLabel
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, BoardCode, Guesses, State
from minesweeper_qt.model.play.board_code import streak_of_days
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.statistics.finished_game import difficulty_of, level_of, level_parts, level_title
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
        self._playing: tuple[str, date] | None = None
        """The level and the day of the board that is played."""
        act["todays_board"].triggered.connect(lambda: self.play(self.level, self.today()))
        act["calendar"].triggered.connect(lambda: self.play(*CalendarDialog.ask(self, preferences, window)))
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
        is_new, latest = day not in self._preferences.days(level), self.latest(level)
        tries = "the first try counts" if is_new else "the first try counted, this one does not"
        name = self._name(day, is_late=day < latest)
        says = f"{name}: {tries}. The clock starts at your first click."
        if self.today() < latest:
            says += f" {_text(latest)} was begun before the clock was set back."
        help_ = NO_HELP if is_new else Help.KNOWN_BOARD
        self._session.play_todays_board(difficulty_of(level), day, help_, name, says)
        self._playing = level, day

    def _name(self, day: date, *, is_late: bool) -> str:
        return f"{_text(day)}, late" if is_late else f"{'Today, ' * (day == self.today())}{_text(day)}"

    def _code(self) -> str:
        return "" if self._session.game.seed is None else BoardCode.of(self._session.game).to_text()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        """Name the board of another game, and keep the start and the end of the first game on a board of the day."""
        session, game, level = self._session, self._session.game, self.level
        if now.game == before.game and now.state is before.state:
            return
        days = self._preferences.days(level)
        if now.game != before.game:
            found = [(day, kept) for day, (kept, code, _) in days.items() if code == self._code()]
            self._playing = None
            for day, kept in found:
                self._playing, session.board_name = (level, day), self._name(day, is_late=kept == LATE)
                session.touch()
        if self._playing is None or not game.clues:
            return
        day = self._playing[1]
        state, code, line = days.get(day, ("", self._code(), ""))
        if game.rules.guesses is not Guesses.NOT_NEEDED:
            session.board_name = ""  # none was found, and the user has taken another board
        elif not state:
            state = LATE if day < self.latest(level) else State.PLAYING.value
            self._preferences.keep_day(level, day, state, code, "")
        elif game.state.is_over and not line and Help.KNOWN_BOARD not in session.help.had:
            self._preferences.keep_day(level, day, LATE if state == LATE else game.state.value, code, self.line())

    def line(self) -> str:
        """Return the result of the game, which is over, in a line: date, level, time, 3BV/s, help and code."""
        session, game, seconds = self._session, self._session.game, self._session.playthrough.seconds
        day = self._playing[1] if self._playing else self.today()
        is_late = self._preferences.days(self.level).get(day, ("",))[0] == LATE
        text = f"{_text(day, 'd MMMM yyyy')}{', late' * is_late}"
        time, speed = f"lost at {time_text(seconds)}", ""
        if game.state is State.WON:
            time, speed = time_text(seconds), speed_text(game, seconds)
        help_ = status_text.help_text(session.help.had) if session.help.had else "no help"
        parts = text, level_title(self.level), time, speed, help_, self._code()
        return status_text.SEPARATOR.join(filter(None, parts))


class CalendarDialog(QDialog):
    """Asks for a day and a level, and shows the days that were won, lost and missed, and the streaks by level.

    Attributes: ``levels``, the box with the streaks; ``calendar``; ``text``, what became of the selected day.
    """

    def __init__(self, boards: TodaysBoards, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Calendar of Boards")
        self._latest = boards.latest
        self._days = {level: preferences.days(level) for level in (*DIFFICULTIES, boards.level)}
        self.levels, self.calendar, self.text = QComboBox(self), QCalendarWidget(self), CutLabel(self)
        self.levels.setAccessibleName("Level, and days won in a row")
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
        buttons = dialogs.ok_and_cancel(self, "&Play")
        column = dialogs.dialog_column(self)
        for part in (self.levels, self.calendar, legend, self.text, buttons):
            column.addWidget(part)
        self.levels.currentIndexChanged.connect(self._show_level)
        self.calendar.selectionChanged.connect(self._show_day)
        self.calendar.activated.connect(buttons.button(QDialogButtonBox.StandardButton.Ok).click)
        self._show_level()
        self.calendar.setFocus()

    @classmethod
    def ask(cls, boards: TodaysBoards, preferences: Preferences, parent: QWidget) -> tuple[str, date | None]:
        """Show the dialog; return the chosen level and day, or no day if the user cancelled."""
        dialog = cls(boards, preferences, parent)
        return dialogs.answer(dialog, lambda: (dialog.level, dialog.day)) or ("", None)

    @property
    def level(self) -> str:
        """The chosen level."""
        return str(self.levels.currentData())

    @property
    def day(self) -> date:
        """The chosen day."""
        chosen = self.calendar.selectedDate()
        return date(chosen.year(), chosen.month(), chosen.day())

    def _show_level(self) -> None:
        """Mark the days of the level: won, lost or not finished, late, and missed since the first one."""
        days, latest = self._days[self.level], self._latest(self.level)
        self.calendar.setMaximumDate(QDate(latest.year, latest.month, latest.day))
        self.calendar.setDateTextFormat(QDate(), QTextCharFormat())
        for number in range((latest - min([latest, *days])).days + 1):
            day, form = latest - timedelta(number), QTextCharFormat()
            state = days.get(day, ("",))[0]
            if state in self._grounds:
                form.setBackground(self._grounds[state])
            form.setFontWeight(QFont.Weight.Bold if state == State.WON.value else QFont.Weight.Normal)
            form.setFontStrikeOut(state in (State.LOST.value, State.PLAYING.value))
            form.setFontItalic(state == LATE)
            form.setFontUnderline(not state and day < latest)
            self.calendar.setDateTextFormat(QDate(day.year, day.month, day.day), form)
        self._show_day()

    def _show_day(self) -> None:
        state, _, line = self._days[self.level].get(self.day, ("", "", ""))
        is_open = self.day == self._latest(self.level)
        text = "Not played yet." if is_open else "Not played: from now on it is late."
        self.text.set_text(line or ("Begun, and not finished." if state else text))
        announce(self, self.text.text())
