"""The text of the status line: what happened last, and notes about it that come later."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import QObject, Signal


class Note(Enum):
    """The kinds of notes; a status has at most one of each."""

    RATING = "rating"
    """The risk of the guess that was made."""
    TOO_HARD = "too hard"
    """The chances are too hard to count."""
    FAILURE = "failure"
    """The agent failed."""


class StatusLine(QObject):
    """Holds the text about what happened last, followed by notes about it.

    Signals: ``changed(str)`` with the text to show; ``keyed(str)`` with one that has the names of actions in place of
    their keys. A new text is sent by ``publish``, since an instant Auto-play sets thousands of them; a note is sent at
    once.
    """

    changed = Signal(str)
    keyed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._notes: dict[Note, str] = {}

    @property
    def text(self) -> str:
        """The whole text."""
        return " ".join(filter(None, (self._text, *self._notes.values())))

    @property
    def parts(self) -> tuple[str, dict[Note, str]]:
        """The text without notes, and the notes; ``set`` restores them."""
        return self._text, dict(self._notes)

    def set(self, text: str, notes: Mapping[Note, str] | None = None) -> None:
        """Replace the text and all notes; by default there are no new ones."""
        self._text = text
        self._notes = dict(notes or {})

    def note(self, note: Note, text: str) -> None:
        """Add a note at the end, in place of an earlier one of its kind; an empty one only takes that away."""
        self._notes[note] = text

    def add(self, note: Note, text: str) -> None:
        """Add a note as ``note`` does, and send the text."""
        self.note(note, text)
        self.publish()

    def show(self, text: str) -> None:
        """Send ``text``, which may have the names of actions, once; the text kept stays the same."""
        self.keyed.emit(text)

    def publish(self) -> None:
        """Send the text."""
        self.changed.emit(self.text)
