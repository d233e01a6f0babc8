"""Tests of the whole window with a student's agent: only the CS50 methods, lists for sets, 300 ms for each clue.

No time is measured, which would depend on the machine: what happens while the agent learns happens before the test lets
it go on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from minesweeper_qt.gui.panels.knowledge.knowledge_row import Column
from minesweeper_qt.gui.presentation.look import Face, Mark
from minesweeper_qt.gui.presentation.status_text import STOPPED
from minesweeper_qt.gui.presentation.turn_status import READING
from minesweeper_qt.gui.window.dialogs import BranchDialog
from minesweeper_qt.model import Cell, Difficulty, Proof, State, explain
from tests.gui.support.sandboxes import opened_sandbox
from tests.gui.support.slow import Gate, strategies
from tests.gui.support.window_checks import assert_moment_is_shown, assert_sound
from tests.gui.support.windows import ALT, AUTOPLAY, CTRL, LEFT, RIGHT, SHIFT, Key, MakePlayer, Player
from tests.model.support.agents import PlainAgent, held
from tests.model.support.replays import assert_history_is_as_learned

pytestmark = pytest.mark.slow

__all__ = ["strategies"]  # a fixture

DELAY = 0.3


Agent = held(DELAY)
"""The agent of these tests."""


@pytest.fixture
def make_student(make_player: MakePlayer) -> Iterator[MakePlayer]:
    """Return a function that makes a game with the held agent, which is not waited for."""

    def make(difficulty: str | Difficulty = "cs50") -> Player:
        player = make_player(difficulty, seed=1, make_agent=Agent)
        player.waits_for_learning = False
        return player

    Agent.go.clear()
    yield make
    Agent.go.set()


@pytest.fixture
def student(make_student: MakePlayer) -> Player:
    """A game of the course, in which a click opens one cell."""
    return make_student()


def check(player: Player) -> None:
    """Check that the window agrees with the snapshot and the game, at the present moment or an earlier one."""
    assert_moment_is_shown(player)
    if player.session.timeline.is_live:
        assert_sound(player)


def check_learned(player: Player) -> None:
    """Let the agent learn, and check that the history is that of an agent without any delay."""
    Agent.go.set()
    player.wait_until_learned()
    check(player)
    playthrough = player.session.playthrough
    assert playthrough.snapshot.moves_made == player.game.clues.keys()
    assert_history_is_as_learned(playthrough.history, PlainAgent, playthrough.uses_mine_count)


def open_cells(player: Player, number: int) -> list[Cell]:
    """Open free cells next to mines, one after the other; the board must show each at once."""
    cells = []
    for _ in range(number):
        cell = min(cell for cell in player.covered() if player.game.nearby_mines(cell))
        player.click(cell)
        assert player.face(cell) is Face.REVEALED
        assert player.window.board_model.look(cell).clue == player.game.nearby_mines(cell)
        assert player.session.is_learning
        check(player)
        cells.append(cell)
    return cells


class Ticks(QTimer):
    """Counts the passes of the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.timeout.connect(self._on_timeout)
        self.start(0)

    @Slot()
    def _on_timeout(self) -> None:
        self.count += 1


# -- clicks


def test_clicks_show_the_board_at_once_and_the_table_fills_later(student: Player) -> None:
    open_cells(student, 3)
    assert not student.session.playthrough.snapshot.moves_made
    assert student.rows() == []
    mine = student.mine()
    student.click(mine, RIGHT)
    assert student.face(mine) is Face.FLAGGED
    assert student.mines_left == 7
    student.click(mine, RIGHT)
    assert student.face(mine) is Face.COVERED
    assert student.session.is_learning
    check_learned(student)
    assert student.rows()
    assert student.session.timeline.moves[0].is_safe is False


def test_the_event_loop_goes_on_while_a_big_opening_is_learned(make_student: MakePlayer) -> None:
    player = make_student("beginner")
    player.click((4, 4))
    assert len(player.game.clues) > 8
    check(player)
    ticks = Ticks()
    player.qtbot.waitUntil(lambda: ticks.count > 100)
    ticks.stop()
    assert player.session.is_learning
    # A chord on a clue whose mines are flagged, all while the agent learns.
    number = player.number()
    player.flag(player.around(number) & player.game.mines)
    opened = player.around(number) & player.covered()
    player.click(number)
    assert opened <= player.game.clues.keys()
    assert {player.face(cell) for cell in opened} == {Face.REVEALED}
    check(player)
    # A new game, while the agent of the old one is in the middle of a clue.
    player.key(Key.Key_N, CTRL)
    assert player.game.state is State.READY
    check(player)
    Agent.go.set()
    player.qtbot.wait(round(DELAY * 1000) + 50)
    check(player)
    assert player.rows() == []
    assert not player.session.is_learning
    assert player.session.playthrough.snapshot.moves_made == frozenset()


