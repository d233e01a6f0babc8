"""Tests of the header: figures, the face that is New Game, and heights that nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from PySide6.QtCore import QCoreApplication, QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.window.header import Header, Mood
from minesweeper_qt.model import State
from minesweeper_qt.model.statistics.finished_game import Figures
from tests.gui.support.shown import shown
from tests.gui.support.windows import CTRL, LEFT, Key, Player

pytestmark = pytest.mark.slow


def test_the_face_shows_how_the_game_stands_and_it_or_its_keys_start_a_new_one(player: Player) -> None:
    face = player.window.header.face
    assert (face.mood, face.accessibleName()) == (Mood.CALM, "New Game")
    calm = face.grab().toImage()
    player.press((4, 4))
    assert face.mood is Mood.TENSE
    assert face.grab().toImage() != calm
    player.release((4, 4))
    assert face.mood is Mood.CALM
    player.end(State.WON)
    assert (face.mood, face.accessibleName()) == (Mood.WON, "New Game")
    assert face.accessibleDescription() == "The game is won"
    player.action("undo").trigger()
    assert face.mood is Mood.CALM
    player.action("live").trigger()
    assert face.mood is Mood.WON
    player.again()
    player.end(State.LOST)
    assert face.mood is Mood.LOST
    player.press((0, 0))
    assert face.mood is Mood.LOST
    player.release((0, 0))
    ways: tuple[Callable[[], object], ...] = (
        lambda: player.qtbot.mouseClick(player.window.header.face, LEFT),
        lambda: player.key(Key.Key_F2),
        lambda: player.key(Key.Key_N, CTRL),
    )
    for start in ways:
        player.again()
        player.end(State.LOST)
        before = player.game
        start()
        assert player.game is not before
        assert player.window.header.face.mood is Mood.CALM


def places_of(window: MainWindow) -> list[QRect]:
    return [window.header.geometry(), window.board_view.geometry()]


# -- the note beside the face

NOTE = ("your agent plays", "reference watches")


def place(part: QWidget, header: Header) -> QRect:
    return QRect(part.mapTo(header, part.rect().topLeft()), part.size())


@pytest.fixture
def header(qtbot: QtBot) -> Header:
    window = QWidget()
    made = Header(QAction(window), window)
    shown(qtbot, window, 800, 100)
    return made


@pytest.mark.parametrize("width", [480, 500, 700])
def test_a_note_stands_beside_the_face_which_stays_in_the_middle(qtbot: QtBot, header: Header, width: int) -> None:
    header.resize(width, header.height())
    header.set_room(width)
    QCoreApplication.processEvents()
    before = header.face.geometry()
    header.set_note(*NOTE)
    # In one line, after the layout has settled.
    qtbot.waitUntil(lambda: not any(label.is_cut for label in header.notes))
    assert header.face.geometry() == before
    assert abs(before.center().x() - width // 2) <= 1
    for label in header.notes:
        assert label.isVisible()
        assert label.fontMetrics().horizontalAdvance(label.text()) <= label.contentsRect().width(), "one line"
        assert header.rect().contains(place(label, header))
    figures = [figure.findChildren(QLabel)[0] for figure in (header.mines, header.time)]
    parts = [figures[0], header.notes[0], header.face, header.notes[1], figures[1]]
    for one, other in pairwise(parts):
        assert place(one, header).right() < place(other, header).left()


def test_in_a_narrow_header_the_note_is_in_the_tool_tip_and_a_short_one_below_the_time(header: Header) -> None:
    least = header.minimumSizeHint().width()
    header.set_note(*NOTE)
    for width in (240, 400):
        header.set_room(width)
        assert not any(label.isVisible() for label in header.notes)
        assert header.minimumSizeHint().width() == least, "a note makes no window wider"
        assert header.toolTip() == header.accessibleDescription() == "your agent plays; reference watches"
        assert texts_of(header.time.pressable).count("") == 2, "no short note, and the icon"
    header.set_room(700)
    assert all(label.isVisible() for label in header.notes)
    header.set_note("")
    assert not any(label.isVisible() for label in header.notes)
    assert header.toolTip() == header.accessibleDescription() == ""
    for width, in_caption in ((300, True), (600, False)):
        header.set_room(width)
        header.set_note("with help")
        assert ("with help" in texts_of(header.time)) is in_caption
        assert header.notes[0].isVisible() is not in_caption
        assert header.time.minimumSizeHint().height() <= header.height()
    header.set_note("")
    assert "with help" not in texts_of(header.time)


def texts_of(figure: QWidget) -> list[str]:
    return [label.text() for label in figure.findChildren(QLabel)]


def test_a_note_appears_where_there_is_room_and_nothing_moves_when_a_game_ends(player: Player) -> None:
    window = player.window
    window.header.set_note(*NOTE)
    for width, is_shown in ((640, False), (1280, True), (640, False)):
        window.resize(width, 700)
        player.wait_until_laid_out()
        assert all(label.isVisible() is is_shown for label in window.header.notes)
    window.header.set_note("")
    for width, height in ((640, 480), (1280, 700)):
        for _ in range(3):  # the views
            window.resize(width, height)
            player.wait_until_laid_out()
            places = places_of(window)
            player.end(State.LOST)
            player.key(Key.Key_O)
            QCoreApplication.processEvents()
            assert places_of(window) == places
            player.key(Key.Key_O)
            player.key(Key.Key_F2)
            player.key(Key.Key_F9)


def test_a_click_on_the_clock_shows_a_line_of_figures_that_stands_still_and_takes_no_room_when_off(
    player: Player,
) -> None:
    window, header = player.window, player.window.header
    off = places_of(window)
    player.qtbot.mouseClick(header.time.pressable, LEFT)
    assert player.action("figures").isChecked()
    assert places_of(window) != off
    places, widths, seen = places_of(window), set(), set()
    for cell in ((4, 4), *sorted(player.game.grid.cells)):
        if not player.game.is_mine(cell) and not player.game.state.is_over:
            player.click(cell)
            widths.add(header.figures.fontMetrics().horizontalAdvance(header.figures.text()))
            seen.add(header.figures.text())
            assert places_of(window)[:2] == places[:2]
    assert len(widths) == 1
    assert len(seen) > 10
    player.wait_until_computed()
    done = Figures.of(player.game, player.session.timeline.moves, player.session.playthrough.seconds)
    assert done.solved == done.three_bv > 0
    assert status_text.figures_text(done) in window.result.card.detail.toolTip()
    player.action("undo").trigger()
    assert header.figures.text() != status_text.figures_text(done, keeps_width=True), "those of the moment shown"
    player.action("figures").trigger()
    assert not header.figures.isVisible()
    player.again()
    assert places_of(window) == off
