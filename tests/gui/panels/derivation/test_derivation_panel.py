"""Tests of the derivation panel with real clicks and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from minesweeper_qt.gui.panels.derivation.derivation_model import BATCH
from minesweeper_qt.gui.panels.derivation.derivation_panel import (
    CONSEQUENCES,
    MENTIONS,
    NOT_SETTLED,
    NOTHING_SELECTED,
    PREMISES,
    DerivationPanel,
)
from minesweeper_qt.gui.presentation.derivation_text import highlight_of
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation, KnowledgeBase, Minesweeper, Position, Update
from minesweeper_qt.model.evidence.reasoning import Rule
from minesweeper_qt.model.knowledge.knowledge_reader import KnowledgeCopy
from tests.gui.support.inspected import FixedBoardSource, FixedView
from tests.gui.support.work import count_calls

Key = Qt.Key
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton

GAME = Minesweeper(4, 5, 3, layout_mines=[(0, 1), (0, 4), (2, 4)])
SEEN = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (3, 3)]


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(Position(4, 5, 3, {cell: GAME.nearby_mines(cell) for cell in SEEN}))


@pytest.fixture
def verdict(source) -> Derivation:
    """The verdict that rests on the most derivations."""
    verdicts = [derivation for derivation in source.view.settled.values() if derivation.rule is not Rule.REVEALED]
    return max(verdicts, key=lambda derivation: len(list(derivation.ancestors())))


@pytest.fixture
def selection(source) -> Selection:
    return Selection(source)


@pytest.fixture
def panel(qtbot, source, selection) -> DerivationPanel:
    panel = DerivationPanel(source, selection)
    qtbot.addWidget(panel)
    panel.resize(500, 400)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    panel.tree.setFocus()
    return panel


@pytest.fixture
def highlights(panel) -> list[Highlight | None]:
    received: list[Highlight | None] = []
    panel.highlight_source.changed.connect(lambda source: received.append(source.highlight))
    return received


def rows(panel: DerivationPanel, number: int) -> list[Derivation | None]:
    """Return the derivations directly below a title."""
    model = panel.tree.model()
    title = model.index(number, 0)
    return [model.derivation(model.index(row, 0, title)) for row in range(model.rowCount(title))]


def titles(panel: DerivationPanel) -> list[str]:
    model = panel.tree.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def row(panel: DerivationPanel, *path: int) -> QModelIndex:
    model, index = panel.tree.model(), QModelIndex()
    for number in path:
        index = model.index(number, 0, index)
    return index


def text(panel: DerivationPanel) -> str:
    return panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")


# -- what is shown


def test_an_empty_panel_explains_how_to_choose_a_sentence(panel):
    assert text(panel) == NOTHING_SELECTED
    assert titles(panel) == []
    assert not panel.back_button.isEnabled()
    assert not panel.copy_button.isEnabled()


def test_a_derivation_is_shown_with_premises_and_consequences(panel, source, verdict):
    for derivation in verdict.ancestors():
        panel.show_derivation(derivation)
        following = [
            other
            for other in {
                old for top in (*source.view.sentences, *source.view.settled.values()) for old in top.ancestors()
            }
            if derivation in other.premises
        ]
        assert rows(panel, 0) == list(derivation.premises)
        assert set(rows(panel, 1)) == set(following)
        assert titles(panel) == [
            f"{PREMISES}: {len(derivation.premises) or 'nothing'}",
            f"{CONSEQUENCES}: {len(following) or 'nothing'}",
        ]
        assert derivation.reason() in text(panel)
    assert str(next(iter(verdict.cells))) in text(panel)


def test_the_tree_goes_down_to_clues(panel, verdict):
    panel.show_derivation(verdict)
    index = row(panel, 0, 0)
    while panel.tree.model().hasChildren(index):
        panel.tree.expand(index)
        index = panel.tree.model().index(0, 0, index)
    assert panel.tree.model().derivation(index).rule in (Rule.CLUE, Rule.REVEALED)


def test_the_titles_are_expanded(panel, verdict):
    panel.show_derivation(verdict)
    assert all(panel.tree.isExpanded(row(panel, number)) for number in (0, 1))
    assert panel.tree.visualRect(row(panel, 0, 0)).height() > 0


def test_a_covered_cell_shows_its_verdict(panel, selection, source, verdict):
    (cell,) = verdict.cells
    selection.select_cell(cell)
    assert panel.derivation is verdict


def test_a_revealed_cell_shows_the_sentence_of_its_clue(panel, selection, source):
    selection.select_cell((1, 1))
    assert panel.derivation.clue == (1, 1)
    assert not panel.derivation.is_verdict


def test_an_undetermined_cell_shows_the_sentences_that_mention_it(panel, selection, source, highlights):
    cell = next(cell for cell in sorted(source.view.position.covered) if source.view.settled.get(cell) is None)
    selection.select_cell(cell)
    mentions = [derivation for derivation in source.view.sentences if cell in derivation.cells]
    assert panel.derivation is None
    assert text(panel) == NOT_SETTLED.format(cell)
    assert rows(panel, 0) == mentions
    assert titles(panel) == [f"{MENTIONS}: {len(mentions) or 'nothing'}"]
    assert highlights == [Highlight(undecided=frozenset((cell,)))]


def test_the_sentences_that_mention_a_cell_follow_the_knowledge(panel, selection, source):
    cell = next(cell for cell in sorted(source.view.position.covered) if source.view.settled.get(cell) is None)
    before = source.view.position
    source.set_position(Position(4, 5, 3))
    selection.select_cell(cell)
    assert titles(panel) == [f"{MENTIONS}: nothing"]
    source.set_position(before)
    assert rows(panel, 0) == [derivation for derivation in source.view.sentences if cell in derivation.cells]


def test_none_clears_the_panel(panel, selection, verdict, highlights):
    panel.show_derivation(verdict)
    panel.show_derivation(None)
    assert text(panel) == NOTHING_SELECTED
    selection.select_cell((1, 1))
    selection.select_cell(None)
    assert titles(panel) == []
    assert highlights[-1] is None


# -- navigation


def test_keys_walk_through_the_tree_and_the_board_follows(panel, verdict, highlights, qtbot):
    panel.show_derivation(verdict)
    premise = verdict.premises[0]
    spy = QSignalSpy(panel.derivation_selected)
    QTest.keyClick(panel.tree, Key.Key_Down)
    QTest.keyClick(panel.tree, Key.Key_Down)
    assert panel.tree.model().derivation(panel.tree.currentIndex()) is premise
    assert highlights == [highlight_of(verdict), highlight_of(premise)]
    assert [spy.at(i)[0] for i in range(spy.count())] == [premise]
    QTest.keyClick(panel.tree, Key.Key_Right)
    assert panel.tree.isExpanded(panel.tree.currentIndex())


def test_a_title_highlights_the_shown_derivation(panel, verdict, highlights):
    panel.show_derivation(verdict)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    panel.tree.setCurrentIndex(row(panel, 1))
    assert highlights[-1] == highlight_of(verdict)


@pytest.mark.parametrize("back", ["button", "backspace", "alt left"])
def test_enter_goes_to_a_row_and_back(panel, verdict, qtbot, back):
    panel.show_derivation(verdict)
    premise = verdict.premises[0]
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    selected, highlighted = QSignalSpy(panel.derivation_selected), QSignalSpy(panel.highlight_source.changed)
    QTest.keyClick(panel.tree, Key.Key_Return)
    assert panel.derivation is premise
    assert [selected.at(i)[0] for i in range(selected.count())] == [premise]
    # The row had the same highlight before.
    assert highlighted.count() == 0
    assert verdict in rows(panel, 1)
    assert panel.back_button.isEnabled()
    match back:
        case "button":
            QTest.mouseClick(panel.back_button, LEFT)
        case "backspace":
            QTest.keyClick(panel.tree, Key.Key_Backspace)
        case "alt left":
            QTest.keyClick(panel.tree, Key.Key_Left, ALT)
    assert panel.derivation is verdict
    assert not panel.back_button.isEnabled()
    QTest.keyClick(panel.tree, Key.Key_Backspace)
    assert panel.derivation is verdict


def test_a_double_click_goes_to_a_row(panel, verdict):
    panel.show_derivation(verdict)
    where = panel.tree.visualRect(row(panel, 0, 0)).center()
    QTest.mouseClick(panel.tree.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
    assert panel.derivation is verdict.premises[0]


def test_a_double_click_closes_a_title(panel, verdict):
    panel.show_derivation(verdict)
    where = panel.tree.visualRect(row(panel, 0)).center()
    QTest.mouseClick(panel.tree.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
    QTest.mouseDClick(panel.tree.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, where)
    assert not panel.tree.isExpanded(row(panel, 0))


def test_enter_closes_and_opens_a_title(panel, verdict):
    panel.show_derivation(verdict)
    panel.tree.setCurrentIndex(row(panel, 0))
    QTest.keyClick(panel.tree, Key.Key_Enter)
    assert not panel.tree.isExpanded(row(panel, 0))
    QTest.keyClick(panel.tree, Key.Key_Enter)
    assert panel.tree.isExpanded(row(panel, 0))


def test_the_keys_that_go_back_are_not_taken_by_a_shortcut(panel, verdict):
    spies = [QSignalSpy(QShortcut(QKeySequence(keys), panel).activated) for keys in ("Backspace", "Alt+Left")]
    panel.show_derivation(verdict)
    for key, modifier in ((Key.Key_Backspace, Qt.KeyboardModifier.NoModifier), (Key.Key_Left, ALT)):
        panel.tree.setCurrentIndex(row(panel, 0, 0))
        QTest.keyClick(panel.tree, Key.Key_Return)
        QTest.keyClick(panel.tree, key, modifier)
        assert panel.derivation is verdict
    assert [spy.count() for spy in spies] == [0, 0]


def test_a_derivation_from_elsewhere_clears_the_way_back(panel, verdict):
    panel.show_derivation(verdict)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    QTest.keyClick(panel.tree, Key.Key_Return)
    panel.show_derivation(verdict)
    assert not panel.back_button.isEnabled()


def test_a_disabled_button_leaves_the_focus_to_the_tree(panel, verdict):
    panel.show_derivation(verdict)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    QTest.keyClick(panel.tree, Key.Key_Return)
    panel.back_button.setFocus()
    QTest.keyClick(panel.back_button, Key.Key_Space)
    assert panel.tree.hasFocus()


def whole_board(size: int) -> Derivation:
    """Return a sentence that rests on ``size`` derivations, as the sentence of the mine count does."""
    verdicts = tuple(
        Derivation(n, Rule.REVEALED, frozenset(((n // 100, n % 100),)), 0, (), 1, None) for n in range(2, size + 1)
    )
    cells = frozenset((i, j) for i in range(100) for j in range(100))
    whole = Derivation(1, Rule.MINE_COUNT, cells, 99, (), 0, None)
    return Derivation(size + 1, Rule.SETTLED, cells, 99, (whole, *verdicts), 1, None)


@pytest.mark.slow
def test_hundreds_of_premises_are_shown_at_once_and_on_demand(panel):
    small, large = whole_board(300), whole_board(3000)
    work = count_calls(lambda: panel.show_derivation(small))
    assert count_calls(lambda: panel.show_derivation(large)) < 2 * work, "it does not grow with the number of premises"
    more = row(panel, 0, BATCH)
    assert more.data() == f"… {3000 - BATCH} more"
    panel.tree.setCurrentIndex(more)
    QTest.keyClick(panel.tree, Key.Key_Return)
    assert panel.tree.currentIndex() == row(panel, 0, BATCH)
    assert rows(panel, 0)[BATCH] is not None
    assert len(rows(panel, 0)) == 2 * BATCH + 1


def test_the_key_that_expands_all_expands_only_one_row(panel):
    derivation = Derivation(1, Rule.CLUE, frozenset(((0, 0),)), 1, (), 1, (1, 1))
    for number in range(2, 60):
        derivation = Derivation(number, Rule.SUBSET, frozenset(((0, 0),)), 1, (derivation, derivation), 1, None)
    panel.show_derivation(derivation)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    QTest.keyClick(panel.tree, Key.Key_Asterisk)
    assert panel.tree.isExpanded(row(panel, 0, 0))
    assert not panel.tree.isExpanded(row(panel, 0, 0, 0))


# -- changes


def test_consequences_are_added_while_a_row_stays_current(qtbot, panel, source):
    base = KnowledgeBase(source.view.position.board)
    source.knowledge = base
    base.learn((1, 0), 1)
    (sentence,) = base
    panel.show_derivation(sentence)
    assert rows(panel, 1) == []
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    chosen = panel.tree.model().derivation(panel.tree.currentIndex())
    base.learn((1, 1), 2)
    source.updated.emit(Update(frozenset(), tuple(base), ()))
    assert rows(panel, 1)
    assert all(sentence in derivation.premises for derivation in rows(panel, 1))
    assert panel.tree.model().derivation(panel.tree.currentIndex()) is chosen


def test_a_cell_that_is_settled_later_shows_its_verdict_then(panel, selection, source, verdict):
    (cell,) = verdict.cells
    before = source.view.position
    source.set_position(Position(4, 5, 3))
    selection.select_cell(cell)
    assert panel.derivation is None
    source.set_position(before)
    assert panel.derivation is source.view.settled.get(cell)


def test_a_row_stays_current_while_a_cell_is_shown(panel, selection, source, verdict):
    (cell,) = verdict.cells
    selection.select_cell(cell)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    source.updated.emit(Update(frozenset(), (), ()))
    assert panel.tree.currentIndex() == row(panel, 0, 0)


def test_an_update_does_not_return_to_the_cell_that_the_user_left(panel, selection, source, verdict):
    (cell,) = verdict.cells
    selection.select_cell(cell)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    QTest.keyClick(panel.tree, Key.Key_Return)
    source.updated.emit(Update(frozenset(), (), ()))
    assert panel.derivation is verdict.premises[0]


def test_going_back_in_time_removes_later_consequences(panel, source):
    base = KnowledgeBase(source.view.position.board)
    source.knowledge = base
    base.learn((1, 0), 1)
    (sentence,) = base
    past = list(base), dict(base.settled)
    base.learn((1, 1), 2)
    source.updated.emit(Update(frozenset(), tuple(base), ()))
    panel.show_derivation(sentence)
    assert rows(panel, 1)
    source.knowledge = KnowledgeCopy(tuple(past[0]), past[1])
    source.updated.emit(Update(frozenset(), (), ()))
    assert rows(panel, 1) == []


def test_a_new_game_clears_the_panel(panel, source, verdict, highlights):
    panel.show_derivation(verdict)
    source.start_game(Position(4, 4, 2))
    assert panel.derivation is None
    assert text(panel) == NOTHING_SELECTED
    assert highlights[-1] is None


def test_after_a_reset_of_the_knowledge_the_cell_is_looked_up_again(panel, selection, source, verdict):
    (cell,) = verdict.cells
    selection.select_cell(cell)
    source._set_position(source.view.position)
    source.knowledge_reset.emit()
    assert panel.derivation is source.view.settled.get(cell)
    assert panel.derivation is not verdict
    panel.show_derivation(panel.derivation)
    source._set_position(source.view.position)
    source.knowledge_reset.emit()
    assert panel.derivation is None


def test_a_hidden_panel_does_no_work_and_highlights_nothing(panel, source, verdict, highlights, monkeypatch):
    panel.show_derivation(verdict)
    panel.hide()
    assert highlights[-1] is None
    calls: list[object] = []
    monkeypatch.setattr(FixedView, "sentences", property(lambda view: calls.append(1) or view.snapshot.sentences))
    source.updated.emit(Update(frozenset(), (), ()))
    assert calls == []
    panel.show()
    assert calls
    assert highlights[-1] == highlight_of(verdict)


def test_a_panel_that_the_selection_of_a_cell_brings_to_view_is_up_to_date(qtbot, source):
    """A view that follows the selection earlier may need other space, by which a dock becomes visible."""
    selection, panels = Selection(source), []
    selection.cell_changed.connect(lambda _: panels[0].show())
    panels.append(DerivationPanel(source, selection))
    qtbot.addWidget(panels[0])
    unsettled = min(source.view.position.covered - source.view.settled.keys())
    for cell in (unsettled, None):
        selection.select_cell(cell)
    panels[0].hide()
    source.updated.emit(Update(frozenset(), (), ()))
    selection.select_cell(unsettled)
    assert text(panels[0]) == NOT_SETTLED.format(unsettled)
    assert titles(panels[0]) == [f"{MENTIONS}: {len(rows(panels[0], 0))}"]


# -- copying


def test_copy_takes_the_open_rows_indented(panel, verdict):
    panel.show_derivation(verdict)
    panel.tree.expand(row(panel, 0, 0))
    QTest.mouseClick(panel.copy_button, LEFT)
    lines = QGuiApplication.clipboard().text().split("\n")
    premise = verdict.premises[0]
    assert lines[0] == str(verdict)
    assert lines[1] == f"{PREMISES}: {len(verdict.premises)}"
    assert lines[2].startswith(f"  {premise.text}: ")
    assert all(line.startswith("    ") for line in lines[3 : 3 + len(premise.premises)])
    QGuiApplication.clipboard().clear()
    QTest.keySequence(panel.tree, QKeySequence(QKeySequence.StandardKey.Copy))
    assert QGuiApplication.clipboard().text().split("\n") == lines


def test_every_widget_is_described_for_screen_readers(panel):
    for button in (panel.back_button, panel.copy_button):
        assert button.accessibleName()
        assert button.accessibleDescription()
    assert panel.tree.accessibleName()
    assert "Enter" in panel.tree.accessibleDescription()
    assert [type(widget) for widget in panel.findChildren(QAbstractButton) if not widget.accessibleName()] == []


def test_a_deleted_panel_prints_no_error(qapp, source, verdict, capfd):
    panel = DerivationPanel(source, Selection(source))
    panel.show()
    panel.show_derivation(verdict)
    panel.tree.setCurrentIndex(row(panel, 0, 0))
    panel.close()
    parts = [panel, *panel.findChildren(QWidget)]
    del panel, parts
    assert "Error" not in capfd.readouterr().err
