"""Starts the application: opens the window, or plays without showing one and writes a screenshot of it."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from PySide6.QtCore import (
    QAbstractEventDispatcher,
    QBuffer,
    QCoreApplication,
    QEvent,
    QEventLoop,
    QIODevice,
    QLibraryInfo,
    QLoggingCategory,
    QMessageLogContext,
    QObject,
    QSettings,
    QSize,
    QSocketNotifier,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QApplication, QMessageBox

from minesweeper_qt import __version__, model
from minesweeper_qt.gui.game.game_files import resume
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.options import PlayOptions
from minesweeper_qt.gui.qt_libraries import plugin_problem
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import appearance
from minesweeper_qt.gui.widgets.guarded import error_reporter
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.preferences import Preferences, WindowView, data_folder, open_settings
from minesweeper_qt.model.file_writing import write_whole

_SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread yields to another one; three times Python's default of 5 ms lasts a frame."""

_WITHOUT_SCREEN = "minesweeper-qt play --autoplay --screenshot out.png needs no screen"

_GENERIC_FONTS = frozenset({"Monospace", "Sans Serif", "Serif"})
"""The names that Qt lists even when no font is installed."""


@contextmanager
def pauses_kept_short() -> Iterator[None]:
    """Let threads yield soon, inside the block."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH_INTERVAL)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


def run(options: PlayOptions, write_output: Callable[[str], bool], write_note: Callable[[str], None]) -> int:
    """Run the game with ``options`` until the window closes or the screenshot is written; return the exit code.

    ``write_output`` prints a line on standard output and returns whether that succeeded, ``write_note`` one on standard
    error.
    """
    # With a screen reader, Qt would tell of several events at each key that no widget of ours sends.
    QLoggingCategory.setFilterRules("qt.accessibility.atspi.warning=false")
    if sys.platform == "win32":  # else the task bar shows the window as one of Python
        import ctypes

        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID("minesweeper-qt")
    application = QApplication.instance() or _started([*sys.argv[:1], *options.qt_arguments], write_note)
    assert isinstance(application, QApplication)
    QCoreApplication.setApplicationName("minesweeper-qt")
    QCoreApplication.setOrganizationName("minesweeper-qt")
    QCoreApplication.setApplicationVersion(__version__)
    # Elsewhere it would be added to the title of each window.
    application.setApplicationDisplayName("Minesweeper" if sys.platform == "darwin" else "")
    application.setDesktopFileName("minesweeper-qt")
    set_style(application, options.qt_arguments)
    if _GENERIC_FONTS.issuperset(QFontDatabase.families()):
        advice = "; on Debian or Ubuntu: apt-get install fonts-dejavu-core" if shutil.which("apt-get") else ""
        write_note(f"no fonts are installed, so no text can be shown{advice}")
    try:
        if options.screenshot is not None:
            return _write_screenshot(application, options, options.screenshot, write_output, write_note)
        return _show_window(application, options, write_note)
    except model.StudentFileError as wrong:
        write_note(f"minesweeper-qt: error: {wrong}")
        return 1


def _started(words: list[str], write_note: Callable[[str], None]) -> QApplication:
    """Return the new application; end the program with one line where Qt, which can show no window, would abort it."""
    said: list[tuple[str, str]] = []

    def take(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        said.append((context.category or "", " ".join(message.split())))
        if kind is QtMsgType.QtFatalMsg:
            write_note(f"minesweeper-qt: error: no window can be shown: {_why_no_window(said)}; {_WITHOUT_SCREEN}")
            os._exit(1)

    before = qInstallMessageHandler(take)
    application = QApplication(words)
    qInstallMessageHandler(before)
    # The default of macOS leads to text fields and lists alone.
    application.styleHints().setTabFocusBehavior(Qt.TabFocusBehavior.TabFocusAllControls)
    for _, text in said:
        write_note(text)
    return application


def _why_no_window(said: Sequence[tuple[str, str]]) -> str:
    """Return why Qt could show no window: what the loader says of a plugin, or what Qt ``said``, with its categories.

    Qt advises to install libxcb-cursor0 whenever the plugin for X11 fails, whatever the reason.
    """
    tried = [name for _, text in said for name in re.findall('Qt platform plugin "([^"]+)"', text)]
    problem = plugin_problem(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)), tried)
    of_plugins = [text for category, text in said if category == "qt.qpa.plugin"]
    of_platforms = [text for category, text in said if category.startswith("qt.qpa.") and text not in of_plugins]
    return problem or [*of_platforms, *of_plugins, said[-1][1]][0]


def _show_window(application: QApplication, options: PlayOptions, write_note: Callable[[str], None]) -> int:
    """Show the window until it is closed; return the exit code."""
    settings, notice = open_settings()
    keeps = options.seed is None and not options.autoplay
    folder = data_folder()
    # Qt replaces what is not UTF-8, and would make another folder.
    is_named = "\N{REPLACEMENT CHARACTER}" not in folder
    window = _window(options, settings, folder=Path(folder) if keeps and folder and is_named else None)
    if not is_named:
        window.keeper.troubled.emit(f"Your games are not kept: the name of their folder is not UTF-8: {folder}.")
    if options.difficulty is None and options.agent is None:
        resume(window.session, window.keeper)
    window.show()
    if notice:
        write_note(f"minesweeper-qt: {notice}")
        # A dialog, because a screen reader reads it even if it was not ready when the window opened.
        dialogs.warn(window, "Settings", notice)
    if options.file is not None:
        window.game_files.open(options.file)
    if options.autoplay:
        window.session.autoplay.start()
    with pauses_kept_short(), error_reporter.reporting_slots(), _on_end_signal(window, window.close):
        code = application.exec()
    _destroy(window)
    return code


def set_style(application: QApplication, qt_arguments: Sequence[str]) -> None:
    """Use the style that the look is made for on every system, unless the user has asked for another one."""
    is_chosen = any(word.lstrip("-").partition("=")[0] == "style" for word in qt_arguments)
    if not is_chosen and "QT_STYLE_OVERRIDE" not in os.environ and application.style().name() != "fusion":
        application.setStyle("fusion")


_END_SIGNALS = (signal.SIGINT, signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else []))
"""Ctrl+C in the terminal, the end of the session, and the end of the terminal."""


@contextmanager
def _on_end_signal(receiver: QObject, act: Callable[[], object]) -> Iterator[list[int]]:
    """Call ``act`` between two events when the program is asked to end by a signal, as long as ``receiver`` exists.

    Provides the numbers of the signals that have come. One that is ignored stays ignored: nohup ignores SIGHUP.

    Python runs its signal handlers only between its own instructions, and Qt may not return to those for a long time.
    Therefore the signal writes a byte to a socket, which wakes Qt, which calls into Python. This can happen during
    painting, so the handler does not call ``act`` itself but posts it to the event loop.
    """
    received: list[int] = []

    def handle(number: int, frame: object) -> None:
        received.append(number)
        QTimer.singleShot(0, receiver, act)

    woken, waker = socket.socketpair()
    waker.setblocking(False)
    taken = [number for number in _END_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, handle) for number in taken}
    descriptor = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
    notifier.activated.connect(lambda: woken.recv(64))
    try:
        yield received
    finally:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(descriptor)
        for number, handler in before.items():
            signal.signal(number, handler)
        woken.close()
        waker.close()


def _print_qt_message(kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
    """Print a message of Qt on standard error, except that an offscreen window can't have a minimum size."""
    if "propagateSizeHints" not in message:
        print(message, file=sys.stderr)


