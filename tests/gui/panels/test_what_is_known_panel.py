"""Tests of the panel *What Is Known* with real clicks, keys and the accessibility interface."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QTreeWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.what_is_known_panel import WhatIsKnownPanel
from minesweeper_qt.gui.presentation import what_is_known_text as words
from minesweeper_qt.gui.presentation.what_is_known_text import Group, groups_of, summary
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.session.worker import SLOW_AFTER
from minesweeper_qt.model import AgentSnapshot, Cell, Difficulty, Position, Reasoning, State, reasoning_levels
from tests.gui.support.escape import escape
from tests.gui.support.shown import shown
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.waiting import WaitingSchedule
from tests.gui.support.windows import LEFT, Key

pytestmark = pytest.mark.slow

__all__ = ["engine"]  # a fixture


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(Difficulty.custom(8, 8, 14), seed=13)
    yield made
    made.shut_down()


@pytest.fixture
def panel(qtbot: QtBot, session: GameSession) -> WhatIsKnownPanel:
    """A shown panel, before the first click."""
    return shown(qtbot, WhatIsKnownPanel(session), 360, 700)


@pytest.fixture
def reveal(qtbot: QtBot, session: GameSession) -> Callable[[int], None]:
    """Return a function that reveals a number of random safe cells and waits until AI and levels have followed."""

    def do(number: int) -> None:
        random = Random(1)
        for _ in range(number):
            free = set(session.game.grid.cells) - session.game.mines - session.game.clues.keys()
            session.player.reveal(random.choice(sorted(free)) if session.game.clues else (4, 4))
        qtbot.waitUntil(lambda: not session.is_learning and not session.levels.is_searching, timeout=30_000)

    return do


@pytest.fixture
def rich(panel: WhatIsKnownPanel, reveal: Callable[[int], None]) -> WhatIsKnownPanel:
    """A panel of a position with a safe cell that only cases settle."""
    reveal(8)
    assert panel.groups[Group.UNSEEN]
    return panel


def group_item(panel: WhatIsKnownPanel, group: Group) -> QTreeWidgetItem:
    return panel.tree.topLevelItem(group)


def row(panel: WhatIsKnownPanel, group: Group, cell: Cell | None = None) -> QTreeWidgetItem:
    """Return the row of ``cell`` in ``group``, by default of its first one."""
    return group_item(panel, group).child(panel.groups[group].index(cell) if cell is not None else 0)


@pytest.fixture
def outlines(panel: WhatIsKnownPanel) -> list[frozenset[Cell]]:
    """What the panel outlines from now on."""
    received: list[frozenset[Cell]] = []
    panel.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    return received


@pytest.fixture
def requested(panel: WhatIsKnownPanel) -> list[Cell]:
    """The cells whose proof is requested from now on."""
    cells: list[Cell] = []
    panel.why_requested.connect(cells.append)
    return cells


def listed(panel: WhatIsKnownPanel) -> dict[Group, list[Cell]]:
    """Return the cells by group, after checking that each has its row."""
    for group, cells in panel.groups.items():
        item = group_item(panel, group)
        texts = [item.child(number).text(0) for number in range(item.childCount())]
        assert [text.partition(":")[0] for text in texts] == [str(cell) for cell in cells]
    return panel.groups


def is_empty(panel: WhatIsKnownPanel) -> bool:
    return all(group_item(panel, group).isHidden() for group in Group) and not any(listed(panel).values())


def click(panel: WhatIsKnownPanel, item: QTreeWidgetItem, double: bool = False) -> None:
    panel.tree.scrollToItem(item)
    spot = panel.tree.visualItemRect(item).center()
    QTest.mouseClick(panel.tree.viewport(), LEFT, pos=spot)
    if double:
        QTest.mouseDClick(panel.tree.viewport(), LEFT, pos=spot)


def key(code: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, code)


# -- content


def test_it_lists_nothing_before_the_first_click_and_follows_every_move(
    panel: WhatIsKnownPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    assert panel.summary.text() == words.NOTHING_YET
    assert is_empty(panel)
    assert not panel.why.isEnabled()
    for _ in range(15):
        reveal(1)
        levels = reasoning_levels(session.view.position)
        assert listed(panel) == groups_of(levels, session.view.position, session.view.settled)
        assert panel.summary.text() == summary(levels, listed(panel))
    session.restart()
    session.new_game()
    assert is_empty(panel)


def test_it_lists_and_counts_every_covered_cell_by_what_settles_it(
    rich: WhatIsKnownPanel, session: GameSession
) -> None:
    levels = reasoning_levels(session.view.position)
    found = listed(rich)
    for level in Reasoning:
        assert found[Group(level)] == [cell for cell in levels if levels[cell] is level]
    assert found[Group.UNSETTLED] == sorted(session.view.position.covered - set(levels))
    assert found[Group.UNSEEN] == sorted(levels.safe - session.view.settled.keys())
    assert found[Group.UNSEEN], "else the test shows nothing"
    pictures = [row(rich, group).icon(0).pixmap(18).toImage() for group in (Group.UNSEEN, Group.UNSETTLED)]
    assert pictures[0] != pictures[1]
    for cell in found[Group.UNSEEN]:
        assert levels[cell] > Reasoning.SUBSET
    text = rich.summary.text()
    tree = QAccessible.queryAccessibleInterface(rich.tree)
    assert tree is not None
    assert tree.role() == QAccessible.Role.Tree
    assert tree.text(QAccessible.Text.Name)
    assert tree.text(QAccessible.Text.Description) == text
    names = [tree.child(number).text(QAccessible.Text.Name) for number in range(tree.childCount())]
    assert row(rich, Group.UNSEEN).text(0) in names
    assert group_item(rich, Group.UNSETTLED).text(0) in names
    assert QAccessible.queryAccessibleInterface(rich.why).text(QAccessible.Text.Name) == "Why?"


def test_without_new_levels_only_the_cells_that_the_agent_has_found_move(
    rich: WhatIsKnownPanel, session: GameSession, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, text, grouped = listed(rich), rich.summary.text(), list[object]()
    monkeypatch.setattr(words, "groups_of", lambda *arguments: grouped.append(arguments))
    changed = QSignalSpy(rich.tree.model().dataChanged)
    session.touch()
    assert (changed.count(), grouped, rich.summary.text()) == (0, [], text)
    with monkeypatch.context() as finding:
        finding.setattr(words, "unseen", lambda levels, settled: [])
        session.touch()
        assert (listed(rich), grouped) == (before | {Group.UNSEEN: []}, []), "only what the agent has found moves"
    monkeypatch.undo()
    session.touch()
    session.player.toggle_flag(before[Group.UNSETTLED][0])
    qtbot.waitUntil(lambda: not session.levels.is_searching)
    assert (listed(rich), rich.summary.text()) == (before, text)


def test_only_rows_that_are_seen_have_a_text(
    panel: WhatIsKnownPanel, session: GameSession, reveal: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each move makes all rows anew, thousands on a large board."""
    entry, made = words.entry, list[Cell]()
    monkeypatch.setattr(words, "entry", lambda group, cell, levels: made.append(cell) or entry(group, cell, levels))
    session.new_game(Difficulty.custom(50, 50, 500), seed=1)
    reveal(1)
    QApplication.processEvents()
    assert len(panel.groups[Group.UNSETTLED]) > 2000
    assert len(set(made)) < 100
    row(panel, Group.UNSETTLED).parent().setExpanded(True)
    panel.grab()
    assert 0 < len(set(made)) < 200


