"""The inspector of the game window: the usual panels, and those of a game; and the first steps of new users."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QMainWindow, QPushButton, QWidget

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.panels.knowledge.knowledge_panel import NOTHING_KNOWN
from minesweeper_qt.gui.presentation.look import Chance
from minesweeper_qt.gui.session.board_source import PositionView, Selection
from minesweeper_qt.gui.session.game_review import GameReview
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.labels import CutLabel, EmptyState
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import GAME_PANELS, Actions
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import Cell, JudgedMove

if TYPE_CHECKING:
    from minesweeper_qt.gui.panels.move_log_panel import MoveLogPanel
    from minesweeper_qt.gui.panels.review_panel import ReviewPanel
    from minesweeper_qt.gui.panels.student_agent.student_agent_panel import StudentAgentPanel
    from minesweeper_qt.gui.panels.timeline_panel import TimelinePanel
    from minesweeper_qt.model.knowledge.knowledge_comparison import KnowledgeComparison
    from minesweeper_qt.model.student.fault import Fault


_KEYS = {"ai_move": "lets the AI open one.", "overlay": "shows what it knows.", "why": "asks why."}
"""What the actions with these names do."""

_MOUSE = (
    "Left click: open a cell, whose clue becomes a sentence.\n"
    "Right click: flag a mine.\n"
    "Both on a clue: open the rest around it."
)


class FirstSteps(EmptyState):
    """Says what the mouse does, and names three keys, with a button for each.

    ``is_done`` once each of their actions was used, by key or otherwise.

    Signal: ``done``, when the last one was used for the first time.
    """

    done = Signal()

    def __init__(self, act: Actions, preferences: Preferences) -> None:
        super().__init__("knowledge", NOTHING_KNOWN, _MOUSE)
        self._act, self._preferences = act, preferences
        self.setObjectName("first_steps")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        keys = QWidget(self)
        grid = QGridLayout(keys)
        grid.setContentsMargins(0, metrics.HAIR, 0, 0)
        grid.setHorizontalSpacing(metrics.NARROW)
        grid.setVerticalSpacing(metrics.HAIR)
        grid.setColumnStretch(1, 1)
        self._buttons = {name: self._make_button(name) for name in _KEYS}
        for row, (button, text) in enumerate(zip(self._buttons.values(), _KEYS.values(), strict=True)):
            label = CutLabel(keys)
            label.setText(text)
            label.setProperty("muted", True)
            grid.addWidget(button, row, 0)
            grid.addWidget(label, row, 1)
        self.add(keys)
        play = QPushButton("&Just Play", self)
        play.setToolTip(act["view_play"].statusTip())
        play.clicked.connect(act["view_play"].trigger)
        self.add(play)
        self._name_keys()

    @property
    def is_done(self) -> bool:
        """True once all three actions were used."""
        return all(self._preferences.switch(f"used_{name}", default=False) for name in self._buttons)

    def _make_button(self, name: str) -> QPushButton:
        action, button = self._act[name], QPushButton(self)
        button.setObjectName("key_cap")
        button.setAccessibleName(action.iconText())
        button.setAccessibleDescription(action.statusTip())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(action.trigger)
        action.triggered.connect(self._keep)
        action.changed.connect(self._name_keys)
        return button

    def _name_keys(self) -> None:
        for name, button in self._buttons.items():
            action = self._act[name]
            button.setText(action.shortcut().toString() or action.iconText())
            button.setToolTip(action.toolTip())
            button.setEnabled(action.isEnabled())

    def _keep(self) -> None:
        if not self.is_done:
            self._preferences.set_switch(f"used_{self.sender().objectName()}", on=True)
            if self.is_done:
                self.done.emit()


class SafeCellButton(QPushButton):
    """A button for ``action``, shown only while that is enabled; a click leaves the focus where it is."""

    def __init__(self, action: QAction) -> None:
        super().__init__()
        self._action = action
        self._is_offered = self._has_room = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(action.trigger)
        action.changed.connect(self._show_action)
        self._show_action()

    def set_offered(self, is_offered: bool) -> None:
        """Set whether the button is shown at all."""
        self._is_offered = is_offered
        self._show_action()

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether there is no room for the button."""
        self._has_room = not is_narrow
        self._show_action()

    def _show_action(self) -> None:
        self.setText(self._action.iconText())
        self.setToolTip(self._action.toolTip())
        self.setVisible(self._is_offered and self._has_room and self._action.isEnabled())


