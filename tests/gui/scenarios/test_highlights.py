"""What the board lights up for an explanation, and what clicks mean while it is inspected."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QImage, QPalette, QRegion
from PySide6.QtTest import QSignalSpy, QTest

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, Overlay
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Cell, Position
from tests.gui.support.colours import contrast
from tests.gui.support.inspected import POSITION, StillSubject, cells
from tests.gui.support.windows import LEFT, MIDDLE, NOTHING, RIGHT, SHIFT

Key = Qt.Key
COVERED, CLUE = (3, 2), (0, 0)


@pytest.fixture
def source(qapp: object) -> StillSubject:
    return StillSubject(POSITION)


@pytest.fixture
def view(qtbot, source) -> BoardView:
    model = BoardModel(source)
    view = BoardView(model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(view.whole_size())
    with qtbot.waitExposed(view):
        view.show()
    view.activateWindow()
    return view


def picture(view: BoardView, cell: Cell) -> QImage:
    rect = view.visualRect(view.model().index(*cell))
    return view.viewport().grab(rect).toImage()


def click(view: BoardView, cell: Cell, button=LEFT, modifier=NOTHING) -> None:
    QTest.mouseClick(view.viewport(), button, modifier, view.visualRect(view.model().index(*cell)).center())


def intents(view: BoardView) -> dict[str, QSignalSpy]:
    names = ("reveal_requested", "flag_requested", "chord_requested", "why_requested", "menu_requested")
    return {name: QSignalSpy(getattr(view, name)) for name in names}


def heard(spies: dict[str, QSignalSpy]) -> dict[str, list[Cell]]:
    return {name: [spy.at(i)[0] for i in range(spy.count())] for name, spy in spies.items() if spy.count()}


# -- lights


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
    """The share of pixels that differ clearly in lightness: hue is left out, as for those who don't see it."""
    pixels = [(x, y) for x in range(one.width()) for y in range(one.height())]
    far = sum(abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness()) > 40 for x, y in pixels)
    return far / len(pixels)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("size", [16, 32])
def test_each_role_looks_different_without_colour(view, dark, size):
    if dark:
        palette = view.palette()
        palette.setColor(QPalette.ColorRole.Window, "#202326")
        view.setPalette(palette)
    view.set_cell_size(size)
    pictures = {}
    for name, highlight in ROLES.items():
        view.show_highlight(highlight)
        pictures[name] = picture(view, COVERED)
    for one, other in combinations(pictures, 2):
        assert share_apart(pictures[one], pictures[other]) > 0.03, (one, other)


def test_what_was_supposed_before_looks_like_what_is_supposed_now(view):
    for is_mine in (False, True):
        kind = "mines" if is_mine else "safes"
        view.show_highlight(Highlight(**{kind: cells(COVERED)}, is_assumption=True))
        now = picture(view, COVERED)
        view.show_highlight(Highlight(**{f"supposed_{kind}": cells(COVERED)}))
        assert picture(view, COVERED) == now


@pytest.mark.parametrize("name", ["light", "dark"])
def test_conclusions_can_be_read_on_their_ground(qapp, name):
    theme = themes.load(name)
    for colour in (theme.safe_mark, theme.mine_mark):
        assert contrast(colour, theme.hint_casing) >= 4.5


