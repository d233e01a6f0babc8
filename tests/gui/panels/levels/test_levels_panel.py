"""What is known, what could be known: the panel, by clicks, keys and screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.levels.levels_model import LevelsModel
from minesweeper_qt.gui.panels.levels.levels_panel import LevelsPanel
from minesweeper_qt.gui.presentation import levels_text as words
from minesweeper_qt.gui.presentation.levels_text import Group, groups_of, summary
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import (
    DIFFICULTIES,
    Cell,
    Position,
    Reasoning,
    State,
    reasoning_levels,
)
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.windows import LEFT, Key

__all__ = ["engine"]  # a fixture


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["expert"], seed=1)
    yield made
    made.shut_down()


@pytest.fixture
def panel(qtbot: QtBot, session: GameSession) -> LevelsPanel:
    """A shown panel, before the first click."""
    made = LevelsPanel(session)
    qtbot.addWidget(made)
    made.resize(360, 700)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def reveal(qtbot: QtBot, session: GameSession) -> Callable[[int], None]:
    """Reveal so many more safe cells, here and there, and wait until that is understood."""

    def do(number: int) -> None:
        random = Random(1)
        for _ in range(number):
            free = set(session.game.grid.cells) - session.game.mines - session.game.clues.keys()
            session.reveal(random.choice(sorted(free)) if session.game.clues else (8, 8))
        qtbot.waitUntil(lambda: not session.is_learning and not session.explanation_service.is_sorting, timeout=30_000)

    return do


@pytest.fixture
def rich(panel: LevelsPanel, reveal: Callable[[int], None]) -> LevelsPanel:
    """A panel of a position with a safe cell that only cases settle."""
    reveal(63)
    while not panel.model.cells_at(panel.model.group_index(Group.UNSEEN)):
        reveal(1)
    return panel


def listed(model: LevelsModel) -> dict[Group, list[Cell]]:
    found: dict[Group, list[Cell]] = {}
    for group in Group:
        place = model.group_index(group)
        found[group] = [model.cell_at(model.index(row, 0, place)) for row in range(model.rowCount(place))]
    return found


def place_of(panel: LevelsPanel, group: Group, row: int = 0) -> QModelIndex:
    return panel.model.index(row, 0, panel.model.group_index(group))


def click(panel: LevelsPanel, index: QModelIndex, double: bool = False) -> None:
    panel.tree.scrollTo(index)
    spot = panel.tree.visualRect(index).center()
    QTest.mouseClick(panel.tree.viewport(), LEFT, pos=spot)
    if double:
        QTest.mouseDClick(panel.tree.viewport(), LEFT, pos=spot)


def key(code: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert isinstance(focus, QWidget)
    QTest.keyClick(focus, code)


# -- what it says


def test_before_the_first_click_nothing_can_be_known(panel: LevelsPanel) -> None:
    assert panel.summary.text() == words.NOTHING_YET
    assert panel.model.rowCount() == 0
    assert not panel.why.isEnabled()


def test_it_lists_every_covered_cell_by_what_settles_it(rich: LevelsPanel, session: GameSession) -> None:
    levels = reasoning_levels(session.position)
    found = listed(rich.model)
    for level in Reasoning:
        assert found[Group(level)] == [cell for cell in levels if levels[cell] is level]
    assert found[Group.OPEN] == sorted(session.position.covered - set(levels))
    assert found[Group.UNSEEN] == sorted(levels.safe - session.settled.keys())
    assert found[Group.UNSEEN], "else the test shows nothing"
    for cell in found[Group.UNSEEN]:
        assert levels[cell] > Reasoning.SUBSET


def test_it_follows_every_move(panel: LevelsPanel, session: GameSession, reveal: Callable[[int], None]) -> None:
    resets = QSignalSpy(panel.model.modelReset)
    for _ in range(40):
        reveal(1)
        levels = reasoning_levels(session.position)
        assert listed(panel.model) == groups_of(levels, session.position, session.settled)
        assert panel.summary.text() == summary(levels, listed(panel.model))
    session.restart()
    session.new_game()
    assert panel.model.rowCount() == 0
    assert resets.count() == 0


def test_a_flag_changes_nothing(rich: LevelsPanel, session: GameSession, qtbot: QtBot) -> None:
    before, text = listed(rich.model), rich.summary.text()
    session.toggle_flag(before[Group.OPEN][0])
    qtbot.waitUntil(lambda: not session.explanation_service.is_sorting)
    assert (listed(rich.model), rich.summary.text()) == (before, text)


def test_after_a_win_there_is_nothing_to_find_out(panel: LevelsPanel, session: GameSession, qtbot: QtBot) -> None:
    session.reveal((8, 8))
    for cell in sorted(set(session.game.grid.cells) - session.game.mines):
        session.reveal(cell)
    for cell in sorted(session.game.mines - session.game.mines_found):
        session.toggle_flag(cell)
    assert session.state is State.WON
    qtbot.waitUntil(lambda: not session.is_learning)
    assert panel.summary.text() == words.OVER
    assert panel.model.rowCount() == 0


def test_after_a_loss_it_says_where_what_was_known_is(rich: LevelsPanel, session: GameSession, qtbot: QtBot) -> None:
    before = listed(rich.model)
    session.reveal(min(session.game.mines))
    assert rich.summary.text() == words.LOST
    assert rich.model.rowCount() == 0
    session.undo()
    qtbot.waitUntil(lambda: rich.model.rowCount() > 0)
    assert listed(rich.model) == before


def test_what_takes_long_is_said(
    qtbot: QtBot, engine: type[GatedEngine], panel: LevelsPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    reveal(1)
    before = panel.summary.text()
    engine.gate.shut()
    session.reveal(min(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys()))
    assert panel.summary.text() == before, "nothing flickers"
    qtbot.waitUntil(lambda: panel.summary.text() == words.WORKING)
    assert panel.model.rowCount() == 0
    engine.gate.open()
    qtbot.waitUntil(lambda: panel.model.rowCount() == len(Group))


def test_what_is_too_hard_is_said(engine: type[GatedEngine], panel: LevelsPanel, reveal: Callable[[int], None]) -> None:
    engine.gives_up = True
    reveal(20)
    assert panel.summary.text().endswith(words.TOO_HARD)
    found = listed(panel.model)
    assert found[Group.CLUE]
    assert found[Group.OPEN]
    assert panel.model.data(place_of(panel, Group.OPEN)) == str(found[Group.OPEN][0])


def test_a_contradiction_is_said(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, panel: LevelsPanel, session: GameSession
) -> None:
    clash = Position(16, 30, 99, {(0, 0): 8})
    monkeypatch.setattr(GameSession, "position", property(lambda _: clash))
    monkeypatch.setattr(GameSession, "has_levels", property(lambda _: True))
    session.game_started.emit()
    qtbot.waitUntil(lambda: panel.summary.text().startswith("No layout agrees with this position"))
    assert panel.model.rowCount() == 0


def test_it_wants_levels_only_while_it_is_seen(
    qtbot: QtBot, rich: LevelsPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    rich.hide()
    assert session.levels is None
    reveal(1)
    assert not session.explanation_service.is_sorting
    rich.show()
    qtbot.waitUntil(lambda: session.levels is not None)
    assert listed(rich.model) == groups_of(reasoning_levels(session.position), session.position, session.settled)


# -- what can be done with it


def test_clicks_select_cells_and_groups(rich: LevelsPanel) -> None:
    told: list[frozenset[Cell]] = []
    rich.cells_selected.connect(told.append)
    group = rich.model.group_index(Group.UNSEEN)
    cells = rich.model.cells_at(group)
    click(rich, group)
    assert not rich.why.isEnabled()
    first = place_of(rich, Group.UNSEEN)
    click(rich, first)
    assert rich.why.isEnabled()
    cell = rich.model.cell_at(first)
    if cells == {cell}:
        assert told == [cells]
    else:
        assert told == [cells, frozenset((cell,))]
    key(Key.Key_Escape)
    assert told[-1] == frozenset()
    assert not rich.why.isEnabled()


def test_a_double_click_and_the_button_ask_why(rich: LevelsPanel) -> None:
    asked: list[Cell] = []
    rich.why_requested.connect(asked.append)
    first = place_of(rich, Group.UNSEEN)
    cell = rich.model.cell_at(first)
    click(rich, first, double=True)
    assert asked == [cell]
    QTest.mouseClick(rich.why, LEFT)
    assert asked == [cell, cell]
    click(rich, rich.model.group_index(Group.CASES))
    QTest.mouseClick(rich.why, LEFT, pos=QPoint(3, 3))
    assert asked == [cell, cell], "a group has no proof"


def test_keys_do_it_all(rich: LevelsPanel) -> None:
    asked: list[Cell] = []
    told: list[frozenset[Cell]] = []
    rich.why_requested.connect(asked.append)
    rich.cells_selected.connect(told.append)
    rich.tree.setFocus()
    key(Key.Key_Home)
    assert told[-1] == rich.model.cells_at(rich.model.group_index(Group.UNSEEN))
    key(Key.Key_Return)
    assert not rich.tree.isExpanded(rich.model.group_index(Group.UNSEEN))
    key(Key.Key_Enter)
    assert rich.tree.isExpanded(rich.model.group_index(Group.UNSEEN))
    assert not asked
    key(Key.Key_Down)
    cell = rich.model.cell_at(place_of(rich, Group.UNSEEN))
    assert told[-1] == {cell}
    key(Key.Key_Return)
    key(Key.Key_W)
    assert asked == [cell] * 2
    key(Key.Key_Tab)
    assert rich.why.hasFocus()
    key(Key.Key_Space)
    assert asked == [cell] * 3


def test_what_is_selected_stays_so_while_others_come_and_go(
    rich: LevelsPanel, session: GameSession, qtbot: QtBot
) -> None:
    rich.tree.expand(rich.model.group_index(Group.CLUE))
    cells = listed(rich.model)[Group.CLUE]
    mine = next(cell for cell in cells if cell in session.game.mines)
    click(rich, place_of(rich, Group.CLUE, cells.index(mine)))
    told: list[frozenset[Cell]] = []
    rich.cells_selected.connect(told.append)
    for _ in range(3):
        session.reveal(next(cell for cell in listed(rich.model)[Group.CLUE] if cell not in session.game.mines))
        qtbot.waitUntil(lambda: not session.explanation_service.is_sorting)
    assert told == []
    (chosen,) = rich.tree.selectedIndexes()
    assert rich.model.cell_at(chosen) == mine


def test_what_is_selected_and_then_revealed_is_no_more(rich: LevelsPanel, session: GameSession, qtbot: QtBot) -> None:
    told: list[frozenset[Cell]] = []
    rich.cells_selected.connect(told.append)
    first = place_of(rich, Group.UNSEEN)
    cell = rich.model.cell_at(first)
    click(rich, first)
    session.reveal(cell)
    qtbot.waitUntil(lambda: not session.explanation_service.is_sorting)
    assert cell not in told[-1]


def test_what_is_unfolded_stays_so(rich: LevelsPanel, session: GameSession, reveal: Callable[[int], None]) -> None:
    fold = {Group.UNSEEN: False, Group.CASES: True, Group.OPEN: True, Group.CLUE: False}
    for group, unfold in fold.items():
        rich.tree.setExpanded(rich.model.group_index(group), unfold)
    session.new_game(seed=2)
    reveal(20)
    for group, unfold in fold.items():
        if rich.model.cells_at(rich.model.group_index(group)):
            assert rich.tree.isExpanded(rich.model.group_index(group)) is unfold


def test_out_of_sight_it_marks_nothing_and_keeps_its_place(rich: LevelsPanel) -> None:
    told: list[frozenset[Cell]] = []
    click(rich, place_of(rich, Group.UNSEEN))
    cell = rich.model.cell_at(place_of(rich, Group.UNSEEN))
    rich.cells_selected.connect(told.append)
    rich.hide()
    assert told == [frozenset()]
    rich.show()
    assert told == [frozenset(), {cell}]
    QTest.keyClick(rich.tree, Key.Key_Up)
    assert told[-1] == rich.model.cells_at(rich.model.group_index(Group.UNSEEN)), "the arrow keys go on from there"


def test_out_of_sight_it_forgets_another_game(
    rich: LevelsPanel, session: GameSession, reveal: Callable[[int], None]
) -> None:
    click(rich, rich.model.group_index(Group.OPEN))
    rich.hide()
    session.new_game(seed=2)
    reveal(3)
    told: list[frozenset[Cell]] = []
    rich.cells_selected.connect(told.append)
    rich.show()
    assert told == []
    assert not rich.tree.selectedIndexes()


def test_it_is_heard(rich: LevelsPanel) -> None:
    tree = QAccessible.queryAccessibleInterface(rich.tree)
    assert tree is not None
    assert tree.role() == QAccessible.Role.Tree
    assert tree.text(QAccessible.Text.Name)
    assert tree.text(QAccessible.Text.Description) == rich.summary.text()
    first = place_of(rich, Group.UNSEEN)
    heard = [tree.child(number).text(QAccessible.Text.Name) for number in range(tree.childCount())]
    assert first.data() in heard
    assert rich.model.group_index(Group.OPEN).data() in heard
    assert QAccessible.queryAccessibleInterface(rich.why).text(QAccessible.Text.Name) == "Why?"


def test_several_levels_are_counted_one_by_one(rich: LevelsPanel, session: GameSession) -> None:
    text, found = rich.summary.text(), listed(rich.model)
    safe = session.levels.safe if session.levels is not None else frozenset()
    assert text.startswith(f"{len(safe)} cells are provably safe: ")
    assert f"{len(safe & set(found[Group.CASES]))} by cases" in text
    assert text.endswith(f"the CS50 agent sees {len(safe) - len(found[Group.UNSEEN])} of them.")
