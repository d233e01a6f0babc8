"""The proof panel under real clicks and keys, with an investigator that answers when it is told to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QMainWindow, QWidget

from minesweeper_qt.gui.background.explanation_service import ExplanationService
from minesweeper_qt.gui.panels.proof import proof_panel
from minesweeper_qt.gui.panels.proof.proof_panel import ProofPanel
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.highlight import Highlight
from minesweeper_qt.gui.presentation.update import Update
from minesweeper_qt.model import InconsistentPosition, Position, TooHard
from minesweeper_qt.model.evidence.proof import Proof, proof_heading, proof_lines
from minesweeper_qt.model.explain.explainer import explain
from tests.gui.support.inspected import CASE_LINES, CELL, NOBODY, POSITION, UNDECIDED, StillSubject, cells, proof

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
OTHER = (3, 3)
FLAGGED = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHF\nHHHHH\n")
"""The same clues, and a flag."""
MORE = Position.from_text("5x4x4\n1HHH0\n1H3HH\nHHHHH\n1HHHH\n")
REVEALED = Position.from_text("5x4x4\n11HH0\n1H3HH\nHHHHH\nHHHHH\n")
"""``CELL`` has been revealed."""
OVERVIEW = Highlight(clues=cells((0, 0), (1, 0)), safes=cells(CELL))


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
def proved(panel, source) -> ProofPanel:
    """A panel that shows a proof of three steps."""
    panel.ask(CELL)
    source.explanation_service.answer(proof())
    return panel


@pytest.fixture
def lights(panel) -> list[Highlight | None]:
    """What the board was told to light up, from now on."""
    heard: list[Highlight | None] = []
    panel.highlight_changed.connect(heard.append)
    return heard


def text(widget: QLabel) -> str:
    return widget.text().replace("\N{NO-BREAK SPACE}", " ")


def click(button: QAbstractButton) -> None:
    QTest.mouseClick(button, LEFT)


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def timers(panel: QWidget) -> list[QObject]:
    return [timer for timer in panel.findChildren(proof_panel.QTimer) if timer.isActive()]


# -- asking


def test_an_empty_panel_says_how_to_ask(panel):
    assert text(panel.heading) == proof_panel_text.NOT_ASKED
    assert not any(button.isEnabled() for button in (panel.next_button, panel.play_button, panel.copy_button))


def test_a_proof_is_asked_for_and_shown(panel, source, lights):
    panel.ask(CELL)
    assert source.explanation_service.asked == [(POSITION, CELL)]
    found = proof()
    source.explanation_service.answer(found)
    assert text(panel.heading) == proof_heading(found) == "(0, 1) is safe: proved with 2 clues (subset)."
    assert panel.model.lines == proof_lines(found)
    assert panel.steps.isVisible()
    assert panel.heading.font().bold()
    assert panel.steps.row == -1
    assert lights == [OVERVIEW]


def test_the_same_cell_is_asked_about_once(proved, source):
    proved.ask(CELL)
    assert len(source.explanation_service.asked) == 1
    proved.ask(OTHER)
    proved.ask(OTHER)
    assert len(source.explanation_service.asked) == 2


def test_an_answer_to_somebody_else_is_not_shown(panel, source):
    panel.ask(CELL)
    source.explanation_service.asked.append((POSITION, OTHER))
    source.explanation_service.answer(proof(cell=OTHER))
    source.explanation_service.asked.append((MORE, CELL))
    source.explanation_service.answer(proof(MORE))
    assert panel.model.lines == ()


def test_a_search_that_takes_long_says_so_and_can_be_stopped(panel, source):
    panel.ask(CELL)
    assert text(panel.heading) == proof_panel_text.NOT_ASKED
    assert not panel.stop_button.isVisible()
    source.explanation_service.became_slow.emit()
    assert text(panel.heading) == proof_panel_text.SEARCHING
    click(panel.stop_button)
    assert not source.explanation_service.is_explaining
    assert text(panel.heading) == proof_panel_text.STOPPED
    assert not panel.stop_button.isVisible()
    assert not panel.is_busy


def test_esc_stops_a_search_before_the_window_gets_it(panel, source):
    spy = QSignalSpy(QShortcut(QKeySequence(Key.Key_Escape), panel).activated)
    panel.ask(CELL)
    panel.steps.parentWidget().setFocus()
    panel.next_button.setEnabled(True)
    panel.next_button.setFocus()
    QTest.keyClick(panel.next_button, Key.Key_Escape)
    assert text(panel.heading) == proof_panel_text.STOPPED
    assert spy.count() == 0
    QTest.keyClick(panel.next_button, Key.Key_Escape)
    assert spy.count() == 1


def test_what_was_stopped_is_not_asked_again_until_something_changes(panel, source):
    panel.ask(CELL)
    panel.stop()
    source.updated.emit(Update(NOBODY, (), ()))
    assert len(source.explanation_service.asked) == 1
    panel.ask(CELL)
    assert len(source.explanation_service.asked) == 2
    panel.stop()
    source.become(MORE)
    assert source.explanation_service.asked[-1] == (MORE, CELL)
    assert len(source.explanation_service.asked) == 3


def test_what_was_stopped_is_asked_again_for_another_cell_and_back(panel, source):
    panel.ask(CELL)
    panel.stop()
    panel.ask(OTHER)
    panel.ask(CELL)
    panel.hide()
    panel.show()
    assert [cell for _, cell in source.explanation_service.asked] == [CELL, OTHER, CELL, CELL]


def test_none_clears_the_panel_and_the_lights(proved, lights):
    proved.ask(None)
    assert text(proved.heading) == proof_panel_text.NOT_ASKED
    assert proved.model.lines == ()
    assert lights == [None]


@pytest.mark.parametrize(
    "error, words",
    [(InconsistentPosition("1 and 2 clash"), "contradicts itself"), (TooHard("4,000 layouts"), "too hard")],
)
def test_an_error_is_said_in_words(panel, source, error, words):
    panel.ask(CELL)
    source.explanation_service.answer(error)
    assert words in text(panel.heading)
    assert str(error) in text(panel.heading)
    assert str(CELL) in text(panel.heading)
    click(panel.copy_button)
    assert str(error) in clipboard()


def test_a_revealed_cell_says_what_its_clue_states(panel, source, lights):
    panel.ask((0, 0))
    assert source.explanation_service.asked == []
    assert text(panel.heading) == "(0, 0) is revealed: 1 mine around."
    (line,) = panel.model.lines
    assert line.text.startswith("{(0, 1), (1, 1)} = 1 because the 1 at (0, 0)")
    panel.next_step()
    assert lights == [Highlight(clues=cells((0, 0)), cells=cells((0, 1), (1, 1)))]


@pytest.mark.parametrize(
    "position, expected",
    [
        ("3x1x1\n01H\n", {(0, 0): [], (0, 1): ["mines"]}),
        ("3x1x0\n0HH\n", {(0, 0): ["safes"]}),
    ],
)
def test_a_clue_that_settles_its_neighbours_says_so(panel, source, position, expected):
    source.become(Position.from_text(position))
    for cell, kinds in expected.items():
        panel.ask(cell)
        last = panel.model.lines[-1]
        assert [kind for kind in ("mines", "safes") if getattr(last, kind)] == kinds


# -- going through the steps


def test_keys_go_through_the_steps_and_the_board_follows(proved, lights):
    lines = proved.model.lines
    proved.steps.setFocus()
    for _ in lines:
        QTest.keyClick(proved.steps, Key.Key_Down)
    QTest.keyClick(proved.steps, Key.Key_Up)
    assert [(light.clues, light.cells, light.safes) for light in lights] == [
        (line.clues, line.cells, line.safes) for line in (*lines, lines[1])
    ]


def test_buttons_go_through_the_steps_and_back_to_the_whole(proved, lights):
    assert not proved.previous_button.isEnabled()
    rows = []
    for button in (*[proved.next_button] * 3, *[proved.previous_button] * 3):
        click(button)
        rows.append(proved.steps.row)
    assert rows == [0, 1, 2, 1, 0, -1]
    assert lights[-1] == OVERVIEW
    assert not proved.previous_button.isEnabled()


def test_a_button_that_is_done_does_not_leave_the_focus_to_its_neighbour(proved):
    proved.next_button.setFocus()
    for _ in range(3):
        QTest.keyClick(proved.next_button, Key.Key_Space)
    assert not proved.next_button.isEnabled()
    assert proved.steps.hasFocus()


def test_a_click_on_a_line_chooses_it(proved):
    rect = proved.steps.visualRect(proved.model.index(1))
    QTest.mouseClick(proved.steps.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, rect.center())
    assert proved.steps.row == 1


def test_what_is_supposed_in_a_case_stays_lit(panel, source, monkeypatch):
    monkeypatch.setattr(proof_panel, "lines_of", lambda found: CASE_LINES)
    panel.ask(CELL)
    source.explanation_service.answer(proof())
    lights = [panel.model.highlight(row) for row in range(len(CASE_LINES))]
    one, other = cells((0, 1)), cells((1, 1))
    follows = cells((0, 2), (0, 3))
    assert [(light.supposed_mines, light.supposed_safes) for light in lights[4:]] == [
        (one, other),
        (one, other | follows),
        (one, other | follows),
        (one, other | follows),
        (one | cells((2, 2)), other | follows | cells((2, 1))),
        (NOBODY, NOBODY),
        (other, one),
        (NOBODY, NOBODY),
    ]
    assert all(light.supposed_mines == light.supposed_safes == NOBODY for light in lights[:4])


# -- playing


@pytest.fixture
def fast(monkeypatch) -> None:
    monkeypatch.setattr(proof_panel, "PACE", 5)


def test_play_runs_through_the_steps_and_stops_at_the_last(fast, proved, qtbot, lights):
    click(proved.play_button)
    assert proved.steps.row == 0
    assert proved.is_busy
    assert proved.play_button.text() == "Pause"
    qtbot.waitUntil(lambda: not proved.is_busy)
    assert proved.steps.row == 2
    assert proved.play_button.text() == "Play"
    assert len(lights) == 3
    assert timers(proved) == []


def test_playing_the_last_step_is_over_at_once(proved):
    proved.steps.go_to(1)
    click(proved.play_button)
    assert (proved.steps.row, proved.is_busy) == (2, False)


def test_play_goes_on_from_where_it_stands_and_begins_anew_at_the_end(proved):
    proved.steps.go_to(0)
    click(proved.play_button)
    assert proved.steps.row == 1
    click(proved.play_button)
    assert (proved.steps.row, timers(proved)) == (1, [])
    proved.steps.go_to(2)
    click(proved.play_button)
    assert proved.steps.row == 0
    proved.stop()


@pytest.mark.parametrize("how", ["esc", "hide", "other", "none", "button", "close"])
def test_playing_stops(proved, how):
    click(proved.play_button)
    assert len(timers(proved)) == 1
    match how:
        case "esc":
            QTest.keyClick(proved.steps, Key.Key_Escape)
        case "hide":
            proved.hide()
        case "other":
            proved.ask(OTHER)
        case "none":
            proved.ask(None)
        case "button":
            click(proved.play_button)
        case "close":
            proved.close()
    assert timers(proved) == []
    assert proved.play_button.text() == "Play"


def test_the_steps_last_a_second(panel):
    assert panel.findChild(proof_panel.QTimer).interval() == 1000


# -- hiding


def test_a_hidden_panel_asks_nothing_until_it_is_shown(panel, source):
    panel.hide()
    panel.ask(CELL)
    source.become(MORE)
    assert source.explanation_service.asked == []
    panel.show()
    assert source.explanation_service.asked == [(MORE, CELL)]


def test_hiding_drops_the_question_and_the_lights(proved, source, lights):
    source.become(MORE)
    assert source.explanation_service.is_explaining
    proved.hide()
    assert not source.explanation_service.is_explaining
    assert lights == [None]
    proved.show()
    assert lights == [None, OVERVIEW]
    assert source.explanation_service.asked[-1] == (MORE, CELL)


def test_hiding_and_showing_an_answer_asks_nothing(proved, source, lights):
    proved.steps.go_to(1)
    before = lights[-1]
    proved.hide()
    proved.show()
    assert len(source.explanation_service.asked) == 1
    assert lights[-2:] == [None, before]


# -- changes of the position


def test_a_proof_stays_while_it_is_asked_for_anew(proved, source):
    proved.steps.go_to(1)
    before = proved.model.lines
    source.become(MORE)
    assert source.explanation_service.asked[-1] == (MORE, CELL)
    assert proved.model.lines == before
    source.explanation_service.became_slow.emit()
    assert text(proved.note) == proof_panel_text.SEARCHING_ANEW
    assert proved.stop_button.isVisible()
    source.explanation_service.answer(proof(MORE))
    assert not proved.note.isVisible()
    assert proved.steps.row == 1


def test_the_same_step_stays_chosen_in_a_shorter_proof(proved, source, lights):
    proved.steps.go_to(1)
    chosen = proved.model.lines[1]
    source.become(MORE)
    found = proof(MORE)
    source.explanation_service.answer(replace(found, steps=(found.steps[1], replace(found.steps[2], premises=(2,)))))
    assert proved.model.lines[proved.steps.row] == chosen
    assert proved.steps.row == 0
    assert lights[-1] == proved.model.highlight(0)


def test_the_last_step_stays_the_last(proved, source):
    proved.steps.go_to(2)
    source.become(MORE)
    found = proof(MORE)
    source.explanation_service.answer(replace(found, steps=(found.steps[0], replace(found.steps[2], number=2))))
    assert proved.steps.row == 1


def test_a_stopped_search_says_that_the_old_proof_is_an_old_one(proved, source):
    source.become(MORE)
    source.explanation_service.became_slow.emit()
    click(proved.stop_button)
    assert proved.note.isVisible()
    assert text(proved.note) == proof_panel_text.EARLIER
    assert len(proved.model.lines) == 3


def test_the_proof_of_a_cell_that_was_revealed_since_stays_and_says_so(proved, source, lights):
    proved.steps.go_to(0)
    source.become(REVEALED)
    assert proved.note.isVisible()
    assert text(proved.note) == proof_panel_text.REVEALED_SINCE
    assert len(proved.model.lines) == 3
    assert len(source.explanation_service.asked) == 1
    assert lights[-1] == proved.model.highlight(0)
    # Asked now, it says what the clue states.
    proved.ask(CELL)
    assert "revealed" in text(proved.heading)
    assert not proved.note.isVisible()


def test_going_back_to_the_position_of_the_proof_takes_the_note_away(proved, source):
    source.become(REVEALED)
    source.become(POSITION)
    assert not proved.note.isVisible()
    assert len(source.explanation_service.asked) == 1


def test_a_search_for_a_cell_that_is_revealed_meanwhile_ends_with_its_clue(panel, source):
    panel.ask(CELL)
    source.become(REVEALED)
    assert not source.explanation_service.is_explaining
    assert text(panel.heading) == "(0, 1) is revealed: 1 mine around."


def test_a_clue_follows_what_is_revealed_around_it(panel, source):
    panel.ask((0, 0))
    source.become(REVEALED)
    assert panel.model.lines[0].text.startswith("{(1, 1)} = 1 ")


def test_a_new_game_clears_the_panel(proved, source, lights):
    source.begin(Position(4, 4, 2))
    assert proved.cell is None
    assert text(proved.heading) == proof_panel_text.NOT_ASKED
    assert lights[-1] is None


def test_other_knowledge_about_the_same_position_asks_nothing(proved, source):
    source.knowledge_reset.emit()
    source.updated.emit(Update(NOBODY, (), ()))
    assert len(source.explanation_service.asked) == 1


# -- what can't be proved


@pytest.fixture
def undecided(panel, source) -> ProofPanel:
    panel.ask(CELL)
    source.explanation_service.answer(UNDECIDED)
    return panel


def test_a_proof_that_is_none_any_more_gives_way_in_one_change(proved, source, lights):
    proved.steps.go_to(1)
    lights.clear()
    source.become(MORE)
    source.explanation_service.answer(replace(UNDECIDED, position=MORE))
    assert lights == [Highlight(cells=cells(CELL))]


def test_what_is_not_settled_shows_two_layouts_and_the_least_risk(undecided, lights):
    assert text(undecided.heading) == UNDECIDED.reason
    assert undecided.undecided.isVisible()
    assert text(undecided.undecided.words) == (
        "In brackets: (0, 1). In frames: what else differs, 5 cells of the board."
    )
    advice = undecided.undecided.advice
    assert advice.accessibleDescription() == (
        "No covered cell is provably safe; the least risk is 1/6 at (3, 3), (3, 4)."
    )
    one, other = (picture.accessibleDescription() for picture in undecided.undecided.pictures)
    assert one.startswith("In the board, mines at (0, 1), (1, 3), (2, 4), (3, 0). The other layout differs at (0, 1),")
    assert other.startswith("In the board, mines at (0, 3), (1, 1), (2, 2), (3, 0).")
    click(undecided.copy_button)
    assert clipboard() == str(UNDECIDED)


def test_safe_cells_are_named_instead_of_a_risk(panel, source):
    panel.ask(CELL)
    source.explanation_service.answer(replace(UNDECIDED, safe=cells((3, 3)), least=Fraction(0), least_cells=((3, 3),)))
    assert panel.undecided.advice.accessibleDescription() == "Provably safe here: (3, 3)."


def test_the_cells_of_the_advice_are_links(undecided, qtbot):
    advice = undecided.undecided.advice
    advice.setFocus()
    with qtbot.waitSignal(undecided.cell_requested) as asked:
        QTest.keyClick(advice, Key.Key_Tab)
        QTest.keyClick(advice, Key.Key_Return)
    assert asked.args[0] in UNDECIDED.least_cells


def test_the_cell_is_lit_while_its_layouts_are_shown(undecided, lights):
    undecided.hide()
    undecided.show()
    assert lights == [None, Highlight(cells=cells(CELL))]


def test_what_becomes_provable_shows_its_proof_instead(undecided, source):
    source.become(MORE)
    source.explanation_service.answer(proof(MORE))
    assert undecided.steps.isVisible()
    assert not undecided.undecided.isVisible()


# -- copying


def test_copy_takes_the_whole_proof(proved):
    proved.steps.go_to(1)
    click(proved.copy_button)
    assert clipboard() == str(proof())


def test_ctrl_c_takes_the_chosen_lines_or_all(proved):
    proved.steps.setFocus()
    QTest.keySequence(proved.steps, QKeySequence(QKeySequence.StandardKey.Copy))
    assert clipboard() == str(proof())
    QTest.keyClick(proved.steps, Key.Key_Home)
    QTest.keyClick(proved.steps, Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keySequence(proved.steps, QKeySequence(QKeySequence.StandardKey.Copy))
    assert clipboard() == "\n".join(line.text for line in proved.model.lines[:2])


# -- with the real investigator


@pytest.mark.parametrize(
    "rows, cell",
    [
        ("3x1x1\n1HH\n", (0, 1)),
        ("2x3x1\n1H\n1H\nHH\n", (2, 1)),
        ("5x2x2\n1HHH1\nHHHHH\n", (0, 2)),
        ("3x2x1\n1HH\n1HH\n", (0, 1)),
    ],
)
def test_what_the_worker_finds_is_what_is_shown_and_copied(qtbot, rows, cell):
    source = StillSubject(Position.from_text(rows))
    source.explanation_service = ExplanationService(source)
    panel = ProofPanel(source)
    qtbot.addWidget(panel, before_close_func=lambda widget: source.shut_down())
    panel.show()
    panel.ask(cell)
    qtbot.waitUntil(panel.copy_button.isEnabled)
    click(panel.copy_button)
    found = explain(source.position, cell)
    assert clipboard().split("\n")[0] == str(found).split("\n")[0]
    if isinstance(found, Proof):
        assert clipboard() == str(found)
        assert panel.model.lines == proof_lines(found)
    else:
        # The layouts are drawn by lot.
        assert panel.undecided.isVisible()


# -- in a window


def test_every_part_says_what_it_is(undecided):
    for widget in undecided.findChildren(QWidget):
        if isinstance(widget, (QLabel, QAbstractButton)) and not widget.accessibleDescription():
            assert isinstance(widget, QLabel), widget
            assert widget.text(), widget
    for button in undecided.findChildren(QAbstractButton):
        assert button.accessibleName() or button.text(), button
    assert undecided.steps.accessibleName()


def test_a_narrow_panel_shows_all_of_its_buttons(proved):
    proved.resize(280, 400)
    assert proved.width() == 280
    for button in (proved.previous_button, proved.next_button, proved.play_button, proved.copy_button):
        corner = button.mapTo(proved, QPoint(button.width(), button.height()))
        assert proved.rect().contains(corner - QPoint(1, 1))


def test_a_dropped_window_leaves_nothing(qtbot, source):
    window = QMainWindow()
    qtbot.addWidget(window)
    panel = ProofPanel(source)
    window.setCentralWidget(panel)
    window.show()
    panel.ask(CELL)
    source.explanation_service.answer(proof())
    panel.play()
    window.close()
    assert timers(panel) == []
    assert not source.explanation_service.is_explaining
