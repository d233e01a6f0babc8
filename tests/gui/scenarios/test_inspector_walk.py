"""Seeded random walks over the inspector: everything about the cell in question, and all marks, agree at each step."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.game.main_window import MainWindow
from minesweeper_qt.gui.presentation import why_text
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.widgets import schedule
from minesweeper_qt.gui.widgets.metrics import CURSOR_REST
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.dialogs import BranchDialog
from minesweeper_qt.model import Cell, Difficulty, Proof
from tests.gui.support.sandboxes import SandboxDriver
from tests.gui.support.windows import CTRL, LEFT, NOTHING, SHIFT, Key, MakePlayer, Player

pytestmark = pytest.mark.long

STEPS = 80

Doing = Callable[[random.Random], str]


class Inspecting:
    """A user who asks about random cells and sentences, by keys, clicks and menu actions.

    ``more`` are other things that the user does now and then; each returns its name.
    """

    def __init__(self, driver: Player | SandboxDriver, seed: int, more: Sequence[Doing]) -> None:
        self.driver = driver
        self.window: BoardWindow = driver.window
        self.random = random.Random(seed)
        self.more = more
        self.done: list[str] = []
        self.proof: Proof | None = None
        self.window.inspector.why_panel.proof_changed.connect(self.note_proof)

    def note_proof(self, proof: Proof | None) -> None:
        self.proof = proof

    def step(self) -> None:
        actions = [self.go, self.go, self.ctrl_click, self.why, self.why, self.escape, self.row, self.row]
        actions += [self.level, self.dock, self.dock, self.separate, self.focus, self.inspect, self.show_all, self.wait]
        actions += [self.walk, self.walk, self.follow, self.from_clues, self.unfold, self.unfold]
        chosen = self.random.choice([*actions, *self.more])
        self.done.append(chosen(self.random) if chosen in self.more else chosen())

    def cell(self) -> Cell:
        return self.random.choice(sorted(self.window.session.view.position.board.cells))

    def go(self) -> str:
        self.window.board_view.setFocus()
        key = self.random.choice((Key.Key_Up, Key.Key_Down, Key.Key_Left, Key.Key_Right))
        for _ in range(self.random.randint(1, 4)):
            self.driver.key(key)
        return key.name

    def ctrl_click(self) -> str:
        cell = self.cell()
        self.driver.click(cell, modifier=CTRL)
        return f"Ctrl+click {cell}"

    def why(self) -> str:
        known = sorted(self.window.session.view.settled)
        cell = self.random.choice(known) if known and self.random.random() < 0.7 else self.cell()
        if self.random.random() < 0.5:
            self.window.inspector.why(cell)
            return f"why {cell}"
        self.window.board_view.setFocus()
        self.driver.key(Key.Key_W)
        return "W"

    def walk(self) -> str:
        """Go through the steps of the proof from the board."""
        self.window.board_view.setFocus()
        keys = self.random.choices((Key.Key_Period, Key.Key_Period, Key.Key_Comma), k=self.random.randint(1, 4))
        for key in keys:
            self.driver.key(key)
        return " ".join(key.name for key in keys)

    def from_clues(self) -> str:
        self.driver.key(Key.Key_C, SHIFT)
        return f"from the clues {self.driver.action('from_clues').isChecked()}"

    def unfold(self) -> str:
        """Unfold and fold rows of the answer."""
        steps = self.window.inspector.why_panel.steps
        if not steps.isVisible():
            return "no steps"
        steps.setFocus()
        keys = [Key.Key_Down, Key.Key_Right, Key.Key_Right, Key.Key_Left, Key.Key_Return, Key.Key_End]
        chosen = self.random.choices(keys, k=self.random.randint(1, 4))
        for key in chosen:
            QTest.keyClick(steps, key)
        return "proof " + " ".join(key.name for key in chosen)

    def follow(self) -> str:
        self.driver.key(Key.Key_U)
        if self.random.random() < 0.5:
            schedule.current.wait(CURSOR_REST)
        return f"follow {self.driver.action('follow').isChecked()}"

    def escape(self) -> str:
        self.driver.key(Key.Key_Escape)
        return "Esc"

    def row(self) -> str:
        table = self.window.inspector.knowledge_panel.table
        if not table.isVisible() or not table.model().rowCount():
            return "no row"
        place = table.model().index(self.random.randrange(table.model().rowCount()), 0)
        table.scrollTo(place)
        spot = table.visualRect(place).topLeft() + QPoint(5, 5)
        action = self.random.choice(("click", "Ctrl+click", "double click", "down", "W"))
        if action == "double click":
            QTest.mouseDClick(table.viewport(), LEFT, NOTHING, spot)
        elif action in ("down", "W"):
            table.setFocus()
            QTest.keyClick(table, Key.Key_Down if action == "down" else Key.Key_W)
        else:
            QTest.mouseClick(table.viewport(), LEFT, CTRL if action == "Ctrl+click" else NOTHING, spot)
        return f"{action} row {place.row()}"

    def level(self) -> str:
        tree = self.window.inspector.what_is_known_panel.tree
        if not tree.isVisible():
            return "no levels"
        tree.setFocus()
        key = self.random.choice((Key.Key_Down, Key.Key_Up, Key.Key_Right, Key.Key_End, Key.Key_W))
        QTest.keyClick(tree, key)
        return f"levels {key.name}"

    def dock(self) -> str:
        name = self.random.choice(("knowledge", "why_panel", "known"))
        self.driver.action(name).trigger()
        return f"dock {name}"

    def separate(self) -> str:
        """Put a dock into a place of its own, where it stays visible beside the others, or all into their places."""
        name = self.random.choice(("why_panel", "known", "all"))
        if name == "all":
            self.driver.action("arrange").trigger()
        else:
            dock = self.window.inspector.docks[name]
            self.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
            dock.show()
        return f"place of {name}"

    def focus(self) -> str:
        inspector = self.window.inspector
        widget = self.random.choice((inspector.why_panel.steps, inspector.what_is_known_panel.tree))
        widget.setFocus()
        return f"focus {type(widget).__name__}"

    def inspect(self) -> str:
        self.driver.action("inspect").trigger()
        return "inspect"

    def show_all(self) -> str:
        self.window.inspector.knowledge_panel.show_all()
        return "show all"

    def wait(self) -> str:
        if isinstance(self.driver, Player):
            self.driver.wait_until_computed()
        else:
            self.driver.wait_until_found()
        self.driver.qtbot.waitUntil(lambda: not self.window.session.worker.is_computing, timeout=30_000)
        return "wait"


def assert_agrees(window: BoardWindow, proof: Proof | None) -> None:
    """Check that what is in question and what is marked is the same in all views."""
    inspector, view, arbiter = window.inspector, window.board_view, window.inspector.highlight_arbiter
    cell = window.selection.cell
    # -- what is in question
    assert view.selection.cell == view.marks.selected == cell
    asked = window.selection.question
    assert (inspector.why_panel.sentence or inspector.why_panel.cell) == asked
    assert inspector.knowledge_panel.proxy.filter.cell in (None, cell)
    assert inspector.knowledge_panel.proxy.has_proof == (proof is not None)
    # The proof of the previous cell stays until there is an answer about this one, which a hidden panel requests later.
    is_waiting = inspector.why_panel.is_busy or not inspector.why_panel.isVisible()
    assert proof is None or proof.cell == asked or is_waiting
    heading = inspector.why_panel.heading.text()
    if asked is None:
        assert heading == why_text.NOTHING_ASKED
    elif inspector.why_panel.isVisible() and not inspector.why_panel.is_busy:
        assert heading != why_text.NOTHING_ASKED
    # -- what is marked
    sources = [each.highlight_source for each in (inspector.knowledge_panel, inspector.why_panel)]
    sources.append(inspector.what_is_known_panel.highlight_source)
    if isinstance(window, MainWindow):
        sources.append(window.status_display.highlight_source)
    assert view.marks.highlight == (arbiter.highlight or Highlight())
    assert view.marks.outlined == arbiter.outlined
    assert arbiter.highlight in [source.highlight for source in sources]
    assert arbiter.outlined in [source.outlined for source in sources]
    assert (arbiter.highlight is None) == all(source.highlight is None for source in sources)
    assert (not arbiter.outlined) == (not any(source.outlined for source in sources))
    focus = QApplication.focusWidget()
    for source in sources:
        assert source.panel.isVisible() or (source.highlight is None and not source.outlined)
        if focus is not None and source.panel.isAncestorOf(focus):
            assert source.highlight in (None, arbiter.highlight)
            assert not source.outlined or source.outlined == arbiter.outlined
    chosen = inspector.knowledge_panel.table.selected_rows() if inspector.knowledge_panel.isVisible() else []
    rows = (inspector.knowledge_panel.proxy.row_at(row).derivation.cells for row in chosen)
    assert sources[0].outlined == frozenset[Cell]().union(*rows)
    known = inspector.what_is_known_panel
    assert sources[2].outlined == (known.selected_cells if known.isVisible() else frozenset())
    assert view.marks.hint == window.session.view.hint
    assert_texts_agree(window)


def left_by_table(window: BoardWindow, left: Cell | None, done: str) -> Cell | None:
    """Return the selected cell if the table does not filter by it, which takes a user who shows all sentences."""
    cell = window.selection.cell
    if window.inspector.knowledge_panel.proxy.filter.cell == cell:
        return None
    assert left == cell or done in ("show all", "Esc")
    return cell


def assert_texts_agree(window: BoardWindow) -> None:
    """Check that the accessible text of each cell names the marks that the painter paints, and no others."""
    view, model = window.board_view, window.board_model
    words = {"hint", *(view.marks.highlight.in_words(cell) for cell in view.marks.highlight.all_cells)}
    for cell in window.session.view.position.board.cells:
        text = str(model.index(*cell).data(Qt.ItemDataRole.AccessibleTextRole))
        expected = [view.marks.highlight.in_words(cell)]
        expected += ["hint"] if cell == view.marks.hint else []
        assert {part for part in text.split(", ") if part in words} == set(filter(None, expected)), cell


def walk(user: Inspecting, steps: int) -> None:
    left: Cell | None = None
    for _ in range(steps):
        user.step()
        try:
            assert_agrees(user.window, user.proof)
            left = left_by_table(user.window, left, user.done[-1])
        except AssertionError as error:
            error.add_note("after: " + "; ".join(user.done[-12:]))
            raise
    user.wait()
    assert_agrees(user.window, user.proof)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("difficulty", ["beginner", "small"])
def test_random_questions_keep_all_views_in_agreement(
    make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch, difficulty: str, seed: int
) -> None:
    level = Difficulty.custom(6, 5, 6) if difficulty == "small" else difficulty
    player = make_player(level, seed + 1, opens_panels=True)
    session = player.session

    def play(chance: random.Random) -> str:
        if chance.random() < 0.5:
            session.autoplay.move()
            return "AI move"
        cell = chance.choice(sorted(player.game.grid.cells))
        player.click(cell)
        return f"click {cell}"

    def count_mines(chance: random.Random) -> str:
        player.action("tell_mines").trigger()
        return "mine count"

    def start_again(chance: random.Random) -> str:
        if chance.random() < 0.5:
            return "no new game"
        session.new_game(seed=chance.randrange(50))
        return "new game"

    def go_back(chance: random.Random) -> str:
        name = chance.choice(("undo", "live", "prove_safe"))
        player.action(name).trigger()
        return name

    def switch_view(chance: random.Random) -> str:
        # Not the view Practise, which has another board.
        player.action(chance.choice(("view_play", "view_inspect", "view_agent"))).trigger()
        return f"view {player.window.view.value}"

    def hint(chance: random.Random) -> str:
        session.request_hint()
        return "hint"

    monkeypatch.setattr(BranchDialog, "ask", lambda *_: player.session.timeline.shown_move % 2 == 0)
    walk(Inspecting(player, seed, (play, count_mines, start_again, go_back, switch_view, hint)), STEPS)


@pytest.mark.parametrize("seed", range(5))
def test_random_questions_about_an_edited_position_keep_all_views_in_agreement(
    qtbot: QtBot, tmp_path: Path, seed: int
) -> None:
    sandbox = SandboxDriver(qtbot, tmp_path / "settings.ini")
    session = sandbox.session

    def write(chance: random.Random) -> str:
        cell, mark = chance.choice(sorted(session.view.position.board.cells)), chance.choice("HHF0123")
        session.editor.set_marks([cell], mark)
        return f"{mark} at {cell}"

    def resize(chance: random.Random) -> str:
        session.editor.set_size(chance.randint(2, 7), chance.randint(2, 7))
        return "size"

    def show_example(chance: random.Random) -> str:
        name = chance.choice(sorted(sandbox.window.actions_by.examples))
        sandbox.action(name).trigger()
        return name

    def go_back(chance: random.Random) -> str:
        name = chance.choice(("undo", "redo", "tell_mines"))
        sandbox.action(name).trigger()
        return name

    walk(Inspecting(sandbox, seed, (write, write, resize, show_example, go_back)), STEPS)
