"""The pages of the dialog: appearance, game, and mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLabel, QWidget

from minesweeper_qt.gui.preferences.fields import CheckField, ChoiceField, SpeedField
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.short_label import ShortLabel
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.dialog_parts import centre_labels
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.model import FirstClick

_THEMES = {
    ThemeChoice.SYSTEM: "As the system",
    ThemeChoice.LIGHT: "Light",
    ThemeChoice.DARK: "Dark",
    ThemeChoice.CONTRAST: "High contrast",
}
_TILES = {
    TileSet.OWN: "Minesweeper",
    TileSet.CLASSIC: "Classic, bevelled",
}
_NUMBERS = {NumberColours.CLASSIC: "Classic", NumberColours.COLOUR_BLIND: "Safe with any colour vision"}
_FIRST_CLICKS = {
    FirstClick.OPENING: "opens an area",
    FirstClick.SAFE: "is never a mine",
    FirstClick.ANYTHING: "may be a mine",
}


class AppearancePage(QWidget):
    """What the window looks like. ``coordinates`` is the action that shows the numbers of rows and columns."""

    def __init__(self, preferences: Preferences, coordinates: QAction) -> None:
        super().__init__()
        self._coordinates = coordinates
        form = _form(self)
        form.addRow("&Theme:", ChoiceField(preferences, "theme", _THEMES))
        form.addRow("T&iles:", ChoiceField(preferences, "tiles", _TILES))
        form.addRow("&Numbers:", ChoiceField(preferences, "number_colours", _NUMBERS))
        form.addRow("", CheckField(preferences, "reduced_motion", "&Reduce motion", "Nothing is animated"))
        self.coordinates = QCheckBox("&Coordinates in this view", self)
        self.coordinates.setObjectName("coordinates")
        self.coordinates.setToolTip("Number the rows and columns; each view keeps its own choice")
        form.addRow("", self.coordinates)
        centre_labels(form)
        self._show_coordinates()
        self.coordinates.toggled.connect(coordinates.setChecked)
        coordinates.toggled.connect(self._show_coordinates)

    @Slot()
    def _show_coordinates(self) -> None:
        self.coordinates.setChecked(self._coordinates.isChecked())


class GamePage(QWidget):
    """The rules that the player chooses, Auto-play, and what is asked."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        form = _form(self)
        form.addRow("The &first click:", ChoiceField(preferences, "first_click", _FIRST_CLICKS))
        form.addRow("", _note("From the next game on. CS50 keeps its own rule."))
        marks = "Right clicks put a flag, then a question mark, then nothing"
        form.addRow("Right clicks:", CheckField(preferences, "question_marks", "put &question marks too", marks))
        self.speed = SpeedField(preferences)
        form.addRow("&Auto-play:", self.speed)
        label = form.labelForField(self.speed)
        assert isinstance(label, QLabel)
        label.setBuddy(self.speed.slider)
        pause = CheckField(preferences, "pauses_without_focus", "when another &program gets the focus")
        form.addRow("Pause:", pause)
        form.addRow("Ask before:", CheckField(preferences, "asks_new_game", "a &game that is not over is given up"))
        form.addRow("", CheckField(preferences, "asks_branch", "&later moves are discarded"))
        centre_labels(form)


class MousePage(QWidget):
    """What presses of the mouse and of a finger do, and which keys there are."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        form = _form(self)
        chord = "Without it, only the middle button, or both together, chord"
        form.addRow("", CheckField(preferences, "chord_on_left", "&Left click on a number chords", chord))
        touch = "With it off, a finger only reveals"
        form.addRow("", CheckField(preferences, "long_press_flags", "A long press on a &touch screen flags", touch))
        letters = "With it off, no single character is a key: no letter, digit or sign, also with Shift"
        form.addRow("", CheckField(preferences, "letters_are_keys", "Letters are &keys", letters))
        centre_labels(form)


def _form(page: QWidget) -> QFormLayout:
    form = QFormLayout(page)
    form.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
    form.setHorizontalSpacing(metrics.EDGE)
    form.setVerticalSpacing(metrics.GAP)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return form


def _note(text: str) -> ShortLabel:
    label = ShortLabel()
    label.set_text(text)
    label.setProperty("muted", True)
    return label