def _window(
    options: PlayOptions, settings: QSettings, room: QSize | None = None, folder: Path | None = None
) -> MainWindow:
    """Return the window with these options, which keeps games in ``folder``, if one is given.

    ``room`` is the size that it can have, ``None`` for that of its screen.
    """
    preferences = Preferences(settings)
    appearance.current().apply(preferences.appearance)
    preferences.guesses = options.guesses or preferences.guesses
    if options.hardest is not None:
        preferences.hardest_level, preferences.hardest_is_exact = options.hardest.level, options.hardest.is_exact
    session = GameSession(options.difficulty or preferences.difficulty, options.seed)
    overlaid = WindowView.INSPECT if options.overlay or options.probabilities else None
    window = MainWindow(session, preferences, overlaid if options.agent is None else WindowView.AGENT, room, folder)
    # The start disables it. A search through what stays would take 30 to 47 ms on a board of 50x50, not 8 to 13.
    gc.freeze()
    gc.enable()
    for name, on in (("overlay", options.overlay), ("risks", options.probabilities)):
        if on is not None:
            window.actions_by[name].setChecked(on)
    if options.strategy is not None:
        session.autoplay.set_strategy(options.strategy)
    if options.agent is not None:
        window.student.agent.python = options.python
        try:
            window.student_agent_files.use(options.agent)
        except model.StudentFileError:
            window.close()
            _destroy(window)
            raise
    return window


