"""Tests that edits are undone to the very positions before them, and that the kept ones take little memory."""

from __future__ import annotations

import gc
import random

import pytest
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.sandbox.edit_steps import Edit, EditSteps
from minesweeper_qt.gui.sandbox.position_editor import UNDO_STEPS, PositionEditor
from minesweeper_qt.model import Board, Cell, Position
from tests.gui.support.sandboxes import SandboxSession, session, wait_until_found

__all__ = ["session"]  # a fixture


def random_edit(position: Position, chance: random.Random) -> Position:
    """Return ``position`` after some marks, or another one."""
    height, width = chance.randint(1, 6), chance.randint(1, 6)
    if chance.random() < 0.3:
        position = Position(height, width, chance.randint(0, height * width))
    marks: dict[Cell, str] = {}
    for _ in range(chance.randint(1, 4)):
        marks[chance.choice(position.board.cells)] = chance.choice("012345678HFM")
    return position.with_marks(marks)


@pytest.mark.parametrize("seed", range(30))
def test_any_walk_through_edits_undo_and_redo_restores_the_positions(qapp: object, seed: int) -> None:
    chance = random.Random(seed)
    editor = PositionEditor(Position(3, 3, 1), None)
    past, now, future = [], editor.position, []
    for _ in range(120):
        step = chance.random()
        if step < 0.5:
            after = random_edit(now, chance)
            if after != now:
                past, now, future = [*past, now], after, []
            editor.set_position(after)
        elif step < 0.8:
            editor.undo()
            if past:
                past, now, future = past[:-1], past[-1], [*future, now]
        else:
            editor.redo()
            if future:
                past, now, future = [*past, now], future[-1], future[:-1]
        assert editor.position == now
        assert (bool(editor.undo_words), bool(editor.redo_words)) == (bool(past), bool(future))


def test_one_undo_restores_the_position_itself() -> None:
    steps, before = EditSteps(), Position(2, 2, 1)
    steps.push(Edit("first"), Position(9, 9, 10), most=5)
    steps.push(Edit("second"), before, most=5)
    assert (len(steps), steps.words) == (2, "second")
    edit, position = steps.pop()
    assert (edit.words, position is before) == ("second", True)
    assert steps.pop() == (Edit("first"), Position(9, 9, 10))
    with pytest.raises(IndexError):
        steps.pop()


def boards() -> int:
    """Return the number of boards with tables of their own: 8 MB each for 100x100 cells."""
    gc.collect()
    return sum(isinstance(thing, Board) for thing in gc.get_objects())


def test_pasted_positions_keep_no_boards(qtbot: QtBot, session: SandboxSession) -> None:
    before = boards()
    for number in range(UNDO_STEPS):
        session.editor.set_position(Position(40 + number % 7, 40, number, {(number % 40, 3): 1}))
    wait_until_found(qtbot, session)
    assert session.editor.undo_words
    assert boards() - before < UNDO_STEPS // 2  # a few are those of threads that end
    for _ in range(UNDO_STEPS):
        session.editor.undo()
    wait_until_found(qtbot, session)
    assert (session.editor.undo_words, session.editor.position) == ("", Position(3, 3, 1))
    assert boards() - before < UNDO_STEPS // 2  # a few are those of threads that end
