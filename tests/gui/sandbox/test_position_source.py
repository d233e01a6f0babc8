"""Tests of what the position of the sandbox was copied from, through edits, undo and redo."""

from __future__ import annotations

from minesweeper_qt.gui.sandbox.sandbox_session import SandboxSession
from minesweeper_qt.model import Position
from tests.gui.support.sandboxes import session

__all__ = ["session"]  # a fixture

COPY = Position(3, 3, 2, {(0, 0): 1})


def test_a_copy_stays_one_while_it_is_edited(session: SandboxSession) -> None:
    editor, source = session.editor, object()
    assert editor.source is None
    editor.set_position(COPY, "Copy", source)
    assert editor.source is source
    editor.set_clue((2, 2), 1)
    editor.set_mines(3)
    editor.set_size(4, 4)
    assert editor.source is source


def test_another_position_is_no_copy_until_undo_brings_it_back(session: SandboxSession) -> None:
    editor, source = session.editor, object()
    editor.set_position(COPY, "Copy", source)
    editor.set_position(Position(2, 2, 1))
    assert editor.source is None
    editor.undo()
    assert editor.source is source
    editor.undo()
    assert editor.source is None
    editor.redo()
    assert editor.source is source
    editor.clear()
    assert editor.source is None
    editor.undo()
    assert editor.source is source


def test_a_position_that_is_there_already_takes_the_new_source(session: SandboxSession) -> None:
    editor, source = session.editor, object()
    editor.set_position(COPY)
    editor.set_position(COPY, "Copy", source)
    assert editor.source is source
