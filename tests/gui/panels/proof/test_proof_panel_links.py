"""What the proof panel tells others: which proof it shows, and that it has no use for the focus; loss and links."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.panels.proof.proof_panel import ProofPanel
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.model import Position, TooHard
from minesweeper_qt.model.evidence.proof import Proof
from tests.gui.support.colours import contrast
from tests.gui.support.inspected import CELL, POSITION, UNDECIDED, StillSubject, proof

Key = Qt.Key
OTHER = (3, 3)
REVEALED = Position.from_text("5x4x4\n11HH0\n1H3HH\nHHHHH\nHHHHH\n")
"""``CELL`` has been revealed."""


@pytest.fixture
def source(qapp: object) -> StillSubject:
    return StillSubject(POSITION)


@pytest.fixture
def panel(qtbot, source) -> ProofPanel:
    panel = ProofPanel(source)
    qtbot.addWidget(panel)
    panel.resize(420, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    return panel


@pytest.fixture
def told(panel) -> list[Proof | None]:
    """The proofs that others were told of, from now on."""
    heard: list[Proof | None] = []
    panel.proof_changed.connect(heard.append)
    return heard


# -- the proof that is shown


def test_others_hear_of_the_proof_that_is_shown(panel, source, told):
    panel.ask(CELL)
    assert told == []
    found = proof()
    source.explanation_service.answer(found)
    assert told == [found]
    source.knowledge_reset.emit()
    source.become(REVEALED)
    # It stays, as one about the position before.
    assert told == [found]
    panel.ask(CELL)
    assert told == [found, None]


@pytest.mark.parametrize("what", ["none", "a clue", "undecided", "an error", "a new game"])
def test_others_hear_that_no_proof_is_shown_any_more(panel, source, told, what):
    panel.ask(CELL)
    source.explanation_service.answer(proof())
    match what:
        case "none":
            panel.ask(None)
        case "a clue":
            panel.ask((0, 0))
        case "undecided":
            panel.ask(OTHER)
            source.explanation_service.answer(UNDECIDED)
        case "an error":
            panel.ask(OTHER)
            source.explanation_service.answer(TooHard("too many"))
        case "a new game":
            source.begin(Position(4, 4, 2))
    assert told[1:] == [None]


def test_a_hidden_panel_shows_no_proof_of_a_cell_that_is_asked_about_no_more(panel, source, told):
    panel.ask(CELL)
    found = proof()
    source.explanation_service.answer(found)
    panel.hide()
    assert told == [found]
    panel.ask(OTHER)
    assert told == [found, None]


# -- the focus


def test_the_focus_that_finds_nothing_to_do_is_released(panel, source):
    spy = QSignalSpy(panel.focus_released)
    for forget in (lambda: panel.ask(None), lambda: source.begin(POSITION)):
        panel.ask(CELL)
        source.explanation_service.answer(proof())
        assert spy.count() == 0
        panel.steps.setFocus()
        forget()
        assert spy.count() == 1
        spy = QSignalSpy(panel.focus_released)


def test_the_focus_of_others_is_not_released(panel, source):
    spy = QSignalSpy(panel.focus_released)
    panel.clearFocus()
    panel.ask(CELL)
    panel.ask(None)
    assert spy.count() == 0


def test_who_waits_for_a_proof_is_on_its_steps_when_it_comes(panel, source):
    panel.ask(CELL)
    panel.page.setFocus()
    source.explanation_service.became_slow.emit()
    waiting = QApplication.focusWidget()
    assert waiting.accessibleName() == proof_panel_text.SEARCHING
    source.explanation_service.answer(proof())
    assert panel.steps.hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Down)
    assert panel.steps.row == 0
    panel.ask(OTHER)
    source.explanation_service.answer(UNDECIDED)
    assert panel.undecided.hasFocus()


# -- after a loss


def test_two_layouts_say_that_mines_laid_open_do_not_count(panel, source):
    panel.ask(CELL)
    source.explanation_service.answer(UNDECIDED)
    assert not panel.note.isVisible()
    panel.set_laid_open(True)
    assert panel.note.isVisible()
    assert panel.note.text() == proof_panel_text.LAID_OPEN
    panel.set_laid_open(False)
    assert not panel.note.isVisible()
    panel.set_laid_open(True)
    panel.ask(OTHER)
    source.explanation_service.answer(UNDECIDED)
    assert panel.note.isVisible()
    panel.hide()
    panel.show()
    assert panel.note.isVisible()


def test_a_proof_has_nothing_to_say_of_mines_laid_open(panel, source):
    panel.set_laid_open(True)
    panel.ask(CELL)
    source.explanation_service.answer(proof())
    assert not panel.note.isVisible()
    source.become(REVEALED)
    panel.set_laid_open(False)
    assert panel.note.text() == proof_panel_text.REVEALED_SINCE


# -- links


@pytest.mark.parametrize("ground, ink", [("#2b2b2b", "#e6e6e6"), ("#f0f0f0", "#101010")])
def test_links_can_be_read_on_any_ground(panel, source, ground, ink):
    panel.ask(CELL)
    source.explanation_service.answer(UNDECIDED)
    palette = QPalette(panel.palette())
    palette.setColor(QPalette.ColorRole.Window, QColor(ground))
    palette.setColor(QPalette.ColorRole.WindowText, QColor(ink))
    panel.setPalette(palette)
    picture = panel.undecided.advice.grab().toImage()
    pixels = {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
    colours = [QColor(pixel) for pixel in pixels]
    # Nothing but shades between the ground and the ink.
    low, high = sorted((QColor(ground).red(), QColor(ink).red()))
    assert all(abs(colour.red() - colour.blue()) < 30 and low <= colour.red() <= high for colour in colours)
    assert max(contrast(colour, QColor(ground)) for colour in colours) > 10
