"""Tests of the sandbox's session: edits, undo, and the knowledge that follows from the position."""

from __future__ import annotations

from functools import partial
from random import Random
from threading import Event

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.gui.sandbox import sandbox_session
from minesweeper_qt.gui.sandbox.sandbox_session import LeftOut, SandboxSession
from minesweeper_qt.gui.session.advice import KEPT_FOR
from minesweeper_qt.gui.session.board_source import PositionView, ShownChances
from minesweeper_qt.model import (
    BoardSizeError,
    Cell,
    CellError,
    Checker,
    ClueError,
    Derivation,
    MineCountError,
    Minesweeper,
    MinesweeperAI,
    Position,
    Update,
)
from minesweeper_qt.model.board.examples import EXAMPLES, example_named
from minesweeper_qt.model.evidence.derivation import Change
from tests.gui.support.sandboxes import conclusions, expected_conclusions, session, show, wait_until_found
from tests.gui.support.slow import GatedEngine, engine
from tests.gui.support.waiting import WaitingSchedule

__all__ = ["engine", "session"]  # fixtures


class Listener:
    """Keeps the sentences and looks up to date by the signals alone, as the views do."""

    def __init__(self, session: SandboxSession) -> None:
        self.session = session
        self.reset()
        session.changed.connect(self.follow)

    def reset(self) -> None:
        self.derivations: set[Derivation] = set(self.session.view.sentences)
        self.looks = {cell: self.session.view.look(cell) for cell in self.session.view.position.board.cells}

    def follow(self, before: PositionView, now: PositionView) -> None:
        if (now.game, now.agent) != (before.game, before.agent):
            self.reset()
        else:
            self.apply(now.update(before))
        if now.shown != before.shown or now.is_impossible != before.is_impossible:
            self.reset()

    def apply(self, update: Update) -> None:
        assert not self.derivations.intersection(update.added)
        assert self.derivations.issuperset(update.removed)
        self.derivations.difference_update(update.removed)
        self.derivations.update(update.added)
        for cell in update.cells:
            self.looks[cell] = self.session.view.look(cell)

    def check(self) -> None:
        assert self.derivations == set(self.session.view.sentences)
        assert self.looks == {cell: self.session.view.look(cell) for cell in self.session.view.position.board.cells}


# -- edits


def test_an_edit_of_each_sort_and_another_size_keep_the_other_marks(qtbot: QtBot, session: SandboxSession) -> None:
    session.editor.set_marks([(1, 1)], "1")
    session.editor.set_marks([(0, 0)], "F")
    session.editor.set_marks([(2, 2)], "M")
    session.editor.set_mines(2)
    assert session.view.position == Position.from_text("3x3x2\nFHH\nH1H\nHHM")
    session.editor.set_marks([(1, 1), (0, 0), (2, 2)], "H")
    assert session.view.position == Position(3, 3, 2)
    session.editor.set_marks([(0, 2)], "4")
    session.editor.cover_all()
    assert session.view.position == Position(3, 3, 2)
    # Another size keeps the marks inside.
    show(qtbot, session, "3x3x9", "1HH", "FHM", "HH2")
    session.editor.set_size(2, 3)
    assert session.view.position == Position.from_text("3x2x6\n1HH\nFHM")
    session.editor.undo()
    assert session.view.position == Position.from_text("3x3x9\n1HH\nFHM\nHH2")


