"""The sandbox window, in which positions are edited and inspected like a game."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFileDialog, QInputDialog, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.board_area import BoardArea
from minesweeper_qt.gui.sandbox.sandbox_bars import (
    Caption,
    EmptyBoardDialog,
    SandboxActions,
    SizeFields,
    build_bars,
    build_menus,
)
from minesweeper_qt.gui.sandbox.sandbox_session import LeftOut, SandboxSession
from minesweeper_qt.gui.sandbox.sandbox_view import SandboxModel, SandboxView
from minesweeper_qt.gui.session.board_source import Selection
from minesweeper_qt.gui.session.computations import Findings
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window import dialogs
from minesweeper_qt.gui.window.board_window import BoardWindow
from minesweeper_qt.gui.window.footer import Footer
from minesweeper_qt.gui.window.inspector import Inspector
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import MinesweeperError, Position
from minesweeper_qt.model.board.examples import EXAMPLES, example_named
from minesweeper_qt.model.board.position import has_size
from minesweeper_qt.model.words import MEANINGLESS, count_text, exact_text, listed, plural

_KINDS = "Positions (*.txt);;All files (*)"
"""The filter of the file dialogs."""

_MAX_BYTES = 2_000_000
"""The most that is read of a file: more than any position has in its text form."""

COUNTING = "Counting the layouts…"
_SHOWN = 5
"""The most safe cells that are named; of more, only the number is given."""
TOO_HARD = "Too hard to count: only what the AI knows is shown."


def summary(findings: Findings, left_out: LeftOut) -> str:
    """Format the findings in a line or two, with what the knowledge base has ``left_out``.

    The number of layouts is left out if it is very high: ``layouts_text`` has it.
    """
    if findings.problem:
        return f"{findings.problem} {_left_out(findings, left_out)}".strip()
    chances = findings.chances
    if chances is None:
        # The layouts are not counted, so the knowledge base alone knows of a contradiction.
        return _left_out(findings, left_out) or TOO_HARD
    covered = [cell for cell in chances.exact if cell not in findings.position.taken]
    safe = [cell for cell in covered if chances.exact[cell] == 0]
    number = "" if findings.layouts >= MEANINGLESS else f"{layouts_text(findings)} "
    if len(safe) > _SHOWN:
        return f"{number}{len(safe)} covered cells are certainly safe."
    if safe:
        return f"{number}Certainly safe: {listed(safe)}."
    if not covered or chances.least == 1:
        return f"{number}No covered cell is safe."
    least = listed([cell for cell in covered if chances.exact[cell] == chances.least], 1)
    return f"{number}No covered cell is provably safe; the least risk is {exact_text(chances.least)} at {least}."


def layouts_text(findings: Findings) -> str:
    """Return how many layouts agree with the position; empty where they are not counted."""
    if findings.problem or findings.chances is None:
        return ""
    return f"{count_text(findings.layouts)} {plural(findings.layouts, 'layout agrees', 'layouts agree')}."


def _left_out(findings: Findings, left_out: LeftOut) -> str:
    sentences = []
    clues, against = left_out.clues, left_out.against_mine_count
    if len(clues) == 1 and findings.clash == clues:
        # The problem names it already, and no other clue is involved.
        sentences.append("The knowledge base leaves it out.")
    elif clues:
        contradict = plural(len(clues), "it contradicts", "they contradict")
        sentences.append(f"The knowledge base leaves out {listed(clues)}: {contradict} the others.")
    if against and findings.problem:
        who = "It also" if clues else "The knowledge base"
        sentences.append(f"{who} leaves out the number of mines.")
    elif against:
        mines = plural(findings.position.mines, "the 1 mine", f"the {findings.position.mines} mines")
        at = plural(len(against), "the clue at", "the clues at")
        sentences.append(f"The knowledge base leaves out {mines} in all, which {at} {listed(against)} can't have.")
    return " ".join(sentences)


@guarded
class SandboxWindow(BoardWindow):
    """The window with board, controls and inspector of a position under edit.

    It keeps its position when it is closed, and can be shown again. Attributes for scripts and tests besides those of
    ``BoardWindow``: ``session``, ``fields``, ``caption``.
    """

    prefix = "sandbox_"
    first_size = QSize(1180, 700)
    help_topic = "sandbox"
    actions_by: SandboxActions
    board_model: SandboxModel
    board_view: SandboxView

    def __init__(self, preferences: Preferences, parent: QWidget | None = None) -> None:
        super().__init__(preferences, parent)
        self.setWindowTitle("Minesweeper - Sandbox")
        self.setWindowIcon(assets.app_icon())
        self.session = SandboxSession(EXAMPLES[0].position, self)
        self.board_model = SandboxModel(self.session, self)
        self.selection = Selection(self.session, self)
        self.board_view = SandboxView(self.board_model, self.selection)
        self.caption = Caption()
        self.actions_by = SandboxActions(self)
        self.inspector = Inspector(self, self.session, self.selection, self.board_view, self.actions_by)
        self.inspector.add_docks()
        self._connect_parts(self.session, BoardArea(self.board_view), Footer())
        self.fields = SizeFields(self.session.editor, self)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.caption)
        column.addWidget(self.board_area, 1)
        column.addWidget(self.footer)
        self.footer.setContentsMargins(metrics.EDGE, 0, metrics.EDGE, 0)
        self.setCentralWidget(centre)
        # In other widgets the same keys copy their own selection.
        self.actions_by["copy"].setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        centre.addAction(self.actions_by["copy"])
        self._show_timer = QTimer(self, singleShot=True, interval=0)
        self._show_timer.timeout.connect(self._bring_to_front)
        build_bars(self, self.actions_by, self.fields)
        build_menus(self, self.actions_by)
        self._connect()
        self._restore()
        self._on_edited()
        self.caption.set_text(f"{EXAMPLES[0].title}: {EXAMPLES[0].description}")
        self.board_model.set_letters(EXAMPLES[0].letters)
        self._on_brush_changed(self.board_view.stroke.brush)
        self.board_view.setFocus()

    def show_position(self, position: Position) -> None:
        """Replace the position by ``position``; Undo restores the previous position."""
        self._apply_position(position, "Position of the game")

    def show_example(self, name: str) -> None:
        """Replace the position by the example of this ``name``; Undo restores the previous position."""
        example = example_named(name)
        self._apply_position(example.position, example.title, f"{example.title}: {example.description}")
        self.board_model.set_letters(example.letters)

    def show_later(self) -> None:
        """Bring the window to the front in the next round of the event loop, unless it is closed before.

        In the round that makes the window, the event loop would pause for too long.
        """
        self._show_timer.start()

    def _bring_to_front(self) -> None:
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.activateWindow()

    # -- connecting

    def _connect(self) -> None:
        act, session = self.actions_by, self.session
        self.board_view.stroke.brush_changed.connect(self._on_brush_changed)
        session.editor.edited.connect(self._on_edited)
        session.changed.connect(self._show_findings)
        self.board_model.letters_changed.connect(self._show_letters)
        act.connect(new=self._new, open=self._open, save=self._save_position, copy=self._copy, paste=self._paste)
        act.connect(
            undo=session.editor.undo, redo=session.editor.redo, clear=session.editor.cover_all, close=self.close
        )
        act["tell_mines"].toggled.connect(session.set_uses_mine_count)
        act.brush_group.triggered.connect(lambda action: self.board_view.stroke.set_brush(action.objectName()))
        act.example_group.triggered.connect(lambda action: self.show_example(action.objectName()))
        self.example_requested.connect(self.show_example)

    # -- signals of the session

    def _on_edited(self) -> None:
        editor, act = self.session.editor, self.actions_by
        position = editor.position
        for name, words in (("undo", editor.undoText()), ("redo", editor.redoText())):
            act[name].setEnabled(bool(words))
            act[name].setText(f"&{name.capitalize()} {words}".rstrip())
        act["clear"].setEnabled(bool(position.clues or position.flags or position.taken))
        self.caption.set_text("")

    def _show_findings(self) -> None:
        found = self.session.findings
        if found is None and not self.session.is_slow:
            return
        self.board_view.show_clash(self.session.clash)
        text = COUNTING if found is None else summary(found, self.session.left_out)
        if text != self.footer.text:
            announce(self.footer.status, text)
        self.footer.set_status(text, "" if found is None else layouts_text(found))

    def _on_brush_changed(self, mark: str) -> None:
        self.actions_by.brushes[mark].setChecked(True)

    # -- actions of the user

    def _apply_position(self, position: Position, words: str, note: str = "") -> None:
        """Replace the position and show ``note``, or show why the position is refused; ``words`` name the edit."""
        try:
            self.session.editor.set_position(position, words)
        except MinesweeperError as wrong:
            note = f"Not read: {wrong}."
        else:
            self.board_model.set_letters({})
        self.caption.set_text(note)

    def _new(self) -> None:
        chosen = EmptyBoardDialog.ask(self.session.view.position, self)
        if chosen is not None:
            self._apply_position(chosen, "New Empty")

    def _open(self) -> None:
        path = QFileDialog.getOpenFileName(self, "Open Position", "", _KINDS)[0]
        if not path:
            return
        try:
            with Path(path).open("rb") as file:
                position = Position.from_text(file.read(_MAX_BYTES).decode("utf-8", "replace"))
        except (MinesweeperError, OSError) as wrong:
            reason = wrong.strerror if isinstance(wrong, OSError) and wrong.strerror else str(wrong)
            dialogs.warn(self, "Open Position", f"{path}: {reason}.")
        else:
            self._apply_position(position, "Open")

    def _save_position(self) -> None:
        text = self.session.view.position.to_text()
        dialogs.save_text(self, "Save Position", "position.txt", _KINDS, text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.session.view.position.to_text())
        self.caption.set_text("Copied the position as text.")

    def _paste(self) -> None:
        """Take up the copied position; ask for the number of mines of rows alone, which tell none."""
        text = QGuiApplication.clipboard().text()
        try:
            position = Position.from_text(text, 0)
            if not has_size(text):
                least, most = len(position.taken), len(position.covered)
                about = f"The text has no number of mines. How many are on the whole board ({least} to {most})?"
                mines, is_told = QInputDialog.getInt(
                    self, "Paste Position", about, self.session.view.position.mines, least, most
                )
                if not is_told:
                    self.caption.set_text("Not pasted: nothing tells the number of mines.")
                    return
                position = Position.from_text(text, mines)
        except MinesweeperError as wrong:
            self.caption.set_text(f"The clipboard holds no position: {wrong}.")
        else:
            self._apply_position(position, "Paste", "Pasted.")

    def _show_letters(self) -> None:
        """Let the table name cells by the letters that they have on the board."""
        model = self.board_model
        self.inspector.knowledge_model.set_letters(model.letter if model.letters else None)

    # -- showing and closing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.session.resume()

    def closeEvent(self, event: QCloseEvent) -> None:
        self._show_timer.stop()
        self._save()
        # Hidden at once: the threads may need a moment to end.
        self.hide()
        self.session.shut_down()
        super().closeEvent(event)
