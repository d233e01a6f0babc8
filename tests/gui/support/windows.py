"""Provides ``Player``, a shown game window with real mouse and key events on it, to the GUI tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
    QKeyCombination,
    QLibraryInfo,
    QMimeData,
    QPoint,
    QPointF,
    QRect,
    QSettings,
    Qt,
    QVersionNumber,
)
from PySide6.QtGui import QAction, QDragEnterEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Minesweeper, MinesweeperAI, State, play_agent_move
from tests.gui.support.played import Played
from tests.gui.support.shown import shown
from tests.gui.support.waiting import WaitingSchedule

LEFT, RIGHT, MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton, Qt.MouseButton.MiddleButton
ALT, CTRL, SHIFT, NOTHING = (
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
Key = Qt.Key

AUTOPLAY = QKeyCombination(SHIFT, Key.Key_P)
"""The key that starts and stops Auto-play."""


@cache
def seed_ending_in(difficulty: str, state: State) -> int:
    """Return a seed with which the AI's game at ``difficulty`` ends in ``state``, found without a window."""
    for seed in count(1):
        game = Minesweeper.at_difficulty(DIFFICULTIES[difficulty], seed=seed)
        agent = MinesweeperAI(game.height, game.width, seed=seed)
        plays = play_agent_move(game, agent).plays
        while plays and not game.state.is_over:
            for played in plays:
                for cell, clue in played.observations:
                    agent.add_knowledge(cell, clue)
            plays = play_agent_move(game, agent).plays
        if game.state is state:
            return seed
    raise AssertionError("unreachable: the seeds never end")


def open_panels(window: BoardWindow) -> None:
    """Open all panels of ``window`` at their default places: the table and the proof in front."""
    places = window.inspector.places
    before, places.first_panels = places.first_panels, frozenset(places.docks)
    places.arrange()
    places.docks["knowledge"].raise_()
    places.docks["why_panel"].raise_()
    places.first_panels = before


def drag_entered(place: QPoint, data: QMimeData) -> QDragEnterEvent:
    """Return the event of a drag that enters; Qt 6.12 takes only the place as floats without a warning."""
    point = place if QLibraryInfo.version() < QVersionNumber(6, 12) else QPointF(place)
    return QDragEnterEvent(point, Qt.DropAction.CopyAction, data, LEFT, NOTHING)


