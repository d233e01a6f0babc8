"""Fixtures of the GUI tests: no screen is needed, and a test that leaves windows, timers or threads behind fails."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest

# The screen that the offscreen platform has otherwise, of 800x800, is no screen on which people play.
if os.environ["QT_QPA_PLATFORM"] == "offscreen":
    screen = str(Path(__file__).parent / "support" / "screen.json")
    if sys.platform == "win32":
        screen = os.path.relpath(screen)  # Qt splits at each colon, and a drive has one
    elif not screen.isascii():
        # Qt reads the name as Latin-1.
        screen = shutil.copy(screen, os.environ["MINESWEEPER_QT_TESTS"])
    os.environ["QT_QPA_PLATFORM"] = f"offscreen:configfile={screen}"

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QStandardPaths, QThread, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from minesweeper_qt.gui.widgets import appearance, schedule, speech
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.model import Difficulty
from tests.gui.support.heard import Heard
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import MakePlayer, Player

_LOOK = Choices(ThemeChoice.LIGHT, reduces_motion=True)
"""The look of the tests: nothing moves, so that pictures can be compared."""

_TESTS_TO_A_COLLECTION = 10
_TESTS_TO_A_FULL_COLLECTION = 100
_ended = count(1)

_older: WeakSet[QObject] = WeakSet()
"""The timers and threads made by Python that have outlived a garbage collection."""


def pytest_configure(config: pytest.Config) -> None:
    """Ignore the offscreen platform's warning that it supports no size hints, which is no fault of a window.

    No test finds the folders of the user.
    """
    QStandardPaths.setTestModeEnabled(True)
    config.addinivalue_line("qt_log_ignore", "This plugin does not support propagateSizeHints")


def _with_subclasses(kind: type) -> set[type]:
    return {kind}.union(*map(_with_subclasses, kind.__subclasses__()))


def _new_timers_and_threads() -> list[QObject]:
    """Return the timers and threads that Python has made since the last garbage collection."""
    kinds = _with_subclasses(QTimer) | _with_subclasses(QThread)
    return [thing for thing in gc.get_objects(generation=0) if type(thing) in kinds]


def _before_collection(phase: str, info: object) -> None:
    """Keep track of timers and threads that a collection moves out of the youngest generation."""
    if phase == "start":
        _older.update(_new_timers_and_threads())


def _left_over() -> list[QObject]:
    """Return all visible windows, running timers and running threads but the main thread."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        return []
    main_thread = application.thread()
    windows = [widget for widget in application.topLevelWidgets() if widget.isVisible()]
    # Objects made by Python are known to gc; those made by Qt are children of the application or of a window. To search
    # all objects that gc knows would take longer than most tests.
    known = [*_older, *_new_timers_and_threads()]
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
    """Stop and delete what a test left behind, so that it does not disturb the tests that follow."""
    for thing in left_over:
        if isinstance(thing, QTimer):
            thing.stop()
        elif isinstance(thing, QThread):
            thing.quit()
            thing.wait(2000)
        else:
            thing.close()
            thing.deleteLater()


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Give the application the look of the tests."""
    appearance.current().apply(_LOOK)
    return qapp


@pytest.fixture(autouse=True)
def the_look_stays() -> Iterator[None]:
    """Give the application the look of the tests back after a test that changed it."""
    yield
    if QCoreApplication.instance() is not None and appearance.current().choices != _LOOK:
        appearance.current().apply(_LOOK)


@pytest.fixture(autouse=True)
def time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> WaitingSchedule:
    """Let time pass when the test says so, and compute in the event loop if the test is not marked by ``threads``."""
    made = WaitingSchedule(has_threads=request.node.get_closest_marker("threads") is not None)
    monkeypatch.setattr(schedule, "current", made)
    return made


@pytest.fixture
def slow_machine(time: WaitingSchedule) -> None:
    """Let the machine make one move, or learn one clue, before the event loop gets its turn."""
    time.seconds_a_look = 1


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a visible window, a running timer or a running thread."""
    before = set(threading.enumerate())
    yield
    if QCoreApplication.instance() is None:
        return
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left_over = _left_over()
    names = [f"{type(thing).__name__} {thing.objectName()!r}" for thing in left_over]
    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith(("computing", "student")):
            # A session that is not shut down keeps its threads; one that is may still end a computation.
            thread.join(2)
            names += [f"thread {thread.name!r}"] * thread.is_alive()
    _clean_up(left_over)
    assert not names, f"left behind: {', '.join(names)}"


@pytest.fixture(scope="package", autouse=True)
def garbage_is_collected_between_tests() -> Iterator[None]:
    """Collect garbage only between tests: in a worker thread, it would destroy the windows of finished tests.

    What is loaded by now stays for good. Frozen, it is not searched by the collections.
    """
    gc.callbacks.append(_before_collection)
    gc.collect()
    gc.freeze()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()
    gc.callbacks.remove(_before_collection)


@pytest.fixture(autouse=True)
def widgets_live_until_they_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep references to the windows of a test until pytest-qt has closed them.

    pytest-qt keeps no strong references, and those of the test are local.
    """
    held: list[QWidget] = []
    add = QtBot.addWidget

    def add_and_hold(self: QtBot, widget: QWidget, **options: object) -> None:
        held.append(widget)
        add(self, widget, **options)

    monkeypatch.setattr(QtBot, "addWidget", add_and_hold)
    yield
    held.clear()
    ended = next(_ended)
    if ended % _TESTS_TO_A_FULL_COLLECTION == 0:
        gc.collect()
    elif ended % _TESTS_TO_A_COLLECTION == 0:
        # The windows of the last tests are among the youngest objects, and these are few.
        gc.collect(1)


@pytest.fixture
def without_course_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the checks of the course find nothing: they take a process for each agent that a window opens."""
    monkeypatch.setattr("minesweeper_qt.model.student.course_checks.run_checks", lambda process, *options: [])


@pytest.fixture
def make_player(qtbot: QtBot, tmp_path: Path) -> MakePlayer:
    """Return a function that makes a player with a window.

    All windows of a test share their settings, unless ``ini`` names another settings file.
    """

    def make(
        difficulty: str | Difficulty | None = "beginner", seed: int = 1, ini: str = "settings.ini", **options: Any
    ) -> Player:
        return Player(qtbot, tmp_path / ini, difficulty, seed, **options)

    return make


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    """Return a player with a new Beginner game, where a first click on (4, 4) opens an area."""
    return make_player()


@pytest.fixture
def player_with_panels(make_player: MakePlayer) -> Player:
    """Return a player with a new Beginner game and all panels open."""
    return make_player(opens_panels=True)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """Let Qt believe that a screen reader runs; return what it is told."""
    QAccessible.setActive(True)
    monkeypatch.setattr(speech, "SPACING", 0)
    yield Heard(monkeypatch)
    QAccessible.setActive(False)
