"""The panel about the student's agent of the window: its card, and the pages with all that is known about it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QTabWidget, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.panel_requests import HighlightSource
from minesweeper_qt.gui.panels.student_agent import difference_card as cards
from minesweeper_qt.gui.panels.student_agent.finding_view import NO_CASE, SEARCHING, FindingView, has_case
from minesweeper_qt.gui.panels.student_agent.pages import (
    NO_DIFFERENCES,
    AuditPage,
    DifferencesPage,
    OutputPage,
    TimesPage,
)
from minesweeper_qt.gui.presentation.comparison_text import Line
from minesweeper_qt.gui.session.board_source import BoardSource, PositionView
from minesweeper_qt.gui.student.student_agent import StudentAgent
from minesweeper_qt.gui.student.student_agent_reload import Reload
from minesweeper_qt.gui.widgets import metrics, schedule
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import EmptyState
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.model import Cell
from minesweeper_qt.model.student.case_text import source_of_tests
from minesweeper_qt.model.student.driver import Call
from minesweeper_qt.model.student.fault import Fault
from minesweeper_qt.model.student.student_file import StudentFile
from minesweeper_qt.model.student.student_state import FindingKind, Limits

REFRESH_PAUSE = 60
"""The milliseconds for which changes are collected before they are shown."""
_SLOW_AFTER = 0.3
"""The seconds of a call after which it is shown that the agent is thinking."""
_WIDE = 400
"""From this width on, in pixels, there is room for the long names of the tabs."""
EMPTY = ("Choose the file with your MinesweeperAI", "It plays beside the reference, and you see where they differ.")
"""What the panel shows without an agent: a sentence, and what comes of it."""


@guarded
class StudentAgentPanel(QWidget):
    """Shows how ``student`` differs from the reference, while the panel is visible.

    Attributes: ``open_button``, which is all that there is without an agent; ``card``, and ``tabs`` with the pages
    ``differences``, ``case``, ``output``, ``times`` and ``audit``; ``highlight_source``, which requests frames around
    the cells of the difference of the move that is shown. Signals: ``open_requested``, to choose a file;
    ``level_requested(str)``, to start a game of the level with this name; ``why_requested(Cell)``;
    ``sandbox_requested(Position)``; ``finding_requested(Finding)``, to show a finding of the audit on the board.
    """

    open_requested = Signal()
    level_requested = Signal(str)
    why_requested = Signal(object)
    sandbox_requested = Signal(object)
    finding_requested = Signal(object)

    def __init__(self, student: StudentAgent, source: BoardSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._student, self._source = student, source
        self._chosen: Fault | None = None
        """The difference that the user went to last."""
        self._audited: StudentFile | None = None
        """The file, as it was then, that the user had audited last."""
        self._announced: Reload | None = None
        """The effect of a changed file that screen readers have read."""
        self._call = (-1, 0.0)
        """The number of calls that had ended when the one under way was seen first, and when that was."""
        self.setAccessibleName("My Agent")
        self.highlight_source = HighlightSource(self)
        self.open_button = QPushButton("Choose a File…", self)
        # No stack of pages: one that is hidden would make a low window grow.
        self._empty, self._content = self._make_empty(), self._make_content()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(metrics.GAP, metrics.NARROW, metrics.GAP, metrics.NARROW)
        whole.addWidget(self._empty)
        whole.addWidget(self._content)
        self._content.hide()
        self._refresh_timer = schedule.current.timer(self, self._show_all, REFRESH_PAUSE)
        for part in (student, student.diagnosis, student.reloading, student.audit):
            part.changed.connect(self._refresh_soon)
        source.changed.connect(self._on_source_changed)
        student.opened.connect(self._show_all)
        student.progressed.connect(self._look_at_call)
        self.open_button.clicked.connect(self.open_requested)

    def show_audit(self) -> None:
        """Put the page of the audit in front."""
        self.tabs.setCurrentWidget(self.audit)

    # -- refreshing

    def _on_source_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game:
            self._show_all()
        else:
            self._refresh_soon()

    def _refresh_soon(self) -> None:
        if self.isVisible() and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _show_all(self) -> None:
        """Show the present state, if the panel is visible."""
        if not self.isVisible():
            return
        self._refresh_timer.stop()
        has_agent = self._student.file is not None
        self._empty.setHidden(has_agent)
        self._content.setVisible(has_agent)
        if has_agent:
            self._show_card()
            self._name_tabs()
            self._show_page()
        self._show_outlines()

    @property
    def _first(self) -> Fault | None:
        return next(iter(self._student.differences), None)

    @property
    def _of_card(self) -> Fault | None:
        """The difference of the card: that of the move that is shown, or else the first one."""
        return self._here or self._first

    @property
    def _here(self) -> Fault | None:
        """The difference of the move that is shown, the one that the user went to if there are more."""
        shown, seen, turn_of = self._shown_move, len(self._source.view.position.clues), self._student.turn_of
        known = (found for found in self._student.differences if found.learned <= seen)
        here = [found for found in known if turn_of(found.learned) == shown]
        chosen = self._chosen if any(found is self._chosen for found in here) else None
        return chosen or (here[0] if here else None)

    @property
    def _shown_move(self) -> int:
        return self._student.turn_of(len(self._source.view.position.clues))

    def _show_card(self) -> None:
        """Show how the agent differs, or what it does just now, what a changed file did, or why it does not load."""
        student, card = self._student, self._make_card()
        if student.game_number > 1:
            caption = f"Game {student.game_number}: {card.caption.text}"
            card = replace(card, caption=card.caption._replace(text=caption))
        if student.reloading.problem:
            card = cards.with_problem(card, student.reloading.problem)
        elif reloaded := self._reloaded():
            card = replace(card, caption=reloaded)
        self.card.show_card(replace(card, caption=self._thinking_line() or card.caption))

    def _make_card(self) -> cards.Card:
        student, game, difference = self._student, self._student.game, self._of_card
        learned = 0 if game is None else game.learned
        moves = student.turn_of(learned)
        if student.failure is not None:
            failed = learned if game is None or game.failed is None else game.failed.learned
            turn = student.turn_of(failed)
            return cards.failure_card(student.failure, turn, max(turn, moves))
        if difference is None and student.move is not None and student.move.problem:
            return cards.move_card(student.move.problem)
        if difference is None:
            is_slow = self._thinking_line() is not None
            is_search, is_over = student.game_number > 1, self._source.view.state.is_over
            games = student.game_number - student.first_game + is_over if is_search else 0
            return cards.no_difference_card(learned, moves, games, student.failed_checks, is_thinking=is_slow)
        turn, differences = student.turn_of(difference.learned), student.differences
        number = 1 + next(place for place, found in enumerate(differences) if found is difference)
        student.diagnose(difference)
        finding, why_no_copy = student.diagnosis.found, ""
        if not has_case(finding):
            why_no_copy = SEARCHING if student.diagnosis.is_running else NO_CASE
        view = self._source.view
        seen, comparison = len(view.position.clues), view.comparison
        if comparison is None or comparison.learned != seen or student.turn_of(seen) != turn:
            comparison = None  # not that of the end of this move
        return replace(
            cards.difference_card(difference, turn, moves, comparison, finding, number, len(differences)),
            buttons=("go", "copy") if self._cell_to_explain(difference) is None else ("go", "why", "copy"),
            move=turn,
            can_go=self._shown_move != turn,
            why_no_copy=why_no_copy,
        )

    def _reloaded(self) -> Line | None:
        """Return what a changed file did, until more is known."""
        reload, line = self._student.reloading.last, self._student.reloaded
        if reload is None or line is None or (reload.is_done and reload.following is not self._first):
            return None
        if reload != self._announced:
            self._announced = reload
            announce(self.card, line.text)
        return line

    def _name_tabs(self) -> None:
        number, report = len(self._student.differences), self._student.audit.found
        is_narrow = self.width() < _WIDE
        count = f" {number}" if number else ""
        self.tabs.setTabText(0, f"All{count}" if is_narrow else f"Differences{count}")
        self.tabs.tabBar().setAccessibleTabName(0, f"Differences{count}")
        found = "" if report is None or not report.findings or is_narrow else f" {len(report.findings)}"
        self.tabs.setTabText(self.tabs.count() - 1, f"Audit{found}")

    def _show_page(self) -> None:
        """Show the present state on the page that is visible; the others follow when they are chosen."""
        page, student = self.tabs.currentWidget(), self._student
        self.card.setHidden(page is self.audit)  # which is about many games, and needs the room
        if page is self.differences:
            self.differences.show_differences(student.differences, self._shown_move)
        elif page is self.case:
            self._show_case()
        elif page is self.audit:
            is_old = self._audited is not None and self._audited is not student.file
            self.audit.show_audit(student.audit, is_old)
        elif student.game is not None and page is self.output:
            self.output.set_output(student.game.output)
        elif student.game is not None:
            self.times.set_times(student.game.times)

    def _show_case(self) -> None:
        finding, file = self._student.diagnosis.found, self._student.file
        if self._first is None:
            self.case.show_nothing(NO_DIFFERENCES)
        elif finding is not None and file is not None:
            self.case.show_finding(finding, file.path)
        else:
            self.case.show_nothing(SEARCHING if self._student.diagnosis.is_running else NO_CASE)

    # -- the board

    def _show_outlines(self) -> None:
        """Frame the cells of the difference of the shown move, of the one that the user went to if there are more."""
        chosen, board = self._here, self._source.view.board
        cells = frozenset[Cell]() if chosen is None else frozenset(cell for cell in chosen.cells if cell in board)
        self.highlight_source.set_outlined(cells)

    def _cell_to_explain(self, difference: Fault) -> Cell | None:
        """Return the first cell of ``difference`` on the board; ``None`` for a sentence, which no proof contradicts."""
        if difference.key.kind is FindingKind.SENTENCE:
            return None
        return next((cell for cell in difference.cells if cell in self._source.view.board), None)

    # -- actions of the user

    def _go(self) -> None:
        if self._of_card is not None:
            self._go_to(self._of_card)

    def _go_to(self, difference: Fault) -> None:
        self._chosen = difference
        self._student.show_difference(difference)
        self._show_all()

    def _why(self) -> None:
        """Go to the difference of the card, where its cell is covered, and request why it follows."""
        difference = self._of_card
        if difference is not None:
            cell = self._cell_to_explain(difference)
            self._go_to(difference)
            if cell is not None:
                self.why_requested.emit(cell)

    def _run_audit(self) -> None:
        self._audited = self._student.file
        self._student.start_audit()

    def _copy_test(self) -> None:
        finding, file = self._student.diagnosis.found, self._student.file
        if finding is not None and file is not None:
            QGuiApplication.clipboard().setText(source_of_tests([finding], file.path))

    def _play_level(self) -> None:
        if self.card.card is not None:
            self.level_requested.emit(self.card.card.level)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_all()
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._refresh_timer.stop()
        self.highlight_source.set_active(on=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_tabs()

    # -- a call under way

    def _look_at_call(self) -> None:
        """Show how long the call that is under way has taken, while the panel is visible."""
        if self.isVisible() and self._thinking_line() is not None:
            self._show_card()

    def _thinking_line(self) -> Line | None:
        """Return that the agent is thinking; ``None`` unless a call takes long."""
        game = self._student.game
        if game is None or not self._student.is_thinking or self._student.failure is not None:
            self._call = (-1, 0.0)
            return None
        if len(game.times) != self._call[0]:
            # A call has begun when the one before was over, as far as was seen.
            self._call = (len(game.times), schedule.current.now())
        seconds = schedule.current.now() - self._call[1]
        if seconds < _SLOW_AFTER:
            return None
        limits = Limits()
        call, limit = "its move", limits.seconds
        if not game.is_created:
            call, limit = Call.CREATE.value, limits.import_seconds
        elif game.learned < game.taught:
            call = Call.ADD_KNOWLEDGE.value
        time = f"{seconds:.1f} s of {limit:g} s"
        return Line(f"Your agent is thinking… ({call}, {time})", f"Thinking… {time}")

    # -- making the widgets

    def _make_empty(self) -> QWidget:
        empty = QWidget(self)
        self.open_button.setProperty("main", True)
        self.open_button.setAutoDefault(True)
        self.open_button.setToolTip("Choose the file of your agent")
        column = QVBoxLayout(empty)
        column.setSpacing(metrics.GAP)
        column.addStretch(1)
        column.addWidget(EmptyState("agent", *EMPTY, empty))
        column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        return empty

    def _make_content(self) -> QWidget:
        student, content = self._student, QWidget(self)
        self.card = card = cards.DifferenceCard(self)
        self.tabs = QTabWidget(self)
        self.tabs.setAccessibleName("About your agent")
        self.tabs.setObjectName("agent_tabs")
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.tabBar().setExpanding(False)
        self.tabs.tabBar().setAccessibleName("Pages")
        # In a low window the pages give way to the card above them.
        self.tabs.setMinimumHeight(metrics.GAP)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.differences = DifferencesPage(student.turn_of, self)
        self.case, self.output = FindingView("The smallest case", self), OutputPage(self)
        self.times, self.audit = TimesPage(student.turn_of, self), AuditPage(self)
        pages: dict[QWidget, tuple[str, str]] = {
            self.differences: ("Differences", "All differences of this game, by move"),
            self.case: ("Case", "The cause of the first difference, and the smallest case that shows it"),
            self.output: ("Output", "What your agent has printed"),
            self.times: ("Times", "How long each call took"),
            self.audit: ("Audit", "Many games in the background, with a list of what is wrong or weak"),
        }
        for page, (name, purpose) in pages.items():
            self.tabs.setTabToolTip(self.tabs.addTab(page, name), purpose)
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(metrics.NARROW)
        column.addWidget(card)
        column.addWidget(self.tabs, 1)
        card.go.clicked.connect(self._go)
        card.why.clicked.connect(self._why)
        card.copy.clicked.connect(self._copy_test)
        card.load_again.clicked.connect(student.reload)
        card.play.clicked.connect(self._play_level)
        card.go_on.clicked.connect(student.drop)
        self.differences.difference_chosen.connect(self._go_to)
        self.case.sandbox_requested.connect(self.sandbox_requested)
        self.audit.details.sandbox_requested.connect(self.sandbox_requested)
        self.audit.details.finding_requested.connect(self.finding_requested)
        self.audit.run_requested.connect(self._run_audit)
        self.audit.cancel_requested.connect(student.audit.clear)
        self.tabs.currentChanged.connect(self._show_page)
        return content
