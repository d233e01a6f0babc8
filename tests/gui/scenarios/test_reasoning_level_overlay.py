"""Tests of the overlay of reasoning levels: correct, readable without colour, in texts, and with few repaints."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, Overlay
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Reasoning, reasoning_levels, seen_by_player
from tests.gui.support.colours import distance
from tests.gui.support.windows import RIGHT, SHIFT, Key, MakePlayer, Player

SIDES = (Mark.SAFE, Mark.MINE)


@pytest.fixture
def levelled(make_player: MakePlayer) -> Player:
    """A window with the overlay on and cells of several reasoning levels; mouse and focus are elsewhere."""
    player = make_player(Difficulty.custom(10, 10, 20), seed=63)
    player.click((4, 4))
    assert len(set(reasoning_levels(seen_by_player(player.game)).values())) == 3
    player.window.board_view.set_overlay(Overlay.LEVELS)
    player.session.levels.set_needed("board", True)
    wait_until_levels_found(player)
    player.move(min(player.game.clues))
    player.window.speed_slider.setFocus()
    return player


def wait_until_levels_found(player: Player) -> None:
    player.qtbot.waitUntil(lambda: not player.session.levels.is_searching)


def cell_text(player: Player, cell: Cell, role: Qt.ItemDataRole = Qt.ItemDataRole.AccessibleTextRole) -> str | None:
    return player.window.board_model.index(*cell).data(role)


def count_bars(picture: QImage, ink: QColor, row: int) -> int:
    """Count the bars of the colour ``ink`` in a row of pixels."""
    is_ink = [distance(picture.pixelColor(x, row), ink) < 12 for x in range(picture.width())]
    return sum(now and not before for before, now in zip([False, *is_ink], is_ink, strict=False))


def assert_every_certain_cell_shows_its_level(player: Player) -> None:
    levels = reasoning_levels(seen_by_player(player.game))
    for cell in player.game.grid.cells:
        look = player.window.board_model.look(cell)
        shown = look.under(Overlay.LEVELS)
        assert look.level == shown.level == levels.get(cell)
        expected = Mark.SAFE if cell in levels.safe else Mark.MINE if cell in levels.mines else Mark.NONE
        assert shown.mark is expected


@pytest.mark.slow
def test_every_certain_cell_shows_its_level_in_colour_and_words(levelled: Player) -> None:
    assert_every_certain_cell_shows_its_level(levelled)
    levels = reasoning_levels(seen_by_player(levelled.game))
    theme = themes.for_palette(levelled.window.palette())
    for level in set(levels.values()):
        for cells, tiles in ((levels.safe, theme.safe_levels), (levels.mines, theme.mine_levels)):
            for cell in sorted(cell for cell in cells if levels[cell] is level)[:1]:
                picture = levelled.picture(cell)
                beside = picture.pixelColor(round(picture.width() * 0.85), round(picture.height() * 0.6))
                assert distance(beside, tiles[level - 1]) < 12
    safe, mine = min(levels.safe), min(levels.mines)
    assert cell_text(levelled, safe) == f"covered, safe by {levels[safe]}, row {safe[0]}, column {safe[1]}"
    assert cell_text(levelled, mine) == f"covered, a mine by {levels[mine]}, row {mine[0]}, column {mine[1]}"
    open_cell = min(set(levelled.covered()) - set(levels))
    assert cell_text(levelled, open_cell) == f"covered, row {open_cell[0]}, column {open_cell[1]}"
    levelled.click(mine, RIGHT)
    assert cell_text(levelled, mine) == f"flagged, a mine by {levels[mine]}, row {mine[0]}, column {mine[1]}"
    tip = cell_text(levelled, mine, Qt.ItemDataRole.ToolTipRole)
    assert tip == f"{mine} is a mine by {levels[mine]}: {levels[mine].meaning}."
    for _ in range(3):
        cell = min(reasoning_levels(seen_by_player(levelled.game)).safe)
        levelled.click(cell)
        assert levelled.window.board_model.look(cell) == Look(Face.REVEALED, levelled.game.clues[cell])
        wait_until_levels_found(levelled)
        assert_every_certain_cell_shows_its_level(levelled)


# -- in the window


@pytest.mark.slow
def test_l_shows_it_and_takes_it_away(player: Player) -> None:
    player.click((4, 4))
    footer = player.window.footer
    for on in (True, False, True):
        player.key(Key.Key_L)
        wait_until_levels_found(player)
        assert player.action("levels").isChecked() is on
        assert player.window.actions_by.overlay() is (Overlay.LEVELS if on else Overlay.OFF)
        assert (player.session.levels.found is not None) is on
        assert footer.legends.levels.isVisible() is on
    player.key(Key.Key_R)
    assert not player.action("levels").isChecked()
    assert not footer.legends.levels.isVisible()
    assert footer.legends.scale.isVisible()
    player.wait_until_computed()
    wait_until_levels_found(player)


@pytest.mark.slow
def test_the_board_frames_what_is_selected_in_the_panel(levelled: Player) -> None:
    window = levelled.window
    panel = window.inspector.what_is_known_panel
    levelled.key(Key.Key_L, SHIFT)
    levelled.qtbot.waitUntil(panel.isVisible)
    levelled.qtbot.waitUntil(lambda: panel.levels is not None)
    panel.tree.setFocus()
    levelled.key(Key.Key_Home)
    levelled.key(Key.Key_Down)
    levelled.key(Key.Key_Down)
    levels = reasoning_levels(seen_by_player(levelled.game))
    assert window.board_view.outlined
    assert window.board_view.outlined <= set(levels)
    while panel.tree.currentItem().parent() is None:
        levelled.key(Key.Key_Right)
        levelled.key(Key.Key_Down)
    (cell,) = window.board_view.outlined
    levelled.key(Key.Key_W)
    assert window.board_view.selection.cell == cell, "W asks about what is selected here"
    assert not window.board_view.outlined, "the proof has the board for itself"
    levelled.qtbot.waitUntil(lambda: not levelled.session.worker.is_computing)


# -- without colour


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("size", [10, 12, 16, 20, 32, 48, 64])
@pytest.mark.parametrize("face", [Face.COVERED, Face.FLAGGED])
@pytest.mark.parametrize("mark", SIDES)
def test_a_tile_has_as_many_bars_as_its_level(qapp: QApplication, name: str, size: int, face: Face, mark: Mark) -> None:
    theme = themes.load(name)
    tiles = Tiles(theme, size, 1, qapp.font())
    ink = theme.safe_mark if mark is Mark.SAFE else theme.mine_mark
    for level in Reasoning:
        picture = tiles.picture(Look(face, mark=mark, level=level)).toImage()
        lower = range(round(size * 0.62), size)
        assert max(count_bars(picture, ink, row) for row in lower) == level
        edges = [picture.pixelColor(x, row) for x in (0, size - 1) for row in lower]
        assert size < 12 or min(distance(colour, ink) for colour in edges) > 12, "within the tile"


# -- announced changes


@pytest.mark.slow
def test_only_cells_whose_level_changed_are_announced(qapp: QApplication, levelled: Player) -> None:
    model = levelled.window.board_model
    announced: set[Cell] = set()

    def note(top: QModelIndex, bottom: QModelIndex) -> None:
        announced.update(
            (i, j) for i in range(top.row(), bottom.row() + 1) for j in range(top.column(), bottom.column() + 1)
        )

    before = {cell: model.look(cell) for cell in levelled.game.grid.cells}
    model.dataChanged.connect(note)
    cell = min(reasoning_levels(seen_by_player(levelled.game)).safe)
    levelled.click(cell)
    wait_until_levels_found(levelled)
    changed = {cell for cell, look in before.items() if model.look(cell) != look}
    assert changed <= announced
    assert len(announced) < len(changed) * 6 + 10
    announced.clear()
    with_level = {cell for cell in before if model.look(cell).level is not None}
    levelled.session.levels.set_needed("board", False)
    assert announced >= with_level


def test_no_change_is_announced_beyond_a_smaller_board(qapp: QApplication, qtbot: object) -> None:
    session = GameSession(DIFFICULTIES["expert"], seed=1)
    session.levels.set_needed("board", True)
    session.player.reveal((15, 29))
    model = BoardModel(session)
    while session.levels.is_searching:
        qapp.processEvents()
    assert any(look.level is not None for look in map(model.look, session.game.grid.cells))
    places: list[bool] = []

    def note(top: QModelIndex, bottom: QModelIndex) -> None:
        places.append(top.isValid() and bottom.isValid())

    model.dataChanged.connect(note)
    session.new_game(DIFFICULTIES["beginner"], seed=1)
    assert all(places)
    assert all(model.look(cell).level is None for cell in session.game.grid.cells)
    session.shut_down()