def test_after_a_win_nothing_is_listed(panel: WhatIsKnownPanel, session: GameSession, qtbot: QtBot) -> None:
    session.player.reveal((4, 4))
    for cell in sorted(set(session.game.grid.cells) - session.game.mines):
        session.player.reveal(cell)
    for cell in sorted(session.game.mines - session.game.mines_found):
        session.player.toggle_flag(cell)
    assert session.view.state is State.WON
    qtbot.waitUntil(lambda: not session.is_learning)
    assert panel.summary.text() == words.OVER
    assert is_empty(panel)


def test_after_a_loss_it_explains_how_to_see_what_was_known(
    rich: WhatIsKnownPanel, session: GameSession, qtbot: QtBot
) -> None:
    before = listed(rich)
    session.player.reveal(min(session.game.mines))
    assert rich.summary.text() == words.LOST
    assert is_empty(rich)
    session.timeline.undo()
    qtbot.waitUntil(lambda: not is_empty(rich))
    assert listed(rich) == before


def test_a_position_that_is_too_hard_is_reported(
    engine: type[GatedEngine], panel: WhatIsKnownPanel, reveal: Callable[[int], None]
) -> None:
    engine.gives_up = True
    reveal(8)
    assert panel.summary.text().endswith(words.TOO_HARD)
    found = listed(panel)
    assert found[Group.CLUE]
    assert found[Group.UNSETTLED]
    assert row(panel, Group.UNSETTLED).text(0) == str(found[Group.UNSETTLED][0])


def test_a_contradiction_is_reported(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, panel: WhatIsKnownPanel, session: GameSession
) -> None:
    clash = Position(8, 8, 14, {(0, 0): 8})
    monkeypatch.setattr(PositionView, "of_game", lambda *shown, **also: PositionView(clash, AgentSnapshot(0)))
    session.touch()
    qtbot.waitUntil(lambda: panel.summary.text().startswith("No layout agrees with this position"))
    assert is_empty(panel)


