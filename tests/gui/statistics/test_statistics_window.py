"""Tests of the window of the statistics: its levels, its list of games, and what is done with them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtGui import QScreen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.session.worker import Worker
from minesweeper_qt.gui.statistics.game_archive import GameArchive
from minesweeper_qt.gui.statistics.game_table import COLUMNS, GameTable
from minesweeper_qt.gui.statistics.statistics_window import FIRST_SIZE, LEAST_SIZE, StatisticsWindow
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Reasoning
from minesweeper_qt.model.play.history import Help
from minesweeper_qt.model.review.judgement import Luck
from minesweeper_qt.model.statistics.finished_game import Player
from minesweeper_qt.model.statistics.game_store import GameStore, Order
from tests.gui.statistics.kept import Archive, game

pytestmark = pytest.mark.qt_log_ignore(r"This plugin does not support raise", extend=True)
Key, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def archive(qapp: object, tmp_path: Path) -> Archive:
    store = GameStore(tmp_path / "statistics.sqlite")
    expert = game(1, seconds=70.0), game(2, help=Help.HINT), game(3, is_won=False)
    for kept in (*expert, game(0, "beginner"), game(1, "20x24x99")):
        store.add(kept)
    return Archive(store)


@pytest.fixture
def window(qtbot: QtBot, archive: Archive, tmp_path: Path) -> StatisticsWindow:
    return shown(qtbot, archive, tmp_path)


def shown(qtbot: QtBot, archive: Any, folder: Path) -> StatisticsWindow:
    """Return a window of ``archive``, with settings in ``folder``."""
    preferences = Preferences(QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat))
    made = StatisticsWindow(archive, "expert", preferences, None)
    qtbot.addWidget(made)
    made.bring_up("expert")
    return made


@pytest.fixture
def asked(window: StatisticsWindow) -> list[str]:
    """The keys of the games and the levels that the window has asked for."""
    found: list[str] = []
    window.list.opened.connect(found.append)
    window.play_requested.connect(found.append)
    return found


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The answers to questions, each the name of a button, which the text of its question replaces."""
    given: list[str] = []

    def answer(box: QMessageBox) -> None:
        name, default = given.pop(0), box.defaultButton()
        assert default is not None
        assert default.text() == "Cancel"
        given.append(box.text())
        next(button for button in box.buttons() if button.text().strip("&") == name).click()

    monkeypatch.setattr(QMessageBox, "exec", answer)
    return given


def keys(table: GameTable) -> list[str]:
    return [kept.key for kept in table.games.rows]


def usable(window: StatisticsWindow) -> list[bool]:
    return [button.isEnabled() for button in (window.export, window.delete, window.review)]


def test_it_is_a_window_that_reads_only_while_it_is_open(window: StatisticsWindow, archive: Archive) -> None:
    assert (window.size(), window.minimumSize(), window.isModal()) == (FIRST_SIZE, LEAST_SIZE, False)
    assert window.list.hasFocus()
    QTest.keyClick(window, Key.Key_Escape)
    assert not window.isVisible()
    calls = archive.calls
    archive.store.add(game(9))
    archive.changed.emit()
    assert archive.calls == calls
    window.bring_up("expert")
    assert keys(window.list)[0] == "expert 9"


def test_each_preset_has_a_tab_and_a_box_has_the_other_boards(window: StatisticsWindow) -> None:
    tabs = [window.tabs.tabText(number) for number in range(window.tabs.count())]
    assert tabs == ["CS50", "Beginner", "Intermediate", "Expert", "Other"]
    assert (window.tabs.currentIndex(), window.others.isVisible()) == (3, False)
    window.tabs.setCurrentIndex(4)
    assert (keys(window.list), window.others.isVisible()) == (["20x24x99 1"], True)
    window.bring_up("2x3x1 cs50")
    boxed = [window.others.itemText(row) for row in range(window.others.count())]
    assert boxed == ["24×20, 99 mines", "3×2, 1 mine, CS50 rules"]
    assert (window.level, window.empty.isVisible()) == ("2x3x1 cs50", True)
    window.others.setCurrentIndex(0)
    assert keys(window.list) == ["20x24x99 1"]
    window.bring_up("cs50")
    assert (window.level, window.empty.isVisible(), window.others.isVisible()) == ("cs50", True, False)


