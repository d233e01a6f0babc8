"""Tests of highlight sources and their arbiter: the panel used last counts, for highlights and for outlines apart."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from minesweeper_qt.gui.board.panel_requests import HighlightArbiter, HighlightSource
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import Cell
from tests.gui.support.inspected import NO_CELLS, cells
from tests.gui.support.shown import shown

FIRST, OTHER = (Highlight(cells=cells((0, column))) for column in range(2))


class Panel(QWidget):
    """A panel with one field, and an active source."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.source = HighlightSource(self)
        self.source.set_active(True)


@pytest.fixture
def panels(qtbot) -> list[Panel]:
    """Four panels in a window with the focus, which is in none of them."""
    window = QWidget()
    outside = QLineEdit(window)
    row = QHBoxLayout(window)
    row.addWidget(outside)
    found = [Panel(window) for _ in range(4)]
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


def test_a_source_that_is_added_late_counts_too(panels, qapp):
    panels[0].source.set_highlight(FIRST)
    arbiter = HighlightArbiter(panels[0])
    arbiter.add(panels[0].source)
    assert arbiter.highlight == FIRST


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
    told: tuple[list[object], list[object]] = [None], [NO_CELLS]
    arbiter.highlight_changed.connect(told[0].append)
    arbiter.outlined_changed.connect(told[1].append)
    for _ in range(300):
        number = chance.randrange(4)
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
        assert arbiter.highlight == told[0][-1] == highlights.counts
        assert arbiter.outlined == told[1][-1] == (outlines.counts or NO_CELLS)
    assert all(one != other for values in told for one, other in pairwise(values)), "only changes are signalled"


def test_a_source_requests_both_while_it_is_active_and_signals_changes_only(panels):
    source, told = HighlightSource(panels[0]), list[object]()
    source.changed.connect(lambda changed: told.append((changed is source, changed.highlight, changed.outlined)))
    source.set_highlight(FIRST)
    source.set_outlined(cells((1, 1)))
    assert (told, source.highlight, source.outlined) == ([], None, NO_CELLS)
    for is_active in (True, True, False):
        source.set_active(is_active)
    assert told == [(True, FIRST, cells((1, 1))), (True, None, NO_CELLS)]
    source.set_highlight(OTHER)
    source.set_active(True)
    for highlight in (Highlight(cells=cells((0, 1))), None):
        source.set_highlight(highlight)
    source.set_outlined(NO_CELLS)
    assert told[2:] == [(True, OTHER, cells((1, 1))), (True, None, cells((1, 1))), (True, None, NO_CELLS)]
