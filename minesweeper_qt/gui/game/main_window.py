"""The window of a game: makes its parts and connects them. Every change of the game goes through the session."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.board.board_model import BoardModel
from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.panel_requests import EscapeKey
from minesweeper_qt.gui.game.board_column import HELP, INSPECTING, BoardColumn, SearchButtons, StatusDisplay
from minesweeper_qt.gui.game.game_actions import BoardWords, GameActions, SandboxOpener
from minesweeper_qt.gui.game.game_bar import GameBar, SpeedControl, add_tool_bar
from minesweeper_qt.gui.game.game_files import GameFiles
from minesweeper_qt.gui.game.game_inspector import FirstSteps, GameInspector
from minesweeper_qt.gui.game.practice_view import PracticeView
from minesweeper_qt.gui.game.result import ResultDisplay
from minesweeper_qt.gui.game.student_agent_files import StudentAgentFiles
from minesweeper_qt.gui.game.todays_board import TodaysBoards
from minesweeper_qt.gui.presentation import status_text
from minesweeper_qt.gui.presentation.look import Overlay
from minesweeper_qt.gui.session.board_source import PositionView, Selection
from minesweeper_qt.gui.session.game_session import GameSession
from minesweeper_qt.gui.statistics.game_keeper import GameKeeper
from minesweeper_qt.gui.student.student_session import StudentSession
from minesweeper_qt.gui.widgets import appearance, assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import announce, unheard
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.actions import WORD_ACTIONS, Actions, build_menu_bar, level_menu
from minesweeper_qt.gui.window.board_window import BoardWindow, PauseCover
from minesweeper_qt.gui.window.docks import AGENT_FIRST, TABLE_FIRST
from minesweeper_qt.gui.window.footer import Footer, Notice
from minesweeper_qt.gui.window.header import Header
from minesweeper_qt.gui.window.preferences import Preferences, WindowView
from minesweeper_qt.model import DIFFICULTIES, STRATEGIES, Cell, Guesses, State
from minesweeper_qt.model.evidence.cell_text import CellText
from minesweeper_qt.model.play.history import NO_HELP, Help
from minesweeper_qt.model.statistics.finished_game import Figures
from minesweeper_qt.model.words import clock_text

if TYPE_CHECKING:
    from minesweeper_qt.gui.game.preferences_dialog import PreferencesDialog
    from minesweeper_qt.gui.sandbox.sandbox_window import SandboxWindow


_WITH_LETTERS = {
    WindowView.PLAY: {"flag", "hint", "pause", "statistics", "one_way", *WORD_ACTIONS},
    WindowView.PRACTISE: {"statistics", "next_difference"},  # which has N for its next position
}
"""The actions that alone have letters as keys, where a stray one must not let the AI play, help or change the view."""

_HELP = {
    Overlay.OFF: NO_HELP,
    Overlay.KNOWLEDGE: Help.OVERLAY,
    Overlay.LEVELS: Help.OVERLAY,
    Overlay.CHANCES: Help.RISKS,
}
"""The help that each overlay of the board is."""

_TELLING = ("knowledge", "known", "log", "agent")
"""The panels that say what is known of the game while they are in view."""


@guarded
class MainWindow(BoardWindow):
    """Shows the board, the controls and the inspector of one session.

    Attributes for scripts and tests besides those of ``BoardWindow``: ``session``, ``student``, ``knowledge_model``,
    ``knowledge_panel``, ``header``, ``tool_bar``, ``speed_slider``, ``game_files``, ``keeper``, ``todays_boards``.
    """

    actions_by: Actions
    inspector: GameInspector

    def __init__(
        self,
        session: GameSession,
        preferences: Preferences,
        view: WindowView | None = None,
        room: QSize | None = None,
        folder: Path | None = None,
    ) -> None:
        """Make the window in ``view``, or in that of last time; games are kept in ``folder``, if one is given.

        It is as large as ``room`` at most, or as its screen allows.
        """
        super().__init__(preferences)
        self._given_room = room
        self.session = session
        self._sandbox_opener = SandboxOpener(preferences, self)
        self._preferences_dialog: PreferencesDialog | None = None
        self.view = view or preferences.view or WindowView.INSPECT
        self._game_view = WindowView.INSPECT
        """The view of the game that was shown last."""
        session.setParent(self)
        self.student = StudentSession(session)
        self.keeper = GameKeeper(session, folder)
        self.board_model = BoardModel(session, self)
        self.selection = Selection(session, self)
        self.board_view = BoardView(self.board_model, self.selection)
        self.actions_by = act = Actions(self, self.board_view)
        self.header = Header(act["new_game"])
        self.inspector = inspector = GameInspector(self, self.student, self.selection, self.board_view, act)
        self._connect_parts(session, BoardArea(self.board_view), Footer())
        self.result = ResultDisplay(session, self.keeper, self.header.face, self.footer, act)
        self.status_display = StatusDisplay(session, self.footer, self.board_view, act)
        inspector.highlight_arbiter.add(self.status_display.highlight_source)
        self.search_buttons = SearchButtons(session)
        self.footer.add_button(self.search_buttons)
        self.footer.narrowed.connect(self.search_buttons.set_narrow)
        self._column = BoardColumn(self.header, self.board_area, self.footer, self.result.card, act["live"])
        self.knowledge_model = inspector.knowledge_model
        self.knowledge_panel = inspector.knowledge_panel
        self._first_steps = FirstSteps(act, preferences)
        self.speed = SpeedControl(session.autoplay, act, self)
        self.speed_slider = self.speed.slider
        self.student_agent_files = StudentAgentFiles(self.student, act, preferences, self.header, inspector, self)
        self.setAcceptDrops(True)
        levels = level_menu(self, act)
        self.game_bar = GameBar(act, levels, self.speed, self.student_agent_files.chooser, preferences)
        self.tool_bar = add_tool_bar(self, self.game_bar, act["tool_bar"])
        of_game = build_menu_bar(self, act, levels, self.speed.menu, self.student_agent_files.recent_menu)
        open_position = self._sandbox_opener.open
        self.practice = PracticeView(
            self, session, act, preferences, self._column, self.game_bar, of_game, folder, open_position
        )
        self._cover = PauseCover(self, act, inspector.places, (self.board_area, self.footer), self.header)
        self.game_actions = GameActions(session, act, preferences, self)
        self.todays_boards = TodaysBoards(session, act, preferences, self.game_actions, self)
        self._words = BoardWords(session, act, self.board_model, self.board_view, self.header)
        self.game_files = GameFiles(
            session, self.keeper, act, self.game_actions, self.student_agent_files, open_position, preferences, self
        )
        self._order_tabs()
        self._connect_actions()
        self._connect_session()
        self._restore()
        self._apply_preferences()
        self.speed.slider.valueChanged.connect(self._keep_speed)
        act["think_aloud"].setChecked(preferences.thinks_aloud)  # after the speed, which it may replace
        if not self._first_steps.is_done:
            self.knowledge_panel.set_blank_page(self._first_steps)
            self._first_steps.done.connect(lambda: self.knowledge_panel.set_blank_page(None))
        self._begin_game()
        self.result.refresh()
        self._show_figures(session.view)
        self._show_state()
        self._show_pause()
        self.status_display.show()
        self._show_mouse_keys()
        if not self.practice.is_shown:
            self.board_view.setFocus()

    def _order_tabs(self) -> None:
        """Let Tab go through the tool bar from the left, then to the face, the board, the result and the panels."""
        card, board = self.result.card, (self._column.back, self.header.face, self.board_view)
        of_card = card.link, card.take_back, card.review, card.new_game, card.shut
        for before, after in pairwise((*self.game_bar.controls, *board, *of_card)):
            QWidget.setTabOrder(before, after)

    # -- connecting

    def _connect_actions(self) -> None:
        act, session = self.actions_by, self.session
        act.connect(reveal=lambda: self.session.player.reveal(self.board_view.cursor_cell))
        act.connect(flag=lambda: self.session.player.toggle_flag(self.board_view.cursor_cell))
        act.connect(copy_result=lambda: self._copy(self.todays_boards.line(), "Copied the result."))
        act.connect(copy_seed=self._copy_seed, copy_code=self._copy_code, preferences=self._show_preferences)
        act.connect(sandbox=lambda: self._sandbox_opener.open(), sandbox_here=self._open_in_sandbox)
        act.connect(review=self._show_review, prove_safe=self._prove_safe, about=lambda: dialogs.show_about(self))
        act.connect(next_view=lambda: self.actions_by[self.view.next.action].trigger())
        self.example_requested.connect(self._sandbox_opener.open_example)
        self.escaped.connect(self.game_actions.go_back)
        EscapeKey(self, lambda: session.is_running, session.stop_computing, stops=True)
        EscapeKey(self, lambda: session.timeline.plays, session.timeline.stop, stops=True)
        review = self.inspector.review
        EscapeKey(self, lambda: review.is_busy, review.cancel, stops=True)
        review.changed.connect(self._widen_timeline)
        for name, step in (("next_mistake", 1), ("previous_mistake", -1)):
            act[name].triggered.connect(self._leave_play)
            act[name].triggered.connect(lambda _, step=step: self.inspector.review.show_next(step))
        EscapeKey(self, lambda: act["inspect"].isChecked(), self._stop_inspecting, stops=True)
        act["inspect"].toggled.connect(self._show_inspecting)
        for view in WindowView:
            act[view.action].triggered.connect(partial(self._choose_view, view))
        act["full_screen"].toggled.connect(self._on_full_screen_toggled)
        self.student_agent_files.opened.connect(self._show_agent)
        self.inspector.sandbox_requested.connect(self._sandbox_opener.open)
        self.practice.game_needed.connect(lambda: self.show_view(self._game_view))
        play = partial(self.game_actions.play, DIFFICULTIES["beginner"], Guesses.NOT_NEEDED)
        self.practice.board_requested.connect(play)
        self.result.card.new_game.clicked.connect(self.game_actions.start)
        for requester in (self.result, self.game_files):
            requester.review_requested.connect(self._review)
        self.result.mine_requested.connect(self._prove_mine)
        # By a key, too, the focus must not go to any button when the card is hidden.
        card = self.result.card
        for button in (card.link, card.take_back, card.one_way, card.copy, card.shut, self._column.back):
            button.clicked.connect(self.board_view.setFocus)

    def _connect_session(self) -> None:
        session, view, act = self.session, self.board_view, self.actions_by
        view.press.reveal_requested.connect(session.player.reveal)
        view.press.flag_requested.connect(session.player.toggle_flag)
        view.press.chord_requested.connect(session.player.chord)
        view.press.held_changed.connect(self.result.show_press)
        session.timeline.pointed.connect(view.show_path)
        self.selection.cell_changed.connect(self._on_cell_selected)
        session.changed.connect(self._on_changed)
        self._cover.clicked.connect(session.pause.end)
        act["pause"].triggered.connect(session.pause.toggle)
        act["pause"].triggered.connect(self._show_pause)
        application = QGuiApplication.instance()
        assert isinstance(application, QGuiApplication)
        application.applicationStateChanged.connect(self._on_application_state)
        self.student.agent.opened.connect(self._show_state)
        self.header.time.pressable.clicked.connect(act["figures"].trigger)
        act["figures"].toggled.connect(lambda: self._show_figures(session.view))
        for name in self.inspector.docks:
            act[name].toggled.connect(self._show_rulers)
        for shown in (*(act[name].toggled for name in _TELLING), self.student.agent.opened):
            shown.connect(self._note_shown)
        self.selection.asked.connect(self._on_asked)

    # -- signals of the session

    def _on_changed(self, before: PositionView, now: PositionView) -> None:
        if now.game != before.game:
            self._begin_game()
        if now.hints != before.hints or now.hint != before.hint:
            self.board_view.show_hint(now.hint)
            if (now.hint is None) is not (before.hint is None):
                self._set_keys()
        self.board_view.press.show_awaited(now.sought)
        if now.ai_cell is not None:
            self.board_view.show_ai_move(now.ai_cell)
        if (now.comparison is None) is not (before.comparison is None):
            self.footer.legends.set_differences(now.comparison is not None)
        self._show_figures(now)
        self._show_state()
        self._show_pause()

    def _show_figures(self, view: PositionView) -> None:
        self.header.mines.set_text(str(view.mines_left))
        self.header.time.set_text(clock_text(view.seconds))
        shown, timeline = "", self.session.timeline
        if self.actions_by["figures"].isChecked():
            turns = timeline.moves[: timeline.shown_move]
            figures = Figures.of(self.session.game, turns, timeline.seconds, view.clues)
            shown = status_text.figures_text(figures, keeps_width=True)
        self._column.set_figures(shown)

    def _begin_game(self) -> None:
        self._stop_inspecting()
        if not self._preferences.keeps_risks and not self.session.game.history:
            self.actions_by["risks"].setChecked(False)
            for view in WindowView:
                self._preferences.set_switch(f"{view.prefix}risks", on=False)
        self.actions_by.difficulties[self.session.difficulty.name].setChecked(True)
        self.game_bar.level.show_difficulty(self.session.difficulty)
        self._preferences.difficulty = self.session.difficulty
        self._column.set_certified(self.session.game.rules.guesses is Guesses.NOT_NEEDED)
        if self.session.shows_one_way:
            self.inspector.bring_to_front("timeline")
        elif self.view is WindowView.PLAY:
            self.actions_by["timeline"].setChecked(False)
        self._show_mouse_keys()

    def _show_mouse_keys(self) -> None:
        """Say what the mouse does before a first move, in Inspect until the user knows the first keys."""
        is_new = self.view is WindowView.PLAY or not self._first_steps.is_done
        if is_new and self.session.view.state is State.READY:
            self.footer.set_notice(HELP, Notice.ONCE)

    def _on_asked(self, question: object) -> None:
        """Count a proof as a hint."""
        if question is not None:
            self.session.help.note(Help.HINT)

    def _on_cell_selected(self, cell: Cell | None) -> None:
        """Show the chance of ``cell`` below the board, if it is known, unless it would cover the card of a game."""
        text = self.session.view.chance_text(cell) if cell is not None and not self.footer.shows_card else CellText()
        chance = text.written(has_coordinates=self.board_view.has_rulers)
        if chance:
            self.footer.set_notice(chance, Notice.CHANCE)
        else:
            self.footer.clear_notice(Notice.CHANCE)

    def _show_state(self) -> None:
        """Show the state of the game in the title, and enable the actions that play if it is not over."""
        session = self.session
        self.game_actions.enable()
        words = {State.READY: "ready", State.PLAYING: "playing", State.WON: "won", State.LOST: "lost"}
        timeline = session.timeline
        # The numbers are those of the review: the move that is next.
        moment = "" if timeline.is_live else f"before move {timeline.shown_move + 1} of {len(timeline.moves)}"
        other = session.own.shown if session.own is not None else moment and "Past"
        shown = ": ".join(filter(None, (other, moment)))
        self._column.set_past(shown)
        past = shown and f" - {shown}"
        word = "paused" if session.pause.is_on else words[session.view.state]
        agent = f" - {self.student_agent_files.name}" if self.student_agent_files.name else ""
        name = f"Minesweeper - {session.difficulty.title}"
        if name != self.accessibleName():
            # Readers speak each change of it; and what becomes of the game is spoken already.
            self.setAccessibleName(name)
        shown = "Practise" if self.practice.is_shown else f"{session.difficulty.title} - {word}{past}{agent}"
        self.setWindowTitle(f"Minesweeper - {shown}")

    def _show_pause(self) -> None:
        action, pause = self.actions_by["pause"], self.session.pause
        action.setEnabled(pause.is_possible)
        action.setChecked(pause.is_on)
        key = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        line = f"Click, or press {key}, to go on" if key else "Click to go on"
        if self.keeper.kept_moves == len(self.session.timeline.moves):
            line = f"Your game was kept. {line}"
        self._cover.set_on(pause.is_on and not self.practice.is_shown, line)

    def _on_application_state(self, state: Qt.ApplicationState) -> None:
        if state is not Qt.ApplicationState.ApplicationActive and self._preferences.pauses_without_focus:
            self.session.pause.begin()

    # -- actions of the user

    def _on_overlay_toggled(self) -> None:
        super()._on_overlay_toggled()
        overlay = self.actions_by.overlay()
        self._note_shown()
        if overlay is not Overlay.CHANCES:
            self.footer.clear_notice(Notice.CHANCE)

    def _note_shown(self) -> None:
        """Count what the window shows of the AI's knowledge as help: the overlay, and the panels in view."""
        telling = [name for name in _TELLING if self.actions_by[name].isChecked()]
        if self.student.agent.file is None and "agent" in telling:
            telling.remove("agent")  # it says nothing without an agent
        panels = Help.KNOWLEDGE if telling else NO_HELP
        self.session.help.set_shown(_HELP[self.actions_by.overlay()] | panels)
        self.student_agent_files.show_player()

    def _show_rulers(self) -> None:
        """Show in Play, too, the coordinates by which a panel that is in view names cells."""
        act, panels = self.actions_by, self.inspector.docks.keys() - {"timeline"}
        has_panel = self.view is WindowView.PLAY and any(act[name].isChecked() for name in panels)
        self.board_view.set_coordinates_shown(has_panel or act["coordinates"].isChecked())
        self.board_area.arrange()

    def _show_preferences(self) -> None:
        if self._preferences_dialog is None:
            from minesweeper_qt.gui.game.preferences_dialog import PreferencesDialog

            self._preferences_dialog = PreferencesDialog(self._preferences, self.actions_by, self)
            self.explain(self._preferences_dialog, "views")
        self._preferences_dialog.bring_up()

    def _show_inspecting(self, on: bool) -> None:
        if on:
            self.footer.set_notice(INSPECTING, Notice.INSPECTING)
        else:
            self.footer.clear_notice()

    def _stop_inspecting(self) -> None:
        self.actions_by["inspect"].setChecked(False)

    def _copy_seed(self) -> None:
        seed = self.session.game.seed
        self._copy(str(seed), f"Copied the seed {seed}: same level, same first click, same board.")

    def _copy_code(self) -> None:
        from minesweeper_qt.model.play.board_code import BoardCode

        code = BoardCode.of(self.session.game).to_text()
        self._copy(code, f"Copied the code {code}: Enter Code brings this board.")

    def _copy(self, copied: str, text: str) -> None:
        QGuiApplication.clipboard().setText(copied)
        self.footer.set_notice(text, Notice.SEED)
        announce(self.footer.status, text)

    def _widen_timeline(self) -> None:
        """Give the bars of a review the whole width of the window, unless that is too low for it."""
        area = Qt.DockWidgetArea
        is_wide = self.inspector.review.found is not None and self.height() >= metrics.LOW_BELOW
        corner = area.BottomDockWidgetArea if is_wide else area.RightDockWidgetArea
        if self.corner(Qt.Corner.BottomRightCorner) is not corner:
            self.setCorner(Qt.Corner.BottomRightCorner, corner)

    def _leave_play(self) -> None:
        """Inspect the game in place of Play, which is the board alone, or of Practise."""
        if self.view in (WindowView.PLAY, WindowView.PRACTISE):
            self.show_view(WindowView.INSPECT)

    def _show_review(self, on: bool) -> None:
        """Show the bars of the review too."""
        if on:
            self._leave_play()
            self.inspector.bring_to_front("timeline")
            self.inspector.bring_to_front("review")

    def _review(self) -> None:
        """Review the game that ended: after a loss, what was known of the fatal cell before it was opened."""
        session = self.session
        cell = next(iter(session.game.exploded), None)
        self._show_review(on=True)
        if cell is not None:
            session.timeline.undo()
            self.board_view.move_cursor(cell)
            self.selection.ask(cell)

    def _prove_mine(self) -> None:
        """Show why the cell of the fatal move was certainly a mine."""
        self._review()
        if self.selection.cell is not None:
            self.inspector.why(self.selection.cell)

    def _prove_safe(self) -> None:
        """Inspect why a cell was safe before the move shown, a guess; in Play, mark that and say it in a line."""
        session, number, cell = self.session, self.session.timeline.shown_move - 1, self.inspector.safe_cell
        if cell is None:
            return
        if self.view is not WindowView.PLAY:
            session.timeline.show_move(number)
            self.inspector.why(cell)
            return
        known = session.playthrough.history.moment(number).settled
        reasoned = {each for each, found in known.items() if not found.count} - session.view.clues.keys()
        # Another one, if the AI's rules reach that alone: it has a reason that fits a line.
        cell = cell if cell in reasoned else min(reasoned, default=cell)
        text = status_text.safe_cell_text(cell, known.get(cell), session.view.clues)
        if self.footer.shows_card:
            self.result.show_safe_cell(text)
            self.status_display.mark(text)
        else:
            session.status.set(text)
            session.help.note(Help.HINT)
            session.status.publish()

    @property
    def sandbox(self) -> SandboxWindow | None:
        """The sandbox window; ``None`` until it was opened for the first time."""
        return self._sandbox_opener.window

    def _open_in_sandbox(self) -> None:
        # It tells all about the position.
        self.session.help.note(Help.HINT)
        self._sandbox_opener.open(self.session.view.position)

    def _on_full_screen_toggled(self, on: bool) -> None:
        if on != self.isFullScreen():
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        keys, page = QKeySequence(event.keyCombination()), self.practice.page if self.practice.is_shown else None
        if self.actions_by.leaves_out(keys) and not event.isAutoRepeat():
            footer, text = (page or self).footer, keys.toString(QKeySequence.SequenceFormat.NativeText)
            text += " works in Inspect."
            if not footer.shows_card:
                footer.set_notice(text, Notice.ONCE)
            announce(footer.status, text)
        elif page is None:
            self._words.say_why_not(keys)
        elif keys in page.actions_by["next"].shortcuts():
            announce(page.footer.status, "Answer first.")

    # -- views

    def show_view(self, view: WindowView) -> None:
        """Show ``view``, as it was when it was left, and keep the present one as it is."""
        self.actions_by[view.action].setChecked(True)
        if view is self.view:
            return
        self._stop_inspecting()
        self._save_layout()
        if view is WindowView.PLAY:
            # The panel with the answer is not there: its marks would stand for another text.
            self.selection.clear()
        if self.view is not WindowView.PRACTISE:
            self._game_view = self.view
        # At once, since a program that is killed saves nothing; and not what the command line asked for.
        self._preferences.view = self.view = view
        size = self.size()
        self._restore_layout()
        # The docks may have been wider than the window: it grows for them, until they are laid out.
        self.resize(size)
        self._show_state()
        self._show_mouse_keys()
        if not self._has_docks and self.isVisible():
            self._size_docks_later()

    def _show_agent(self) -> None:
        self.show_view(WindowView.AGENT)
        self.inspector.bring_to_front("agent")

    def _choose_view(self, view: WindowView) -> None:
        self.show_view(view)
        announce(self, f"{view.title} view")

    def _room(self) -> QSize:
        return self._given_room or super()._room()

    @property
    def layout_prefix(self) -> str:
        return self.view.prefix

    def _default_switches(self) -> dict[str, bool]:
        view = self.view
        own = {"overlay": view is WindowView.AGENT, "coordinates": view is not WindowView.PLAY, "tool_bar": True}
        return {**super()._default_switches(), **own, "figures": False}

    def _restore_layout(self) -> None:
        self.inspector.places.first_panels = self.view.panels
        self.inspector.places.groups = AGENT_FIRST if self.view is WindowView.AGENT else TABLE_FIRST
        self.game_bar.set_view(self.view)
        self._set_keys()
        self._set_hint_stages()
        self.status_display.set_plain(self.view is WindowView.PLAY)
        self.result.safe_button.set_offered(self.view is not WindowView.PLAY)
        self.student_agent_files.set_shown(self.view is WindowView.AGENT)
        with unheard():
            super()._restore_layout()
        practises = self.view is WindowView.PRACTISE
        if practises:
            self.inspector.places.hide_all()
        elif self.view is WindowView.PLAY:
            # It is the board alone, whatever was opened there last time.
            self.inspector.places.arrange()
        self.help_topic = "practise" if practises else BoardWindow.help_topic
        if self.practice.set_shown(practises) and not practises:
            self.board_view.setFocus()
        self._show_pause()
        # The state of the docks contains that of the tool bar, which may be older than the choice of the user.
        self.tool_bar.setVisible(self.actions_by["tool_bar"].isChecked())

    # -- preferences and closing

    def _restore(self) -> None:
        super()._restore()
        self.actions_by[self.view.action].setChecked(True)
        preferences = self._preferences
        self.setWindowIcon(assets.app_icon())
        if preferences.strategy is not None:
            self.session.autoplay.set_strategy(preferences.strategy)
        self.game_actions.show_strategy()
        self.board_area.set_zoom(preferences.zoom)
        self.actions_by["full_screen"].setChecked(self.isFullScreen())

    def _on_preference_changed(self, name: str) -> None:
        super()._on_preference_changed(name)
        if name in ("theme", "tiles", "number_colours", "reduced_motion"):
            appearance.current().apply(self._preferences.appearance)
        else:
            self._apply_preferences()

    def _apply_preferences(self) -> None:
        """Pass on the preferences that are not read only when they are needed."""
        preferences, press = self._preferences, self.board_view.press
        self.session.set_first_click(preferences.first_click)
        self.game_actions.apply_guesses()
        self.session.player.set_question_marks(preferences.question_marks)
        for name in ("chord_on_left", "long_press_flags", "flags_on_number"):
            setattr(press, name, getattr(preferences, name))
        self.board_view.key_cursor.points = preferences.keys_point
        self.inspector.asks_branch = preferences.asks_branch
        self._set_hint_stages()
        self._set_keys()
        self.speed.set_speed(preferences.speed)

    def _set_hint_stages(self) -> None:
        here = "play" if self.view is WindowView.PLAY else "always"
        self.session.advice.in_stages = self._preferences.hint_stages in (here, "always")

    def _set_keys(self) -> None:
        """Set the keys that the user chose, and leave out those that the view has not: in Play, W proves a hint."""
        names = self.actions_by.by_name.keys()
        proves = self.view is WindowView.PLAY and self.session.view.hint is not None
        left_out = names - _WITH_LETTERS.get(self.view, names) - {"why" if proves else ""}
        self.actions_by.set_keys(self._preferences.keys, left_out)

    def _keep_speed(self) -> None:
        self._preferences.speed = self.speed.speed

    def _save(self) -> None:
        super()._save()
        preferences = self._preferences
        if self.session.autoplay.strategy in STRATEGIES:
            preferences.strategy = self.session.autoplay.strategy
        preferences.zoom = self.board_area.zoom
        preferences.thinks_aloud = self.actions_by["think_aloud"].isChecked()
        self.actions_by["think_aloud"].setChecked(False)  # so that the speed is kept which it has without that

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.PaletteChange:
            self.header.refresh_icons()
        elif event.type() is QEvent.Type.WindowStateChange:
            self.actions_by["full_screen"].setChecked(self.isFullScreen())
            if self.isMinimized() and not self.session.autoplay.is_running:
                self.session.pause.begin()
        super().changeEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.game_files.take_drop(event, opens=False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.game_files.take_drop(event, opens=True)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._save()
        # Hidden at once, since the worker may need a moment to stop.
        self.hide()
        self._sandbox_opener.close()
        self.practice.close()
        self.keeper.close()
        self.student.close()
        self.session.shut_down()
        super().closeEvent(event)