def test_it_requests_levels_only_while_it_is_visible(
    qtbot: QtBot, rich: WhatIsKnownPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    rich.hide()
    assert session.levels.found is None
    reveal(1)
    assert not session.levels.is_searching
    rich.show()
    qtbot.waitUntil(lambda: session.levels.found is not None)
    assert listed(rich) == groups_of(
        reasoning_levels(session.view.position), session.view.position, session.view.settled
    )


# -- selection and keys


def test_clicks_select_cells_and_groups_and_request_the_proof(
    rich: WhatIsKnownPanel, outlines: list[frozenset[Cell]], requested: list[Cell]
) -> None:
    first, (cell, *others) = row(rich, Group.UNSEEN), rich.groups[Group.UNSEEN]
    assert others
    click(rich, group_item(rich, Group.UNSEEN))
    assert not rich.why.isEnabled()
    click(rich, first)
    assert rich.why.isEnabled()
    assert outlines == [{cell, *others}, {cell}]
    assert escape(rich)
    assert outlines[-1] == frozenset()
    assert not rich.why.isEnabled()
    click(rich, first, double=True)
    assert requested == [cell]
    QTest.mouseClick(rich.why, LEFT)
    assert requested == [cell, cell]
    click(rich, group_item(rich, Group.CASES))
    QTest.mouseClick(rich.why, LEFT, pos=QPoint(3, 3))
    assert requested == [cell, cell], "a group has no proof"


def test_keys_do_it_all(rich: WhatIsKnownPanel, outlines: list[frozenset[Cell]], requested: list[Cell]) -> None:
    rich.tree.setFocus()
    key(Key.Key_Home)
    assert outlines[-1] == set(rich.groups[Group.UNSEEN])
    key(Key.Key_Return)
    assert not group_item(rich, Group.UNSEEN).isExpanded()
    key(Key.Key_Enter)
    assert group_item(rich, Group.UNSEEN).isExpanded()
    assert not requested
    key(Key.Key_Down)
    cell = rich.groups[Group.UNSEEN][0]
    assert outlines[-1] == {cell}
    key(Key.Key_Return)
    key(Key.Key_Enter)
    assert requested == [cell] * 2
    key(Key.Key_Tab)
    assert rich.why.hasFocus()
    key(Key.Key_Space)
    assert requested == [cell] * 3


def test_a_selected_row_stays_selected_while_others_are_inserted_and_removed(
    rich: WhatIsKnownPanel, session: GameSession, qtbot: QtBot
) -> None:
    group_item(rich, Group.CLUE).setExpanded(True)
    cells = listed(rich)[Group.CLUE]
    mine = next(cell for cell in cells if cell in session.game.mines)
    click(rich, row(rich, Group.CLUE, mine))
    received: list[frozenset[Cell]] = []
    rich.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    for _ in range(3):
        session.player.reveal(next(cell for cell in listed(rich)[Group.CLUE] if cell not in session.game.mines))
        qtbot.waitUntil(lambda: not session.levels.is_searching)
    assert received == []
    assert rich.tree.selectedItems() == [row(rich, Group.CLUE, mine)]


@pytest.mark.parametrize("what", ["cell", "group"])
def test_the_selection_comes_back_after_a_long_computation(
    qtbot: QtBot,
    engine: type[GatedEngine],
    rich: WhatIsKnownPanel,
    session: GameSession,
    time: WaitingSchedule,
    what: str,
) -> None:
    group_item(rich, Group.CLUE).setExpanded(True)
    cells = listed(rich)[Group.CLUE]
    mine = next(cell for cell in cells if cell in session.game.mines)
    group = group_item(rich, Group.CLUE)
    click(rich, group if what == "group" else row(rich, Group.CLUE, mine))
    engine.gate.shut()
    session.player.reveal(next(cell for cell in cells if cell not in session.game.mines))
    time.wait(SLOW_AFTER)
    assert rich.summary.text() == words.WORKING
    assert not rich.why.isEnabled()
    engine.gate.open()
    qtbot.waitUntil(lambda: not is_empty(rich))
    group = group_item(rich, Group.CLUE)
    assert rich.tree.selectedItems() == [row(rich, Group.CLUE, mine) if what == "cell" else group]
    assert rich.why.isEnabled() is (what == "cell")
    session.new_game(seed=2)
    assert not rich.tree.selectedIndexes()


def test_expanded_groups_stay_expanded(
    rich: WhatIsKnownPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    expanded = {Group.UNSEEN: False, Group.CASES: True, Group.UNSETTLED: True, Group.CLUE: False}
    for group, is_expanded in expanded.items():
        group_item(rich, group).setExpanded(is_expanded)
    session.new_game(seed=2)
    reveal(5)
    for group, is_expanded in expanded.items():
        assert group_item(rich, group).isExpanded() is is_expanded


def test_while_hidden_it_selects_no_cell_and_forgets_that_of_the_previous_game(
    rich: WhatIsKnownPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    received: list[frozenset[Cell]] = []
    click(rich, row(rich, Group.UNSEEN))
    cell = rich.groups[Group.UNSEEN][0]
    rich.highlight_source.changed.connect(lambda source: received.append(source.outlined))
    rich.hide()
    assert received == [frozenset()]
    rich.show()
    assert received == [frozenset(), {cell}]
    QTest.keyClick(rich.tree, Key.Key_Up)
    assert received[-1] == set(rich.groups[Group.UNSEEN]), "the arrow keys go on from there"
    click(rich, group_item(rich, Group.UNSETTLED))
    rich.hide()
    session.new_game(seed=2)
    reveal(3)
    received.clear()
    rich.show()
    assert received == []
    assert not rich.tree.selectedIndexes()
