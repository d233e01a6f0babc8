"""Tests of the steps in logic: as formulas below each row of an answer, in words, copied, and from the table's menu."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.why.why_panel import WhyPanel
from minesweeper_qt.model import Derivation, Position, explain
from minesweeper_qt.model.evidence.derivation import Rule
from minesweeper_qt.model.evidence.rule_words import LOGIC
from tests.gui.support.inspected import FixedBoardSource, ask
from tests.gui.support.sandboxes import SandboxDriver
from tests.gui.support.windows import LEFT, Key

ONE_ONE = Position.from_text("3x2x1\nHHH\n110")
FORMULA = "Or(And((0, 0), Not((0, 1))), And(Not((0, 0)), (0, 1)))"


@pytest.fixture
def source(qapp: object) -> FixedBoardSource:
    return FixedBoardSource(ONE_ONE)


@pytest.fixture
def proved(panel: WhyPanel, source: FixedBoardSource) -> WhyPanel:
    """A panel that proves a mine by a blank cell and a clue, with the steps in logic."""
    ask(panel, (0, 0))
    source.worker.answer(explain(ONE_ONE.with_marks({(0, 1): "1"}), (0, 0)))
    panel.model.set_as_logic(True)
    return panel


def texts(panel: WhyPanel, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = panel.model
    return [str(model.data(model.index(row), role)) for row in range(model.rowCount())]


def chosen(panel: WhyPanel, text: str) -> QAction:
    return next(action for action in panel.steps.actions() if action.text().replace("&", "") == text)


def test_a_clue_is_shown_and_heard_as_its_formula(panel: WhyPanel) -> None:
    panel.model.set_as_logic(True)
    ask(panel, (1, 0))
    (text,) = texts(panel)
    assert text.endswith(f" covered neighbours.\nA clue: {FORMULA}.")
    assert "\n" not in panel.model.rows[0].html
    (said,) = texts(panel, Qt.ItemDataRole.AccessibleTextRole)
    assert said.endswith("(0, 0) is a mine and (0, 1) is safe, or (0, 0) is safe and (0, 1) is a mine.")
    ask(panel, (1, 2))
    assert [text.splitlines()[1] for text in texts(panel)] == [
        "A clue: And(Not((0, 1)), Not((0, 2))).",
        "No mine in these cells: And(Not((0, 1)), Not((0, 2))).",
    ]


def test_rows_have_room_for_their_formulas_as_soon_as_they_are_shown(proved: WhyPanel) -> None:
    def heights() -> list[int]:
        return [proved.steps.visualRect(proved.model.index(row)).height() for row in range(proved.model.rowCount())]

    QGuiApplication.processEvents()
    high = heights()
    proved.model.set_as_logic(False)
    QGuiApplication.processEvents()
    assert all(low < before for low, before in zip(heights(), high, strict=True))
    assert not any("And(" in text for text in texts(proved))


@pytest.mark.parametrize(
    "name, copied",
    [
        ("Course Code", 'mine_0_0 = Symbol("(0, 0)")\nmine_0_0\nmine_0_0'),
        ("LaTeX", "M_{0,0}\nM_{0,0}"),
        ("Markdown", "(0, 0)\n(0, 0)"),
    ],
)
def test_what_the_lines_state_is_copied_as_formulas(proved: WhyPanel, name: str, copied: str) -> None:
    chosen(proved, f"Copy as {name}").trigger()
    assert QGuiApplication.clipboard().text() == copied
    QTest.mouseClick(proved.copy_button, LEFT)
    assert QGuiApplication.clipboard().text().endswith("\nA clue: (0, 0).\nAs many mines as cells: (0, 0).")


def test_every_rule_has_a_step_in_logic_and_what_a_wrong_agent_states_has_no_formula(
    panel: WhyPanel, source: FixedBoardSource
) -> None:
    assert {Rule.CLUE, Rule.SUBSET, Rule.OVERLAP, Rule.ALL_SAFE, Rule.ALL_MINES, Rule.CASES} <= LOGIC.keys()
    panel.model.set_as_logic(True)
    for count, lines in ((2, 2), (3, 1), (-1, 1)):
        stated = Derivation(1, Rule.STATED, frozenset({(0, 0), (0, 1)}), count, (), 1, None)
        source.selection.ask_about_sentence(stated)
        (text,) = texts(panel)
        assert len(text.splitlines()) == lines


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # menus, on the offscreen platform
def test_the_menu_of_a_sentence_opens_its_formula(qtbot: QtBot, tmp_path: Path) -> None:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    sandbox.wait_until_found()
    inspector = sandbox.window.inspector
    table, menu = inspector.knowledge_panel.table, inspector.knowledge_panel.menu
    table.select_row(0)
    QTest.keyClick(table, Key.Key_Menu)
    menu.logic.trigger()
    menu.close()
    (text,) = texts(inspector.why_panel)
    assert text.count("And(") == 8
    assert sandbox.action("as_logic").isChecked()
