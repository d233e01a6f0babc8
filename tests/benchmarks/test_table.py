"""Benchmarks of filtering the table of 5,000 sentences; the time is measured, not asserted. A frame is 16 ms.

``pytest tests/benchmarks/test_table.py --benchmark-enable --dist=no`` prints the table. The rounds alternately set and
remove the filter. ``rows`` is the work of the model and of the view's book-keeping; ``picture`` adds a complete repaint
of a table of 460x600; ``qt`` is the text filter by Qt's own proxy, which calls Python for row after row.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import QModelIndex, QSortFilterProxyModel
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.knowledge.knowledge_filter import Filter
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import KnowledgePanel
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.model import Derivation, Minesweeper, MinesweeperAI, Reasoning
from tests.gui.support.inspected import POSITION, FixedBoardSource

pytestmark = [
    pytest.mark.long,  # The offscreen platform logs this for every window.
    pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints"),
    # One process makes the sentences and the panel, which takes longer than what is measured.
    pytest.mark.xdist_group("table"),
]

NUMBER = 5000
FILTERS = {
    "text": Filter("= 1"),
    "cell": Filter(cell=(73, 76)),
    "level": Filter(levels=frozenset({Reasoning.SUBSET, Reasoning.COUNT})),
    "new": Filter(is_new=True),
    "proof": Filter(is_in_proof=True),
    "all": Filter("= 1", None, frozenset({Reasoning.CLUE}), is_new=True, is_in_proof=True),
}


@cache
def sentences() -> tuple[Derivation, ...]:
    """Return ``NUMBER`` sentences that are in force at one time on a large board."""
    game = Minesweeper(250, 200, 10_000, seed=1)
    ai = MinesweeperAI(250, 200)
    cells = sorted(set(game.grid.cells) - game.mines)
    random.Random(1).shuffle(cells)
    for number, cell in enumerate(cells):
        ai.add_knowledge(cell, game.nearby_mines(cell))
        if number % 100 == 0 and len(ai.knowledge_base) >= NUMBER:
            return tuple(ai.knowledge_base)[-NUMBER:]
    raise AssertionError("too small a board")


class RowByRowProxy(QSortFilterProxyModel):
    """The text filter as in Qt's documentation, called for each row."""

    def __init__(self, model: KnowledgeTableModel) -> None:
        super().__init__()
        self._model = model
        self._needle = ""
        self.setSourceModel(model)

    def set_filter(self, chosen: Filter) -> None:
        self.beginFilterChange()
        self._needle = chosen.text.replace(" ", "")
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, row: int, parent: QModelIndex) -> bool:  # noqa: N802 (Qt's name)
        return self._model.rows[row].contains(self._needle)


def by_turns(set_filter: Callable[[Filter], None], chosen: Filter) -> Callable[[], None]:
    """Return a function that alternately sets and removes a filter."""
    turns = cycle([chosen, Filter()])
    return lambda: set_filter(next(turns))


def filled_panel() -> KnowledgePanel:
    panel = KnowledgePanel(KnowledgeTableModel(), Selection(FixedBoardSource(POSITION)))
    panel._model.setParent(panel)
    panel.resize(460, 600)
    panel._model.reset(sentences())
    panel.set_move(sentences()[::3], sentences()[:5])
    panel.set_proof([(derivation.cells, derivation.count) for derivation in sentences()[::2]], [])
    panel.show()
    return panel


@pytest.fixture
def panel(qtbot: QtBot) -> KnowledgePanel:
    panel = filled_panel()
    qtbot.addWidget(panel)
    return panel


@pytest.fixture(scope="module")
def shared_panel(qapp: QApplication) -> Iterator[KnowledgePanel]:
    """Return the panel of all tests that change nothing but its filter.

    These tests come last: while a second panel is there, the garbage collector makes the others slower.
    """
    panel = filled_panel()
    yield panel
    panel.close()
    panel.deleteLater()


def test_filter_while_2000_scattered_rows_are_selected(benchmark, panel: KnowledgePanel) -> None:
    """Most of the time is Qt's book-keeping of the selection; behind Qt's own proxy it is about six times as long."""
    benchmark.group = f"{NUMBER} sentences, rows"
    panel.proxy.set_filter(FILTERS["text"])
    panel.table.selectAll()
    panel.proxy.set_filter(Filter())
    change = by_turns(panel.proxy.set_filter, FILTERS["text"])
    benchmark.pedantic(change, rounds=60, warmup_rounds=4)


def test_filter_by_qts_own_proxy(benchmark, qtbot: QtBot) -> None:
    benchmark.group = f"{NUMBER} sentences, rows"
    model = KnowledgeTableModel()
    model.reset(sentences())
    proxy, table = RowByRowProxy(model), QTableView()
    qtbot.addWidget(table)
    table.setModel(proxy)
    table.show()
    benchmark.pedantic(by_turns(proxy.set_filter, FILTERS["text"]), rounds=60, warmup_rounds=4)
    proxy.set_filter(Filter())
    assert proxy.rowCount() == NUMBER
    table.setModel(None)


def test_marks_of_a_move(benchmark, panel: KnowledgePanel) -> None:
    benchmark.group = f"{NUMBER} sentences, rows"
    turns = cycle([(sentences()[:40], ()), (sentences()[40:80], sentences()[:40])])
    benchmark.pedantic(lambda: panel.set_move(*next(turns)), rounds=60, warmup_rounds=4)


@pytest.mark.parametrize("what", ["rows", "picture"])
@pytest.mark.parametrize("name", FILTERS)
def test_filter(benchmark, shared_panel: KnowledgePanel, name: str, what: str) -> None:
    panel = shared_panel
    panel.proxy.set_filter(Filter())
    benchmark.group = f"{NUMBER} sentences, {what}"
    change = by_turns(panel.proxy.set_filter, FILTERS[name])

    def change_and_paint() -> None:
        change()
        panel.table.viewport().repaint()

    benchmark.pedantic(change if what == "rows" else change_and_paint, rounds=60, warmup_rounds=4)
    panel.proxy.set_filter(FILTERS[name])
    assert 0 < panel.proxy.rowCount() < NUMBER
    assert panel.proxy.found == panel.proxy.rowCount()
