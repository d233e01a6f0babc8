"""A program that lets each guarded method fail in turn, while both windows get events of all kinds.

It prints each method with the number of errors that reached ``sys.excepthook``. It is run in a process of its own.
"""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CellType, FunctionType

from PySide6.QtCore import (
    QEvent,
    QEventLoop,
    QMimeData,
    QModelIndex,
    QObject,
    QPoint,
    QPointF,
    QSettings,
    Qt,
    QTimer,
    qInstallMessageHandler,
)
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTableView, QTreeView, QWidget
from shiboken6 import isValid

import minesweeper_qt.gui
from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.panels.why.undecided_view import LayoutPicture
from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow
from minesweeper_qt.gui.statistics.game_archive import GameArchive
from minesweeper_qt.gui.statistics.statistics_window import StatisticsWindow
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.window.board_window import PauseCover
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import DIFFICULTIES, audit
from tests.gui.statistics.kept import game
from tests.gui.support.windows import drag_entered
from tests.model.support.corpus_files import copied

LEFT, NOTHING = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
errors: list[type] = []


def guards() -> Iterator[tuple[str, CellType]]:
    """Yield each guarded method with the cell of the closure that holds it."""
    for module in pkgutil.walk_packages(minesweeper_qt.gui.__path__, "minesweeper_qt.gui."):
        for kind in vars(importlib.import_module(module.name)).values():
            if isinstance(kind, type) and kind.__module__ == module.name:
                for name, guard in vars(kind).items():
                    if isinstance(guard, FunctionType) and "method" in guard.__code__.co_freevars:
                        yield f"{kind.__name__}.{name}", guard.__closure__[guard.__code__.co_freevars.index("method")]


def fail(*arguments: object) -> object:
    return [][0]


def settle() -> None:
    for _ in range(3):
        QApplication.processEvents()


def wait_while(goes_on: Callable[[], bool]) -> None:
    while goes_on():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    settle()


def close_popup() -> None:
    popup = QApplication.activePopupWidget()
    if popup is not None:
        popup.close()


def send_events(widget: QWidget) -> None:
    """Send mouse, wheel, keys and a request for a menu to ``widget``, and change its palette and size."""
    target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
    centre = QPoint(20, 20) if target.width() > 40 < target.height() else target.rect().center()
    on_screen = target.mapToGlobal(centre)
    QTest.mouseMove(target, centre)
    QTest.mouseClick(target, LEFT, NOTHING, centre)
    QTest.mouseDClick(target, LEFT, NOTHING, centre)
    wheel = QPoint(0, -120), QPoint(0, -120), Qt.MouseButton.NoButton, NOTHING, Qt.ScrollPhase.NoScrollPhase, False
    for event in (
        QWheelEvent(centre.toPointF(), on_screen.toPointF(), *wheel),
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, centre, on_screen),
        QEvent(QEvent.Type.Leave),
    ):
        QApplication.sendEvent(target, event)
    QApplication.sendEvent(widget, QEvent(QEvent.Type.Leave))
    close_popup()
    widget.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Escape, Qt.Key.Key_X):
        QTest.keyClick(widget, key)
    for kind in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
        QApplication.sendEvent(widget, QEvent(kind))
    widget.updateGeometry()
    target.update()


def ask_model(view: QAbstractItemView) -> None:
    """Let a view ask its model for everything."""
    view.reset()
    if isinstance(view, QTableView):
        view.sortByColumn(1, Qt.SortOrder.DescendingOrder)
        view.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    if isinstance(view, QTreeView):
        view.expandToDepth(0)  # all of a derivation may be larger than memory
    index = view.indexAt(QPoint(20, 20))
    view.setCurrentIndex(index)
    view.sizeHintForIndex(index)
    view.scrollToBottom()
    view.viewport().repaint()