def test_without_a_game_on_another_board_there_is_no_tab_for_it(window: StatisticsWindow, archive: Archive) -> None:
    archive.store.delete(["20x24x99 1"])
    archive.changed.emit()
    assert not window.tabs.isTabVisible(4)


def test_games_with_other_guesses_have_a_box_beside_the_levels(
    window: StatisticsWindow, archive: Archive, asked: list[str]
) -> None:
    assert not window.guesses.isVisible(), "who has no such game is not bothered"
    archive.store.add(game(1, "20x24x99 fair", is_won=False))
    archive.store.add(game(1, "expert not-needed"))
    archive.changed.emit()
    assert (window.guesses.isVisible(), window.guesses.currentText()) == (True, "Any board")
    entries = [window.guesses.itemText(row) for row in range(window.guesses.count())]
    assert entries == ["Any board", "Fair guesses", "No guess needed"]

    QTest.keyClick(window.guesses, Key.Key_End)
    assert (window.level, keys(window.list)) == ("expert not-needed", ["expert not-needed 1"])
    window.tabs.setCurrentIndex(4)
    assert [window.others.itemText(row) for row in range(window.others.count())] == ["24×20, 99 mines"]
    assert window.empty.accessibleName().startswith("No finished game of 24×20, 99 mines with no guess needed yet.")
    QTest.keyClick(window.guesses, Key.Key_Up)
    assert (window.tabs.currentIndex(), keys(window.list)) == (4, ["20x24x99 fair 1"])

    window.tabs.setCurrentIndex(3)
    assert window.empty.accessibleName().startswith("No finished game of Expert with fair guesses yet. ")
    window.play.click()
    assert asked == ["expert fair"]


def test_the_guesses_of_the_present_game_come_first(window: StatisticsWindow) -> None:
    window.bring_up("20x24x99 fair")
    assert (window.tabs.currentIndex(), window.guesses.currentText()) == (4, "Fair guesses")
    window.guesses.setCurrentIndex(0)
    assert (keys(window.list), window.guesses.isVisible()) == (["20x24x99 1"], True)
    window.bring_up("expert")
    assert (window.level, window.guesses.currentText()) == ("expert", "Any board")


@pytest.mark.parametrize("size", [LEAST_SIZE, FIRST_SIZE])
def test_all_tabs_have_room_beside_or_above_the_boxes(window: StatisticsWindow, size: QSize) -> None:
    window.resize(size)
    places = []
    for level in ("expert", "20x24x99", "expert fair", "2x3x1 cs50 not-needed"):
        window.bring_up(level)
        QApplication.processEvents()
        assert window.tabs.width() >= window.tabs.sizeHint().width()
        places.append(window.empty.y() if window.empty.isVisible() else window.card.parentWidget().y())
    assert places[0] == places[1] == places[2], "the figures stay where they are"
    assert (places[3] > places[0]) is (size == LEAST_SIZE)


def test_the_arrow_keys_go_through_kinds_of_guesses_without_a_game(window: StatisticsWindow) -> None:
    window.bring_up("expert fair")
    window.guesses.setFocus()
    steps = ((Key.Key_Up, "expert"), (Key.Key_Down, "expert fair"), (Key.Key_Down, "expert not-needed"))
    for key, level in steps:
        QTest.keyClick(window.focusWidget(), key)
        assert (window.level, window.focusWidget()) == (level, window.guesses)


def test_a_click_on_a_title_sorts_all_games_and_the_third_restores_their_order(
    window: StatisticsWindow, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minesweeper_qt.gui.statistics.statistics_window.PAGE", 2)
    header = window.list.horizontalHeader()
    time = next(number for number, column in enumerate(COLUMNS) if column.title == "Time")
    place = QPoint(header.sectionViewportPosition(time) + 5, 5)
    archive.store.add(game(4, seconds=5.0))
    seen = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), LEFT, pos=place)
        window.list.scrollToBottom()
        seen.append(keys(window.list)[:2])
    assert seen == [["expert 4", "expert 3"], ["expert 1", "expert 3"], ["expert 4", "expert 3"]]