class GameInspector(Inspector):
    """An ``Inspector`` with three more docks: ``agent``, about the student's agent, and ``log`` and ``timeline``.

    Attributes besides those of ``Inspector``: ``student_agent_panel``, ``move_log_panel``, ``timeline_panel``;
    ``asks_branch``, whether the user is asked before later moves are discarded; ``safe_cell``. Signal:
    ``sandbox_requested(Position)``.
    """

    sandbox_requested = Signal(object)

    def __init__(
        self, window: QMainWindow, student: StudentSession, selection: Selection, view: BoardView, act: Actions
    ) -> None:
        session = self._session = student.session
        self._student = student
        super().__init__(window, session, selection, view, act)
        self._levels = act.difficulties
        self.review = GameReview(session)
        self.asks_branch = True
        self._at_hint: tuple[Cell | None, Cell] | None = None
        """The cell under the mouse and that of the cursor when the hint was shown."""
        self.add_docks()
        agent, review, log, moves = GAME_PANELS
        self.places.add(agent, lambda: self.student_agent_panel)
        self.places.add(review, lambda: self.review_panel)
        self.places.add(log, lambda: self.move_log_panel)
        # The timeline has a row of its own below the board; a title bar would be as high as the timeline.
        bottom = Qt.DockWidgetArea.BottomDockWidgetArea
        timeline = self.places.add(moves, lambda: self.timeline_panel, bottom)
        blank = QWidget(timeline)
        # A plain widget prefers a height of -1, by which the dock would be too low.
        QHBoxLayout(blank).setContentsMargins(0, 0, 0, 0)
        timeline.setTitleBarWidget(blank)
        timeline.setFeatures(timeline.DockWidgetFeature.DockWidgetClosable)
        self.cell_actions += [act["reveal"], act["flag"]]
        moments = session.timeline
        act.connect(undo=moments.undo, redo=moments.redo, branch=moments.request_branch)
        act.connect(save_report=self.review.make_report)
        session.timeline.branch_requested.connect(self._ask_branch)
        student.agent.difference_shown.connect(self._put_cursor_on)
        self.review.report_made.connect(self._save_report)
        self.review.changed.connect(self._enable_mistakes)
        self.review.mistake_shown.connect(self._prove_mistake)
        self._show_moment()
        self._enable_mistakes()

    @cached_property
    def student_agent_panel(self) -> StudentAgentPanel:
        from minesweeper_qt.gui.panels.student_agent.student_agent_panel import StudentAgentPanel

        panel = StudentAgentPanel(self._student.agent, self._session)
        panel.why_requested.connect(self.why)
        panel.open_requested.connect(self._act["open_agent"].trigger)
        panel.level_requested.connect(lambda name: self._levels[name].trigger())
        panel.sandbox_requested.connect(self.sandbox_requested)
        panel.finding_requested.connect(self._student.show_finding)
        self.highlight_arbiter.add(panel.highlight_source)
        return panel

    @cached_property
    def review_panel(self) -> ReviewPanel:
        from minesweeper_qt.gui.panels.review_panel import ReviewPanel

        names = ("branch", "sandbox_here", "save_report")
        return ReviewPanel(self._session, self.review, *(self._act[name] for name in names))

    @cached_property
    def move_log_panel(self) -> MoveLogPanel:
        from minesweeper_qt.gui.panels.move_log_panel import MoveLogPanel

        panel = MoveLogPanel(self._session)
        panel.add_button(SafeCellButton(self._act["prove_safe"]))
        return panel

    @cached_property
    def timeline_panel(self) -> TimelinePanel:
        from minesweeper_qt.gui.panels.timeline_panel import TimelinePanel

        return TimelinePanel(self._session, self.review)

    def _why_at_cursor(self) -> None:
        """Ask about the move that is announced, or about the hint unless mouse or cursor moved since; else as usual."""
        said, hint = self._session.autoplay.announcement, self._session.advice.hint
        if said is not None:
            self._session.stop_autoplay()
            self.why(said.cell)
        elif hint is not None and self._at_hint == (self._view.key_cursor.pointed, self._view.cursor_cell):
            self._at_hint = None
            self.why(hint)
        else:
            super()._why_at_cursor()

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        super()._on_changed(before, now)
        if now.comparison is not None or before.comparison is not None:
            self._compare(now.comparison)
        if now.hint is None:
            self._at_hint = None
        elif now.hints != before.hints:
            self._at_hint = self._view.key_cursor.pointed, self._view.cursor_cell
        self._show_moment()

    def _compare(self, comparison: KnowledgeComparison | None) -> None:
        """Show in the table how each of its rows stands in the knowledge of both agents, if there are two."""
        agent = self._student.agent
        name, game = "" if agent.file is None else agent.file.path.name, agent.game
        # The sum is kept by the game: a mean of all calls would take longer with each move.
        mean = None if game is None or not game.times else game.seconds / len(game.times)
        self.knowledge_panel.set_comparison(comparison, agent.turn_of, name, mean)

    @property
    def safe_cell(self) -> Cell | None:
        """The cell that was safe before the shown move, a guess; ``None`` if there was none, or it is not known."""
        timeline = self._session.timeline
        return timeline.moves[timeline.shown_move - 1].safe_cell if timeline.shown_move else None

    def _enable_mistakes(self) -> None:
        for name in ("next_mistake", "previous_mistake"):
            self._act[name].setEnabled(bool(self.review.mistakes))
        self._act["save_report"].setEnabled(self.review.found is not None)

    def _prove_mistake(self, move: JudgedMove) -> None:
        """Mark the cell of a mistake, and prove what was certain before it, beside the table of the review."""
        self._view.show_named(move.result.action.cell, "" if move.risk is None else Chance.of(move.risk).text)
        if move.proved is not None:
            self.why(move.proved)

    def _save_report(self, page: str) -> None:
        dialogs.save_text(self._window, "Save Report", "review.html", "Pages (*.html)", page)

    def _put_cursor_on(self, difference: Fault) -> None:
        """Put the cursor on the first cell of ``difference``, so that Why? by its key is about that."""
        board = self._session.view.board
        cell = next((cell for cell in difference.cells if cell in board), None)
        if cell is not None:
            self._view.move_cursor(cell)

    def _show_moment(self) -> None:
        session, act = self._session, self._act
        act["prove_safe"].setEnabled(self.safe_cell is not None)
        act["undo"].setEnabled(session.timeline.shown_move > 0)
        for name in ("redo", "branch"):
            act[name].setEnabled(not session.timeline.is_live)
        act["live"].setEnabled(not session.timeline.is_live or session.own is not None)
        act["live"].setText("Back to the &Game" if session.own is None else "Back to My &Game")

    def _ask_branch(self) -> None:
        """Ask the user before moves are discarded; play the pending move after a yes, and drop it after a no."""
        session = self._session
        moves = len(session.timeline.moves) - session.timeline.shown_move
        if not self.asks_branch or dialogs.BranchDialog.ask(moves, self._window):
            session.branch(then_play=True)
        else:
            session.timeline.cancel_intent()
