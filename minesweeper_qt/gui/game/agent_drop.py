"""Accepts the file of an agent that is dropped on the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.widgets.guarded import guarded


@guarded
class AgentDrop(QObject):
    """Lets ``window`` accept one local file in Python. Signal: ``dropped(Path)``.

    A receiver that shows a dialog needs a queued connection: the program that the file comes from waits for the drop.
    """

    dropped = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        path = python_file(event.mimeData())
        if path is None:
            event.ignore()
            return True
        # The file stays where it is, whatever the other program proposes.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() is QEvent.Type.Drop:
            self.dropped.emit(path)
        return True


def python_file(data: QMimeData) -> Path | None:
    """Return the only file of ``data``, if it is a local one in Python."""
    urls = data.urls()
    if len(urls) != 1 or not urls[0].isLocalFile():
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() == ".py" else None
