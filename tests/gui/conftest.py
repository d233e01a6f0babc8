"""Tests of the window need no screen, and leave nothing behind."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QThread, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from minesweeper_qt.model import Difficulty
from tests.gui.support.windows import MakePlayer, Player

_TESTS_TO_A_COLLECTION = 10
_ended = count(1)


def pytest_configure(config: pytest.Config) -> None:
    """Let the unseen screen say that it takes no size hints, which is no fault of the window's."""
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")


def _with_subclasses(kind: type) -> set[type]:
    return {kind}.union(*map(_with_subclasses, kind.__subclasses__()))


def _left_over() -> list[QObject]:
    """Return visible windows, running timers and running threads."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return []
    main_thread = application.thread()
    windows = [widget for widget in application.topLevelWidgets() if widget.isVisible()]
    # What Python made is known to gc; what Qt made hangs below the application or a window.
    kinds = _with_subclasses(QTimer) | _with_subclasses(QThread)
    known = [thing for thing in gc.get_objects() if type(thing) in kinds]
    for top in (application, *application.topLevelWidgets()):
        known += top.findChildren(QTimer)
        known += top.findChildren(QThread)
    found: dict[int, QObject] = {id(window): window for window in windows}
    for thing in known:
        if not isValid(thing) or thing is main_thread:
            continue
        if thing.isActive() if isinstance(thing, QTimer) else thing.isRunning():
            found[id(thing)] = thing
    return list(found.values())


def _clean_up(left_over: list[QObject]) -> None:
    """Spare the tests that follow what this one left."""
    for thing in left_over:
        if isinstance(thing, QTimer):
            thing.stop()
        elif isinstance(thing, QThread):
            thing.quit()
            thing.wait(2000)
        else:
            thing.close()
            thing.deleteLater()


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a visible window, a running timer or a running thread."""
    yield
    if QCoreApplication.instance() is None:
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left_over = _left_over()
    names = [f"{type(thing).__name__} {thing.objectName()!r}" for thing in left_over]
    for thread in threading.enumerate():
        if thread.name == "thinking":
            # A session without a window to close ends its thread when it has no more questions.
            thread.join(2)
            names += [f"thread {thread.name!r}"] * thread.is_alive()
    _clean_up(left_over)
    assert not names, f"left behind: {', '.join(names)}"


@pytest.fixture(scope="package", autouse=True)
def garbage_is_collected_here() -> Iterator[None]:
    """Collect garbage between tests only: in a thread that thinks it would destroy windows of tests that are over."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def widgets_live_until_they_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hold the windows of a test until pytest-qt has closed them: it does not, and a test has only local names."""
    held: list[QWidget] = []
    add = QtBot.addWidget

    def add_and_hold(self: QtBot, widget: QWidget, **options: object) -> None:
        held.append(widget)
        add(self, widget, **options)

    monkeypatch.setattr(QtBot, "addWidget", add_and_hold)
    yield
    held.clear()
    if next(_ended) % _TESTS_TO_A_COLLECTION == 0:
        gc.collect()


@pytest.fixture
def make_player(qtbot: QtBot, tmp_path: Path) -> MakePlayer:
    """Make a window with a player; all windows of a test share their settings, unless ``ini`` names others."""

    def make(difficulty: str | Difficulty | None = "beginner", seed: int = 1, ini: str = "settings.ini") -> Player:
        return Player(qtbot, tmp_path / ini, difficulty, seed)

    return make


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    """A window with a fresh Beginner's game, whose first click on (4, 4) opens an area."""
    return make_player()
