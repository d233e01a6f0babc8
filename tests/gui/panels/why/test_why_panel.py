"""Tests of the proof panel with real clicks and keys, and a fake explanation service that answers on demand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMainWindow

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.model import InconsistentPosition, Position, TooHard
from minesweeper_qt.model.evidence.proof import short_heading, short_lines
from tests.gui.support.escape import escape
from tests.gui.support.inspected import CELL, POSITION, UNDECIDED, FixedBoardSource, ask, cells, lines, proof

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
OTHER = (3, 3)
MORE = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHH\n1HHHH\n")
REVEALED = Position.from_text("5x4x4\n11HH0\n1H3HH\nHHHHH\nHHHHH\n")
"""``CELL`` has been revealed."""
OVERVIEW = Highlight(clues=cells((0, 0), (1, 0)), safes=cells(CELL))


@pytest.fixture
def panel(panel) -> WhyPanel:
    """The proofs of this file start from the clues alone."""
    panel.set_from_clues(True)
    return panel


@pytest.fixture
def proved(panel, source) -> WhyPanel:
    """A panel that shows a proof of three lines."""
    ask(panel, CELL)
    source.worker.answer(proof())
    return panel


@pytest.fixture
def highlights(panel) -> list[Highlight | None]:
    """The highlights that the panel reports from now on."""
    received: list[Highlight | None] = []
    panel.highlight_source.changed.connect(lambda source: received.append(source.highlight))
    return received


def text(widget: QLabel) -> str:
    return widget.text().replace("\N{NO-BREAK SPACE}", " ")


def click(button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


# -- requests


def test_an_empty_panel_explains_how_to_ask_and_shows_the_proof_that_is_requested(panel, source, highlights):
    assert text(panel.heading) == why_text.NOTHING_ASKED
    assert not any(button.isEnabled() for button in (panel.next_button, panel.steps_button, panel.copy_button))
    ask(panel, CELL)
    assert source.worker.requests == [(POSITION, CELL)]
    found = proof()
    source.worker.answer(found)
    assert text(panel.heading) == short_heading(found)
    assert lines(panel) == short_lines(found)
    assert panel.steps.isVisible()
    assert panel.heading.font().bold()
    assert panel.steps.row == -1
    assert highlights == [OVERVIEW]


def test_a_long_search_is_announced_and_can_be_stopped_also_by_esc(panel, source):
    ask(panel, CELL)
    assert text(panel.heading) == why_text.NOTHING_ASKED
    assert not panel.stop_button.isVisible()
    source.worker.slow()
    assert text(panel.heading) == "Looking for a proof… Esc or Stop cancels."
    click(panel.stop_button)
    assert not source.worker.is_computing
    assert text(panel.heading) == why_text.STOPPED
    assert not panel.stop_button.isVisible()
    assert not panel.is_busy
    ask(panel, CELL)
    assert escape(panel)
    assert text(panel.heading) == why_text.STOPPED
    assert not escape(panel)


def test_a_stopped_request_is_not_repeated_until_something_changes(panel, source):
    ask(panel, CELL)
    panel.stop()
    source.touch()
    assert len(source.worker.requests) == 1
    ask(panel, CELL)
    assert len(source.worker.requests) == 2
    panel.stop()
    source.set_position(MORE)
    assert source.worker.requests[-1] == (MORE, CELL)
    assert len(source.worker.requests) == 3


def test_a_withdrawn_question_clears_the_panel_and_the_highlight(proved, highlights):
    proved.findChild(FixedBoardSource).selection.withdraw_question()
    assert text(proved.heading) == why_text.NOTHING_ASKED
    assert lines(proved) == ()
    assert highlights == [None]


@pytest.mark.parametrize(
    "error, words",
    [(InconsistentPosition("1 and 2 clash"), "contradicts itself"), (TooHard("4,000 layouts"), "too hard")],
)
def test_an_error_is_shown_in_words(panel, source, error, words):
    ask(panel, CELL)
    source.worker.answer(error)
    assert words in text(panel.heading)
    assert str(error) in text(panel.heading)
    assert str(CELL) in text(panel.heading)
    click(panel.copy_button)
    assert str(error) in clipboard()


def test_a_revealed_cell_shows_what_its_clue_states(panel, source, highlights):
    ask(panel, (0, 0))
    assert source.worker.requests == []
    assert text(panel.heading) == "(0, 0) is revealed: 1 mine around."
    (line,) = lines(panel)
    assert line.text.startswith("{(0, 1), (1, 1)} = 1 because the 1 at (0, 0)")
    panel.next_step()
    assert highlights == [Highlight(clues=cells((0, 0)), cells=cells((0, 1), (1, 1)))]


@pytest.mark.parametrize(
    "position, expected", [("3x1x1\n01H\n", {(0, 0): [], (0, 1): ["mines"]}), ("3x1x0\n0HH\n", {(0, 0): ["safes"]})]
)
def test_a_clue_that_settles_its_neighbours_shows_it(panel, source, position, expected):
    source.set_position(Position.from_text(position))
    for cell, kinds in expected.items():
        ask(panel, cell)
        last = lines(panel)[-1]
        assert [kind for kind in ("mines", "safes") if getattr(last, kind)] == kinds


# -- going through the steps


def test_keys_go_through_the_steps_and_the_board_follows(proved, highlights):
    shown = lines(proved)
    proved.steps.setFocus()
    for _ in shown:
        QTest.keyClick(proved.steps, Key.Key_Down)
    QTest.keyClick(proved.steps, Key.Key_Up)
    assert [(shown.clues, shown.cells, shown.safes) for shown in highlights] == [
        (line.clues, line.cells, line.safes) for line in (*shown, shown[1])
    ]


def test_buttons_and_clicks_go_through_the_steps_and_back_to_the_whole(proved, highlights):
    assert not proved.previous_button.isEnabled()
    rows = []
    for button in (*[proved.next_button] * 3, *[proved.previous_button] * 3):
        click(button)
        rows.append(proved.steps.row)
    assert rows == [0, 1, 2, 1, 0, -1]
    assert highlights[-1] == OVERVIEW
    assert not proved.previous_button.isEnabled()
    proved.next_button.setFocus()
    for _ in range(3):
        QTest.keyClick(proved.next_button, Key.Key_Space)
    assert not proved.next_button.isEnabled()
    assert proved.steps.hasFocus()
    rect = proved.steps.visualRect(proved.model.index(1))
    QTest.mouseClick(proved.steps.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, rect.center())
    assert proved.steps.row == 1


# -- playing


def test_play_runs_through_the_steps_from_where_it_stands_and_begins_anew_at_the_end(proved, time, highlights):
    click(proved.steps_button)
    assert proved.steps.row == 0
    assert proved.is_busy
    assert proved.steps_button.text() == "Pause"
    time.wait(1000)
    assert (proved.steps.row, proved.is_busy) == (1, True), "a step a second"
    time.wait(1000)
    assert (proved.steps.row, proved.is_busy) == (2, False)
    assert proved.steps_button.text() == "Show Steps"
    assert len(highlights) == 3
    assert not time.due
    proved.steps.go_to(0)
    click(proved.steps_button)
    assert proved.steps.row == 1
    click(proved.steps_button)
    assert (proved.steps.row, time.due) == (1, {})
    proved.steps.go_to(2)
    click(proved.steps_button)
    assert proved.steps.row == 0
    proved.stop()


@pytest.mark.parametrize("how", ["esc", "hide", "other", "none", "button", "close"])
def test_playing_stops(proved, time, how):
    click(proved.steps_button)
    assert len(time.due) == 1
    match how:
        case "esc":
            assert escape(proved)
        case "hide":
            proved.hide()
        case "other":
            ask(proved, OTHER)
        case "none":
            proved.findChild(FixedBoardSource).selection.withdraw_question()
        case "button":
            click(proved.steps_button)
        case "close":
            proved.close()
    assert not time.due
    assert proved.steps_button.text() == "Show Steps"


# -- hiding


def test_a_hidden_panel_requests_nothing_until_it_is_shown(panel, source):
    panel.hide()
    ask(panel, CELL)
    source.set_position(MORE)
    assert source.worker.requests == []
    panel.show()
    assert source.worker.requests == [(MORE, CELL)]


def test_hiding_cancels_the_request_and_clears_the_highlight(proved, source, highlights):
    source.set_position(MORE)
    assert source.worker.is_computing
    proved.hide()
    assert not source.worker.is_computing
    assert highlights == [None]
    proved.show()
    assert highlights == [None, OVERVIEW]
    assert source.worker.requests[-1] == (MORE, CELL)


# -- changes of the position


def test_a_proof_stays_while_a_new_one_is_requested(proved, source):
    proved.steps.go_to(1)
    before = lines(proved)
    source.set_position(MORE)
    assert source.worker.requests[-1] == (MORE, CELL)
    assert lines(proved) == before
    source.worker.slow()
    assert text(proved.note) == "The position has changed: looking for a proof anew… Esc or Stop cancels."
    assert proved.stop_button.isVisible()
    source.worker.answer(proof(MORE))
    assert not proved.note.isVisible()
    assert proved.steps.row == 1


def test_the_same_step_stays_current_in_a_shorter_proof(proved, source, highlights):
    proved.steps.go_to(1)
    chosen = lines(proved)[1]
    source.set_position(MORE)
    found = proof(MORE)
    source.worker.answer(replace(found, steps=(*found.steps[2:4], replace(found.steps[4], premises=(3,)))))
    assert lines(proved)[proved.steps.row] == chosen
    assert proved.steps.row == 0
    assert highlights[-1] == proved.model.highlight(0)


def test_after_a_stopped_search_a_note_marks_the_proof_as_an_earlier_one(proved, source):
    source.set_position(MORE)
    source.worker.slow()
    click(proved.stop_button)
    assert proved.note.isVisible()
    assert text(proved.note) == why_text.EARLIER
    assert len(lines(proved)) == 3


def test_the_proof_of_a_cell_that_was_revealed_since_stays_with_a_note(proved, source, highlights):
    proved.steps.go_to(0)
    source.set_position(REVEALED)
    assert proved.note.isVisible()
    assert text(proved.note) == why_text.REVEALED_SINCE
    assert len(lines(proved)) == 3
    assert len(source.worker.requests) == 1
    assert highlights[-1] == proved.model.highlight(0)
    # A new request shows what the clue states.
    ask(proved, CELL)
    assert "revealed" in text(proved.heading)
    assert not proved.note.isVisible()


def test_a_search_for_a_cell_that_is_revealed_during_it_ends_with_its_clue(panel, source):
    ask(panel, CELL)
    source.set_position(REVEALED)
    assert not source.worker.is_computing
    assert text(panel.heading) == "(0, 1) is revealed: 1 mine around."


def test_a_clue_follows_what_is_revealed_around_it(panel, source):
    ask(panel, (0, 0))
    source.set_position(REVEALED)
    assert lines(panel)[0].text.startswith("{(1, 1)} = 1 ")


def test_a_new_game_clears_the_panel(proved, source, highlights):
    source.start_game(Position(4, 4, 2))
    assert proved.cell is None
    assert text(proved.heading) == why_text.NOTHING_ASKED
    assert highlights[-1] is None


# -- cells that are undecided


@pytest.fixture
def undecided(panel, source) -> WhyPanel:
    ask(panel, CELL)
    source.worker.answer(UNDECIDED)
    return panel


def test_a_proof_that_no_longer_holds_is_replaced_in_one_change(proved, source, highlights):
    proved.steps.go_to(1)
    highlights.clear()
    source.set_position(MORE)
    source.worker.answer(replace(UNDECIDED, position=MORE))
    assert highlights == [Highlight(undecided=cells(CELL))]


def test_what_is_not_settled_shows_two_layouts_until_it_is_provable(undecided, highlights, qtbot, source):
    assert text(undecided.heading) == UNDECIDED.reason
    assert undecided.undecided.isVisible()
    assert text(undecided.undecided.words) == (
        "Both can be: if (0, 1) is a mine, (0, 3), (1, 1) and (2, 2) are safe, and (1, 3) and (2, 4) are mines; "
        "if it is safe, each of these is the opposite. Only the number of mines forces the difference at (2, 4)."
    )
    advice = undecided.undecided.advice
    assert advice.accessibleDescription() == (
        "No covered cell is provably safe; the least risk is 1/6 = 17 % at (3, 3) and (3, 4)."
    )
    one, other = (picture.accessibleDescription() for picture in undecided.undecided.pictures)
    assert one.startswith(
        "In the board, mines at (0, 1), (1, 3), (2, 4) and (3, 0). The other layout differs at (0, 1),"
    )
    assert other.startswith("In the board, mines at (0, 3), (1, 1), (2, 2) and (3, 0).")
    click(undecided.copy_button)
    assert clipboard() == str(UNDECIDED)
    advice.setFocus()
    with qtbot.waitSignal(undecided.undecided.cell_requested) as requested:
        QTest.keyClick(advice, Key.Key_Tab)
        QTest.keyClick(advice, Key.Key_Return)
    assert requested.args[0] in UNDECIDED.least_cells
    highlights.clear()
    undecided.hide()
    undecided.show()
    assert highlights == [None, Highlight(undecided=cells(CELL))]
    source.set_position(MORE)
    source.worker.answer(proof(MORE))
    assert undecided.steps.isVisible()
    assert not undecided.undecided.isVisible()


def test_safe_cells_are_named_instead_of_a_risk(panel, source):
    ask(panel, CELL)
    source.worker.answer(replace(UNDECIDED, safe=cells((3, 3)), least=Fraction(0), least_cells=((3, 3),)))
    assert panel.undecided.advice.accessibleDescription() == "Provably safe here: (3, 3)."


# -- copying


def test_ctrl_c_takes_the_selected_lines_or_all_and_copy_the_whole_proof(proved):
    proved.steps.setFocus()
    QTest.keySequence(proved.steps, QKeySequence(QKeySequence.StandardKey.Copy))
    assert clipboard() == str(proof())
    QTest.keyClick(proved.steps, Key.Key_Home)
    QTest.keyClick(proved.steps, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keySequence(proved.steps, QKeySequence(QKeySequence.StandardKey.Copy))
    assert clipboard() == "\n".join(line.text for line in lines(proved)[:2])
    proved.steps.go_to(1)
    click(proved.copy_button)
    assert clipboard() == str(proof())


# -- in a window


def test_a_narrow_panel_shows_all_of_its_buttons(proved):
    proved.resize(280, 400)
    assert proved.width() == 280
    for button in (proved.previous_button, proved.next_button, proved.steps_button, proved.copy_button):
        corner = button.mapTo(proved, QPoint(button.width(), button.height()))
        assert proved.rect().contains(corner - QPoint(1, 1))


def test_a_closed_window_leaves_no_timer_and_no_request(qtbot, source, time):
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = WhyPanel(source, source.selection)
    window.setCentralWidget(panel)
    window.show()
    source.selection.ask(CELL)
    source.worker.answer(proof())
    click(panel.steps_button)
    window.close()
    assert not time.due
    assert not source.worker.is_computing
