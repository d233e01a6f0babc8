"""Tests of the status line without the names of cells."""

from __future__ import annotations

import pytest

from minesweeper_qt.gui.presentation.plain_status import PlainStatus


@pytest.mark.parametrize(
    "text, plain, cell",
    [
        ("Revealed 59 cells.", "Revealed 59 cells.", None),
        ("Flag put on (6, 10).", "Flag put on that cell.", (6, 10)),
        ("Lost after 0:47. (9, 7) is a mine.", "Lost after 0:47. That cell is a mine.", (9, 7)),
        ("Hint: (3, 4) is safe.", "Hint: That cell is safe.", (3, 4)),
        ("(1, 2), (3, 4) and (5, 6) are mines.", "Those cells are mines.", None),
        ("(1, 2) is safe. (1, 2) has 3 mines around.", "That cell is safe. That cell has 3 mines around.", (1, 2)),
        ("(1, 2) is safe, unlike (3, 4).", "That cell is safe, unlike that cell.", None),
        (
            "Guess at (1, 2): risk 20 %, but (3, 4) was safe.",
            "Guess at that cell: risk 20 %, but there was a safe cell.",
            (1, 2),
        ),
        ("", "", None),
    ],
)
def test_cells_are_not_named(text: str, plain: str, cell: tuple[int, int] | None) -> None:
    assert PlainStatus.of(text) == PlainStatus(plain, cell)
