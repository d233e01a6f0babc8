"""What Qt's item models take and hand out as an index, for signatures."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index: TypeAlias = QModelIndex | QPersistentModelIndex

NO_PARENT = QModelIndex()
"""The default of ``rowCount`` and ``columnCount``: no index of a table has children."""
