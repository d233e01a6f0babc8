"""The status line: what happened last, and notes about it that come later."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import QObject, Signal

from minesweeper_qt.gui.presentation.status_text import CellText


class Note(Enum):
    """The kinds of notes; a status has at most one of each."""

    RATING = "rating"
    """The risk of the guess that was made."""
    TOO_HARD = "too hard"
    """The chances are too hard to count."""
    CERTIFIED = "certified"
    """The board that was found needs no guess."""
    HELP = "help"
    """The game counts as one with help from now on."""
    FAILURE = "failure"
    """The agent failed."""
    STOPPED = "stopped"
    """The search for a board was stopped by another action."""


class StatusLine(QObject):
    """Holds the text about what happened last, followed by notes about it.

    Signals: ``changed`` when there is another text to show; ``shown_once(str)`` with one to show until then. A new text
    is announced by ``publish``, which the session calls at each change: an instant Auto-play sets thousands of them.
    Attributes: ``number``, which counts the texts; ``is_published``, false while there is something new.
    """

    changed = Signal()
    shown_once = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = 0
        self.is_published = True
        self._text: str | CellText = ""
        self._notes: dict[Note, str | CellText] = {}

    @property
    def text(self) -> str:
        """The whole text, with the coordinates of cells."""
        return str(self.without())

    def without(self, *kinds: Note) -> CellText:
        """Return the text with its notes, but for those of these ``kinds``."""
        notes = (note for kind, note in self._notes.items() if kind not in kinds)
        return CellText.sentences(self._text, *notes)

    @property
    def parts(self) -> tuple[str | CellText, dict[Note, str | CellText]]:
        """The text without notes, and the notes; ``set`` restores them."""
        return self._text, dict(self._notes)

    def set(self, text: str | CellText, notes: Mapping[Note, str | CellText] | None = None) -> None:
        """Replace the text and all notes; by default there are no new ones."""
        self.number += 1
        self.is_published = False
        self._text = text
        self._notes = dict(notes or {})

    def note(self, note: Note, text: str | CellText) -> None:
        """Add a note at the end, in place of an earlier one of its kind; an empty one only takes that away."""
        if text != self._notes.get(note, ""):
            self._notes[note] = text
            self.is_published = False

    def show(self, text: str) -> None:
        """Send ``text`` once; the text kept stays the same."""
        self.shown_once.emit(text)

    def publish(self) -> None:
        """Announce the text."""
        self.is_published = True
        self.changed.emit()