def test_the_look_of_a_cell(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x2x2", "1FH", "MHH")
    faces = [session.view.look(cell).face for cell in session.view.position.board.cells]
    assert faces == [Face.REVEALED, Face.FLAGGED, Face.COVERED, Face.MINE, Face.COVERED, Face.COVERED]
    assert session.view.look((0, 0)).clue == 1
    assert session.view.look((0, 1)).mark is session.view.look((1, 1)).mark is Mark.SAFE
    assert session.view.look((0, 2)).mark is session.view.look((1, 0)).mark is Mark.NONE


@pytest.mark.parametrize(
    "edit, error",
    [
        (lambda session: session.editor.set_marks([(0, 0)], "9"), ClueError),
        (lambda session: session.editor.set_marks([(3, 0)], "1"), CellError),
        (lambda session: session.editor.set_marks([(0, 0)], "x"), ClueError),
        (lambda session: session.editor.set_mines(10), MineCountError),
        (lambda session: session.editor.set_mines(-1), MineCountError),
        (lambda session: session.editor.set_size(-1, 3), BoardSizeError),
        (lambda session: session.editor.set_position(Position(1, 101, 0)), BoardSizeError),
    ],
)
def test_an_impossible_edit_changes_nothing(session: SandboxSession, edit, error: type[Exception]) -> None:
    before = session.view.position
    with pytest.raises(error):
        edit(session)
    assert session.view.position is before
    assert (session.editor.undoText(), session.editor.edits) == ("", 0)


# -- undo


def test_undo_and_redo(session: SandboxSession) -> None:
    session.editor.undo()
    session.editor.redo()
    assert session.editor.edits == 0
    positions = [session.view.position]
    for n, cell in enumerate(session.view.position.board.cells):
        session.editor.set_marks([cell], str(n % 9))
        positions.append(session.view.position)
    assert session.editor.undoText() == "8 at (2, 2)"
    for position in reversed(positions[:-1]):
        session.editor.undo()
        assert session.view.position is position
    assert (session.editor.undoText(), session.editor.redoText()) == ("", "0 at (0, 0)")
    for position in positions[1:]:
        session.editor.redo()
        assert session.view.position is position
    session.editor.undo()
    session.editor.set_mines(3)
    assert session.editor.redoText() == ""


def test_an_edit_without_effect_is_not_counted_and_a_stroke_counts_once(session: SandboxSession) -> None:
    session.editor.set_marks([(0, 0)], "H")
    session.editor.set_mines(1)
    session.editor.set_size(3, 3)
    session.editor.cover_all()
    session.editor.set_position(Position(3, 3, 1))
    assert (session.editor.undoText(), session.editor.edits) == ("", 0)
    # A stroke is one edit.
    session.editor.set_marks([(0, 0)], "1")
    for cell in ((1, 0), (1, 1), (1, 2)):
        session.editor.set_marks([cell], "2", stroke=1)
    session.editor.set_marks([(2, 2)], "3", stroke=2)
    session.editor.undo()
    session.editor.undo()
    assert session.view.position == Position(3, 3, 1, {(0, 0): 1})
    session.editor.undo()
    assert session.view.position == Position(3, 3, 1)


def test_the_steps_to_undo_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_session, "UNDO_STEPS", 3)
    editor = sandbox_session.PositionEditor(Position(3, 3, 1), None)
    for mines in range(2, 9):
        editor.set_mines(mines)
    while editor.undoText():
        editor.undo()
    assert editor.position.mines == 5


# -- knowledge


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_sentences_are_those_of_a_fresh_knowledge_base(qtbot: QtBot, session: SandboxSession, example) -> None:
    session.editor.set_position(example.position)
    wait_until_found(qtbot, session)
    assert conclusions(session) == expected_conclusions(example.position)
    assert session.findings is not None
    assert bool(session.findings.problem) == (example.name == "pattern-contradiction")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_walk_of_edits(qtbot: QtBot, seed: int) -> None:
    """After every edit the signals add up to the knowledge base of the position, learned from scratch."""
    chance = Random(seed)
    session = SandboxSession(Position(4, 5, 4))
    session.set_chances_enabled(seed % 2 == 0)
    listener = Listener(session)
    clashes = 0
    game = Minesweeper(6, 6, 8, seed=seed)
    for _ in range(120):
        position = session.view.position
        cell = chance.choice(position.board.cells)
        edits = [
            *(session.editor.undo, session.editor.undo, session.editor.redo),
            partial(session.editor.set_marks, [cell], "F"),
            partial(session.editor.set_marks, [cell], "M"),
            partial(session.editor.set_mines, chance.randrange(9)),
            partial(session.editor.set_marks, [cell], "H"),
            partial(session.editor.set_marks, [cell], str(chance.randrange(4))),
            # Clues that agree with a game, so that not every position is a contradiction.
            *[partial(session.editor.set_marks, [cell], str(len(game.mines & position.board.neighbours(cell))))] * 5,
            partial(session.editor.set_size, chance.randrange(3, 6), chance.randrange(3, 6)),
        ]
        chance.choice(edits)()
        if session.is_learning:
            qtbot.waitUntil(lambda: not session.is_learning)
        assert conclusions(session) == expected_conclusions(session.view.position)
        if seed % 2:  # without chances, which have a signal of their own
            listener.check()
        if chance.random() < 0.2:
            wait_until_found(qtbot, session)
            assert session.findings is not None
            assert bool(session.findings.problem) == (session.findings.chances is None)
            clashes += bool(session.findings.problem)
            assert session.clash <= session.view.position.clues.keys()
    assert clashes
    session.shut_down()


@pytest.mark.slow
def test_every_derivation_can_be_checked_and_premises_come_first(qtbot: QtBot, session: SandboxSession) -> None:
    game = Minesweeper(6, 6, 6, seed=5)
    cells = [cell for cell in game.grid.cells if cell not in game.mines]
    session.editor.set_position(Position(6, 6, 6))
    for cell in Random(1).sample(cells, 20):
        session.editor.set_marks([cell], str(game.nearby_mines(cell)))
        wait_until_found(qtbot, session)
        checker = Checker(6, 6, session.view.position.clues)
        for derivation in (*session.view.sentences, *session.view.settled.values()):
            checker.check(derivation)
            assert all(premise.number < derivation.number for premise in derivation.premises)
            assert 1 <= derivation.move <= session.editor.edits


