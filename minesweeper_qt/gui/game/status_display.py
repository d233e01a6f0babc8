"""Shows the status of the session in the footer, in the words of the present view."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.status_text import CellRole, CellText
from minesweeper_qt.gui.session.status_line import Note, StatusLine
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.footer import Footer, Topic

WELCOME = "This is Inspect: the board and what the AI knows. Play (F6) is the board alone."
INSPECTING = "A click asks why and does not play. I or Esc ends that."
HELP = "Left reveals, right flags."


class StatusDisplay(QObject):
    """Shows what ``status`` announces in ``footer``.

    While the action ``coordinates`` is not checked the text names no cell. Instead the board marks the cell with a
    frame or, for a hint, with a ring, and the clue that the hint reads: ``highlight_source`` requests that. While
    ``is_plain``, the text has no figures of the AI either.
    """

    def __init__(self, status: StatusLine, footer: Footer, board: BoardView, act: Actions) -> None:
        super().__init__(footer)
        self._status = status
        self._footer = footer
        self._board = board
        self._coordinates = act["coordinates"]
        self._is_plain = False
        self._once = ""
        """A text that is shown once in place of the status."""
        self.highlight_source = HighlightSource(footer)
        self.highlight_source.set_active(on=True)
        status.changed.connect(self.show)
        status.shown_once.connect(self._show_once)
        self._coordinates.toggled.connect(self._refresh)

    def set_plain(self, is_plain: bool) -> None:
        """Set whether the status has no figures of the AI."""
        self._is_plain = is_plain
        self.show()

    @Slot()
    def show(self) -> None:
        """Show the status as it is now."""
        self._once = ""
        self._refresh()

    def welcome(self, text: str) -> None:
        """Show ``text``, for a user who is new here, until the next status."""
        self._footer.set_notice(text, Topic.FIRST_START)

    @Slot(str)
    def _show_once(self, text: str) -> None:
        self._once = text
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        status = self._status.without(Note.RATING) if self._is_plain else self._status.without()
        status = CellText.of(self._once) if self._once else status
        has_coordinates = self._coordinates.isChecked()
        self._footer.set_status(status.written(has_coordinates=has_coordinates))
        # Where the text has coordinates, nothing marks its cells.
        marked = (CellText() if has_coordinates else status).marked
        framed, ringed = marked(CellRole.FRAMED), marked(CellRole.RINGED)
        self._board.show_named(next(iter(framed)) if len(framed) == 1 else None)
        self.highlight_source.set_highlight(Highlight(safes=ringed) if ringed else None)
        self.highlight_source.set_outlined(marked(CellRole.LIT))