# -- the inspector


def test_the_inspector_works_with_what_a_plain_agent_states(
    student: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("derivation", "known"):
        student.action(name).trigger()
    cells = open_cells(student, 4)
    # Before the agent has learned, there is a proof all the same: it comes from the position.
    cell = min(student.covered())
    student.go_to(cell)
    student.key(Key.Key_W)
    student.qtbot.waitUntil(lambda: not student.session.explanations.is_explaining)
    assert student.session.is_learning
    assert str(cell) in student.window.inspector.proof_panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")
    # So do chances, levels and hints.
    student.key(Key.Key_R)
    student.qtbot.waitUntil(lambda: student.session.view.chances is not None)
    student.key(Key.Key_L)
    student.qtbot.waitUntil(lambda: student.session.explanations.levels is not None)
    assert student.session.is_learning
    student.key(Key.Key_H)
    student.qtbot.waitUntil(lambda: student.status.startswith(("Hint", "No hint")))
    check(student)
    student.key(Key.Key_O)
    check_learned(student)
    assert student.session.playthrough.snapshot.moves_made == set(cells)
    # The overlay colours what the agent claims.
    claimed = student.session.playthrough.snapshot
    for covered in set(student.game.grid.cells) - student.game.clues.keys():
        expected = Mark.SAFE if covered in claimed.safes else Mark.MINE if covered in claimed.mines else Mark.NONE
        assert student.mark(covered) is expected
    look_into_the_table(student)
    # A verdict has no premises to show, but a derivation.
    panel = student.window.inspector.derivation_panel
    student.go_to(min(claimed.safes))
    student.key(Key.Key_D)
    if not panel.isVisible():
        student.key(Key.Key_D)
    assert "is safe" in panel.heading.text().replace("\N{NO-BREAK SPACE}", " ")
    # W: what the agent does not know may be proved.
    known = sorted(cell for cell in claimed.mines | claimed.safes if cell not in student.game.clues)
    for settled in known[:1]:
        assert isinstance(explain(student.session.view.position, settled), Proof)
        student.window.inspector.why(settled)
        student.qtbot.waitUntil(lambda: not student.session.explanations.is_explaining)
        assert student.window.inspector.proof_panel.cell == settled
    file = tmp_path / "kb.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    student.key(Key.Key_E, CTRL)
    saved = json.loads(file.read_text(encoding="utf-8"))
    assert len(saved["sentences"]) == len(student.session.view.sentences)
    check(student)


def look_into_the_table(player: Player) -> None:
    """Sort the table, filter it, copy it, and look at the derivation of a row."""
    panel = player.window.knowledge_panel
    panel.show_all()
    proxy = panel.proxy
    rules = {proxy.index(row, Column.RULE).data() for row in range(proxy.rowCount())}
    assert rules == {"stated by the agent"}
    for column in Column:
        panel.table.sortByColumn(column, panel.table.horizontalHeader().sortIndicatorOrder())
        assert sorted(player.shown_rows()) == sorted(player.rows())
    panel.table.setFocus()
    panel.clear_selection()
    player.key(Key.Key_C, CTRL)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert sorted(line.split("\t")[0] for line in copied) == sorted(player.rows())
    player.type("no such text", panel.filter_field)
    assert player.shown_rows() == []
    panel.filter_field.clear()
    spot = panel.table.visualRect(panel.table.model().index(0, 0)).center()
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=spot)
    (chosen,) = panel.selected_derivations()
    assert player.window.board_view.outlined == chosen.cells
    QTest.keyClick(panel.table, Key.Key_Return)
    assert player.window.inspector.derivation_panel.isVisible()
    assert player.window.inspector.derivation_panel.derivation == chosen
    player.key(Key.Key_Escape)
    player.view.setFocus()


# -- moves of the AI


def test_ai_move_is_made_right_after_the_agent_has_learned(student: Player) -> None:
    open_cells(student, 2)
    student.key(Key.Key_A)
    assert student.status == READING
    assert len(student.session.timeline.moves) == 2
    check(student)
    Agent.go.set()
    student.qtbot.waitUntil(lambda: len(student.session.timeline.moves) == 3)
    assert student.session.playthrough.snapshot.moves_made >= set(student.game.clues) - {student.game.history[-1].cell}
    assert "AI made a " in student.status
    check(student)
    check_learned(student)
    # Esc takes back what is not made yet.
    Agent.go.clear()
    student.click(student.free())
    student.key(Key.Key_A)
    assert student.status == READING
    student.key(Key.Key_Escape)
    assert student.status == STOPPED
    check_learned(student)
    student.qtbot.wait(20)
    assert len(student.session.timeline.moves) == 4