def test_an_edit_keeps_the_derivations_that_it_does_not_affect(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "7x3x4", "HHHHHHH", "1HHHHH1", "HHHHHHH")
    left = next(derivation for derivation in session.view.sentences if derivation.clue == (1, 0))
    edits = session.editor.edits
    updates: list[Update] = []
    session.changed.connect(lambda before, now: updates.append(now.update(before)))
    session.editor.set_marks([(1, 6)], "2")
    wait_until_found(qtbot, session)
    cells, update, *_ = updates
    assert (cells.cells, cells.added, cells.removed) == ({(1, 6)}, (), ()), "the board changes at once"
    assert [derivation.text for derivation in update.added] == ["{(0, 5), (0, 6), (1, 5), (2, 5), (2, 6)} = 2"]
    assert [derivation.clue for derivation in update.removed] == [(1, 6)]
    assert left in session.view.sentences
    assert (left.move, update.added[0].move) == (edits, edits + 1)


@pytest.mark.slow
def test_large_positions_are_learned_in_slices(qtbot: QtBot) -> None:
    """The event loop runs between slices, and no half-learned knowledge is shown."""
    game = Minesweeper(40, 40, 260, seed=2)
    clues = {cell: game.nearby_mines(cell) for cell in game.grid.cells if cell not in game.mines}
    position = Position(40, 40, 260, clues)
    session = SandboxSession(Position(40, 40, 260))
    listener = Listener(session)
    session.editor.set_position(position)
    assert session.is_learning
    assert session.view.sentences == ()
    assert session.view.position is position
    wait_until_found(qtbot, session)
    assert conclusions(session) == expected_conclusions(position)
    listener.check()
    session.shut_down()


def test_an_edit_while_the_last_one_is_learned(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Event()

    class Held(MinesweeperAI):
        def add_knowledge(self, cell: Cell, count: int) -> Change:
            assert opened.wait(20)
            return super().add_knowledge(cell, count)

    monkeypatch.setattr(sandbox_session, "MinesweeperAI", Held)
    session = SandboxSession(Position(3, 3, 1))
    for clue in (1, 2, 3):
        session.editor.set_marks([(1, 1)], str(clue))
        assert session.is_learning
    opened.set()
    wait_until_found(qtbot, session)
    assert conclusions(session) == expected_conclusions(session.view.position)
    session.shut_down()


def test_the_number_of_mines_is_used_on_request_and_figures_are_as_in_the_documents(
    qtbot: QtBot, session: SandboxSession
) -> None:
    show(qtbot, session, *example_named("pattern-mine-count").position.to_text().split())
    assert (0, 2) not in session.view.settled
    session.set_uses_mine_count(True)
    wait_until_found(qtbot, session)
    assert session.view.settled[0, 2].count == 0
    assert session.view.snapshot.figures == (3, 0, 2)
    session.editor.set_mines(3)
    wait_until_found(qtbot, session)
    assert (0, 2) not in session.view.settled
    session.set_uses_mine_count(False)
    wait_until_found(qtbot, session)
    assert len(session.view.sentences) == 2
    # Figures are as in the documents.
    show(qtbot, session, *example_named("course-picture").position.to_text().split())
    assert session.view.snapshot.figures == (1, 1, 2)


# -- shutting down


def test_it_goes_on_after_it_was_shut_down(qtbot: QtBot, session: SandboxSession) -> None:
    wait_until_found(qtbot, session)
    cell: Cell = (1, 1)
    session.editor.set_marks([cell], "1")
    session.shut_down()
    session.resume()
    wait_until_found(qtbot, session)
    assert session.findings is not None
    assert session.findings.layouts == 8
    assert conclusions(session) == expected_conclusions(session.view.position)


def test_undo_while_an_edited_position_takes_long_shows_the_known_findings_again(
    qtbot: QtBot, engine: type[GatedEngine], time: WaitingSchedule
) -> None:
    session = SandboxSession(Position(3, 3, 1))
    session.set_chances_enabled(True)
    wait_until_found(qtbot, session)
    engine.gate.shut()
    session.editor.set_marks([(1, 1)], "1")
    time.wait(KEPT_FOR)
    assert session.view.shown == ShownChances()
    spy = QSignalSpy(session.changed)
    session.editor.undo()
    assert session.findings is not None
    assert session.view.chances is not None
    assert spy.count() == 2
    session.editor.redo()
    session.editor.undo()
    time.wait(KEPT_FOR)
    assert not session.is_slow
    qtbot.waitUntil(lambda: not session.is_learning)
    assert not session.worker.is_computing
    engine.gate.open()
    session.shut_down()


def test_another_size_numbers_derivations_on_and_leaves_out_no_clue(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x2", "1HH", "H8H", "HH1")
    before = max(derivation.number for derivation in session.view.settled.values())
    assert session.left_out.clues
    left_out: list[LeftOut] = []
    session.changed.connect(lambda before, now: left_out.append(session.left_out))
    session.editor.set_size(4, 1)
    assert left_out == [LeftOut()]
    wait_until_found(qtbot, session)
    assert min(derivation.number for derivation in session.view.settled.values()) > before
