"""Tests of the headers of item models and of the runs of rows for their signals."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from minesweeper_qt.gui.widgets.tables import Headers, runs

Role, Alignment = Qt.ItemDataRole, Qt.AlignmentFlag
HEADERS = Headers({0: ("Sentence", "What is known"), 1: ("Mines", "How many")}, centred={1})


@pytest.mark.parametrize(
    "role, data",
    [
        (Role.DisplayRole, ["Sentence", "Mines"]),
        (Role.ToolTipRole, ["What is known", "How many"]),
        (Role.AccessibleDescriptionRole, ["What is known", "How many"]),
        (
            Role.TextAlignmentRole,
            [Alignment.AlignLeft | Alignment.AlignVCenter, Alignment.AlignHCenter | Alignment.AlignVCenter],
        ),
        (Role.DecorationRole, [None, None]),
    ],
)
def test_columns_have_titles_explanations_and_alignments(role: int, data: list[object]) -> None:
    assert [HEADERS.data(section, Qt.Orientation.Horizontal, role) for section in (0, 1)] == data


def test_rows_and_columns_that_do_not_exist_have_no_header() -> None:
    assert HEADERS.data(0, Qt.Orientation.Vertical, Role.DisplayRole) is None
    for section in (-1, 2):
        assert HEADERS.data(section, Qt.Orientation.Horizontal, Role.DisplayRole) is None


@pytest.mark.slow
@given(st.frozensets(st.integers(0, 60)))
def test_runs_hold_all_rows_and_do_not_touch(rows: frozenset[int]) -> None:
    found = runs(rows)
    assert [row for first, last in found for row in range(first, last + 1)] == sorted(rows)
    assert all(last + 1 < first for (_, last), (first, _) in itertools.pairwise(found))