class Player(Played):
    """A shown window, and real mouse and key events on it.

    The window is as its user finds it at a first start; ``opens_panels``: all panels are open then.
    The difficulty ``None`` stands for that of the settings; ``asks``: the user is asked before a game is given up;
    games are kept in ``folder``; ``options`` are those of ``GameSession``. Tests choose cells by ``game``, which
    knows the mines; the window must never need to.

    Attributes: ``window``; ``settings``, its settings, and ``preferences``, which reads and writes them;
    ``waits_for_learning``, true to wait after each click and key until the AI has learned the revealed cells, however
    slow the machine is.
    """

    def __init__(
        self,
        qtbot: QtBot,
        ini: Path,
        difficulty: str | Difficulty | None = "beginner",
        seed: int = 1,
        opens_panels: bool = False,
        asks: bool = False,
        folder: Path | None = None,
        **options: Any,
    ) -> None:
        self.qtbot = qtbot
        self.waits_for_learning = True
        self.settings = QSettings(str(ini), QSettings.Format.IniFormat)
        self.preferences = preferences = Preferences(self.settings)
        preferences.asks_new_game = asks
        difficulty = DIFFICULTIES[difficulty] if isinstance(difficulty, str) else difficulty or preferences.difficulty
        self.window = MainWindow(GameSession(difficulty, seed, **options), preferences, folder=folder)
        if opens_panels and preferences.state("docks") is None:
            open_panels(self.window)
        shown(qtbot, self.window)

    # -- what the window shows

    @property
    def session(self) -> GameSession:
        return self.window.session

    @property
    def student(self) -> StudentSession:
        return self.window.student

    @property
    def view(self) -> QWidget:
        return self.window.board_view

    @property
    def status(self) -> str:
        return self.window.footer.status.text().replace("\N{NO-BREAK SPACE}", " ")

    @property
    def mines_left(self) -> int:
        return int(self.window.header.mines.text())

    @property
    def time(self) -> WaitingSchedule:
        """The time that the window waits by."""
        return schedule.current

    def action(self, name: str) -> QAction:
        return self.window.actions_by[name]

    def face(self, cell: Cell) -> Face:
        return self.window.board_model.look(cell).face

    def mark(self, cell: Cell) -> Mark:
        return self.window.board_model.look(cell).mark

    def rows(self) -> list[str]:
        """Return the sentences in the table, in the order of learning."""
        model = self.window.knowledge_model
        return [sentence.text for sentence in model.sentences]

    def shown_rows(self) -> list[str]:
        """Return the sentences in the table that pass the filter."""
        return [row.derivation.text for row in self.window.knowledge_panel.proxy.in_force]

    def picture(self, cell: Cell) -> QImage:
        """Return the pixels of a cell."""
        rect = self.view.visualRect(self.window.board_model.index(*cell))
        return self.view.viewport().grab(rect).toImage()

    def again(self) -> None:
        """Begin the game of the fixture ``player`` again, in the same window."""
        self.session.new_game(DIFFICULTIES["beginner"], 1)
        self.view.setFocus()

    # -- mouse and keyboard

    def at(self, cell: Cell) -> QPoint:
        """Return the middle of a cell in the board's viewport, after scrolling to the cell if necessary."""
        index = self.window.board_model.index(*cell)
        self.view.scrollTo(index)
        return self.view.visualRect(index).center()

    def click(self, cell: Cell, button: Qt.MouseButton = LEFT, modifier: Qt.KeyboardModifier = NOTHING) -> None:
        self.qtbot.mouseClick(self.view.viewport(), button, modifier, self.at(cell))
        self._pause()

    def press(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        self.qtbot.mousePress(self.view.viewport(), button, NOTHING, self.at(cell))

    def release(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        self.qtbot.mouseRelease(self.view.viewport(), button, NOTHING, self.at(cell))
        self._pause()

    def move(self, cell: Cell) -> None:
        # Qt sends nothing if the mouse is there already, as it may be since an earlier test.
        self.qtbot.mouseMove(self.view.viewport(), self.at(cell) + QPoint(1, 1))
        self.qtbot.mouseMove(self.view.viewport(), self.at(cell))

    def flag(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.click(cell, RIGHT)

    def key(self, key: Qt.Key | QKeyCombination, modifier: Qt.KeyboardModifier = NOTHING) -> None:
        """Press and release a key where the focus is; a combination has its own modifiers."""
        if isinstance(key, QKeyCombination):
            key, modifier = key.key(), key.keyboardModifiers()
        focus = QApplication.focusWidget()
        assert focus is not None, "the window is not active"
        QTest.keyClick(focus, key, modifier)
        self._pause()

    def type(self, text: str, field: QLineEdit) -> None:
        field.setFocus()
        QTest.keyClicks(field, text)

    def go_to(self, cell: Cell) -> None:
        """Move the cursor with the arrow keys."""
        i, j = self.window.board_view.cursor_cell
        for _ in range(abs(cell[0] - i)):
            self.key(Key.Key_Down if cell[0] > i else Key.Key_Up)
        for _ in range(abs(cell[1] - j)):
            self.key(Key.Key_Right if cell[1] > j else Key.Key_Left)

    def _pause(self) -> None:
        if self.waits_for_learning:
            self.wait_until_learned()

    def wait_until(self, is_done: Callable[[], bool]) -> None:
        """Let time pass until ``is_done`` returns true."""
        self.qtbot.waitUntil(lambda: is_done() or bool(self.time.wait(50)), timeout=30_000)

    def wait_until_laid_out(self) -> None:
        """Wait until the board has kept its place through several passes of the event loop."""
        places: list[QRect] = []

        def keeps_its_place() -> bool:
            places.append(self.view.geometry())
            return len(places) > 3 and all(place == places[-1] for place in places[-4:])

        self.qtbot.waitUntil(keeps_its_place)

    def wait_until_explained(self) -> None:
        """Wait until the panel Why has the answer to what was asked."""
        self.qtbot.waitUntil(lambda: not self.session.worker.is_computing, timeout=30_000)

    def ask(self, cell: Cell) -> None:
        """Ask why a cell is safe or a mine, with the cursor and the key, and wait for the answer."""
        self.view.setFocus()
        self.go_to(cell)
        self.key(Key.Key_W)
        self.wait_until_explained()

    def autoplay(self, position: int = 10) -> None:
        """Auto-play to the end, at the given position of the speed slider; the default is instant."""
        self.window.speed_slider.setValue(position)
        if not self.session.autoplay.is_running:
            self.key(AUTOPLAY)
        self.wait_until(lambda: not self.session.autoplay.is_running)


MakePlayer = Callable[..., Player]
