"""The session of the sandbox: edits, undo, what follows, and contradictions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from threading import Event

import pytest
from pytestqt.qtbot import QtBot
from sandboxes import expected, told

from minesweeper_qt.gui import sandbox, sandbox_examiner
from minesweeper_qt.gui.overlay import Face, Mark
from minesweeper_qt.gui.sandbox import SandboxSession
from minesweeper_qt.gui.sandbox_words import TOO_HARD, amount, summary
from minesweeper_qt.gui.update import Update
from minesweeper_qt.model import (
    BoardSizeError,
    Cell,
    CellError,
    Checker,
    ClueError,
    Derivation,
    Engine,
    MineCountError,
    Minesweeper,
    Position,
    Probabilities,
    TooHard,
)
from minesweeper_qt.model.examples import EXAMPLES, example_named


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[SandboxSession]:
    session = SandboxSession(Position(3, 3, 1))
    yield session
    session.shut_down()
    session.deleteLater()


def settle(qtbot: QtBot, session: SandboxSession) -> None:
    qtbot.waitUntil(lambda: not (session.is_learning or session.is_thinking), timeout=30_000)


def show(qtbot: QtBot, session: SandboxSession, *lines: str) -> None:
    session.set_position(Position.from_text("\n".join(lines)))
    settle(qtbot, session)


class Listener:
    """Keeps the sentences and looks as the views do: by what the signals say alone."""

    def __init__(self, session: SandboxSession) -> None:
        self.session = session
        self.reset()
        session.game_started.connect(self.reset)
        session.updated.connect(self.take)

    def reset(self) -> None:
        self.records: set[Derivation] = set(self.session.sentences())
        self.looks = {cell: self.session.look(cell) for cell in self.session.position.board.cells}

    def take(self, update: Update) -> None:
        assert not self.records.intersection(update.added)
        assert self.records.issuperset(update.removed)
        self.records.difference_update(update.removed)
        self.records.update(update.added)
        for cell in update.cells:
            self.looks[cell] = self.session.look(cell)

    def check(self) -> None:
        assert self.records == set(self.session.sentences())
        assert self.looks == {cell: self.session.look(cell) for cell in self.session.position.board.cells}


# -- edits


def test_an_edit_of_each_sort(qtbot: QtBot, session: SandboxSession) -> None:
    session.set_clue((1, 1), 1)
    session.toggle_flag((0, 0))
    session.toggle_mine((2, 2))
    session.set_mines(2)
    assert session.position == Position.from_text("3x3x2\nFHH\nH1H\nHHM")
    session.set_clue((1, 1), None)
    session.toggle_flag((0, 0))
    session.toggle_mine((2, 2))
    assert session.position == Position(3, 3, 2)
    session.set_mark((0, 2), "4")
    session.clear()
    assert session.position == Position(3, 3, 2)


def test_what_a_cell_looks_like(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x2x2", "1FH", "MHH")
    faces = {cell: session.look(cell).face for cell in session.position.board.cells}
    assert faces == {
        (0, 0): Face.REVEALED,
        (0, 1): Face.FLAGGED,
        (0, 2): Face.COVERED,
        (1, 0): Face.MINE,
        (1, 1): Face.COVERED,
        (1, 2): Face.COVERED,
    }
    assert session.look((0, 0)).clue == 1
    assert session.look((0, 1)).mark is session.look((1, 1)).mark is Mark.SAFE
    assert session.look((0, 2)).mark is session.look((1, 0)).mark is Mark.NONE


def test_another_size_keeps_what_has_room(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x9", "1HH", "FHM", "HH2")
    session.set_size(2, 3)
    assert session.position == Position.from_text("3x2x6\n1HH\nFHM")
    session.undo()
    assert session.position == Position.from_text("3x3x9\n1HH\nFHM\nHH2")


@pytest.mark.parametrize(
    "edit, error",
    [
        (lambda session: session.set_clue((0, 0), 9), ClueError),
        (lambda session: session.set_clue((3, 0), 1), CellError),
        (lambda session: session.set_mark((0, 0), "x"), ClueError),
        (lambda session: session.set_mines(10), MineCountError),
        (lambda session: session.set_mines(-1), MineCountError),
        (lambda session: session.set_size(-1, 3), BoardSizeError),
        (lambda session: session.set_position(Position(1, 101, 0)), BoardSizeError),
    ],
)
def test_what_can_not_be_changes_nothing(session: SandboxSession, edit, error: type[Exception]) -> None:
    before = session.position
    with pytest.raises(error):
        edit(session)
    assert session.position is before
    assert (session.undo_words, session.edits) == ("", 0)


# -- undo


def test_undo_and_redo(session: SandboxSession) -> None:
    session.undo()
    session.redo()
    assert session.edits == 0
    positions = [session.position]
    for n, cell in enumerate(session.position.board.cells):
        session.set_clue(cell, n % 9)
        positions.append(session.position)
    assert session.undo_words == "8 at (2, 2)"
    for position in reversed(positions[:-1]):
        session.undo()
        assert session.position is position
    assert (session.undo_words, session.redo_words) == ("", "0 at (0, 0)")
    for position in positions[1:]:
        session.redo()
        assert session.position is position
    session.undo()
    session.set_mines(3)
    assert session.redo_words == ""


def test_what_changes_nothing_is_no_edit(session: SandboxSession) -> None:
    session.set_clue((0, 0), None)
    session.set_mines(1)
    session.set_size(3, 3)
    session.clear()
    session.set_position(Position(3, 3, 1))
    assert (session.undo_words, session.edits) == ("", 0)


def test_a_stroke_is_one_edit(session: SandboxSession) -> None:
    session.set_clue((0, 0), 1)
    session.begin_stroke()
    for cell in ((1, 0), (1, 1), (1, 2)):
        session.set_clue(cell, 2)
    session.end_stroke()
    session.set_clue((2, 2), 3)
    session.undo()
    session.undo()
    assert session.position == Position(3, 3, 1, {(0, 0): 1})
    session.undo()
    assert session.position == Position(3, 3, 1)


def test_undo_within_a_stroke_ends_it(session: SandboxSession) -> None:
    session.begin_stroke()
    session.set_clue((0, 0), 1)
    session.set_clue((0, 1), 1)
    session.undo()
    session.set_clue((0, 2), 1)
    session.end_stroke()
    assert session.position == Position(3, 3, 1, {(0, 2): 1})
    session.undo()
    assert session.position == Position(3, 3, 1)


def test_the_steps_to_undo_are_limited(session: SandboxSession, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "UNDO_STEPS", 3)
    for mines in range(2, 9):
        session.set_mines(mines)
    while session.undo_words:
        session.undo()
    assert session.position.mines == 5


# -- what follows


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_sentences_are_those_of_a_fresh_knowledge_base(qtbot: QtBot, session: SandboxSession, example) -> None:
    session.set_position(example.position)
    settle(qtbot, session)
    assert told(session) == expected(example.position)
    assert bool(session.problem) == (example.name == "pattern-contradiction")


@pytest.mark.parametrize("seed", range(6))
def test_a_walk_of_edits(qtbot: QtBot, seed: int) -> None:
    """At every step what the views were told is what a fresh knowledge base of the position says."""
    chance = Random(seed)
    session = SandboxSession(Position(4, 5, 4))
    session.set_wants_chances(seed % 2 == 0)
    listener = Listener(session)
    clashes = 0
    game = Minesweeper(6, 6, 8, seed=seed)
    for _ in range(120):
        position = session.position
        cell = chance.choice(position.board.cells)
        edits = [
            *(session.undo, session.undo, session.redo),
            partial(session.toggle_flag, cell),
            partial(session.toggle_mine, cell),
            partial(session.set_mines, chance.randrange(9)),
            partial(session.set_clue, cell, None),
            partial(session.set_clue, cell, chance.randrange(4)),
            # Clues that go together, so that not everything is a contradiction.
            *[partial(session.set_clue, cell, len(game.mines & position.board.neighbours(cell)))] * 5,
            partial(session.set_size, chance.randrange(3, 6), chance.randrange(3, 6)),
        ]
        chance.choice(edits)()
        if session.is_learning:
            qtbot.waitUntil(lambda: not session.is_learning)
        assert told(session) == expected(session.position)
        if seed % 2:  # without chances, which come with a signal of their own
            listener.check()
        if chance.random() < 0.2:
            settle(qtbot, session)
            assert session.findings is not None
            assert bool(session.problem) == (session.chances is None)
            clashes += bool(session.problem)
            assert session.clash <= session.position.clues.keys()
    assert clashes
    session.shut_down()


def test_every_record_can_be_checked_and_premises_come_first(qtbot: QtBot, session: SandboxSession) -> None:
    game = Minesweeper(6, 6, 6, seed=5)
    cells = [cell for cell in game.grid.cells if cell not in game.mines]
    session.set_position(Position(6, 6, 6))
    for cell in Random(1).sample(cells, 20):
        session.set_clue(cell, game.nearby_mines(cell))
        settle(qtbot, session)
        checker = Checker(6, 6, session.position.clues)
        for record in (*session.sentences(), *session.settled.values()):
            checker.check(record)
            assert all(premise.number < record.number for premise in record.premises)
            assert 1 <= record.move <= session.edits


def test_what_an_edit_does_not_touch_keeps_its_records(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "7x3x4", "HHHHHHH", "1HHHHH1", "HHHHHHH")
    left = next(record for record in session.sentences() if record.clue == (1, 0))
    edits = session.edits
    with qtbot.waitSignal(session.updated) as caught:
        session.set_clue((1, 6), 2)
    (update,) = caught.args
    assert [record.text for record in update.added] == ["{(0, 5), (0, 6), (1, 5), (2, 5), (2, 6)} = 2"]
    assert [record.clue for record in update.removed] == [(1, 6)]
    assert left in session.sentences()
    assert (left.move, update.added[0].move) == (edits, edits + 1)


def test_large_positions_are_learned_in_slices(qtbot: QtBot) -> None:
    """The window gets its turn between slices, and nothing half learned is shown."""
    game = Minesweeper(60, 60, 600, seed=2)
    clues = {cell: game.nearby_mines(cell) for cell in game.grid.cells if cell not in game.mines}
    position = Position(60, 60, 600, clues)
    session = SandboxSession(Position(60, 60, 600))
    listener = Listener(session)
    session.set_position(position)
    assert session.is_learning
    assert session.sentences() == []
    assert session.position is position
    settle(qtbot, session)
    assert told(session) == expected(position)
    listener.check()
    session.shut_down()


def test_an_edit_while_the_last_one_is_learned(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SLICE", 0)
    session = SandboxSession(Position(3, 3, 1))
    for clue in (1, 2, 3):
        session.set_clue((1, 1), clue)
        assert session.is_learning
    settle(qtbot, session)
    assert told(session) == expected(session.position)
    session.shut_down()


def test_what_is_learned_at_once_is_told_once(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    settle(qtbot, session)
    told_of: list[Update] = []
    session.updated.connect(told_of.append)
    monkeypatch.setattr(sandbox, "SLICE", 0)
    session.set_clue((1, 1), 2)
    assert session.is_learning
    monkeypatch.setattr(sandbox, "SLICE", 10)
    session.set_clue((1, 1), 1)
    assert not session.is_learning
    qtbot.wait(20)
    assert [len(update.added) for update in told_of] == [0, 1]


def test_the_number_of_mines(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, *example_named("pattern-mine-count").position.to_text().split())
    assert (0, 2) not in session.settled
    session.set_tells_mines(True)
    assert session.settled[0, 2].count == 0
    assert session.figures() == (3, 0, 2)
    session.set_mines(3)
    assert (0, 2) not in session.settled
    session.set_tells_mines(False)
    assert len(session.sentences()) == 2


def test_figures_as_in_the_documents(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, *example_named("course-picture").position.to_text().split())
    assert session.figures() == (1, 1, 2)


# -- all layouts


def test_chances(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert session.findings is not None
    assert session.findings.layouts == 8
    assert session.look((0, 0)).chance is None
    assert session.chance_text((0, 0)) == ""
    with qtbot.waitSignal(session.chances_changed):
        session.set_wants_chances(True)
    assert session.look((0, 0)).chance is not None
    assert session.chance_text((0, 0)) == "(0, 0) is a mine with probability 1/8 = 12.50 %."
    session.set_mark((0, 0), "M")
    assert session.look((0, 1)).is_stale
    settle(qtbot, session)
    assert session.chances is not None
    assert session.chances.exact[0, 1] == Fraction(0)


def test_late_findings_are_dropped(qtbot: QtBot, session: SandboxSession) -> None:
    for clue in (0, 3, 1):
        session.set_clue((1, 1), clue)
    settle(qtbot, session)
    assert session.findings is not None
    assert session.findings.position is session.position
    assert session.findings.layouts == 8


def test_a_late_answer_makes_nothing_look_new(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(qtbot, session, "4x4x2", *["HHHH"] * 4)
    begun, first, second = Event(), Event(), Event()
    solve = Engine.solve

    def wait(self: Engine, position: Position) -> Probabilities:
        begun.set()
        assert (first if position.clues[1, 1] == 2 else second).wait(20)
        return solve(self, position)

    monkeypatch.setattr(Engine, "solve", wait)
    session.set_clue((1, 1), 2)
    qtbot.waitUntil(begun.is_set)
    session.set_clue((1, 1), 1)
    qtbot.waitUntil(lambda: session.is_slow)
    begun.clear()
    first.set()
    qtbot.waitUntil(begun.is_set)
    qtbot.wait(20)
    assert session.is_slow
    assert session.findings is None
    second.set()
    settle(qtbot, session)
    assert not session.is_slow


# -- contradictions


def test_a_contradiction_is_explained(qtbot: QtBot, session: SandboxSession) -> None:
    session.set_position(example_named("pattern-contradiction").position)
    settle(qtbot, session)
    assert session.clash == {(0, 4), (1, 4)}
    assert session.problem == "No layout agrees: the clues 1 at (0, 4), 0 at (1, 4) contradict each other."
    assert session.left_out == {(1, 4)}
    assert summary(session.findings, session.left_out).endswith(
        "The knowledge base leaves out (1, 4): it contradicts the clues before."
    )
    session.set_clue((1, 4), None)
    settle(qtbot, session)
    assert (session.problem, session.clash, session.left_out) == ("", frozenset(), frozenset())


def test_a_contradiction_with_the_number_of_mines(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "3x3x4", "HHH", "H1H", "HHH")
    assert session.problem == "No layout agrees: the clue 1 at (1, 1) and 4 mines in all do not go together."
    assert session.clash == {(1, 1)}
    assert told(session) == expected(session.position)
    session.set_tells_mines(True)
    assert session.left_out == frozenset()


def test_more_cells_taken_for_mines_than_mines(qtbot: QtBot, session: SandboxSession) -> None:
    show(qtbot, session, "2x2x1", "MM", "HH")
    assert session.clash == frozenset()
    assert session.problem == "No layout agrees: its cells taken for mines and 1 mine in all do not go together."


def test_an_impossible_clue(qtbot: QtBot, session: SandboxSession) -> None:
    session.set_clue((0, 0), 8)
    settle(qtbot, session)
    assert session.clash == session.left_out == {(0, 0)}
    assert session.problem == "No layout agrees: the clue 8 at (0, 0) can't be."


# -- words


def test_what_is_said_of_a_position(qtbot: QtBot, session: SandboxSession) -> None:
    def say(*lines: str) -> str:
        show(qtbot, session, *lines)
        return summary(session.findings)

    assert say("3x3x1", "HHH", "H1H", "HHH") == (
        "8 layouts agree. No covered cell is provably safe; the least risk is 1/8 = 12.50 % at (0, 0)."
    )
    assert say("3x1x1", "0HH") == "1 layout agrees. Safe for certain: (0, 1)."
    assert say("7x1x0", "0HHHHHH") == "1 layout agrees. 6 covered cells are safe for certain."
    assert say("3x1x1", "HMH") == "1 layout agrees. Safe for certain: (0, 0), (0, 2)."
    assert say("2x1x1", "1M") == "1 layout agrees. No covered cell is safe."
    assert say("1x1x0", "0") == "1 layout agrees. No covered cell is safe."


def test_too_hard_to_count(qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(self: Engine, position: Position) -> Probabilities:
        raise TooHard("too many layouts for a test")

    monkeypatch.setattr(Engine, "solve", give_up)
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert summary(session.findings) == TOO_HARD
    assert (session.problem, session.chances, session.clash) == ("", None, frozenset())
    assert told(session) == expected(session.position)


def test_a_clash_that_is_too_hard_to_find(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox_examiner, "CLASH_BUDGET", 1)
    session.set_position(example_named("pattern-contradiction").position)
    settle(qtbot, session)
    assert session.problem == "No layout agrees; which clues clash is too hard to find."
    assert session.clash == frozenset()


def test_a_mistake_in_the_thread_is_shown_and_nobody_waits(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Engine, position: Position) -> Probabilities:
        raise ZeroDivisionError("a mistake")

    settle(qtbot, session)
    monkeypatch.setattr(Engine, "solve", fail)
    with qtbot.captureExceptions() as caught:
        session.set_clue((1, 1), 1)
        settle(qtbot, session)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]


def test_a_mistake_in_the_search_for_a_clash_is_shown_too(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(position: Position, budget: int) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(sandbox_examiner, "clashing_clues", fail)
    with qtbot.captureExceptions() as caught:
        session.set_position(example_named("pattern-contradiction").position)
        settle(qtbot, session)
    assert [kind for kind, _, _ in caught] == [ZeroDivisionError]


def test_old_findings_look_old_only_when_it_takes_long(
    qtbot: QtBot, session: SandboxSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    solve = Engine.solve

    def wait(self: Engine, position: Position) -> Probabilities:
        assert gate.wait(20)
        return solve(self, position)

    session.set_wants_chances(True)
    show(qtbot, session, "3x3x1", "HHH", "H1H", "HHH")
    assert not session.chances_fade
    monkeypatch.setattr(Engine, "solve", wait)
    session.set_clue((0, 0), 0)
    assert not session.chances_fade
    assert session.look((0, 1)).chance is not None
    with qtbot.waitSignal(session.findings_changed):
        pass
    assert session.chances_fade
    gate.set()
    settle(qtbot, session)
    assert not session.chances_fade
    assert not session.look((0, 1)).is_stale


def test_amounts() -> None:
    assert amount(999_999_999) == "999,999,999"
    assert amount(10**9) == "1.0×10^9"


# -- the end


def test_it_goes_on_after_it_was_shut_down(qtbot: QtBot, session: SandboxSession) -> None:
    settle(qtbot, session)
    cell: Cell = (1, 1)
    session.set_clue(cell, 1)
    session.shut_down()
    session.wake_up()
    settle(qtbot, session)
    assert session.findings is not None
    assert session.findings.layouts == 8
    assert told(session) == expected(session.position)
