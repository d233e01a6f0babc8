"""The index type in the signatures of Qt's item models, and the default parent."""

from __future__ import annotations

from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index: TypeAlias = QModelIndex | QPersistentModelIndex
"""An index as Qt's item models take it."""

NO_PARENT = QModelIndex()
"""The default ``parent`` of ``rowCount`` and ``columnCount``: invalid, as no index of a table has children."""
