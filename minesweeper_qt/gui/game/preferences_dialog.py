"""The dialog of preferences, whose fields apply at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QSignalBlocker, QSize
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QTabWidget,
    QWidget,
)

from minesweeper_qt.gui.game.game_bar import speed_text
from minesweeper_qt.gui.session.autoplay import SPEEDS
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.speech import Choice, announce
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.actions import Actions
from minesweeper_qt.gui.window.dialogs import centre_labels, dialog_column, field_rows
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import FirstClick

_SIZE = QSize(500, 330)
"""The size at first, which fits a screen of 640 x 480 together with its frame."""

_THEMES = {
    ThemeChoice.SYSTEM: "As the system",
    ThemeChoice.LIGHT: "Light",
    ThemeChoice.DARK: "Dark",
    ThemeChoice.CONTRAST: "High contrast",
}
_TILES = {TileSet.OWN: "Minesweeper", TileSet.CLASSIC: "Classic, bevelled"}
_NUMBERS = {NumberColours.CLASSIC: "Classic", NumberColours.COLOUR_BLIND: "Safe with any colour vision"}
_FIRST_CLICKS = {
    FirstClick.OPENING: "opens an area",
    FirstClick.SAFE: "is never a mine",
    FirstClick.ANYTHING: "may be a mine",
}
_STAGES = {"play": "in three stages in Play", "always": "in three stages", "never": "the cell at once"}
_MOUSE_AND_KEYS = {
    "chord_on_left": ("&Left click on a number chords", "Without it, only the middle button, or both together, chord"),
    "flags_on_number": ("&Right click on a number flags", "Where its covered neighbours are as many as its number"),
    "long_press_flags": ("A long press on a &touch screen flags", "With it off, a finger only reveals"),
    "keys_point": (
        "Keys act on the cell under the &pointer",
        "If it moved after the last key; else on that of the cursor",
    ),
    "letters_are_keys": (
        "Letters are &keys",
        "With it off, only the board has keys of one character, or Shift with one",
    ),
}

_FIXED = r"(Shift\+|Num\+)*(Tab|Backtab|Return|Enter|Esc|Up|Down|Left|Right|Home|End|Pg.*|Menu|F10)|Alt\+[A-Z]|Ctrl\+C"
"""The keys of parts and menus, which no action may have; nor may any Space that works elsewhere than on the board."""


class PreferencesDialog(QDialog):
    """Shows all preferences; the window stays usable, to try them out.

    Attributes: ``pages``, the tabs; ``listed``, the keys of ``act``, ``key``, the field for another one, and ``note``
    below. The other fields have the names of their preferences as object names.
    """

    def __init__(self, preferences: Preferences, act: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Preferences")
        self._preferences, self._act = preferences, act
        self._showers: dict[str, Callable[[Any], None]] = {}
        """Shows the value of the preference with this name in its field."""
        self.pages = QTabWidget(self)
        self.pages.setAccessibleName("Preferences")
        self._add_appearance()
        self._add_game()
        self._add_mouse_and_keys()
        self._add_keys()
        for name in self._showers:
            self._show(name)
        preferences.changed.connect(self._show)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column = dialog_column(self)
        column.addWidget(self.pages, 1)
        column.addWidget(buttons)
        for button in self.findChildren(QPushButton):
            # Return ends the input in a field, and presses no button.
            button.setAutoDefault(False)
        room = self.screen().availableSize() - QSize(metrics.WIDE, 2 * metrics.WIDE)
        self.resize(_SIZE.boundedTo(room))

    def bring_up(self) -> None:
        """Show the dialog in front of the window."""
        self.show()
        self.raise_()
        self.activateWindow()

    # -- pages

    def _add_appearance(self) -> None:
        coordinates = self._act["coordinates"]
        form = self._form("&Appearance")
        form.addRow("&Theme:", self._choice("theme", _THEMES))
        form.addRow("T&iles:", self._choice("tiles", _TILES))
        form.addRow("&Numbers:", self._choice("number_colours", _NUMBERS))
        form.addRow("", self._switch("reduced_motion", "&Reduce motion", "Nothing is animated"))
        box = QCheckBox("&Coordinates in this view", self)
        box.setObjectName("coordinates")
        box.setToolTip("Number the rows and columns; each view keeps its own choice")
        box.setChecked(coordinates.isChecked())
        box.toggled.connect(coordinates.setChecked)
        coordinates.toggled.connect(box.setChecked)
        form.addRow("", box)
        centre_labels(form)

    def _add_game(self) -> None:
        form = self._form("&Game")
        form.addRow("The &first click:", self._choice("first_click", _FIRST_CLICKS))
        note = QLabel("From the next game on. CS50 keeps its own rule.", self)
        note.setProperty("muted", True)
        form.addRow("", note)
        marks = "Right clicks put a flag, then a question mark, then nothing"
        self._add_switch(form, "Right clicks:", self._switch("question_marks", "put &question marks too", marks))
        form.addRow("&Hints:", self._choice("hint_stages", _STAGES))
        self._add_switch(form, "Risks:", self._switch("keeps_risks", "&stay on in a new game"))
        form.addRow("&Auto-play:", self._choice("speed", {speed: speed_text(speed) for speed in SPEEDS}))
        pauses = self._switch("pauses_without_focus", "when another &program gets the focus")
        self._add_switch(form, "Pause:", pauses)
        self._add_switch(form, "Ask before:", self._switch("asks_new_game", "a &game that is not over is given up"))
        form.addRow("", branch := self._switch("asks_branch", "&later moves are discarded"))
        branch.setAccessibleName("Ask before: later moves are discarded")
        centre_labels(form)

    def _add_mouse_and_keys(self) -> None:
        form = self._form("&Mouse and Keys")
        for name, (text, tip) in _MOUSE_AND_KEYS.items():
            form.addRow(self._switch(name, text, tip))

    def _add_keys(self) -> None:
        form, self.listed, self.key = self._form("&Keys"), QListWidget(self), QKeySequenceEdit(self)
        restore, self.note = QPushButton("&Restore All", self), QLabel(self)
        self._actions = sorted({*self._act.all()} - {self._act["show_all"]}, key=QAction.data)
        self.listed.setAccessibleName("Actions and their keys")
        self.listed.currentRowChanged.connect(self._show_key)
        self.key.setMaximumSequenceLength(1)
        for field in self.key.findChildren(QLineEdit):
            field.setAccessibleName("New key")
        self.key.editingFinished.connect(self._take_key)
        self.note.setWordWrap(True)
        restore.clicked.connect(lambda: setattr(self._preferences, "keys", {}))
        form.addRow(self.listed)
        form.addRow("&New key:", self.key)
        form.addRow(restore, self.note)
        centre_labels(form)
        self._showers["keys"] = self._show_keys

    def _show_keys(self, own: object) -> None:
        current = max(self.listed.currentRow(), 0)
        with QSignalBlocker(self.listed):  # without a row, the last action would be the current one
            self.listed.clear()
        self.listed.addItems([f"{one.data()}:  {', '.join(self._act.keys[one])}" for one in self._actions])
        self.listed.setCurrentRow(current)

    def _show_key(self) -> None:
        """Show the first key of the current action in the field."""
        action = self._actions[self.listed.currentRow()]
        self.key.setKeySequence(next(iter(self._act.keys[action]), ""))
        self.key.setAccessibleName(f"New key of {action.data()}")
        self.note.setText("Choose an action, and press its new key in the field. The sandbox keeps its keys.")

    def _take_key(self) -> None:
        """Give the current action the key that was pressed, if it is free; Tab and Esc leave the field."""
        action, key, keys = self._actions[self.listed.currentRow()], self.key.keySequence(), self._act.keys
        text, own = key.toString(), self._preferences.keys
        users = [each.data() for each in keys if each is not action and key in map(QKeySequence, keys[each])]
        if re.fullmatch(_FIXED, text) or (text == "Space" and action.objectName() not in ("reveal", "flag")):
            users.append("a key of lists, buttons and menus")
        self._show_key()
        if text in ("Tab", "Shift+Backtab", "Esc"):
            self.focusNextPrevChild(text == "Tab")
        elif users:
            self.note.setText(f"{text} is {users[0]} already; allowed is a key that is free.")
            announce(self.note, self.note.text())
        elif text and text not in keys[action]:
            self._preferences.keys = {**own, action.objectName(): text}
            announce(self.note, f"{action.data()}: {text}")

    def _form(self, title: str) -> QFormLayout:
        """Add an empty page with this title, and return its layout."""
        page = QWidget(self)
        form = field_rows(page)
        form.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.pages.addTab(page, title)
        return form

    # -- fields

    def _add_switch(self, form: QFormLayout, label: str, box: QCheckBox) -> None:
        """Add ``box`` behind ``label``, named by both: a buddy would be heard in place of the text."""
        form.addRow(QLabel(label, self), box)
        box.setAccessibleName(f"{label} {box.text().replace('&', '')}")

    def _switch(self, name: str, text: str, description: str = "") -> QCheckBox:
        box = QCheckBox(text, self)
        box.setObjectName(name)
        box.setToolTip(description)
        box.setAccessibleDescription(description)
        box.toggled.connect(partial(setattr, self._preferences, name))
        self._showers[name] = box.setChecked
        return box

    def _choice(self, name: str, words: Mapping[Any, str]) -> Choice:
        """Return a choice among the keys of ``words``, which holds the word that stands for each."""
        preferences, members = self._preferences, list(words)
        box = Choice(self)
        box.setObjectName(name)
        box.addItems(list(words.values()))
        box.activated.connect(lambda index: setattr(preferences, name, members[index]))
        self._showers[name] = lambda member: box.setCurrentIndex(members.index(member))
        return box

    def _show(self, name: str) -> None:
        if name in self._showers:
            self._showers[name](getattr(self._preferences, name))
