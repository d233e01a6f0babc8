"""Tests of the overlay of known cells: off at first, visible without colour, explained by a legend."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage

from minesweeper_qt.gui.presentation.look import Face, Mark, face_of, mark_of
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Action, Cell, Minesweeper
from tests.gui.support.colours import distance
from tests.gui.support.windows import Key, MakePlayer, Player

pytestmark = pytest.mark.slow


@pytest.fixture
def known(make_player: MakePlayer) -> tuple[Player, Cell, Cell]:
    """A window, a covered cell known to be safe and one known to be a mine; mouse and focus are elsewhere."""
    player = make_player("intermediate", seed=1)
    player.click((8, 8))
    clues = player.game.clues
    while not ((agent := player.session.playthrough.snapshot).safes - clues.keys() and agent.mines):
        player.click(player.free())
    player.move(min(clues))
    player.window.speed_slider.setFocus()
    return player, min(agent.safes - clues.keys()), min(agent.mines)


def tile_colour(picture: QImage) -> object:
    """Return the colour of a tile below the mark in its middle."""
    return picture.pixelColor(picture.width() // 2, round(picture.height() * 0.82))


def test_known_cells_differ_in_colour_and_shape_while_it_is_on(known: tuple[Player, Cell, Cell]) -> None:
    player, safe, mine = known
    window = player.window
    widgets = (window.board_view, window.board_area, window.header, window.footer)
    places = [widget.geometry() for widget in widgets]
    line = window.footer.status.geometry()
    assert not player.action("overlay").isChecked(), "it is off at first"
    assert not window.footer.legends.known.isVisible()
    plain = [player.picture(cell) for cell in (safe, mine)]
    assert plain[0] == plain[1]
    assert (player.mark(safe), player.mark(mine)) == (Mark.SAFE, Mark.MINE)
    player.key(Key.Key_O)
    player.qtbot.waitUntil(window.footer.legends.known.isVisible)
    assert (player.mark(safe), player.mark(mine)) == (Mark.SAFE, Mark.MINE)
    assert [widget.geometry() for widget in widgets] == places, "the legend moves nothing"
    # The line of status makes room at its right only.
    now = window.footer.status.geometry()
    assert (now.topLeft(), now.height()) == (line.topLeft(), line.height())
    ring, diamond = marked = [player.picture(cell) for cell in (safe, mine)]
    assert ring != diamond
    assert plain[0] not in marked
    theme = themes.for_palette(window.palette())
    assert distance(tile_colour(ring), theme.safe_tile) < 12
    assert distance(tile_colour(diamond), theme.mine_tile) < 12
    middle = ring.rect().center()
    # The ring is empty in its middle, the diamond is full.
    assert distance(ring.pixelColor(middle), tile_colour(ring)) < 10
    assert distance(diamond.pixelColor(middle), tile_colour(diamond)) > 25
    player.key(Key.Key_O)
    assert [player.picture(cell) for cell in (safe, mine)] == plain


# -- pure functions


@pytest.mark.parametrize(
    "face, safes, mines, mark",
    [
        (Face.COVERED, {(0, 0)}, set(), Mark.SAFE),
        (Face.COVERED, set(), {(0, 0)}, Mark.MINE),
        (Face.COVERED, {(0, 1)}, {(1, 0)}, Mark.NONE),
        (Face.FLAGGED, {(0, 0)}, set(), Mark.SAFE),
        (Face.FLAGGED, set(), {(0, 0)}, Mark.MINE),
        (Face.REVEALED, {(0, 0)}, set(), Mark.NONE),
        (Face.MINE, set(), {(0, 0)}, Mark.NONE),
        (Face.EXPLODED, set(), {(0, 0)}, Mark.NONE),
        (Face.WRONG_FLAG, {(0, 0)}, set(), Mark.NONE),
    ],
)
def test_marks(face: Face, safes: set[Cell], mines: set[Cell], mark: Mark) -> None:
    assert mark_of((0, 0), face, safes, mines) is mark


def test_faces_before_and_after_a_loss() -> None:
    game = Minesweeper(2, 3, 2, layout_mines=[(0, 0), (1, 2)])
    for text in ("reveal 0 1", "flag 0 2", "flag 1 2"):
        game.play(Action.from_text(text))
    cells = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2))
    before = [Face.COVERED, Face.REVEALED, Face.FLAGGED, Face.COVERED, Face.FLAGGED]
    assert [face_of(game, cell) for cell in cells] == before
    game.play(Action.from_text("reveal 0 0"))
    after = [Face.EXPLODED, Face.REVEALED, Face.WRONG_FLAG, Face.COVERED, Face.FLAGGED]
    assert [face_of(game, cell) for cell in cells] == after
