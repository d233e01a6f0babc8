"""Tests of the highlight arbiter: the panel used last counts, for highlights and for outlines separately."""

from __future__ import annotations

import random

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from minesweeper_qt.gui.board.panel_requests import HighlightArbiter, HighlightSource
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell
from tests.gui.support.inspected import NO_CELLS, cells
from tests.gui.support.shown import shown

FIRST, SECOND, THIRD = (Highlight(cells=cells((0, column))) for column in range(3))


class Panel(QWidget):
    """A panel with one field, and an active source."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.source = HighlightSource(self)
        self.source.set_active(True)


@pytest.fixture
def panels(qtbot) -> list[Panel]:
    """Three panels in a window with the focus, which is in none of them."""
    window = QWidget()
    outside = QLineEdit(window)
    row = QHBoxLayout(window)
    row.addWidget(outside)
    found = [Panel(window) for _ in range(3)]
    for panel in found:
        row.addWidget(panel)
    shown(qtbot, window)
    outside.setFocus()
    return found


@pytest.fixture
def arbiter(panels) -> HighlightArbiter:
    arbiter = HighlightArbiter(panels[0].window())
    for panel in panels:
        arbiter.add(panel.source)
    return arbiter


@pytest.fixture
def received(arbiter) -> list[object]:
    values: list[object] = []
    arbiter.highlight_changed.connect(values.append)
    arbiter.outlined_changed.connect(values.append)
    return values


def test_the_last_request_counts(panels, arbiter, received):
    one, two, _ = panels
    one.source.set_highlight(FIRST)
    two.source.set_highlight(SECOND)
    one.source.set_highlight(THIRD)
    assert received == [FIRST, SECOND, THIRD]
    assert arbiter.highlight == THIRD


def test_a_withdrawn_request_restores_the_one_before(panels, arbiter, received):
    one, two, three = panels
    one.source.set_highlight(FIRST)
    two.source.set_highlight(SECOND)
    three.source.set_highlight(THIRD)
    two.source.set_highlight(None)
    assert received == [FIRST, SECOND, THIRD]
    three.source.set_active(False)
    assert received[3:] == [FIRST]
    one.source.set_highlight(None)
    assert received[4:] == [None]
    three.source.set_active(True)
    assert received[5:] == [THIRD]


@pytest.mark.slow
def test_the_panel_with_the_focus_counts(panels, arbiter, received):
    one, two, _ = panels
    one.source.set_highlight(FIRST)
    two.source.set_highlight(SECOND)
    one.field.setFocus()
    assert received == [FIRST, SECOND, FIRST]
    two.source.set_highlight(THIRD)
    assert arbiter.highlight == FIRST, "a request without the focus does not displace it"
    two.field.setFocus()
    assert arbiter.highlight == THIRD
    panels[2].field.setFocus()
    assert arbiter.highlight == THIRD, "a panel without a request leaves the highlight"
    one.source.set_highlight(None)
    two.source.set_highlight(None)
    assert arbiter.highlight is None


def test_highlight_and_outlines_of_two_panels_are_there_at_the_same_time(panels, arbiter, received):
    one, two, three = panels
    one.source.set_highlight(FIRST)
    two.source.set_outlined(cells((1, 1)))
    assert (arbiter.highlight, arbiter.outlined) == (FIRST, cells((1, 1)))
    three.source.set_outlined(cells((2, 2)))
    assert (arbiter.highlight, arbiter.outlined) == (FIRST, cells((2, 2)))
    three.source.set_outlined(NO_CELLS)
    assert received == [FIRST, cells((1, 1)), cells((2, 2)), cells((1, 1))]


def test_a_source_that_is_added_late_counts_too(panels, qapp):
    panels[0].source.set_highlight(FIRST)
    arbiter = HighlightArbiter(panels[0])
    arbiter.add(panels[0].source)
    assert arbiter.highlight == FIRST


def test_equal_requests_are_not_signalled_again(panels, arbiter, received):
    one, two, _ = panels
    one.source.set_outlined(cells((1, 1)))
    two.source.set_outlined(cells((1, 1)))
    one.field.setFocus()
    one.source.set_outlined(NO_CELLS)
    assert received == [cells((1, 1))]


class _OneKind:
    """Decides between panels for one kind of request alone, by a dictionary in the order of use."""

    def __init__(self) -> None:
        self.requests: dict[int, object] = {}

    def request(self, number: int, request: object, focused: int | None) -> None:
        self.requests.pop(number, None)
        if request:
            self.requests[number] = request
        self.focus(focused)

    def focus(self, focused: int | None) -> None:
        if focused in self.requests:
            self.requests[focused] = self.requests.pop(focused)

    @property
    def counts(self) -> object:
        return next(reversed(self.requests.values()), None)


@pytest.mark.parametrize("seed", range(5))
def test_random_requests_are_decided_for_each_kind_as_by_an_arbiter_of_its_own(panels, arbiter, seed):
    chance = random.Random(seed)
    highlights, outlines = _OneKind(), _OneKind()
    asks: tuple[list[Cell], ...] = ([(0, 0)], [(0, 1)], [(1, 1), (2, 2)])
    focused: int | None = None
    for _ in range(300):
        number = chance.randrange(3)
        # As in the windows, each panel makes requests of one kind.
        match chance.choice(["request", "withdraw", "focus"]):
            case "focus":
                panels[number].field.setFocus()
                focused = number
                highlights.focus(focused)
                outlines.focus(focused)
            case action:
                marked = frozenset(chance.choice(asks)) if action == "request" else NO_CELLS
                if number < 2:
                    highlight = Highlight(cells=marked) if marked else None
                    if highlight != panels[number].source.highlight:
                        highlights.request(number, highlight, focused)
                    panels[number].source.set_highlight(highlight)
                else:
                    if marked != panels[number].source.outlined:
                        outlines.request(number, marked, focused)
                    panels[number].source.set_outlined(marked)
        assert arbiter.highlight == highlights.counts
        assert arbiter.outlined == (outlines.counts or NO_CELLS)