def test_sorting_keeps_the_game_that_is_selected_and_shows_its_luck_in_full(
    window: StatisticsWindow, archive: Archive
) -> None:
    for number in range(10, 40):
        archive.store.add(game(number, seconds=200.0 - number, luck=Luck(3, 1, 1.2, 1e-8)))
    archive.changed.emit()
    header, table = window.list.horizontalHeader(), window.list
    columns = {column.title: number for number, column in enumerate(COLUMNS)}
    table.clearSelection()  # a modifier that another test has left would add the row
    table.selectRow(0)
    (chosen,) = table.chosen_keys()
    place = QPoint(header.sectionViewportPosition(columns["Time"]) + 5, 5)
    rows = []
    for _ in range(2):
        QTest.mouseClick(header.viewport(), LEFT, pos=place)
        assert table.chosen_keys() == [chosen]
        rows.append(table.currentIndex().row())
        assert table.viewport().rect().contains(table.visualRect(table.currentIndex()).center())
    assert 0 not in rows
    assert rows[0] != rows[1]
    room = header.sectionSize(columns["Luck"])
    assert table.fontMetrics().horizontalAdvance("1 in 100,000,000") < room
    assert table.horizontalScrollBar().maximum() == 0


def test_ctrl_tab_goes_through_the_levels_that_there_are(window: StatisticsWindow, archive: Archive) -> None:
    control, both = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    archive.store.delete(["20x24x99 1"])
    archive.changed.emit()
    for expected in ("cs50", "beginner"):
        QTest.keyClick(window.focusWidget(), Key.Key_Tab, control)
        assert window.level == expected
    for expected in ("cs50", "expert"):
        QTest.keyClick(window.focusWidget(), Key.Key_Backtab, control | both)
        assert window.level == expected


def test_it_fits_a_small_screen(
    qtbot: QtBot, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QScreen, "availableSize", lambda screen: QSize(640, 480))
    made = shown(qtbot, archive, tmp_path)
    assert made.width() < 640
    assert made.height() < 460, "it has a title"
    assert made.minimumSizeHint().boundedTo(made.size()) == made.minimumSizeHint()


def test_games_of_the_ai_are_listed_when_asked_for_and_never_counted(
    window: StatisticsWindow, archive: Archive
) -> None:
    for number in (7, 8):
        archive.store.add(game(number, player=Player.AI, help=Help.AI, seconds=1.0))
    archive.store.add(game(9, player=Player.BOTH, help=Help.AI, seconds=2.0))
    archive.changed.emit()
    assert keys(window.list) == ["expert 9", "expert 3", "expert 2", "expert 1"]
    window.card.with_ai.click()
    assert keys(window.list)[:3] == ["expert 9", "expert 8", "expert 7"]
    window.card.with_help.click()
    assert window.card.accessibleName().startswith("3 of 4 won")
    archive.store.delete(["expert 9", "expert 3", "expert 2", "expert 1"])
    window.card.with_ai.click()
    assert (keys(window.list), window.list.isVisible(), window.empty.isVisible()) == ([], True, False)


def test_figures_are_those_without_help_at_first_and_the_list_has_all(window: StatisticsWindow) -> None:
    assert window.card.accessibleName() == "1 of 2 won; 0 won in a row · best 1; 1:10.00 best time"
    window.card.with_help.click()
    assert window.card.accessibleName() == "2 of 3 won; 0 won in a row · best 2; 1:00.00 best time"
    assert len(keys(window.list)) == 3


