"""Provides ``SessionViews``: board, table, move log and timeline of one session, without the game window."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt, Slot
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGridLayout, QWidget
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.panels.knowledge.knowledge_model import KnowledgeTableModel
from minesweeper_qt.gui.panels.move_log_panel import MoveLogPanel
from minesweeper_qt.gui.panels.timeline_panel import TimelinePanel
from minesweeper_qt.gui.presentation.look import Face, Mark, face_of, mark_of
from minesweeper_qt.gui.session.board_source import PositionView, Selection
from minesweeper_qt.gui.session.game_review import GameReview
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.model import DIFFICULTIES, Cell, Difficulty, Minesweeper, State
from tests.gui.support.shown import shown
from tests.model.support.replays import Twin, assert_history_is_as_learned

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Key = Qt.Key


class SessionViews(QWidget):
    """Shows the views of a session side by side, with methods for input and for checking what they show.

    The views are connected as in the game window, except that ``branch_requested`` is only counted, not answered.

    Attributes: ``session``; the views ``view`` with its ``model``, ``log``, ``timeline``, and the table model
    ``sentences``; ``branch_requests``, the number of signals ``branch_requested``; ``seen``, the look of each cell at
    the last signal that announced its change.
    """

    def __init__(self, qtbot: QtBot, difficulty: str | Difficulty = "beginner", seed: int = 1, **options: Any) -> None:
        super().__init__()
        self.qtbot = qtbot
        difficulty = DIFFICULTIES[difficulty] if isinstance(difficulty, str) else difficulty
        self.session = GameSession(difficulty, seed, self, **options)
        self.model = BoardModel(self.session, self)
        self.view = BoardView(self.model, Selection(self.session, self))
        self.sentences = KnowledgeTableModel(self)
        self.log = MoveLogPanel(self.session)
        self.timeline = TimelinePanel(self.session, GameReview(self.session))
        self.branch_requests = 0
        self._replayed: tuple[object, list[tuple[Cell, int]], Twin] = (None, [], Twin(1, 1, None))
        self.seen = {cell: self._look(cell) for cell in self.session.game.grid.cells}
        grid = QGridLayout(self)
        grid.addWidget(self.view, 0, 0)
        grid.addWidget(self.log, 0, 1)
        grid.addWidget(self.timeline, 1, 0, 1, 2)
        session, view = self.session, self.view
        view.press.reveal_requested.connect(session.player.reveal)
        view.press.flag_requested.connect(session.player.toggle_flag)
        view.press.chord_requested.connect(session.player.chord)
        session.changed.connect(self._on_changed)
        session.timeline.branch_requested.connect(self._on_branch_requested)
        self.sentences.reset(session.view.sentences)
        shown(qtbot, self, 1100, 600, before_close_func=lambda views: views.session.shut_down())

    @Slot(object, object)
    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game:
            self.seen = {cell: self._look(cell) for cell in self.session.game.grid.cells}
        if (now.game, now.agent) != (before.game, before.agent):
            self.sentences.reset(now.sentences)
        else:
            update = now.update(before)
            self.sentences.apply(update.added, update.removed)
        if now.game == before.game:
            self.seen.update((cell, self._look(cell)) for cell in now.update(before).cells)

    @Slot()
    def _on_branch_requested(self) -> None:
        self.branch_requests += 1

    def _look(self, cell: Cell) -> tuple[Face, int, Mark]:
        """Return how a cell looks without its chance, whose changes another signal announces."""
        look = self.model.look(cell)
        return look.face, look.clue, look.mark

    # -- mouse and keyboard

    def click(self, cell: Cell, button: Qt.MouseButton = LEFT) -> None:
        index = self.model.index(*cell)
        self.view.scrollTo(index)
        self.qtbot.mouseClick(
            self.view.viewport(), button, Qt.KeyboardModifier.NoModifier, self.view.visualRect(index).center()
        )

    def key(self, widget: QWidget, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        widget.setFocus()
        QTest.keyClick(widget, key, modifier)

    def press(self, button: str) -> None:
        self.qtbot.mouseClick(self.timeline.buttons[button], LEFT)

    def click_row(self, row: int) -> None:
        table = self.log.table
        index = table.model().index(row, 2)
        table.scrollTo(index)
        spot: QPoint = table.visualRect(index).center()
        self.qtbot.mouseClick(table.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, spot)

    def free(self) -> Cell:
        """Return the first covered cell without mine and flag."""
        game = self.session.game
        return min(set(game.grid.cells) - game.mines - game.clues.keys() - game.mines_found)

    def play(self, moves: int) -> None:
        """Let the AI make this number of moves, and wait after each until it has learned.

        Where it would have to guess, click on a free cell instead. Stop when the game is over.
        """
        for _ in range(moves):
            if self.session.view.state.is_over:
                break
            if self.session.playthrough.snapshot.safe_move is None:
                self.click(self.free())
            else:
                self.session.autoplay.move()
            self.wait_until_learned()

    def lose(self) -> Cell:
        """Click on a mine and return it."""
        cell = min(self.session.game.mines - self.session.game.mines_found)
        self.click(cell)
        assert self.session.view.state is State.LOST
        return cell

    def wait_until_learned(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.is_learning, timeout=30_000)

    def wait_until_computed(self) -> None:
        self.qtbot.waitUntil(lambda: not self.session.is_computing, timeout=30_000)

    # -- checking what is shown

    def replayed(self) -> tuple[Minesweeper, Twin]:
        """Return a game made anew by replaying the moves up to the shown one, and a twin that has learned its clues.

        The twin is that of the last call if the clues only continue those that it has learned, else a new one.
        """
        session = self.session
        game = session.playthrough.history.replayed(session.timeline.shown_move)
        playthrough = session.playthrough
        total = game.mine_total if playthrough.uses_mine_count else None
        board = (game.height, game.width, total, playthrough.uses_overlap_rule)
        clues = list(game.clues.items())
        before, learned, twin = self._replayed
        if before != board or learned != clues[: len(learned)]:
            learned, twin = [], Twin(*board)
        twin.learn(clues[len(learned) :])
        self._replayed = (board, clues, twin)
        return game, twin

    def assert_sound(self) -> None:
        """Assert that all views agree with a game that is replayed up to the shown move."""
        session = self.session
        game, twin = self.replayed()
        agent = twin.agent
        assert session.view.state is game.state
        assert session.view.mines_left == game.mine_total - len(game.mines_found)
        assert dict(session.view.position.clues) == game.clues
        assert session.view.position.flags == game.mines_found
        self._assert_panels()
        shown = self.sentences.sentences
        assert set(shown) == set(session.view.sentences)
        looks = {cell: self._look(cell) for cell in game.grid.cells}
        faces = {cell: face_of(game, cell) for cell in game.grid.cells}
        clues, safes, mines = game.clues, agent.safes, agent.mines
        assert {cell: look[:2] for cell, look in looks.items()} == {
            cell: (face, clues.get(cell, -1)) for cell, face in faces.items()
        }
        changed = [cell for cell, look in looks.items() if self.seen[cell] != look]
        assert not changed, f"{changed} have changed, but no signal announced it"
        if not session.is_learning:
            marks = {cell: mark_of(cell, face, safes, mines) for cell, face in faces.items()}
            assert {cell: mark for cell, (_, _, mark) in looks.items()} == marks
        settled = {cell: verdict.count for cell, verdict in session.view.settled.items()}
        if session.is_learning:
            # Nothing is shown that would not be known in the end.
            assert settled.items() <= twin.settled.items()
            return
        assert len(shown) == len(set(shown))
        assert {(derivation.cells, derivation.count) for derivation in shown} == twin.sentences
        assert settled == twin.settled
        learned = set(agent.moves_made) if session.timeline.is_live else clues.keys()
        assert session.view.snapshot.figures == (
            len(twin.sentences),
            len(set(agent.mines)),
            len(set(agent.safes) - learned),
        )
        added, removed = session.timeline.last_change
        assert set(added) <= set(shown)
        assert not set(removed) & set(shown)

    def _assert_panels(self) -> None:
        session, timeline, log = self.session, self.timeline, self.log
        shown, total = session.timeline.shown_move, len(session.timeline.moves)
        assert session.timeline.is_live == (shown == total)
        assert (timeline.slider.value(), timeline.slider.maximum()) == (shown, total)
        assert timeline.buttons["back"].isEnabled() == timeline.buttons["first"].isEnabled() == (shown > 0)
        for name in ("forward", "last", "branch"):
            assert timeline.buttons[name].isEnabled() == (shown < total)
        assert timeline.slider.guesses == [
            number for number, turn in enumerate(session.timeline.moves, 1) if turn.is_safe is False
        ]
        assert log.model.rowCount() == total
        assert log.table.currentIndex().row() == shown - 1

    def assert_history_is_as_learned(self) -> None:
        """Assert that the whole history is that of an agent that learned each move without any delay."""
        assert not self.session.is_learning
        playthrough = self.session.playthrough
        assert_history_is_as_learned(playthrough.history, playthrough.uses_mine_count, playthrough.uses_overlap_rule)
