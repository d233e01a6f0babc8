"""Does what a window does about a panel when Esc is pressed, for tests of panels alone."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.panel_requests import EscapeKey


def escape(panel: QWidget) -> bool:
    """Let Esc do what it does in ``panel``; return whether there was anything to do."""
    return any(key.use() for key in panel.findChildren(EscapeKey))