def test_the_best_games_without_and_with_help_are_apart_by_any_figure_and_the_choice_is_kept(
    qtbot: QtBot, window: StatisticsWindow, archive: Archive, tmp_path: Path
) -> None:
    for number, seconds, three_bv in ((4, 90.0, 180), (5, 60.0, 99), (6, 80.0, 170)):
        archive.store.add(game(number, seconds=seconds, three_bv=three_bv, solved=three_bv, clicks=number * 50))
    archive.store.add(game(1, "expert not-needed", hardest=Reasoning.CASES, seconds=50.0))
    archive.store.add(game(2, "expert not-needed", hardest=Reasoning.CLUE, seconds=99.0))
    choose(window.which, "Best with help")
    assert keys(window.list) == ["expert 2"]
    choose(window.which, "Best without help")
    assert keys(window.list) == ["expert 5", "expert 1", "expert 6", "expert 4"]  # by time at first
    header, columns = window.list.horizontalHeader(), {each.title: place for place, each in enumerate(COLUMNS)}
    for title, first in (("3BV/s", "expert 6"), ("Efficiency", "expert 4"), ("Streak", "expert 6")):
        header.setSortIndicator(columns[title], Qt.SortOrder.DescendingOrder)
        assert keys(window.list)[0] == first
    for width in (600, 1300):
        window.resize(width, 620)
        assert shown_titles(window) == ["Date", "Time", "3BV", "3BV/s", "Efficiency", "Streak"]
        assert window.list.horizontalScrollBar().maximum() == 0
    choose(window.guesses, "No guess needed")
    header.setSortIndicator(columns["Step"], Qt.SortOrder.AscendingOrder)
    assert keys(window.list) == ["expert not-needed 2", "expert not-needed 1"]
    assert shown_titles(window)[-1] == "Step"
    header.moveSection(header.visualIndex(columns["3BV"]), 0)
    window.close()
    again = shown(qtbot, archive, tmp_path)
    assert again.list.order == (Order.HARDEST, True)
    assert again.list.horizontalHeader().visualIndex(columns["3BV"]) == 0


def choose(box: QComboBox, text: str) -> None:
    """Choose an entry as a user does."""
    box.setCurrentText(text)
    box.activated.emit(box.currentIndex())


def shown_titles(window: StatisticsWindow) -> list[str]:
    return [each.title for place, each in enumerate(COLUMNS) if not window.list.isColumnHidden(place)]


def test_every_way_opens_a_game_once(window: StatisticsWindow, asked: list[str]) -> None:
    QTest.keyClick(window.list, Key.Key_Down)
    QTest.keyClick(window.list, Key.Key_Return)
    assert asked.pop() == "expert 2"
    place = window.list.visualRect(window.list.games.index(2, 0)).center()
    QTest.mouseClick(window.list.viewport(), LEFT, pos=place)
    assert not asked
    QTest.mouseDClick(window.list.viewport(), LEFT, pos=place)
    assert asked.pop() == "expert 1"
    window.review.click()
    assert asked == ["expert 1"]


