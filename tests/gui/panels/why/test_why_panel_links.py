"""Tests of the proof panel's signals about its proof and the focus, of its note after a loss, and of its links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.model import Position, State, TooHard
from minesweeper_qt.model.evidence.proof import Proof
from tests.gui.support.colours import contrast
from tests.gui.support.inspected import CELL, POSITION, UNDECIDED, ask, proof

Key = Qt.Key
OTHER = (3, 3)
REVEALED = Position.from_text("5x4x4\n11HH0\n1H3HH\nHHHHH\nHHHHH\n")
"""``CELL`` has been revealed."""


@pytest.fixture
def received(panel) -> list[Proof | None]:
    """The proofs that the panel reports from now on."""
    proofs: list[Proof | None] = []
    panel.proof_changed.connect(proofs.append)
    return proofs


# -- the proof that is shown


def test_the_shown_proof_is_reported(panel, source, received):
    ask(panel, CELL)
    assert received == []
    found = proof()
    source.worker.answer(found)
    assert received == [found]
    source.replace_agent()
    source.set_position(REVEALED)
    # The proof stays, as one about the previous position.
    assert received == [found]
    ask(panel, CELL)
    assert received == [found, None]


@pytest.mark.parametrize("what", ["none", "a clue", "undecided", "an error", "a new game"])
def test_it_is_reported_when_no_proof_is_shown_any_more(panel, source, received, what):
    ask(panel, CELL)
    source.worker.answer(proof())
    match what:
        case "none":
            source.selection.withdraw_question()
        case "a clue":
            ask(panel, (0, 0))
        case "undecided":
            ask(panel, OTHER)
            source.worker.answer(UNDECIDED)
        case "an error":
            ask(panel, OTHER)
            source.worker.answer(TooHard("too many"))
        case "a new game":
            source.start_game(Position(4, 4, 2))
    assert received[1:] == [None]


def test_a_hidden_panel_reports_no_proof_of_the_previous_cell(panel, source, received):
    ask(panel, CELL)
    found = proof()
    source.worker.answer(found)
    panel.hide()
    assert received == [found]
    ask(panel, OTHER)
    assert received == [found, None]


# -- the focus


def test_a_cleared_panel_releases_the_focus(panel, source):
    spy = QSignalSpy(panel.focus_released)
    for clear in (source.selection.clear, lambda: source.start_game(POSITION)):
        ask(panel, CELL)
        source.worker.answer(proof())
        assert spy.count() == 0
        panel.steps.setFocus()
        clear()
        assert spy.count() == 1
        spy = QSignalSpy(panel.focus_released)


def test_the_focus_moves_to_the_steps_when_the_proof_arrives(panel, source):
    ask(panel, CELL)
    panel.page.setFocus()
    source.worker.slow()
    waiting = QApplication.focusWidget()
    assert waiting.accessibleName() == "Looking for a proof… Esc or Stop cancels."
    source.worker.answer(proof())
    assert panel.steps.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Down)
    assert panel.steps.row == 0
    ask(panel, OTHER)
    source.worker.answer(UNDECIDED)
    assert panel.undecided.hasFocus()


# -- after a loss


def end(source, state):
    """Let the game of ``source`` be in ``state``."""
    source.state = state
    source.set_position(source.view.position)


def test_two_layouts_have_a_note_that_mines_laid_open_do_not_count(panel, source):
    ask(panel, CELL)
    source.worker.answer(UNDECIDED)
    assert not panel.note.isVisible()
    end(source, State.LOST)
    assert panel.note.isVisible()
    assert panel.note.text() == why_text.LAID_OPEN
    end(source, State.PLAYING)
    assert not panel.note.isVisible()
    end(source, State.LOST)
    ask(panel, OTHER)
    source.worker.answer(UNDECIDED)
    assert panel.note.isVisible()
    panel.hide()
    panel.show()
    assert panel.note.isVisible()


# -- links


@pytest.mark.parametrize("ground, ink", [("#2b2b2b", "#e6e6e6"), ("#f0f0f0", "#101010")])
def test_links_are_readable_on_any_background(panel, source, ground, ink):
    ask(panel, CELL)
    source.worker.answer(UNDECIDED)
    palette = QPalette(panel.palette())
    palette.setColor(QPalette.ColorRole.Window, QColor(ground))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
    panel.setPalette(palette)
    picture = panel.undecided.advice.grab().toImage()
    pixels = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    colours = [QColor(pixel) for pixel in pixels]
    # There are only shades between the colours of background and text.
    low, high = sorted((QColor(ground).red(), QColor(ink).red()))
    assert all(abs(colour.red() - colour.blue()) < 30 and low <= colour.red() <= high for colour in colours)
    assert max(contrast(colour, QColor(ground)) for colour in colours) > 10
