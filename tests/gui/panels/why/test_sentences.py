"""Tests of the answer about a sentence: its derivation, which is a graph, as rows that unfold each fact once."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from minesweeper_qt.gui.panels.why.why_list import WhyModel
from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.gui.presentation.derivation_text import highlight_of, short_text
from minesweeper_qt.gui.presentation.why_text import MOST_AT_ONCE, Fold
from minesweeper_qt.model import Cell, Derivation, Minesweeper, Position
from minesweeper_qt.model.evidence.derivation import Rule
from tests.gui.support.inspected import FixedBoardSource

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton
GAME = Minesweeper(4, 5, 3, layout_mines=[(0, 1), (0, 4), (2, 4)])
SEEN = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (3, 3)]
DEPTH = 1_000


def clue(number: int, *cells: Cell, count: int = 1) -> Derivation:
    return Derivation(number, Rule.CLUE, frozenset(cells), count, (), 1, (number, 0))


def chain(length: int) -> Derivation:
    """Return a derivation by the overlap rule whose premises, twice the one before, make a tree of 2 ** length rows."""
    made = clue(0, (0, 0), (0, 1))
    for number in range(1, length):
        made = Derivation(number, Rule.OVERLAP, frozenset({(0, number), (0, number + 1)}), 1, (made, made), 1, None)
    return made


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(Position(4, 5, 3, {cell: GAME.nearby_mines(cell) for cell in SEEN}))


@pytest.fixture
def deepest(source) -> Derivation:
    """The verdict that rests on the most derivations."""
    return max(source.view.settled.values(), key=lambda derivation: len(list(derivation.ancestors())))


def texts(panel: WhyPanel) -> list[str]:
    return ["  " * shown.row.depth + shown.plain_text for shown in panel.model.rows]


def folds(panel: WhyPanel) -> list[Fold]:
    return [shown.fold for shown in panel.model.rows]


def test_a_sentence_is_one_line_with_rule_and_premises(panel, source):
    for sentence in source.view.sentences:
        source.selection.ask_about_sentence(sentence)
        assert panel.heading_text == short_text(sentence)
        (text,) = texts(panel)
        assert text.startswith(f"{short_text(sentence)}: {sentence.reason(is_short=True)}")
        assert text.endswith(f", since move {sentence.move}.")
        assert folds(panel) == [Fold.FOLDED if sentence.premises else Fold.NONE]
        assert panel.highlight_source.highlight == highlight_of(sentence)
        assert not panel.steps_button.isVisible()
    assert source.worker.requests == []


def test_all_unfolds_down_to_clues_and_each_fact_once(panel, source, deepest):
    source.selection.ask_about_sentence(deepest)
    QTest.mouseClick(panel.unfold_button, LEFT)
    opened = [shown.row.known for shown in panel.model.rows if shown.fold is Fold.OPEN]
    assert len(set(opened)) == len(opened) > 3
    assert Fold.FOLDED not in folds(panel)
    assert not panel.unfold_button.isEnabled()
    for shown in panel.model.rows:
        if shown.fold is Fold.ABOVE:
            assert shown.row.known in opened
    stated = {shown.row.known for shown in panel.model.rows}
    within = {fact for fact in deepest.ancestors() if fact.rule is not Rule.SETTLED}
    assert within <= stated  # of a sentence with settled cells, only those forms that something rests on
    for above, below in pairwise(shown.row.depth for shown in panel.model.rows):
        assert below <= above + 1


def test_a_fact_that_is_unfolded_above_says_so_and_enter_goes_there(panel, source):
    base = clue(1, (0, 0), (0, 1))
    first = Derivation(2, Rule.ALL_MINES, frozenset({(0, 0)}), 1, (base,), 1, None)
    asked = Derivation(3, Rule.OVERLAP, frozenset({(0, 1)}), 0, (first, first), 1, None)
    source.selection.ask_about_sentence(asked)
    panel.steps.setFocus()
    for key in (Key.Key_Home, Key.Key_Right, Key.Key_End, Key.Key_Return):
        QTest.keyClick(panel.steps, key)
    assert folds(panel) == [Fold.OPEN, Fold.OPEN, Fold.NONE, Fold.ABOVE]
    assert texts(panel)[3].endswith("(shown above)")
    QTest.keyClick(panel.steps, Key.Key_End)
    QTest.keyClick(panel.steps, Key.Key_Return)
    assert panel.steps.row == 1


@pytest.mark.slow
@pytest.mark.parametrize("length", [MOST_AT_ONCE // 4, MOST_AT_ONCE * 2 // 3])
def test_unfold_all_stops_and_goes_on(panel, source, length):
    source.selection.ask_about_sentence(chain(length))
    panel.model.unfold_all()
    clicks = 0
    while Fold.MORE in folds(panel):
        clicks += 1
        assert folds(panel)[-1] is Fold.MORE
        assert len(folds(panel)) <= (clicks * MOST_AT_ONCE) + 3
        panel.steps.setFocus()
        QTest.keyClick(panel.steps, Key.Key_End)
        QTest.keyClick(panel.steps, Key.Key_Return)
    assert len(folds(panel)) == 2 * length - 1
    assert clicks == (2 * length - 1) // MOST_AT_ONCE


@pytest.mark.slow
def test_a_deep_derivation_unfolds_whole(qapp):
    model = WhyModel()
    model.set_rows((why_text.fact_row(chain(DEPTH)),))
    while not model.is_all_open:
        model.unfold_all()
    assert len(model.rows) == 2 * DEPTH - 1


def test_the_verdicts_under_the_mine_count_are_one_line(panel, source):
    total = Derivation(1, Rule.MINE_COUNT, frozenset({(0, 0), (0, 1), (0, 2), (0, 3)}), 2, (), 0, None)
    mine = Derivation(2, Rule.ALL_MINES, frozenset({(0, 0)}), 1, (clue(5, (0, 0)),), 1, None)
    safe = Derivation(3, Rule.REVEALED, frozenset({(0, 1)}), 0, (), 1, None)
    once = Derivation(4, Rule.SETTLED, frozenset({(0, 1), (0, 2), (0, 3)}), 1, (total, mine), 1, None)
    left = Derivation(6, Rule.SETTLED, frozenset({(0, 2), (0, 3)}), 1, (once, safe), 2, None)
    source.selection.ask_about_sentence(left)
    panel.model.unfold_all()
    assert texts(panel)[1:] == [
        "  {(0, 0), (0, 1), (0, 2), (0, 3)} = 2: 2 mines on the board.",
        "  2 settled cells: 1 mine, 1 safe.",
    ]


def test_before_its_move_it_is_not_yet_known_and_lights_nothing(panel, source, deepest):
    source.selection.ask_about_sentence(deepest)
    panel.model.unfold_all()
    position = source.view.position
    first = dict(list(position.clues.items())[:1])
    source.set_position(Position(4, 5, 3, first))
    assert panel.note.text() == why_text.NOT_YET_KNOWN
    for row in (-1, 0, 1):
        panel.steps.go_to(row)
        assert panel.highlight_source.highlight is None
    source.set_position(position)
    assert not panel.note.isVisible()
    assert panel.highlight_source.highlight == highlight_of(panel.model.rows[1].row.known)


def test_a_sentence_out_of_force_stays_explained_and_another_agent_clears_it(panel, source):
    sentence = source.view.sentences[0]
    source.selection.ask_about_sentence(sentence)
    source.set_position(source.view.position.with_marks({(0, 0): str(GAME.nearby_mines((0, 0)))}))
    assert panel.sentence is sentence
    assert texts(panel)
    source.replace_agent()
    assert panel.sentence is None
    assert panel.heading_text == why_text.NOTHING_ASKED
