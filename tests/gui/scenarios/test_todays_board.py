"""A week of boards of the day, by a clock that the test sets: what counts, what is late, what the calendar shows."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.game.todays_board import CalendarDialog
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.model import BoardCode, Cell, State
from minesweeper_qt.model.play.history import NO_HELP, Help
from tests.gui.support.heard import Heard
from tests.gui.support.windows import CTRL, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.slow

BERLIN, TOKYO, LOS_ANGELES = (timezone(timedelta(hours=hours)) for hours in (1, 9, -8))


class Clock:
    """The clock of a computer: ``now`` is the time at its place, and ``seconds`` those that never go back."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 23, 20, tzinfo=BERLIN)
        self.seconds = 0.0

    def set(self, day: int, zone: timezone = BERLIN, hour: int = 20) -> None:
        self.now = datetime(2026, 11, day, hour, tzinfo=zone)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def sit_down(make_player: MakePlayer, clock: Clock, **options: object) -> Player:
    """Return a player in *Play*, whose window has the time of ``clock``."""
    player = make_player(seconds=lambda: clock.seconds, **options)
    player.window.todays_boards.today = lambda: clock.now.date()
    player.action("view_play").trigger()
    return player


def begin(player: Player, day: int | None = None) -> frozenset[Cell]:
    """Begin today's board, or that of another day; return its mines."""
    if day is None:
        player.action("todays_board").trigger()
    else:
        player.window.todays_boards.play("beginner", date(2026, 11, day))
    player.wait_until(lambda: player.session.search.certified_level is not None)
    player.wait_until_learned()
    return frozenset(player.game.mines)


def note(player: Player) -> str:
    return player.window.header.accessibleDescription()


def kept(player: Player) -> dict[int, str]:
    return {day.day: state for day, (state, _, _) in player.preferences.days("beginner").items()}


def calendar(player: Player) -> CalendarDialog:
    made = CalendarDialog(player.window.todays_boards, player.preferences, player.window)
    player.qtbot.addWidget(made)
    return made


def test_a_week(make_player: MakePlayer, clock: Clock) -> None:
    player = sit_down(make_player, clock)
    monday = begin(player)
    assert note(player).startswith("Today, 23 November, Beginner; no guess needed: hardest step ")
    assert "the first try counts" in player.status
    clock.seconds += 90
    player.time.wait(1000)
    assert player.window.header.time.text() == "0:00"
    player.click(player.free())
    clock.seconds += 5
    player.time.wait(1000)
    assert player.window.header.time.text() == "0:05"
    player.end(State.WON)
    assert note(player).startswith("Today, 23 November, Beginner; ")
    assert kept(player) == {23: "won"}
    clock.set(24)
    assert begin(player) != monday
    player.end(State.LOST)
    player.action("take_back").trigger()
    player.end(State.WON)
    assert kept(player) == {23: "won", 24: "lost"}
    begin(player)
    assert (note(player).split("; ")[-1], player.session.help.had) == ("known board", Help.KNOWN_BOARD)
    assert "the first try counted" in player.status
    player.end(State.WON)
    assert kept(player) == {23: "won", 24: "lost"}
    # Wednesday is missed. On Thursday the player is in Tokyo, and done after midnight.
    clock.set(26, TOKYO, hour=23)
    begin(player)
    clock.now += timedelta(hours=2)
    player.end(State.WON)
    # It is Thursday once more in Los Angeles, where the board is a known one.
    clock.now = clock.now.astimezone(LOS_ANGELES)
    begin(player)
    assert (clock.now.day, player.session.help.had) == (26, Help.KNOWN_BOARD)
    clock.set(27, LOS_ANGELES)
    begin(player)
    player.end(State.WON)
    clock.set(28)
    begin(player)
    player.end(State.WON)
    begin(player, 25)
    assert note(player).startswith("25 November, late, Beginner; ")
    assert player.session.help.had == NO_HELP
    player.end(State.WON)
    played = {23: "won", 24: "lost", 26: "won", 27: "won", 28: "won", 25: "late"}
    assert kept(player) == played
    # The clock is set back: what was played stays, and the Sunday before is late.
    clock.set(23)
    assert begin(player) == monday
    assert player.session.help.had == Help.KNOWN_BOARD
    player.end(State.LOST)
    clock.set(22)
    begin(player)
    assert "28 November was begun before the clock was set back." in player.status
    player.end(State.LOST)
    assert kept(player) == {**played, 22: "late"}
    clock.set(29)
    begin(player)
    player.end(State.WON)
    # The next start of the program has it all.
    again = sit_down(make_player, clock)
    shown = calendar(again)
    assert shown.levels.currentText() == "Beginner: 4 won in a row, best 4"
    assert shown.calendar.maximumDate() == QDate(2026, 11, 29)
    texts = {}
    for day in range(21, 30):
        shown.calendar.setSelectedDate(QDate(2026, 11, day))
        texts[day] = shown.text.text()
    assert texts[21] == "Not played: from now on it is late."
    assert texts[22].startswith("22 November 2026, late · Beginner · lost at 0:")
    assert texts[25].startswith("25 November 2026, late · Beginner · 0:")
    assert all(f"{day} November 2026 · Beginner · " in texts[day] for day in (23, 24, 26, 27, 28, 29))
    marks = [shown.calendar.dateTextFormat(QDate(2026, 11, day)) for day in (23, 24, 25)]
    assert [(mark.fontWeight() > 500, mark.fontStrikeOut(), mark.fontItalic()) for mark in marks] == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
    ]
    clock.set(29 + 1)
    assert calendar(again).text.text() == "Not played yet."


