"""Provides ``SandboxDriver``, a shown sandbox with real mouse and key events on it, and helpers to its tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PySide6.QtGui import QAction, QGuiApplication, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.sandbox.sandbox_session import SandboxSession
from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Cell, InconsistentKnowledge, KnowledgeBase, Position
from tests.gui.support.shown import shown
from tests.gui.support.windows import LEFT, NOTHING


def learned(position: Position) -> KnowledgeBase:
    """Return a knowledge base that learned the clues in reading order, without those that contradict earlier ones."""
    base = KnowledgeBase(position.board)
    for cell in sorted(position.taken):
        base.mark(cell, 1)
    for cell in sorted(position.clues):
        try:
            base.learn(cell, position.clues[cell])
        except InconsistentKnowledge:
            continue
    return base


def conclusions(session: SandboxSession) -> tuple[set[str], dict[Cell, int]]:
    """Return the sentences, as text, and the verdicts of a session, to compare."""
    return {derivation.text for derivation in session.view.sentences}, {
        cell: derivation.count for cell, derivation in session.view.settled.items()
    }


def expected_conclusions(position: Position) -> tuple[set[str], dict[Cell, int]]:
    """Return the conclusions that a session should have about ``position``."""
    base = learned(position)
    return {derivation.text for derivation in base}, {
        cell: derivation.count for cell, derivation in base.settled.items()
    }


def opened_sandbox(window: MainWindow) -> SandboxWindow:
    """Return the sandbox that ``window`` has begun to open, once it can be used."""
    while window.sandbox is None or not window.sandbox.isVisible():
        QApplication.processEvents()
    return window.sandbox


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[SandboxSession]:
    """A session with an empty board."""
    session = SandboxSession(Position(3, 3, 1))
    yield session
    session.shut_down()
    session.deleteLater()


def wait_until_found(qtbot: QtBot, session: SandboxSession) -> None:
    """Wait until all clues are learned and the layouts are counted."""
    qtbot.waitUntil(lambda: not session.is_learning and session.findings is not None, timeout=30_000)


def show(qtbot: QtBot, session: SandboxSession, *lines: str) -> None:
    """Set the position, given as the lines of its text, and wait until all is found."""
    session.editor.set_position(Position.from_text("\n".join(lines)))
    wait_until_found(qtbot, session)


class SandboxDriver:
    """Shows a sandbox window and sends real mouse and key events to it."""

    def __init__(self, qtbot: QtBot, ini: Path) -> None:
        self.qtbot = qtbot
        self.settings = QSettings(str(ini), QSettings.Format.IniFormat)
        self.window = SandboxWindow(Preferences(self.settings))
        shown(qtbot, self.window)
        self.window.board_view.setFocus()

    @property
    def session(self) -> SandboxSession:
        return self.window.session

    @property
    def text(self) -> str:
        """The position as text, with a slash for each line end but the last."""
        return self.session.view.position.to_text().replace("\n", "/").rstrip("/")

    @property
    def status(self) -> str:
        return self.window.footer.text

    @property
    def note(self) -> str:
        return self.window.caption.text()

    def action(self, name: str) -> QAction:
        act = self.window.actions_by
        return {**act.by_name, **act.brushes, **act.examples}[name]

    def show(self, *lines: str) -> None:
        """Set the position, given as the lines of its text, and wait until all is found."""
        self.session.editor.set_position(Position.from_text("\n".join(lines)))
        self.wait_until_found()

    def at(self, cell: Cell) -> QPoint:
        view = self.window.board_view
        index = self.window.board_model.index(*cell)
        view.scrollTo(index)
        return view.visualRect(index).center()

    def click(self, cell: Cell, button: Qt.MouseButton = LEFT, modifier: Qt.KeyboardModifier = NOTHING) -> None:
        self.qtbot.mouseClick(self.window.board_view.viewport(), button, modifier, self.at(cell))
        self.wait_until_learned()

    def drag(self, *cells: Cell, button: Qt.MouseButton = LEFT) -> None:
        """Press on the first cell, move over the others, and release on the last."""
        self.press(cells[0], button)
        for cell in cells[1:]:
            self.move(cell, button)
        QTest.mouseRelease(self.window.board_view.viewport(), button, NOTHING, self.at(cells[-1]))

    def press(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        QTest.mousePress(self.window.board_view.viewport(), button, NOTHING, self.at(cell))

    def move(self, cell: Cell, button: Qt.MouseButton) -> None:
        """Move the mouse with a button down, which ``QTest.mouseMove`` can't."""
        viewport, place = self.window.board_view.viewport(), self.at(cell)
        none = Qt.MouseButton.NoButton
        where, on_screen = QPointF(place), QPointF(viewport.mapToGlobal(place))
        event = QMouseEvent(QEvent.Type.MouseMove, where, on_screen, none, button, NOTHING)
        QApplication.sendEvent(viewport, event)

    def key(self, key: Qt.Key, modifier: Qt.KeyboardModifier = NOTHING) -> None:
        """Press a key where the focus is."""
        focus = QApplication.focusWidget()
        assert focus is not None, "the window is not active"
        QTest.keyClick(focus, key, modifier)
        self.wait_until_learned()

    def trigger(self, name: str) -> None:
        """Choose an action, and wait until the position is learned."""
        self.action(name).trigger()
        self.wait_until_learned()

    def type(self, text: str) -> None:
        """Type letters and digits on the board, each of which writes on the cell under the cursor."""
        QTest.keyClicks(self.window.board_view, text)

    def paste(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    def wait_until_learned(self) -> None:
        """Wait until all clues are learned."""
        self.qtbot.waitUntil(lambda: not self.session.is_learning, timeout=30_000)

    def wait_until_found(self) -> None:
        """Wait until all clues are learned and the layouts are counted."""
        self.qtbot.waitUntil(lambda: not self.session.is_learning and self.session.findings is not None, timeout=30_000)