def test_what_was_learned_is_shown_while_a_strategy_looks_for_its_move(student: Player, strategies: Gate) -> None:
    student.key(Key.Key_4, ALT)
    strategies.shut()
    open_cells(student, 2)
    student.key(Key.Key_A)
    Agent.go.set()
    student.qtbot.waitUntil(lambda: bool(strategies.came))
    assert not student.session.is_learning
    assert student.rows()
    check(student)
    strategies.open()
    student.qtbot.waitUntil(lambda: len(student.session.timeline.moves) == 3)
    check_learned(student)


@pytest.mark.parametrize("position", [6, 7])
def test_autoplay_goes_on_as_fast_as_the_agent_learns(make_student: MakePlayer, position: int) -> None:
    player = make_student(Difficulty.custom(2, 4, 1))
    player.window.speed_slider.setValue(position)
    player.key(AUTOPLAY)
    player.qtbot.waitUntil(lambda: player.session.is_learning)
    ticks = Ticks()
    player.qtbot.waitUntil(lambda: ticks.count > 30)
    ticks.stop()
    assert player.session.is_learning
    check(player)
    if position == 6:
        # Stopped and started again while the agent learns.
        player.key(AUTOPLAY)
        assert not player.session.autoplay.is_running
        moves = len(player.session.timeline.moves)
        player.key(AUTOPLAY)
        assert player.session.autoplay.is_running
        assert len(player.session.timeline.moves) == moves
    Agent.go.set()
    player.qtbot.waitUntil(lambda: not player.session.autoplay.is_running, timeout=20_000)
    assert player.game.state.is_over
    check_learned(player)


# -- the timeline


def test_earlier_moments_are_shown_and_played_on_from_while_the_agent_learns(
    student: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BranchDialog, "ask", lambda moves, parent: True)
    cells = open_cells(student, 3)
    student.key(Key.Key_A)
    assert student.status == READING
    student.key(Key.Key_Z, CTRL)
    assert set(student.session.view.clues) == set(cells[:2])
    assert student.session.is_learning
    check(student)
    slider = student.window.inspector.timeline_panel.slider
    slider.setValue(1)
    assert set(student.session.view.clues) == set(cells[:1])
    check(student)
    student.key(Key.Key_End, ALT)
    # The move that was requested is not made after the player has gone elsewhere, and the status says so.
    assert student.status == STOPPED
    assert len(student.session.timeline.moves) == 3
    student.key(Key.Key_Z, CTRL)
    student.key(Key.Key_Z, CTRL)
    other = max(student.covered())
    student.click(other)
    assert student.session.timeline.is_live
    assert set(student.game.clues) == {cells[0], other}
    assert student.session.is_learning
    check(student)
    check_learned(student)
    student.key(Key.Key_Z, CTRL)
    check(student)


@pytest.mark.parametrize("key", [Key.Key_R, Key.Key_N, Key.Key_1])
def test_late_answers_of_the_old_agent_change_nothing(student: Player, key: Key) -> None:
    cells = open_cells(student, 2)
    student.key(key, CTRL)
    assert dict(student.game.clues) == {}
    assert student.session.timeline.moves == []
    check(student)
    # The old agent is in the middle of a clue when the new one begins to learn.
    cell = cells[0] if key is Key.Key_R else student.free()
    student.click(cell)
    check(student)
    Agent.go.set()
    student.qtbot.wait(round(DELAY * 1000) + 50)
    check_learned(student)


# -- strategies and the mine count


def test_strategies_and_the_mine_count_are_changed_while_the_agent_learns(student: Player) -> None:
    open_cells(student, 2)
    student.key(Key.Key_M)
    assert student.session.playthrough.uses_mine_count
    assert student.session.is_learning
    check(student)
    for key in (Key.Key_1, Key.Key_2, Key.Key_3, Key.Key_4):
        student.key(key, ALT)
        assert student.session.is_learning
        check(student)
    student.key(Key.Key_A)
    Agent.go.set()
    student.qtbot.waitUntil(lambda: len(student.session.timeline.moves) == 3, timeout=20_000)
    assert student.session.timeline.moves[2].strategy == student.session.autoplay.strategy
    student.key(Key.Key_1, ALT)
    check_learned(student)


# -- the sandbox and the end


def test_the_sandbox_takes_the_position_and_closes_while_the_agent_learns(student: Player) -> None:
    open_cells(student, 2)
    student.key(Key.Key_B, CTRL | SHIFT)
    sandbox = opened_sandbox(student.window)
    assert sandbox.session.view.position.clues == student.session.view.position.clues
    assert student.session.is_learning
    Agent.go.set()
    student.window.close()
    assert not sandbox.isVisible()
    playthrough = student.session.playthrough
    known = playthrough.snapshot
    assert not playthrough.is_learning
    student.qtbot.wait(round(DELAY * 1000) + 50)
    assert playthrough.snapshot is known
    assert playthrough.is_closed
