"""The pages of the dialog besides that of the shortcuts: appearance, game, and mouse and keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from minesweeper_qt.gui.board import svg_tiles
from minesweeper_qt.gui.board.press import SlidingPress
from minesweeper_qt.gui.preferences.fields import CheckField, ChoiceField, SpeedField
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.appearance import ThemeChoice
from minesweeper_qt.gui.widgets.short_label import ShortLabel
from minesweeper_qt.gui.widgets.theme import NumberColours, TileSet
from minesweeper_qt.gui.window.dialog_parts import centre_labels
from minesweeper_qt.gui.window.preferences import FlagTarget, Preferences
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
    TileSet.FOLDER: "From a folder of SVG files",
}
_NUMBERS = {NumberColours.CLASSIC: "Classic", NumberColours.COLOUR_BLIND: "Safe with any colour vision"}
_FIRST_CLICKS = {
    FirstClick.OPENING: "opens an area",
    FirstClick.SAFE: "is never a mine",
    FirstClick.ANYTHING: "may be a mine",
}
_SLIDING = {
    SlidingPress.CANCEL: "cancels the press",
    SlidingPress.FOLLOW: "presses that cell instead",
}
_FLAG_TARGETS = {FlagTarget.CURSOR: "the cell of the cursor", FlagTarget.POINTER: "the cell under the mouse"}


_MOST_PROBLEMS = 4
"""The most problems with a folder of tiles that are listed."""


class AppearancePage(QWidget):
    """What the window looks like. ``coordinates`` is the action that shows the numbers of rows and columns."""

    def __init__(self, preferences: Preferences, coordinates: QAction) -> None:
        super().__init__()
        self._preferences = preferences
        self._coordinates = coordinates
        form = _form(self)
        form.addRow("&Theme:", ChoiceField(preferences, "theme", _THEMES))
        form.addRow("T&iles:", ChoiceField(preferences, "tiles", _TILES))
        self.folder = QLineEdit(preferences.tile_folder, self)
        self.folder.setPlaceholderText("no folder chosen")
        self.choose = QPushButton("C&hoose…", self)
        row = QHBoxLayout()
        row.setSpacing(metrics.GAP)
        row.addWidget(self.folder, 1)
        row.addWidget(self.choose)
        form.addRow("&Folder:", row)
        label = form.labelForField(row)
        assert isinstance(label, QLabel)
        label.setBuddy(self.folder)
        self.copy = QPushButton("Co&py Template…", self)
        self.copy.setToolTip("Write this program's own tiles into a folder, to change them there")
        row.addWidget(self.copy)
        self.problems = _note("")
        self.problems.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        form.addRow("", self.problems)
        self._folder_parts = (label, self.folder, self.choose, self.copy)
        form.addRow("&Numbers:", ChoiceField(preferences, "number_colours", _NUMBERS))
        form.addRow("", CheckField(preferences, "reduced_motion", "&Reduce motion", "Nothing is animated"))
        self.coordinates = QCheckBox("&Coordinates in this view", self)
        self.coordinates.setObjectName("coordinates")
        self.coordinates.setToolTip("Number the rows and columns; each view keeps its own choice")
        form.addRow("", self.coordinates)
        centre_labels(form)
        self._show_coordinates()
        self._on_changed("tiles")
        self.folder.editingFinished.connect(self._on_folder_edited)
        self.choose.clicked.connect(self._choose_folder)
        self.copy.clicked.connect(self._copy_template)
        self.coordinates.toggled.connect(coordinates.setChecked)
        coordinates.toggled.connect(self._show_coordinates)
        preferences.changed.connect(self._on_changed)

    @Slot(str)
    def _on_changed(self, name: str) -> None:
        if name == "tiles":
            for part in self._folder_parts:
                part.setEnabled(self._preferences.tiles is TileSet.FOLDER)
        elif name == "tile_folder":
            self.folder.setText(self._preferences.tile_folder)
        if name in ("tiles", "tile_folder"):
            self._show_problems()

    def _show_problems(self) -> None:
        """Show what is wrong with the folder of tiles or with files in it."""
        folder = self._preferences.tile_folder
        found = svg_tiles.problems(folder) if self._preferences.tiles is TileSet.FOLDER else ()
        others = len(found) - _MOST_PROBLEMS
        lines = [*found[:_MOST_PROBLEMS], *([f"There are {others} more."] if others > 0 else [])]
        self.problems.set_text("\n".join(lines))
        self.problems.setVisible(bool(found))

    @Slot()
    def _on_folder_edited(self) -> None:
        self._preferences.tile_folder = self.folder.text()

    @Slot()
    def _choose_folder(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Folder of Tiles", self._preferences.tile_folder)
        if chosen:
            self._preferences.tile_folder = chosen

    @Slot()
    def _copy_template(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, "Folder for the Template", self._preferences.tile_folder)
        if not chosen:
            return
        try:
            svg_tiles.copy_template(chosen)
        except OSError as wrong:
            self.problems.set_text(f"{chosen}: can't be written: {wrong.strerror or wrong}.")
            self.problems.show()
        else:
            self._preferences.tile_folder = chosen
            self._show_problems()

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
    """What presses of the mouse, of a finger and of the key for flags do."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        form = _form(self)
        form.addRow("&Sliding to another cell:", ChoiceField(preferences, "sliding_press", _SLIDING))
        form.addRow("The key for &flags acts on:", ChoiceField(preferences, "flag_target", _FLAG_TARGETS))
        chord = "Without it, only the middle button, or both together, chord"
        form.addRow("", CheckField(preferences, "chord_on_left", "&Left click on a number chords", chord))
        touch = "With it off, a finger only reveals"
        form.addRow("", CheckField(preferences, "long_press_flags", "A long press on a &touch screen flags", touch))
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
