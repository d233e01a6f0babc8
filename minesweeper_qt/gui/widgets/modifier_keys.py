"""The keys that are parts of others: pressing Shift of Shift+P alone has no effect."""

from __future__ import annotations

from PySide6.QtCore import Qt

MODIFIER_KEYS = frozenset(
    (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta),
)
