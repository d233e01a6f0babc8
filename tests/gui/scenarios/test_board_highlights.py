"""Tests of the board's highlights: each role is distinguishable, repainted as needed, and scrolled to."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QImage, QPalette, QRegion

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.look import Face, Highlight, Look, Mark, Overlay
from minesweeper_qt.gui.presentation.why_text import highlight_text
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Cell, Position
from tests.gui.support.board_views import CLUE, COVERED, select, selection, source, view
from tests.gui.support.inspected import FixedView, cells

__all__ = ["selection", "source", "view"]  # fixtures


def focus_by_key(view: BoardView) -> None:
    """Give the board the focus as Tab does it: then it shows its cursor."""
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)


def picture(view: BoardView, cell: Cell) -> QImage:
    rect = view.visualRect(view.model().index(*cell))
    return view.viewport().grab(rect).toImage()


ROLES: dict[str, Highlight] = {
    "nothing": Highlight(),
    "cell": Highlight(cells=cells(COVERED)),
    "clue": Highlight(clues=cells(COVERED)),
    "mine": Highlight(mines=cells(COVERED)),
    "safe": Highlight(safes=cells(COVERED)),
    "assumed mine": Highlight(mines=cells(COVERED), is_assumption=True),
    "assumed safe": Highlight(safes=cells(COVERED), is_assumption=True),
    "cell and assumed mine": Highlight(cells=cells(COVERED), mines=cells(COVERED), is_assumption=True),
    "cell and mine": Highlight(cells=cells(COVERED), mines=cells(COVERED)),
    "cell and safe": Highlight(cells=cells(COVERED), safes=cells(COVERED)),
}


def share_apart(one: QImage, other: QImage) -> float:
    """Return the share of pixels that clearly differ in lightness; hue is ignored, as for people who don't see it."""
    assert one.size() == other.size()
    images = [image.convertToFormat(QImage.Format.Format_RGB32) for image in (one, other)]
    pixels = [image.constBits().cast("I") for image in images]
    different = [(first, second) for first, second in zip(*pixels, strict=True) if first != second]
    return sum(abs(lightness(first) - lightness(second)) > 40 for first, second in different) / len(pixels[0])


@cache
def lightness(pixel: int) -> int:
    return QColor(pixel).lightness()


def pictures_of_roles(view: BoardView, left_out: str = "") -> dict[str, QImage]:
    """Return the pictures of the covered cell in each role but one."""
    found = {}
    for name, highlight in ROLES.items():
        view.show_highlight(highlight)
        if name != left_out:
            found[name] = picture(view, COVERED)
    return found


def assert_all_differ(pictures: dict[str, QImage]) -> None:
    for one, other in combinations(pictures, 2):
        assert share_apart(pictures[one], pictures[other]) > 0.03, (one, other)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [16, 32])
def test_each_role_looks_different_without_colour(view, dark, size):
    if dark:
        palette = view.palette()
        palette.setColor(QPalette.ColorRole.Window, "#202326")
        view.setPalette(palette)
    view.set_cell_size(size)
    assert_all_differ(pictures_of_roles(view))


def test_an_undecided_cell_is_marked_but_not_called_a_cell_of_a_sentence(view):
    view.show_highlight(Highlight(cells=cells(COVERED)))
    dashed = picture(view, COVERED)
    undecided = Highlight(undecided=cells(COVERED))
    view.show_highlight(undecided)
    assert picture(view, COVERED) == dashed
    assert undecided.in_words(COVERED) == "not settled"
    assert highlight_text(undecided) == f"not settled: {COVERED}"