def test_a_conclusion_leaves_a_flag_to_be_seen(view, source, monkeypatch):
    monkeypatch.setattr(source, "look", lambda cell: Look(Face.FLAGGED))
    plain = picture(view, COVERED)
    view.show_highlight(Highlight(mines=cells(COVERED)))
    lit = picture(view, COVERED)
    top_left = [(x, y) for x in range(plain.width() // 2) for y in range(plain.height() // 2)]
    assert all(plain.pixel(x, y) == lit.pixel(x, y) for x, y in top_left)
    assert plain != lit


def test_a_conclusion_is_seen_over_any_overlay(view, source, monkeypatch):
    view.set_overlay(Overlay.KNOWLEDGE)
    for mark in Mark:
        monkeypatch.setattr(source, "look", lambda cell, mark=mark: Look(Face.COVERED, mark=mark))
        view.show_highlight(None)
        before = picture(view, COVERED)
        for highlight in (Highlight(mines=cells(COVERED)), Highlight(safes=cells(COVERED))):
            view.show_highlight(highlight)
            assert share_apart(before, picture(view, COVERED)) > 0.03


def test_lights_leave_the_cursor_and_other_cells_as_they_were(view):
    view.setFocus()
    view.select_cell(COVERED)
    others = [(2, 2), CLUE, COVERED]
    before = [picture(view, cell) for cell in others]
    view.show_highlight(Highlight(clues=cells((0, 4)), mines=cells((3, 3)), safes=cells((3, 4)), cells=cells((2, 0))))
    assert [picture(view, cell) for cell in others] == before


@pytest.mark.parametrize("size", [16, 32])
def test_the_cursor_hides_no_light(view, size):
    view.set_cell_size(size)
    view.setFocus()
    view.select_cell(COVERED)
    pictures = {}
    for name, highlight in ROLES.items():
        view.show_highlight(highlight)
        pictures[name] = picture(view, COVERED)
    for one, other in combinations(pictures, 2):
        assert share_apart(pictures[one], pictures[other]) > 0.03, (one, other)


def test_a_frame_is_drawn_inside_that_of_the_cursor(view):
    view.setFocus()
    view.select_cell(COVERED)
    view.show_highlight(None)
    dark = picture(view, COVERED)
    view.show_highlight(ROLES["cell"])
    lit = picture(view, COVERED)
    size = dark.width()
    for edge, differs in ((size // 16, False), (size // 5, True)):
        rim = [(edge, y) for y in range(size // 4, 3 * size // 4)]
        assert any(dark.pixel(x, y) != lit.pixel(x, y) for x, y in rim) is differs, edge


@pytest.mark.parametrize("size", [16, 32])
def test_the_cell_that_is_asked_about_keeps_a_thin_mark_without_the_focus(view, size):
    view.set_cell_size(size)
    view.clearFocus()
    pictures = {}
    for asked in (False, True):
        if asked:
            view.select_cell(COVERED)
        for name, highlight in ROLES.items():
            view.show_highlight(highlight)
            pictures[asked, name] = picture(view, COVERED)
    for one, other in combinations(pictures, 2):
        assert share_apart(pictures[one], pictures[other]) > 0.03, (one, other)
    view.clear_selected()
    view.show_highlight(None)
    assert picture(view, COVERED) == pictures[False, "nothing"]


def test_the_thin_mark_is_not_the_cursor(view):
    view.setFocus()
    view.select_cell(COVERED)
    cursor = picture(view, COVERED)
    view.clearFocus()
    assert share_apart(cursor, picture(view, COVERED)) > 0.03


def test_no_frame_hides_that_of_the_table(view):
    for focus in (view.setFocus, view.clearFocus):
        focus()
        view.select_cell(COVERED)
        view.outline(cells())
        plain = picture(view, COVERED)
        view.outline(cells(COVERED))
        assert share_apart(plain, picture(view, COVERED)) > 0.03


def test_another_cell_that_is_asked_about_is_painted_anew(qtbot, view, painted):
    view.clearFocus()
    view.select_cell(COVERED)
    qtbot.waitUntil(lambda: bool(painted))
    painted.clear()
    view.clear_selected()
    qtbot.waitUntil(lambda: bool(painted))
    assert any(area.contains(view.visualRect(view.model().index(*COVERED)).center()) for area in painted)


def test_playing_the_cell_that_is_asked_about_goes_on_asking(view):
    view.select_cell(COVERED)
    spies = intents(view)
    for button in (RIGHT, LEFT, MIDDLE):
        click(view, COVERED, button)
    assert view.selected_cell == COVERED
    assert set(heard(spies)) == {"flag_requested", "reveal_requested", "chord_requested"}
    click(view, CLUE)
    assert view.selected_cell is None


@pytest.fixture
def painted(view) -> list[QRegion]:
    """What of the board has been painted anew."""
    found: list[QRegion] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (Qt's name)
            if event.type() == QEvent.Type.Paint:
                found.append(event.region())
            return False

    view.viewport().installEventFilter(Watch(view))
    return found


def test_only_what_changes_is_painted_anew(qtbot, view, painted):
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


def test_a_whole_board_can_be_lit(qtbot, view, source, painted):
    source.begin(Position(16, 30, 99))
    everything = frozenset(source.position.board.cells)
    view.resize(view.whole_size())
    corners = ((0, 0), (15, 29))
    dark = [picture(view, cell) for cell in corners]
    # What the new size has to paint, first.
    qtbot.wait(20)
    view.viewport().repaint()
    painted.clear()
    view.show_highlight(Highlight(cells=everything))
    places = [view.visualRect(view.model().index(*cell)).center() for cell in corners]
    qtbot.waitUntil(lambda: all(any(area.contains(place) for area in painted) for place in places))
    assert all(before != picture(view, cell) for before, cell in zip(dark, corners, strict=True))


def test_lights_follow_the_size_and_the_theme(qtbot, view, source):
    """A view that has shown them otherwise before shows them like one that has not."""
    dark = QPalette(view.palette())
    dark.setColor(QPalette.ColorRole.Window, "#202326")
    for size, palette in ((32, view.palette()), (20, view.palette()), (20, dark)):
        fresh = BoardView(BoardModel(source))
        qtbot.addWidget(fresh)
        for each in (view, fresh):
            each.set_cell_size(size)
            each.setPalette(palette)
            each.resize(each.whole_size())
            each.show_highlight(Highlight(cells=cells(COVERED), mines=cells(COVERED)))
        assert picture(view, COVERED) == picture(fresh, COVERED), size


def test_none_turns_the_lights_off(view):
    before = picture(view, COVERED)
    view.show_highlight(ROLES["mine"])
    assert view.highlight == ROLES["mine"]
    assert picture(view, COVERED) != before
    view.show_highlight(None)
    assert view.highlight == Highlight()
    assert picture(view, COVERED) == before


def test_a_new_game_turns_the_lights_off(view, source):
    view.show_highlight(ROLES["mine"])
    source.begin(Position(2, 2, 1))
    assert view.highlight.lit == frozenset()


def test_lights_leave_the_frames_of_the_table(view):
    view.outline(cells((2, 2)))
    view.show_highlight(ROLES["cell"])
    view.show_highlight(None)
    assert view.outlined == {(2, 2)}


def test_what_is_concluded_comes_into_sight(view, source):
    source.begin(Position(60, 60, 100))
    view.resize(200, 200)
    far = (50, 50)
    view.show_highlight(Highlight(clues=cells((0, 0)), cells=cells((1, 1)), safes=cells(far)))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(*far)))
    view.show_highlight(Highlight(clues=cells((0, 0))))
    assert view.viewport().rect().contains(view.visualRect(view.model().index(0, 0)))


def test_the_board_does_not_scroll_to_what_is_in_sight(view, source):
    source.begin(Position(60, 60, 100))
    view.resize(200, 200)
    before = view.horizontalScrollBar().value(), view.verticalScrollBar().value()
    view.show_highlight(Highlight(safes=cells((0, 0), (59, 59))))
    assert (view.horizontalScrollBar().value(), view.verticalScrollBar().value()) == before


# -- inspecting


def test_inspecting_a_left_click_selects_and_asks_why(qtbot, view):
    view.set_inspecting(True)
    spies = intents(view)
    with qtbot.waitSignals([view.cell_selected, view.why_requested], order="strict"):
        click(view, COVERED)
    assert heard(spies) == {"why_requested": [COVERED]}
    assert view.selected_cell == view.cursor_cell == COVERED


@pytest.mark.parametrize("cell", [COVERED, CLUE])
def test_inspecting_no_button_plays(view, cell):
    view.set_inspecting(True)
    spies = intents(view)
    for button in (LEFT, MIDDLE, RIGHT):
        click(view, cell, button)
    point = view.visualRect(view.model().index(*cell)).center()
    QTest.mousePress(view.viewport(), RIGHT, NOTHING, point)
    QTest.mousePress(view.viewport(), LEFT, NOTHING, point)
    QTest.mouseRelease(view.viewport(), LEFT, NOTHING, point)
    QTest.mouseRelease(view.viewport(), RIGHT, NOTHING, point)
    assert set(heard(spies)) == {"why_requested", "menu_requested"}


def test_inspecting_shows_at_the_mouse_and_to_screen_readers(view):
    playing = view.accessibleDescription()
    view.set_inspecting(True)
    assert view.viewport().cursor().shape() == Qt.CursorShape.WhatsThisCursor
    assert "why" in view.accessibleDescription()
    view.set_inspecting(False)
    assert view.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor
    assert view.accessibleDescription() == playing


def test_without_inspecting_clicks_play_again(view):
    view.set_inspecting(True)
    view.set_inspecting(False)
    spies = intents(view)
    click(view, COVERED)
    click(view, COVERED, RIGHT)
    click(view, CLUE, MIDDLE)
    assert heard(spies) == {
        "reveal_requested": [COVERED],
        "flag_requested": [COVERED],
        "chord_requested": [CLUE],
    }


def test_a_press_before_inspecting_reveals_nothing_after(view):
    spies = intents(view)
    point = view.visualRect(view.model().index(*COVERED)).center()
    QTest.mousePress(view.viewport(), LEFT, NOTHING, point)
    view.set_inspecting(True)
    QTest.mouseRelease(view.viewport(), LEFT, NOTHING, point)
    assert heard(spies) == {}


# -- the menu


def by_mouse(view: BoardView) -> None:
    click(view, COVERED, RIGHT, SHIFT)


def by_menu_key(view: BoardView) -> None:
    QTest.keyClick(view, Key.Key_Menu)


def by_shift_f10(view: BoardView) -> None:
    QTest.keyClick(view, Key.Key_F10, SHIFT)


@pytest.mark.parametrize("inspecting", [False, True])
@pytest.mark.parametrize("ask", [by_mouse, by_menu_key, by_shift_f10])
def test_the_menu_can_be_asked_for(view, ask: Callable[[BoardView], None], inspecting):
    view.set_inspecting(inspecting)
    view.select_cell(COVERED)
    spies = intents(view)
    ask(view)
    assert heard(spies) == {"menu_requested": [COVERED]}
    where: QPoint = spies["menu_requested"].at(0)[1]
    rect = view.visualRect(view.model().index(*COVERED))
    assert rect.contains(view.viewport().mapFromGlobal(where))


def test_while_inspecting_a_right_click_asks_for_the_menu(view):
    view.set_inspecting(True)
    spies = intents(view)
    click(view, COVERED, RIGHT)
    assert heard(spies) == {"menu_requested": [COVERED]}
    assert view.cursor_cell == COVERED


def test_the_menu_of_a_cell_out_of_sight_comes_at_the_cell(view, source):
    source.begin(Position(60, 60, 100))
    view.resize(200, 200)
    view.select_cell((59, 59))
    view.scrollToTop()
    spy = QSignalSpy(view.menu_requested)
    by_menu_key(view)
    assert view.viewport().rect().contains(view.viewport().mapFromGlobal(spy.at(0)[1]))


def test_other_keys_go_on_as_before(view):
    spies = intents(view)
    QTest.keyClick(view, Key.Key_F10)
    QTest.keyClick(view, Key.Key_Down)
    assert heard(spies) == {}
    assert view.cursor_cell == (1, 0)