def test_a_day_is_chosen_in_the_calendar_and_marked_as_missed(
    make_player: MakePlayer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down(make_player, clock)
    for _ in range(2):  # the first is given up, so that the second does not count
        begin(player)
    player.end(State.WON)
    assert kept(player) == {23: "playing"}
    clock.set(26)

    def choose(dialog: CalendarDialog) -> int:
        missed = [dialog.calendar.dateTextFormat(QDate(2026, 11, day)).fontUnderline() for day in (22, 23, 24, 26)]
        assert missed == [False, False, True, False]
        dialog.calendar.setSelectedDate(QDate(2026, 11, 23))
        assert dialog.text.text() == "Begun, and not finished."
        dialog.levels.setCurrentIndex(2)
        dialog.calendar.setSelectedDate(QDate(2026, 11, 24))
        return CalendarDialog.DialogCode.Accepted

    monkeypatch.setattr(CalendarDialog, "exec", choose)
    player.key(Key.Key_D, CTRL | SHIFT)
    player.wait_until(lambda: not player.session.search.is_running)
    assert note(player).startswith("24 November, late, Intermediate; ")
    monkeypatch.setattr(CalendarDialog, "exec", lambda dialog: CalendarDialog.DialogCode.Rejected)
    game = player.game
    player.key(Key.Key_D, CTRL | SHIFT)
    assert player.game is game


def test_a_click_before_the_board_is_found_opens_its_own_cell(make_player: MakePlayer, clock: Clock) -> None:
    player, other = sit_down(make_player, clock), sit_down(make_player, clock, ini="other.ini")
    board = begin(player)
    other.window.todays_boards.play("beginner", clock.now.date())
    other.session.search.cancel()
    assert not other.game.clues
    other.click((0, 0))
    other.wait_until(lambda: not other.session.search.is_running)
    other.wait_until_learned()
    assert (other.game.mines, other.game.clues) == (board, player.game.clues)


def test_a_game_that_is_kept_goes_on_as_the_first_try(make_player: MakePlayer, clock: Clock, tmp_path: Path) -> None:
    player = sit_down(make_player, clock, folder=tmp_path)
    begin(player)
    player.click(player.free())
    player.window.close()
    clock.set(24)
    again = sit_down(make_player, clock, folder=tmp_path)
    resume(again.session, again.window.keeper)
    assert note(again).startswith("23 November, Beginner; ")
    again.session.pause.end()
    again.wait_until_learned()
    again.end(State.WON)
    assert kept(again) == {23: "won"}
    again.key(Key.Key_R, CTRL)
    assert note(again).startswith("23 November, Beginner; ")
    again.end(State.LOST)
    assert kept(again) == {23: "won"}


def test_the_card_copies_a_line_whose_code_brings_the_board(
    make_player: MakePlayer, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = sit_down(make_player, clock)
    board = begin(player)
    player.click(player.free())
    clock.seconds += 80
    player.end(State.WON)
    player.wait_until(player.window.result.card.copy.isVisible)
    player.qtbot.mouseClick(player.window.result.card.copy, Qt.MouseButton.LeftButton)
    *parts, code = QGuiApplication.clipboard().text().split(" · ")
    assert parts[:3] == ["23 November 2026", "Beginner", "1:20.00"]
    assert (parts[3].endswith(" 3BV/s"), parts[4:]) == (True, ["no help"])
    monkeypatch.setattr(dialogs.EnterCodeDialog, "ask", lambda parent: BoardCode.from_text(code))
    other = sit_down(make_player, clock, seed=9, ini="other.ini")
    other.action("enter_code").trigger()
    other.wait_until_learned()
    clock.seconds += 60
    assert (other.game.mines, other.session.playthrough.seconds) == (board, 0.0)
    other.end(State.LOST)
    other.key(Key.Key_K, CTRL | SHIFT)
    assert " · lost at 0:00.00 · known board · " in QGuiApplication.clipboard().text()


@pytest.mark.parametrize("value", ["won", 7, ["won"], ["won", "code", "line", "more"]])
def test_what_is_no_kept_day_counts_as_missing(make_player: MakePlayer, clock: Clock, value: object) -> None:
    player = sit_down(make_player, clock)
    for key in ("2026-11-22", "2026-13-01", "yesterday"):
        player.settings.setValue(f"days/beginner/{key}", value)
    assert kept(player) == {}
    begin(player)
    assert kept(player) == {23: "playing"}


def test_each_day_of_the_calendar_is_spoken_with_its_date(make_player: MakePlayer, clock: Clock, heard: Heard) -> None:
    dialog = calendar(sit_down(make_player, clock))
    dialog.show()
    dialog.calendar.setFocus()
    heard.take()
    QTest.keyClick(dialog.calendar.focusWidget() or dialog.calendar, Key.Key_Left)
    assert heard.take()[-1] == "22 November. Not played: from now on it is late"
