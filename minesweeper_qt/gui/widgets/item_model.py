"""Parts that item models have in common: the headers of their columns, and the runs of rows for their signals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeVar

from PySide6.QtCore import Qt

ColumnT = TypeVar("ColumnT", bound=int)

_ROLES = frozenset(
    (
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleDescriptionRole,
        Qt.ItemDataRole.TextAlignmentRole,
    )
)
"""The roles for which a header has data. A view queries mostly other roles."""


class Headers:
    """The header of a table or tree: for each column, from 0, its title, its explanation and its alignment.

    The columns in ``centred`` are centred, the others aligned left.
    """

    def __init__(self, texts: Mapping[ColumnT, tuple[str, str]], centred: Collection[int] = ()) -> None:
        self._texts = [texts[column] for column in sorted(texts)]
        self._alignments = [
            (Qt.AlignmentFlag.AlignHCenter if column in centred else Qt.AlignmentFlag.AlignLeft)
            | Qt.AlignmentFlag.AlignVCenter
            for column in sorted(texts)
        ]

    def alignment(self, column: int) -> Qt.AlignmentFlag:
        """Return the alignment of a column, which its cells have too."""
        return self._alignments[column]

    def data(self, section: int, orientation: Qt.Orientation, role: int) -> Any:
        """Return what ``headerData`` of an item model returns."""
        if role not in _ROLES or orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._texts):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignments[section]
        title, explanation = self._texts[section]
        return title if role == Qt.ItemDataRole.DisplayRole else explanation


def runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """Return the runs of consecutive numbers among ``rows``, each as (first, last), in ascending order.

    >>> runs([9, 10, 1, 2, 3, 7])
    [(1, 3), (7, 7), (9, 10)]
    """
    found: list[tuple[int, int]] = []
    for row in sorted(rows):
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found
