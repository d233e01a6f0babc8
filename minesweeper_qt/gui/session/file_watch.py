"""Watches one file, also where an editor replaces it by another one, and signals when it was written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal, Slot

_CALM = 120
"""Milliseconds without another change until a change is signalled: editors write a file in several steps."""

_GONE = 600
"""Milliseconds after which a file that was taken away is looked for again: an editor may put another in its place."""


class FileWatch(QObject):
    """Watches the file at a path.

    The folder is watched too: a file that an editor replaces is no longer the one that was watched. Signals:
    ``changed``, after it was written or replaced, and has been left alone since; ``vanished``, after it was taken away
    and has not come back for a moment, in which an editor may put another in its place.
    """

    changed = Signal()
    vanished = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._stamp: tuple[int, ...] = ()
        self._is_missed = False
        """True since the file was not found for the first time, and until it is there again."""
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(self._on_touched)
        self._watcher.directoryChanged.connect(self._on_touched)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._look)

    def watch(self, path: Path | None) -> None:
        """Watch the file at ``path`` from now on; none for ``None``."""
        watched = [*self._watcher.files(), *self._watcher.directories()]
        if watched:
            self._watcher.removePaths(watched)
        self._timer.stop()
        self._path, self._is_missed = path, False
        if path is not None:
            self._stamp = _stamp(path)
            self._add(path)

    def _add(self, path: Path) -> None:
        """Watch the file and its folder, as far as they exist."""
        have = {*self._watcher.files(), *self._watcher.directories()}
        places = [str(place) for place in (path, path.parent) if place.exists() and str(place) not in have]
        if places:
            self._watcher.addPaths(places)

    @Slot(str)
    def _on_touched(self, place: str) -> None:
        self._timer.start(_CALM)

    @Slot()
    def _look(self) -> None:
        """Signal that the file has changed, if it has and is there."""
        path = self._path
        if path is None:
            return
        self._add(path)
        now = _stamp(path)
        if not now:
            if self._is_missed and self._stamp:
                self._stamp = ()
                self.vanished.emit()
            self._is_missed = True
            self._timer.start(_GONE)
            return
        self._is_missed = False
        if now != self._stamp:
            self._stamp = now
            self.changed.emit()


def _stamp(path: Path) -> tuple[int, ...]:
    """Return what changes when the file is written or replaced; empty while there is no file."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns
