"""Tests of the item model of the board: its data, its signals, and its texts for screen readers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAccessible
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.presentation.look import Highlight, Overlay
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, State
from tests.gui.support.windows import MakePlayer

Role = Qt.ItemDataRole


class Changes:
    """Collects the changes that a model signals.

    Attributes: ``cells``, those announced as changed, and ``signals``, the number of signals for them, both since the
    last ``take``; ``resets``, the number of resets.
    """

    def __init__(self, model: BoardModel) -> None:
        self.model = model
        self.cells: set[Cell] = set()
        self.signals = 0
        self.resets = 0
        model.dataChanged.connect(self._changed)
        model.modelReset.connect(self._reset)

    def take(self) -> set[Cell]:
        cells, self.cells, self.signals = self.cells, set(), 0
        return cells

    def _changed(self, first: QModelIndex, last: QModelIndex) -> None:
        assert first.row() <= last.row()
        assert first.column() <= last.column()
        self.signals += 1
        self.cells.update(
            (i, j) for i in range(first.row(), last.row() + 1) for j in range(first.column(), last.column() + 1)
        )

    def _reset(self) -> None:
        self.resets += 1


def accessible_text(model: BoardModel, cell: Cell) -> str:
    return str(model.index(*cell).data(Qt.ItemDataRole.AccessibleTextRole))


def around(cells: set[Cell]) -> set[Cell]:
    """Return the cells of the rectangle around ``cells``."""
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return {
        (row, column)
        for row in range(min(rows, default=0), max(rows, default=-1) + 1)
        for column in range(min(columns, default=0), max(columns, default=-1) + 1)
    }


@pytest.fixture
def session(qapp: object) -> Iterator[GameSession]:
    made = GameSession(DIFFICULTIES["beginner"], seed=1)
    yield made
    made.shut_down()


@pytest.mark.slow
def test_it_is_a_sound_model_in_every_state_and_a_cell_has_no_cells_inside(
    session: GameSession, qtmodeltester: ModelTester
) -> None:
    model = BoardModel(session)
    qtmodeltester.check(model)
    session.player.reveal((4, 4))
    qtmodeltester.check(model)
    session.player.toggle_flag(min(session.game.mines))
    qtmodeltester.check(model)
    session.player.reveal(max(session.game.mines))
    assert session.view.state is State.LOST
    qtmodeltester.check(model)
    session.new_game(Difficulty.custom(3, 7, 5), seed=2)
    assert (model.rowCount(), model.columnCount()) == (3, 7)
    qtmodeltester.check(model)
    # A cell has no cells inside.
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex()) is None


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_all_changed_cells_are_announced(qtbot: QtBot, difficulty: str) -> None:
    session = GameSession(DIFFICULTIES[difficulty], seed=2)
    model = BoardModel(session)
    changes = Changes(model)
    cells = session.game.grid.cells
    before = {cell: model.look(cell) for cell in cells}
    session.player.toggle_flag(min(session.game.mines))
    while not session.view.state.is_over and len(session.game.history) < 80:
        session.autoplay.move()
        qtbot.waitUntil(lambda: not session.is_learning)
        after = {cell: model.look(cell) for cell in cells}
        changed = {cell for cell in cells if before[cell] != after[cell]}
        assert changed <= changes.take()
        before = after
    assert changes.resets == 0
    session.shut_down()


def test_highlighted_cells_and_hints_are_announced_as_changed_texts_until_a_new_game(
    session: GameSession, qtmodeltester: ModelTester
) -> None:
    model = BoardModel(session)
    qtmodeltester.check(model)
    changes, roles = Changes(model), []
    model.dataChanged.connect(lambda first, last, changed: roles.append(changed))
    cells = session.game.grid.cells
    before = {cell: accessible_text(model, cell) for cell in cells}
    one, other, third = (0, 0), (3, 3), (8, 8)
    for highlight, expected in (
        (Highlight(mines=frozenset({one}), clues=frozenset({one, other})), {one, other}),
        (Highlight(mines=frozenset({one}), cells=frozenset({third})), {one, third}),
        (Highlight(mines=frozenset({one}), cells=frozenset({third})), set()),
        (None, {one, third}),
        (None, set()),
        (Highlight(cells=frozenset(cells)), set(cells)),
        (None, set(cells)),
    ):
        model.set_highlight(highlight)
        shown = highlight or Highlight()
        assert {cell: accessible_text(model, cell) for cell in cells} == {
            cell: before[cell].replace(", row", f", {shown.in_words(cell)}, row" if shown.in_words(cell) else ", row")
            for cell in cells
        }
        assert changes.take() == around(expected)
    assert set(map(tuple, roles)) == {(Qt.ItemDataRole.AccessibleTextRole,)}
    for hint, expected in ((one, {one}), (other, {one, other}), (None, {other})):
        session.advice.hint = hint
        session.touch()
        assert changes.take() == around(expected)
        assert [cell for cell in cells if "hint" in accessible_text(model, cell)] == [hint] * (hint is not None)
    # A new game ends the highlight.
    model.set_highlight(Highlight(mines=frozenset({(0, 0), (8, 8)})))
    session.new_game(Difficulty.custom(3, 7, 5), seed=2)
    assert accessible_text(model, (0, 0)) == "covered, row 0, column 0"
    # The panel withdraws the highlight of the last game only now.
    model.set_highlight(None)


def test_losing_announces_every_mine_and_wrong_flag(session: GameSession) -> None:
    session.player.reveal((4, 4))
    wrong = min(set(session.game.grid.cells) - session.game.mines - session.game.clues.keys())
    session.player.toggle_flag(wrong)
    changes = Changes(BoardModel(session))
    session.player.reveal(min(session.game.mines))
    assert changes.cells >= session.game.mines | {wrong}


def test_it_resets_at_a_new_game_only(session: GameSession) -> None:
    changes = Changes(BoardModel(session))
    session.player.reveal((4, 4))
    session.player.toggle_flag((0, 0))
    session.autoplay.set_uses_mine_count(True)
    session.autoplay.move()
    assert changes.resets == 0
    session.restart()
    assert changes.resets == 1
    session.new_game()
    assert changes.resets == 2


def test_its_roles_agree_with_the_game(session: GameSession) -> None:
    model = BoardModel(session)
    session.player.reveal((4, 4))
    session.player.toggle_flag(min(session.game.mines))
    session.player.reveal(max(session.game.mines))
    for cell in session.game.grid.cells:
        index = model.index(*cell)
        look = session.view.look(cell)
        assert model.look(cell) == look
        assert index.data(Qt.ItemDataRole.DecorationRole) is None
        assert not index.flags() & Qt.ItemFlag.ItemIsEditable


# -- screen readers


def test_cells_rows_and_columns_have_accessible_text(session: GameSession) -> None:
    model, game = BoardModel(session), session.game
    assert accessible_text(model, (2, 3)) == "covered, row 2, column 3"
    session.player.reveal((4, 4))
    assert accessible_text(model, (4, 4)) == "empty, row 4, column 4"
    number = min(cell for cell, clue in game.clues.items() if clue)
    assert accessible_text(model, number).startswith(f"{game.clues[number]}, row {number[0]}")
    flagged, exploded = sorted(game.mines)[:2]
    session.player.toggle_flag(flagged)
    assert "flagged" in accessible_text(model, flagged)
    session.player.reveal(exploded)
    assert accessible_text(model, exploded).startswith("exploded mine, row ")
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.headerData(3, Qt.Orientation.Horizontal, role) == "column 3"
    assert model.headerData(0, Qt.Orientation.Vertical, role) == "row 0"
    assert model.headerData(5, Qt.Orientation.Vertical) == "5"


def test_the_texts_say_what_the_overlay_shows(qtbot: QtBot, session: GameSession) -> None:
    model = BoardModel(session)
    session.set_chances_enabled(True)
    session.levels.set_needed("board", True)
    session.player.reveal((4, 4))
    qtbot.waitUntil(lambda: session.view.chances is not None and session.levels.last is not None)
    known = min(session.playthrough.snapshot.mines)
    unknown = min(cell for cell in session.game.grid.cells if "% mine" in model.look(cell).in_words())
    chance, level = model.look(unknown).chance, model.look(known).level
    assert chance is not None
    for overlay, of_known, of_unknown in (
        (Overlay.OFF, "covered", "covered"),
        (Overlay.KNOWLEDGE, "covered, known to be a mine", "covered"),
        (Overlay.CHANCES, "covered, known to be a mine", f"covered, {chance.in_words()}"),
        (Overlay.LEVELS, f"covered, a mine by {level}", "covered"),
    ):
        changes = Changes(model)
        model.set_overlay(overlay)
        assert changes.cells == set(session.game.grid.cells)
        for cell, words in ((known, of_known), (unknown, of_unknown)):
            assert accessible_text(model, cell) == f"{words}, row {cell[0]}, column {cell[1]}"


def test_the_cells_of_a_paused_game_say_nothing_else(session: GameSession) -> None:
    model = BoardModel(session)
    session.player.reveal((4, 4))
    before = [accessible_text(model, cell) for cell in session.game.grid.cells]
    model.set_highlight(Highlight(mines=frozenset({(0, 0)})))
    session.pause.begin()
    for cell in session.game.grid.cells:
        assert accessible_text(model, cell) == "paused"
        assert model.index(*cell).data(Role.ToolTipRole) is None
    model.set_highlight(None)
    session.pause.end()
    assert [accessible_text(model, cell) for cell in session.game.grid.cells] == before


@pytest.mark.slow
def test_screen_readers_find_every_cell(make_player: MakePlayer) -> None:
    player = make_player(Difficulty.custom(4, 6, 3), seed=1)
    table = QAccessible.queryAccessibleInterface(player.view)
    assert table is not None
    assert table.role() == QAccessible.Role.Table
    assert table.text(QAccessible.Text.Name) == "Board"
    cells = [
        child.text(QAccessible.Text.Name)
        for child in (table.child(number) for number in range(table.childCount()))
        if child is not None and child.role() == QAccessible.Role.Cell
    ]
    assert cells == [f"covered, row {i}, column {j}" for i in range(4) for j in range(6)]