@pytest.mark.parametrize("key", [Key.Key_Delete, Key.Key_Backspace])
def test_games_are_deleted_after_a_question(
    window: StatisticsWindow, archive: Archive, answers: list[str], key: Key
) -> None:
    window.list.clearSelection()
    QTest.keyClick(window.list, key)
    assert usable(window) == [True, False, False]
    window.list.clearSelection()  # a modifier that another test has left would add the row
    window.list.selectRow(0)
    QTest.keyClick(window.list, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert usable(window) == [True, True, False]
    answers.append("Cancel")
    QTest.keyClick(window.list, key)
    assert answers == ["Delete 2 games of Expert?"]
    assert len(keys(window.list)) == 3
    answers[:] = ["Delete"]
    window.delete.click()
    assert keys(window.list) == [kept.key for kept in archive.store.games("expert", 0, 9)] == ["expert 1"]
    assert window.card.accessibleName().startswith("1 of 1 won")


def test_a_level_without_a_game_can_be_played(window: StatisticsWindow, answers: list[str], asked: list[str]) -> None:
    window.tabs.setCurrentIndex(1)
    answers.append("Delete")
    window.delete.click()
    assert (window.empty.isVisible(), window.list.isVisible(), *usable(window)) == (True, *(False,) * 4)
    assert window.empty.accessibleName().startswith("No finished game of Beginner yet. ")
    assert window.play.text() == "&Play Beginner"
    window.play.click()
    assert (asked, window.isVisible()) == (["beginner"], False)


def test_games_are_exported(window: StatisticsWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, note in (
        ("", ""),
        ("mine.csv", "3 games written to mine.csv"),
        ("missing/mine.csv", f"{tmp_path}/missing/mine.csv can't be written: "),
    ):
        chosen = str(tmp_path / name) if name else ""
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given, chosen=chosen: (chosen, given[2]))
        window.export.click()
        assert window.note.text().startswith(note)
    assert len((tmp_path / "mine.csv").read_text().splitlines()) == 1 + 3


def test_a_game_comes_to_the_top_and_the_selection_stays(window: StatisticsWindow, archive: Archive) -> None:
    window.list.clearSelection()  # a modifier that another test has left would add the row
    window.list.selectRow(1)
    archive.store.add(game(9))
    archive.changed.emit()
    assert keys(window.list)[0] == "expert 9"
    assert window.list.chosen_keys() == ["expert 2"]
    assert window.card.accessibleName().startswith("2 of 3 won; 1 won in a row; 1:00")


def test_the_list_is_read_in_pages(window: StatisticsWindow, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper_qt.gui.statistics.statistics_window.PAGE", 12)
    for number in range(10, 22):
        archive.store.add(game(number))
    archive.changed.emit()
    assert len(keys(window.list)) == 12
    window.list.verticalScrollBar().setValue(window.list.verticalScrollBar().maximum())
    assert len(keys(window.list)) == 15
    # What was read stays.
    archive.changed.emit()
    assert keys(window.list)[-1] == "expert 1"


def test_a_page_of_the_level_before_is_dropped(
    window: StatisticsWindow, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[tuple[Any, Any]] = []
    with monkeypatch.context() as patch:
        patch.setattr(archive, "submit", lambda *call: held.append(call))
        window.list.games.more_wanted.emit(0)
    window.tabs.setCurrentIndex(1)
    [(function, receiver)] = held
    receiver(function(archive.store))
    assert keys(window.list) == ["beginner 0"]


def test_small_windows_leave_out_what_the_design_says(window: StatisticsWindow, archive: Archive) -> None:
    for number in range(10, 15):
        archive.store.add(game(number, luck=Luck(1, 1, 0.5, 0.5)))
    archive.changed.emit()
    for width, height, seen in (
        (820, 620, [True, True, True, True, True]),
        (820, 559, [True, True, True, False, False]),
        (699, 620, [False, False, True, True, True]),
        (600, 420, [False, False, True, False, False]),
    ):
        window.resize(width, height)
        parts = (window.losses.luck, window.trend, window.trend.caption)
        median = "median" in window.card.accessibleName()
        assert [median, "Luck" in shown_titles(window), *(part.isVisible() for part in parts)] == seen
        assert window.list.horizontalScrollBar().maximum() == 0
        assert window.card.minimumSizeHint().width() <= window.card.width()


def test_everything_that_takes_the_focus_has_a_name(window: StatisticsWindow) -> None:
    for part in window.findChildren(QWidget):
        if part.isVisible() and part.focusPolicy() & Qt.FocusPolicy.TabFocus and not part.focusProxy():
            assert part.accessibleName() or getattr(part, "text", str)(), part


def test_statistics_that_can_not_be_read_say_why(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").write_bytes(b"no database" * 100)
    window = shown(qtbot, Archive(GameStore(tmp_path / "broken.sqlite")), tmp_path)
    assert "damaged" in window.empty.accessibleName()
    assert (window.empty.isVisible(), window.play.isVisible(), *usable(window)) == (True, *(False,) * 4)


class SlowStore(GameStore):
    """Answers when ``may_go`` is set."""

    may_go = threading.Event()

    def levels(self) -> dict[str, int]:
        self.may_go.wait(10)
        return super().levels()


@pytest.mark.usefixtures("archive")
def test_a_slow_store_blocks_nothing(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minesweeper_qt.model.statistics.game_store.GameStore", SlowStore)
    worker, seen = Worker(), list[list[str]]()
    window = shown(qtbot, GameArchive(worker, tmp_path / "statistics.sqlite"), tmp_path)
    window.list.games.modelReset.connect(lambda: seen.append(keys(window.list)))
    window.bring_up("beginner")
    assert (window.list.isVisible(), window.empty.isVisible()) == (False, False)
    SlowStore.may_go.set()
    qtbot.waitUntil(window.list.isVisible)
    # The answer about the level before was dropped.
    assert seen == [["beginner 0"]]
    worker.close()