def use(name: str, window: MainWindow) -> None:
    """Do what calls the method ``name``, if no event of a widget does."""
    if name.startswith("KnowledgeProxy"):
        for text in ("1", ""):
            window.knowledge_panel.filter_field.setText(text)
    elif name == "_Row.data":
        # Only rows that are seen are asked.
        begin_game(window)
        window.inspector.bring_to_front("known")
        wait_while(lambda: window.session.levels.found is None)
        window.inspector.what_is_known_panel.tree.expandAll()
        window.inspector.what_is_known_panel.tree.grab()
    elif name.startswith("_Edit"):
        assert isinstance(window.sandbox, SandboxWindow)
        editor = window.sandbox.session.editor
        for mark in ("F", "H"):
            editor.set_marks([(0, 0)], mark, stroke=1)
    elif name.startswith("MainWindow.d"):
        data, actions = QMimeData(), Qt.DropAction.CopyAction
        dropped = QDropEvent(QPointF(), actions, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        for event in (drag_entered(QPoint(), data), dropped):
            QApplication.sendEvent(window, event)


def exercise(widgets: list[QWidget], kind: str) -> None:
    """Let Qt call the methods of all objects of the class ``kind`` among ``widgets``, their models and delegates."""
    for widget in widgets:
        if not isValid(widget):
            continue  # the bar of the tabs of docks, which are no longer in tabs
        parts = (widget, widget.model(), widget.itemDelegate()) if isinstance(widget, QAbstractItemView) else (widget,)
        parts = (*parts, *widget.findChildren(QObject, options=Qt.FindChildOption.FindDirectChildrenOnly))
        if not any(base.__name__ == kind for part in parts for base in type(part).__mro__):
            continue
        if isinstance(widget, QAbstractItemView):
            ask_model(widget)
        send_events(widget)
        holder = widget if widget.isWindow() else widget.parentWidget()
        holder.resize(holder.width() + 1, holder.height())
        widget.hide()
        widget.show()
    settle()


def begin_game(window: MainWindow) -> None:
    """Begin the game of which the widgets show something, and wait until both agents have learned its opening."""
    session = window.session
    session.new_game(DIFFICULTIES["beginner"], 1)
    session.player.reveal((4, 4))
    wait_while(lambda: session.is_learning or session.student.is_thinking)


def open_agent(window: MainWindow) -> None:
    """Open a student's agent that has differences and findings, and wait until it has learned the game."""
    file, student = copied("unsound_no_diagonals", Path(sys.argv[1]).parent), window.session.student
    window.student_agent_files.use(file)
    wait_while(lambda: student.is_thinking)
    student.audit.report = audit(file, games=1)
    student.audit.changed.emit()


def open_statistics(archive: GameArchive) -> StatisticsWindow:
    """Open the statistics of enough games for a trend."""
    archive.submit(lambda store: [store.add(game(number)) for number in range(6)], lambda _: None)
    statistics = StatisticsWindow(archive, "expert")
    statistics.bring_up("expert")
    wait_while(lambda: not statistics.list.isVisible())
    return statistics


def agent_pages(window: MainWindow) -> list[tuple[str, QWidget]]:
    """Return the pages of the panel about the agent, with the starts of the names of classes that they need."""
    panel = window.inspector.student_agent_panel
    audit_page = (("Audit", panel.audit), ("Findings", panel.audit))
    return [*audit_page, ("Time", panel.times), ("Case", panel.case), ("Code", panel.case), ("", panel.differences)]


def main() -> None:
    logging.disable()
    qInstallMessageHandler(lambda *_: None)
    application = QApplication([])
    settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
    preferences = Preferences(settings)
    # The button with the face would open a dialog with an event loop of its own.
    preferences.asks_new_game = False
    window = MainWindow(StudentSession(DIFFICULTIES["beginner"], 1), preferences)
    window.show()
    begin_game(window)
    window.actions_by["sandbox"].trigger()
    wait_while(lambda: window.sandbox is None or not window.sandbox.isVisible())
    picture = LayoutPicture("picture")
    picture.show()
    window.actions_by["help"].trigger()
    archive = GameArchive(window.session.worker, Path(sys.argv[1]).with_name("statistics.sqlite"))
    statistics = open_statistics(archive)
    windows = [window, window.sandbox, picture, window.help_browser(), statistics]
    session, inspector = window.session, window.inspector
    open_agent(window)
    for shown in windows[:2]:
        for dock in shown.inspector.docks.values():
            dock.setFloating(True)
            dock.show()
    settled = next(iter(session.view.settled))
    # Some menus have an event loop of their own until they are closed.
    closing = QTimer(window)
    closing.timeout.connect(close_popup)
    closing.start(5)
    widgets: dict[str, list[QWidget]] = {}
    for top in windows:
        for widget in (top, *top.findChildren(QWidget)):
            widgets.setdefault(f"{type(widget)} in {type(widget.parent())}", []).append(widget)
    few = [widget for alike in widgets.values() for widget in alike[:2]]
    for name, cell in [*guards()]:
        if name.startswith(("Why", "_LineDelegate", "Differences")):
            # The events before may have selected another cell, or begun another game.
            begin_game(window)
            inspector.why(settled)
            wait_while(lambda: session.is_computing)
        pages = inspector.student_agent_panel.tabs
        pages.setCurrentWidget(next(page for start, page in agent_pages(window) if name.startswith(start)))
        window.findChild(PauseCover).set_on(name.startswith("PauseCover"), "")
        before, cell.cell_contents = cell.cell_contents, fail
        errors.clear()
        sys.excepthook = lambda kind, *_: errors.append(kind)
        exercise(few, name.split(".")[0])
        if name == "GameTableModel.fetchMore":
            statistics.list.games.fetchMore(QModelIndex())
        use(name, window)
        window.close()
        window.show()
        window.sandbox.show()
        statistics.show()
        cell.cell_contents = before
        settle()
        sys.excepthook = sys.__excepthook__
        print(name, len(errors))
    window.close()
    archive.close()
    application.processEvents()


if __name__ == "__main__":
    main()