def _destroy(window: MainWindow) -> None:
    """Destroy ``window``, which is closed, at once, before Python collects its parts in any order."""
    window.deleteLater()
    _destroy_removed_parts()


def _destroy_removed_parts() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _write_screenshot(
    application: QApplication,
    options: PlayOptions,
    file: Path,
    write_output: Callable[[str], bool],
    write_note: Callable[[str], None],
) -> int:
    """Play without showing the window, write a screenshot of it to ``file``, print its status; return the exit code.

    Preferences are not used, so that the same options always give the same screenshot.
    """
    qInstallMessageHandler(_print_qt_message)
    data = QBuffer()
    data.open(QIODevice.OpenModeFlag.WriteOnly)
    import tempfile

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        settings = QSettings(str(Path(folder, "none.ini")), QSettings.Format.IniFormat)
        # Else it would write its file, and make its folder again, when it is destroyed.
        stack.callback(settings.sync)
        # The picture shows how animations end.
        Preferences(settings).reduced_motion = True
        # The size of the offscreen platform's screen is arbitrary, so the window does not adapt to it.
        window = _window(options, settings, MainWindow.first_size)
        window.show()
        with _on_end_signal(window, lambda: None) as signals:
            if options.file is not None:
                window.game_files.open(options.file)
            if options.autoplay:
                window.session.autoplay.set_speed(0)
                window.session.autoplay.start()
            dispatcher, wait = QAbstractEventDispatcher.instance(), QEventLoop.ProcessEventsFlag.WaitForMoreEvents
            is_settled = False
            while not is_settled and not signals:
                is_busy = _is_busy(window)
                has_changed = dispatcher.processEvents(wait if is_busy else QEventLoop.ProcessEventsFlag.AllEvents)
                is_settled = not is_busy and not has_changed
            _destroy_removed_parts()
        window.session.pause.end()  # a game that was opened is paused
        (window.sandbox or window).grab().save(data, "PNG")
        status = window.sandbox.footer.text if window.sandbox else window.session.status.text
        box = application.activeModalWidget()
        is_lacking = box is not None and not (window.sandbox or window.session.game.history)
        if isinstance(box, QMessageBox):
            write_note(f"minesweeper-qt: {box.text()}")
        window.close()
        _destroy(window)
    if signals or is_lacking:
        return 128 + signals[0] if signals else 1
    try:
        write_whole(file, bytes(data.data().data()))
    except OSError as wrong:
        write_note(f"minesweeper-qt: error: can't write {file}: {wrong.strerror or wrong}")
        return 1
    return 0 if write_output(status) else 1


def _is_busy(window: MainWindow) -> bool:
    """Return whether a move, a computation or a student's agent is still under way, or a part is to change soon."""
    session, student = window.session, window.student.agent
    computes = session.is_learning or session.worker.is_computing or student.is_thinking or student.diagnosis.is_running
    is_due = any(timer.isActive() and timer.isSingleShot() for timer in window.findChildren(QTimer))
    # Nobody is there to choose what to do without a board.
    return not session.search.may_give_up and (session.autoplay.is_running or computes or is_due)
