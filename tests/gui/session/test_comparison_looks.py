"""Tests of how cells look where a student's agent and the reference are compared: marks, differences, changed cells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.tiles import Tiles
from minesweeper_qt.gui.presentation.look import Face, Look, Mark, Overlay
from minesweeper_qt.gui.session.board_source import PositionView
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.model import Action, Cell, Minesweeper, Playthrough, State, Verb
from minesweeper_qt.model.watch.knowledge_comparison import ComparedVerdict, KnowledgeComparison, RowKind
from tests.gui.support.student_sessions import copied, play, student_session

_ROLE = Qt.ItemDataRole


def texts(model: BoardModel, cell: Cell) -> list[str]:
    """Return the tool tip of ``cell``, and its text for screen readers."""
    return [model.data(model.index(*cell), role) for role in (_ROLE.ToolTipRole, _ROLE.AccessibleTextRole)]


def view_of(playthrough: Playthrough, verdicts: dict[Cell, ComparedVerdict]) -> PositionView:
    return PositionView.of_game(playthrough, comparison=KnowledgeComparison(1, (), verdicts))


@pytest.fixture
def playthrough() -> Iterator[Playthrough]:
    game = Minesweeper(4, 4, 1, layout_mines=[(3, 3)])
    made = Playthrough(game)
    for cell in ((2, 2), (2, 3)):
        made.play(Action(Verb.REVEAL, cell))
    yield made
    made.close()


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
    after = view_of(playthrough, {first: same, second: same})
    assert after.update(before).cells == {first}


@pytest.mark.slow
@pytest.mark.parametrize(
    "agent, kind, words",
    [("infers_once_sets", RowKind.MISSING, "misses"), ("unsound_almost_all", RowKind.WRONG, "is wrong")],
)
def test_the_board_shows_what_the_rows_say(tmp_path: Path, qtbot: QtBot, agent: str, kind: RowKind, words: str) -> None:
    with student_session(copied(agent, tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        shown, model = set(), BoardModel(session)
        model.set_overlay(Overlay.KNOWLEDGE)
        for number in range(len(session.playthrough.history.turns)):
            session.timeline.show_move(number)
            comparison, view = session.view.comparison, session.view
            assert comparison is not None
            for cell, verdict in comparison.verdicts.items():
                look = view.look(cell)
                if verdict.kind is kind and cell not in view.clues:
                    assert look.difference is kind
                    assert words in look.in_words()
                    assert texts(model, cell) == [
                        f"{cell}: {look.difference_text}.",
                        f"row {cell[0]}, column {cell[1]}: {look.in_words()}",
                    ]
                    shown.add(cell)
                assert look.differs is (verdict.kind is not RowKind.SAME)
        assert shown


@pytest.mark.slow
def test_a_mine_that_the_agent_called_safe_has_a_badge_after_the_loss(tmp_path: Path, qtbot: QtBot) -> None:
    with student_session(copied("unsound_almost_all", tmp_path)) as session:
        session.watched.stops_at_difference = False
        play(session, qtbot)
        assert session.game.state is State.LOST
        (exploded,) = session.game.exploded
        look = session.view.look(exploded)
        assert look == Look(Face.EXPLODED, mark=Mark.SAFE, difference=RowKind.WRONG)
        assert look.under(Overlay.OFF) == Look(Face.EXPLODED)
        others = session.game.mines - {exploded}
        assert not any(session.view.look(cell).mark is Mark.MINE for cell in others), "the face says that"


def test_a_board_full_of_differences_has_few_pictures(qapp: QApplication) -> None:
    """Each look is painted once, whatever the number of cells with it."""
    tiles = Tiles(themes.load("light"), 24, 1, qapp.font())
    looks = [Look(Face.COVERED, mark=mark, difference=kind) for mark in (Mark.SAFE, Mark.MINE) for kind in RowKind]
    pictures = [tiles.picture(look) for look in looks]
    assert all(tiles.picture(look) is picture for look, picture in zip(looks, pictures, strict=True))
