"""Shows the status of the session in the footer, in the words of the present view."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Slot

from minesweeper_qt.gui.board.board_view import BoardView
from minesweeper_qt.gui.presentation.plain_status import PlainStatus
from minesweeper_qt.gui.session.status_line import Note, StatusLine
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.footer import Footer, Topic

WELCOME = "This is Inspect: the board and what the AI knows. Play[ ({view_play})] is the board alone."
INSPECTING = "A click asks why and does not play.[ {inspect|show_all} ends that.]"
HELP = "Left reveals, right flags."


class StatusDisplay(QObject):
    """Shows what ``status`` sends in ``footer``.

    While the action ``coordinates`` is not checked the text names no cell: a ring marks the cell for a moment. While
    ``is_plain``, it has no figures of the AI either.
    """

    def __init__(self, status: StatusLine, footer: Footer, board: BoardView, act: Actions) -> None:
        super().__init__(footer)
        self._status = status
        self._footer = footer
        self._board = board
        self._coordinates = act["coordinates"]
        self._key_texts = act.key_texts
        self._is_plain = False
        self._text = ""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(metrics.CELL_RING_TIME)
        self._timer.timeout.connect(self._end_ring)
        status.changed.connect(self._on_changed)
        status.keyed.connect(self._on_keyed)
        self._coordinates.toggled.connect(self._refresh)

    def set_plain(self, is_plain: bool) -> None:
        """Set whether the status has no figures of the AI."""
        self._is_plain = is_plain
        self.show()

    @Slot()
    def show(self) -> None:
        """Show the status as it is now."""
        self._on_changed(self._status.text)

    def welcome(self, text: str) -> None:
        """Show ``text`` with its keys, for a user who is new here, until the next status."""
        self._footer.set_notice(self._key_texts.fill(text), Topic.FIRST_START)

    @Slot(str)
    def _on_changed(self, text: str) -> None:
        self._text = text
        self._refresh()

    @Slot(str)
    def _on_keyed(self, text: str) -> None:
        self._on_changed(self._key_texts.fill(text))

    @Slot()
    def _refresh(self) -> None:
        text = self._text
        if self._is_plain and text == self._status.text:
            start, notes = self._status.parts
            text = " ".join(filter(None, (start, *(words for note, words in notes.items() if note is not Note.RATING))))
        if self._coordinates.isChecked():
            self._footer.set_status(text)
            return
        plain = PlainStatus.of(text)
        if plain.text != self._footer.text:
            self._board.show_named(plain.cell)
            self._timer.start() if plain.cell is not None else self._timer.stop()
        self._footer.set_status(plain.text)

    @Slot()
    def _end_ring(self) -> None:
        self._board.show_named(None)

    def stop(self) -> None:
        """Stop the timer: nothing is shown any more."""
        self._timer.stop()