def test_a_conclusion_leaves_a_flag_visible(view, source, monkeypatch):
    monkeypatch.setattr(FixedView, "look", lambda view, cell: Look(Face.FLAGGED))
    source.show_anew()
    plain = picture(view, COVERED)
    view.show_highlight(Highlight(mines=cells(COVERED)))
    highlighted = picture(view, COVERED)
    top_left = [(x, y) for x in range(plain.width() // 2) for y in range(plain.height() // 2)]
    assert all(plain.pixel(x, y) == highlighted.pixel(x, y) for x, y in top_left)
    assert plain != highlighted


def test_a_conclusion_is_visible_over_any_overlay(view, source, monkeypatch):
    view.set_overlay(Overlay.KNOWLEDGE)
    for mark in Mark:
        monkeypatch.setattr(FixedView, "look", lambda view, cell, mark=mark: Look(Face.COVERED, mark=mark))
        source.show_anew()
        view.show_highlight(None)
        before = picture(view, COVERED)
        for highlight in (Highlight(mines=cells(COVERED)), Highlight(safes=cells(COVERED))):
            view.show_highlight(highlight)
            assert share_apart(before, picture(view, COVERED)) > 0.03


def assert_read_clue_is_visible(view: BoardView) -> None:
    """Select a clue that is read, which is a revealed cell, and check that its rings are visible."""
    select(view, CLUE)
    view.show_highlight(None)
    plain = picture(view, CLUE)
    view.show_highlight(Highlight(clues=cells(CLUE)))
    assert share_apart(plain, picture(view, CLUE)) > 0.03


@pytest.mark.parametrize("size", [16, 32])
def test_the_cursor_hides_no_highlight_and_the_selected_cell_keeps_a_thin_mark_without_the_focus(view, size, selection):
    view.set_cell_size(size)
    focus_by_key(view)
    select(view, COVERED)
    assert_all_differ(pictures_of_roles(view, left_out="clue"))
    assert_read_clue_is_visible(view)
    # The selected cell keeps a thin mark without the focus.
    view.clearFocus()
    plain = pictures_of_roles(view, left_out="clue")
    select(view, COVERED)
    marked = pictures_of_roles(view, left_out="clue")
    assert_all_differ(plain | {f"selected {name}": found for name, found in marked.items()})
    assert_read_clue_is_visible(view)
    selection.clear()
    view.show_highlight(None)
    assert picture(view, COVERED) == plain["nothing"]


def test_no_frame_hides_the_outline_of_the_table_and_the_thin_mark_is_not_the_cursor(view):
    for has_focus in (True, False):
        focus_by_key(view) if has_focus else view.clearFocus()
        select(view, COVERED)
        view.outline(cells())
        plain = picture(view, COVERED)
        view.outline(cells(COVERED))
        assert share_apart(plain, picture(view, COVERED)) > 0.03
    # The thin mark is not the cursor.
    focus_by_key(view)
    select(view, COVERED)
    cursor = picture(view, COVERED)
    view.clearFocus()
    assert share_apart(cursor, picture(view, COVERED)) > 0.03


def test_a_deselected_cell_is_repainted(qtbot, view, selection, painted):
    view.clearFocus()
    select(view, COVERED)
    qtbot.waitUntil(lambda: bool(painted))
    painted.clear()
    selection.clear()
    qtbot.waitUntil(lambda: bool(painted))
    assert any(area.contains(view.visualRect(view.model().index(*COVERED)).center()) for area in painted)


@pytest.fixture
def painted(view) -> list[QRegion]:
    """The regions of the board that have been repainted."""
    found: list[QRegion] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
            if event.type() == QEvent.Type.Paint:
                found.append(event.region())
            return False

    view.viewport().installEventFilter(Watch(view))
    return found


def test_only_changed_cells_are_repainted(qtbot, view, painted):
    at = {cell: view.visualRect(view.model().index(*cell)).center() for cell in (COVERED, (2, 3), (0, 2))}
    for highlight, expected in (
        (Highlight(mines=cells(COVERED)), {COVERED}),
        (Highlight(mines=cells((2, 3))), {COVERED, (2, 3)}),
        (None, {(2, 3)}),
    ):
        painted.clear()
        view.show_highlight(highlight)
        qtbot.waitUntil(lambda: bool(painted))
        assert {cell for cell, point in at.items() if any(area.contains(point) for area in painted)} == expected


def test_highlights_follow_the_size_and_the_theme(qtbot, view, source):
    """Compare a view that changes size and theme with fresh views that had them from the start."""
    dark = QPalette(view.palette())
    dark.setColor(QPalette.ColorRole.Window, "#202326")
    for size, palette in ((32, view.palette()), (20, view.palette()), (20, dark)):
        fresh = BoardView(BoardModel(source), Selection(source))
        qtbot.addWidget(fresh)
        for each in (view, fresh):
            each.set_cell_size(size)
            each.setPalette(palette)
            each.resize(each.whole_size())
            each.show_highlight(Highlight(cells=cells(COVERED), mines=cells(COVERED)))
        assert picture(view, COVERED) == picture(fresh, COVERED), size


def test_a_new_game_clears_the_highlight(view, source):
    view.show_highlight(ROLES["mine"])
    source.start_game(Position(2, 2, 1))
    assert view.highlight.all_cells == frozenset()


def test_the_board_scrolls_to_a_conclusion_and_to_outlined_cells(view, source):
    source.start_game(Position(60, 60, 100))
    view.resize(200, 200)
    far = (50, 50)
    view.show_highlight(Highlight(clues=cells((0, 0)), cells=cells((1, 1)), safes=cells(far)))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(*far)))
    view.show_highlight(Highlight(clues=cells((0, 0))))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(0, 0)))
    # The board scrolls to outlined cells.
    view.scrollToBottom()
    view.horizontalScrollBar().setValue(view.horizontalScrollBar().maximum())
    view.outline(cells((0, 0), (0, 1)))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(0, 0)))
