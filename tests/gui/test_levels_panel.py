"""What is known, what could be known: the panel, its model and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QAbstractItemModelTester, QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from slow import GatedEngine, engine
from windows import LEFT, Key

from minesweeper_qt.gui import levels_words as words
from minesweeper_qt.gui import theme as themes
from minesweeper_qt.gui.levels_model import LevelsModel
from minesweeper_qt.gui.levels_panel import LevelsPanel
from minesweeper_qt.gui.levels_words import Group, groups_of, least_risk, summary
from minesweeper_qt.gui.session import GameSession
from minesweeper_qt.gui.tiles import Tiles
from minesweeper_qt.model import (
    LEVELS,
    Cell,
    Engine,
    Level,
    Position,
    Reasoning,
    levels_of,
    mine_probabilities,
)
from minesweeper_qt.model.levels import knowledge_of

__all__ = ["engine"]  # a fixture

COUNTED = Position.from_text("5x2x2\n1HHH1\nHHHHH")
"""Two cells are safe, which only the number of mines shows."""


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[GameSession]:
    made = GameSession(LEVELS["expert"], seed=1)
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
        qtbot.waitUntil(lambda: not session.is_learning and not session.investigator.is_sorting, timeout=30_000)

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
    levels = levels_of(session.position)
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
        levels = levels_of(session.position)
        assert listed(panel.model) == groups_of(levels, session.position, session.settled)
        assert panel.summary.text() == summary(levels, listed(panel.model))
    session.restart()
    session.new_game()
    assert panel.model.rowCount() == 0
    assert resets.count() == 0


def test_a_flag_changes_nothing(rich: LevelsPanel, session: GameSession, qtbot: QtBot) -> None:
    before, text = listed(rich.model), rich.summary.text()
    session.toggle_flag(before[Group.OPEN][0])
    qtbot.waitUntil(lambda: not session.investigator.is_sorting)
    assert (listed(rich.model), rich.summary.text()) == (before, text)


def test_after_the_end_there_is_nothing_to_find_out(rich: LevelsPanel, session: GameSession) -> None:
    session.reveal(min(session.game.mines))
    assert rich.summary.text() == words.OVER
    assert rich.model.rowCount() == 0


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
    assert not session.investigator.is_sorting
    rich.show()
    qtbot.waitUntil(lambda: session.levels is not None)
    assert listed(rich.model) == groups_of(levels_of(session.position), session.position, session.settled)


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
        qtbot.waitUntil(lambda: not session.investigator.is_sorting)
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
    qtbot.waitUntil(lambda: not session.investigator.is_sorting)
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


def test_out_of_sight_it_marks_nothing(rich: LevelsPanel) -> None:
    told: list[frozenset[Cell]] = []
    click(rich, place_of(rich, Group.UNSEEN))
    rich.cells_selected.connect(told.append)
    rich.hide()
    assert told == [frozenset()]


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


# -- the model by itself


@pytest.mark.parametrize("before, now", [(0.1, 0.2), (0.5, 0.5), (0.9, 1), (1, 0), (0, 1), (0.97, 0.97)])
def test_many_changes_at_once_are_few_signals(before: float, now: float) -> None:
    position = Position(1, 200, 9)
    levels = levels_of(position)
    random = Random(3)
    some, other = ([(0, j) for j in range(200) if random.random() < share] for share in (before, now))
    model = LevelsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    nothing: dict[Group, list[Cell]] = {group: [] for group in Group}
    model.show(levels, nothing | {Group.OPEN: some})
    signals = QSignalSpy(model.rowsInserted), QSignalSpy(model.rowsRemoved)
    model.show(levels, nothing | {Group.OPEN: other})
    assert listed(model) == nothing | {Group.OPEN: other}
    assert sum(spy.count() for spy in signals) <= 40
    model.clear()
    model.clear()
    assert model.rowCount() == 0
    tester.deleteLater()


def test_its_pictures_are_those_of_the_board(qapp: QApplication) -> None:
    model = LevelsModel()
    levels = levels_of(COUNTED)
    model.show(levels, groups_of(levels, COUNTED, {}))
    cell, undecided = (model.index(0, 0, model.group_index(group)) for group in (Group.COUNT, Group.OPEN))
    assert cell.data(Qt.ItemDataRole.DecorationRole) is None
    model.tiles = Tiles(themes.load("light"), 18, 1, qapp.font())
    pictures = [place.data(Qt.ItemDataRole.DecorationRole).toImage() for place in (cell, undecided)]
    assert pictures[0] != pictures[1]


# -- words


@pytest.mark.parametrize(
    "text, said",
    [
        ("5x2x2\n1HHH1\nHHHHH",
         "2 cells are provably safe, with the number of mines; the CS50 agent sees none of them."),
        ("3x1x1\n0HH", "1 cell is provably safe, by single clues; the CS50 agent sees it."),
        ("3x1x1\n1HH", "1 cell is provably safe, with the number of mines; the CS50 agent does not see it."),
        ("3x1x1\nH1H", "No covered cell is provably safe; the least risk is 1/2 = 50.00 % at (0, 0) and 1 other."),
        ("3x2x2\n1HH\nHHH",
         "No covered cell is provably safe; the least risk is 1/3 = 33.33 % at (0, 1) and 2 others."),
        ("4x1x1\nH1H0", "1 cell is provably safe, by single clues; the CS50 agent sees it."),
        ("3x1x2\nH2H", "Every covered cell is a mine."),
        ("1x1x0\n0", "No cell is covered."),
        ("5x1x1\nH1H0H",
         "2 cells are provably safe, by single clues; the CS50 agent sees all of them."),
        ("3x3x4\n3HH\nHHH\nHHH", "No covered cell is provably safe; the least risk is 1/5 = 20.00 % at (0, 2)"
         " and 4 others."),
    ],
)  # fmt: skip
def test_the_summary(text: str, said: str) -> None:
    position = Position.from_text(text)
    levels = levels_of(position)
    assert summary(levels, groups_of(levels, position, knowledge_of(position).settled)) == said


def test_several_levels_are_counted_one_by_one(rich: LevelsPanel, session: GameSession) -> None:
    text, found = rich.summary.text(), listed(rich.model)
    safe = session.levels.safe if session.levels is not None else frozenset()
    assert text.startswith(f"{len(safe)} cells are provably safe: ")
    assert f"{len(safe & set(found[Group.CASES]))} by cases" in text
    assert text.endswith(f"the CS50 agent sees {len(safe) - len(found[Group.UNSEEN])} of them.")


def test_titles_and_entries() -> None:
    levels = levels_of(COUNTED)
    groups = groups_of(levels, COUNTED, {})
    titles = [words.title(group, groups[group], levels) for group in Group]
    assert titles == [
        "Safe, not seen by the CS50 agent: 2 cells",
        "By single clues: none",
        "By the subset rule: none",
        "With the number of mines: 2 safe",
        "By cases: none",
        "Not settled: 6 cells",
    ]
    assert words.entry(Group.UNSEEN, (0, 2), levels) == "(0, 2): safe by count, the mines left"
    assert words.entry(Group.COUNT, (0, 2), levels) == "(0, 2): safe"
    assert words.entry(Group.OPEN, (0, 1), levels) == "(0, 1): a mine with 33 %"
    pair = Position.from_text("3x1x1\nH1H")
    levels = levels_of(pair)
    assert words.title(Group.OPEN, [(0, 0), (0, 2)], levels) == "Not settled: 2 cells, the least risk is 50 %"
    certain = Position.from_text("3x1x2\nH2H")
    levels = levels_of(certain)
    assert words.title(Group.CLUE, [(0, 0), (0, 2)], levels) == "By single clues: 2 mines"
    assert words.entry(Group.CLUE, (0, 0), levels) == "(0, 0): a mine"


def test_the_cs50_agent_is_not_told_the_number_of_mines() -> None:
    told = knowledge_of(COUNTED)
    told.tell(COUNTED.mines)
    assert told.settled.keys() >= {(0, 2), (1, 2)}
    assert groups_of(levels_of(COUNTED), COUNTED, told.settled)[Group.UNSEEN] == [(0, 2), (1, 2)]


def test_what_is_not_learned_yet_is_not_seen_yet() -> None:
    position = Position.from_text("3x1x1\n0HH")
    levels = levels_of(position)
    assert groups_of(levels, position, knowledge_of(position).settled)[Group.UNSEEN] == []
    assert groups_of(levels, position, {})[Group.UNSEEN] == [(0, 1)]
    assert words.entry(Group.UNSEEN, (0, 1), levels) == "(0, 1): safe by clue, not learned yet"


@pytest.mark.parametrize("seed", range(20))
def test_the_least_risk_is_that_of_the_engine(seed: int) -> None:
    session = GameSession(Level.custom(6, 6, 8), seed=seed)
    random = Random(seed)
    for _ in range(6):
        free = sorted(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys())
        session.reveal(random.choice(free))
        if session.state.is_over:
            break
        exact = Engine().solve(session.position)
        found = least_risk(exact)
        assert found is not None
        least = min(exact.probability.values())
        assert found == (least, [cell for cell, chance in exact.probability.items() if chance == least])
    session.shut_down()


def test_risks_that_floats_confuse_are_told_apart() -> None:
    found = mine_probabilities(Position(1, 3, 1, {(0, 1): 1}))
    found.groups[:] = [([0], 10**30 + 1, 3 * 10**30), ([2], 1, 3)]
    assert least_risk(found) == (Fraction(1, 3), [(0, 2)])
