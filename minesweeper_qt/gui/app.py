"""Starts the window, or plays unseen and leaves a picture of it."""

from __future__ import annotations

import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtCore import (
    QBuffer,
    QCoreApplication,
    QEvent,
    QEventLoop,
    QIODevice,
    QMessageLogContext,
    QObject,
    QSaveFile,
    QSettings,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication

from minesweeper_qt import __version__
from minesweeper_qt.gui.display import font_warning
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.window.preferences import Preferences

_SWITCH_INTERVAL = 0.0005


def run(options: PlayOptions) -> int:
    """Play as ``options`` say until the window closes, or until the picture is written; return the exit code.

    The caller has made sure that Qt can start here (``display``).
    """
    application = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(application, QApplication)
    QCoreApplication.setApplicationName("minesweeper-qt")
    QCoreApplication.setOrganizationName("minesweeper-qt")
    QCoreApplication.setApplicationVersion(__version__)
    application.setApplicationDisplayName("")
    application.setDesktopFileName("minesweeper-qt")
    warning = font_warning(QFontDatabase.families())
    if warning:
        print(warning, file=sys.stderr)
    if options.screenshot is not None:
        return _run_unseen(application, options, options.screenshot)
    # A thread that thinks hands over to the window sooner than Python's 5 ms, of which three make a frame.
    sys.setswitchinterval(_SWITCH_INTERVAL)
    window = _window(options, QSettings())
    window.show()
    if options.autoplay:
        window.session.start_autoplay()
    with _on_interrupt(window, window.close):
        code = application.exec()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return code


@contextmanager
def _on_interrupt(receiver: QObject, act: Callable[[], object]) -> Iterator[None]:
    """Let Ctrl+C in the terminal call ``act`` between two events, as long as ``receiver`` lives.

    Python runs its signal handlers only between its own instructions, and Qt may not come back to those for long. So
    the signal writes a byte to a socket, which wakes Qt, which calls into Python. That can be in the middle of
    painting, hence the detour over the event loop.
    """
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    before = signal.signal(signal.SIGINT, lambda *_: QTimer.singleShot(0, receiver, act))
    descriptor = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(partial(_drain, woken))
    try:
        yield
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(descriptor)
        signal.signal(signal.SIGINT, before)
        woken.close()
        waker.close()


def _drain(woken: socket.socket, *_: object) -> None:
    woken.recv(64)


def _without_size_hints(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Pass on what Qt has to say, but not that an unseen window can't be given a smallest size."""
    if "propagateSizeHints" not in message:
        print(message, file=sys.stderr)


def _window(options: PlayOptions, settings: QSettings) -> MainWindow:
    preferences = Preferences(settings)
    session = GameSession(options.difficulty or preferences.difficulty, options.seed)
    window = MainWindow(session, preferences)
    if options.overlay is not None:
        window.actions_by["overlay"].setChecked(options.overlay)
    if options.probabilities is not None:
        window.actions_by["risks"].setChecked(options.probabilities)
    if options.strategy is not None:
        session.set_strategy(options.strategy)
    return window


def _run_unseen(application: QApplication, options: PlayOptions, picture: Path) -> int:
    """Play without preferences, so that the same options give the same picture, and write it."""
    qInstallMessageHandler(_without_size_hints)
    with tempfile.TemporaryDirectory() as folder:
        settings = QSettings(str(Path(folder, "none.ini")), QSettings.Format.IniFormat)
        window = _window(options, settings)
        # The unseen screen is no measure for a window.
        window.resize(MainWindow.first_size)
        window.show()
        interrupted = threading.Event()
        with _on_interrupt(window, interrupted.set):
            if options.autoplay:
                window.session.set_speed(0)
                window.session.start_autoplay()
            session = window.session
            while (session.is_autoplaying or session.is_learning or session.is_thinking) and not interrupted.is_set():
                application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            application.processEvents()
        image, status = window.grab(), window.session.status
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if interrupted.is_set():
        return 128 + signal.SIGINT
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(data, "PNG")
    file = QSaveFile(str(picture))
    if not (file.open(QIODevice.OpenModeFlag.WriteOnly) and file.write(data.data()) > 0 and file.commit()):
        print(f"minesweeper-qt: error: can't write {picture}: {file.errorString()}", file=sys.stderr)
        return 1
    print(status)
    return 0
