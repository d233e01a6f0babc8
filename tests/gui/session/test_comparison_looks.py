"""Tests of how cells look where a student's agent and the reference are compared: marks, differences, changed cells."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, Overlay
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Action, Cell, Minesweeper, Playthrough, Verb
from minesweeper_qt.model.knowledge.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind
from tests.gui.support.inspected import FixedBoardSource


class Source(FixedBoardSource):
    """A board source with a given view."""

    def __init__(self, shown: PositionView) -> None:
        self.shown = shown
        super().__init__(shown.position)

    def _make_view(self) -> PositionView:
        return self.shown


def view_of(playthrough: Playthrough, verdicts: dict[Cell, ComparedVerdict]) -> PositionView:
    return PositionView.of_game(playthrough, comparison=KnowledgeComparison(1, (), verdicts))


@pytest.fixture
def playthrough() -> Playthrough:
    made = Playthrough(Minesweeper(4, 4, 1, layout_mines=[(3, 3)]))
    for cell in ((2, 2), (2, 3)):
        made.play(Action(Verb.REVEAL, cell))
    return made


@pytest.mark.parametrize("kind", RowKind)
@pytest.mark.parametrize("is_mine", [True, False])
def test_a_verdict_is_the_mark_of_its_cell(playthrough: Playthrough, kind: RowKind, is_mine: bool) -> None:
    revealed, covered = min(playthrough.game.clues), (3, 3)
    verdict = ComparedVerdict(kind, is_mine)
    view = view_of(playthrough, {revealed: verdict, covered: verdict})
    mark = Mark.MINE if is_mine else Mark.SAFE
    assert view.look(covered) == Look(Face.COVERED, mark=mark, difference=kind)
    clue = playthrough.game.clues[revealed]
    plain = Look(Face.REVEALED, clue)
    assert view.look(revealed) == (plain if kind is RowKind.SAME else Look(Face.REVEALED, clue, mark, difference=kind))
    assert view.look((0, 0)) == Look(Face.COVERED)
    assert view.look(revealed).under(Overlay.OFF) == plain


def test_cells_whose_verdicts_change_are_repainted(playthrough: Playthrough) -> None:
    first, second = sorted(playthrough.game.clues)[:2]
    wrong, same = ComparedVerdict(RowKind.WRONG, is_mine=True), ComparedVerdict(RowKind.SAME, is_mine=False)
    before = view_of(playthrough, {first: wrong, second: same})
    assert view_of(playthrough, {first: same, second: same}).update(before).cells == {first}


@pytest.mark.parametrize(
    "kind, words", [(RowKind.MISSING, "misses that it is a mine"), (RowKind.WRONG, "calls it a mine, which is wrong")]
)
def test_a_difference_is_told_in_the_tool_tip_and_to_screen_readers(
    qapp: QApplication, playthrough: Playthrough, kind: RowKind, words: str
) -> None:
    model = BoardModel(Source(view_of(playthrough, {(3, 3): ComparedVerdict(kind, is_mine=True)})))
    model.set_overlay(Overlay.KNOWLEDGE)
    index = model.index(3, 3)
    assert index.data(Qt.ItemDataRole.ToolTipRole) == f"(3, 3): your agent {words}."
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == f"covered, your agent {words}, row 3, column 3"


def test_a_board_full_of_differences_has_few_pictures(qapp: QApplication) -> None:
    """Each look is painted once, whatever the number of cells with it."""
    tiles = Tiles(themes.load("light"), 24, 1, qapp.font())
    looks = [Look(Face.COVERED, mark=mark, difference=kind) for mark in (Mark.SAFE, Mark.MINE) for kind in RowKind]
    pictures = [tiles.picture(look) for look in looks]
    assert all(tiles.picture(look) is picture for look, picture in zip(looks, pictures, strict=True))
