"""Builds the sandbox's menus, the bar with size fields and edits, and the palette of brushes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QSizePolicy, QToolBar, QWidget

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.sandbox.sandbox_session import MAX_SIDE, PositionEditor
from minesweeper_qt.gui.sandbox.sandbox_view import COVERED, FLAG, MINE
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.labels import CutLabel, add_heading
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.window.actions import (
    INSPECTOR_ENTRIES,
    INSPECTOR_MENU_END,
    INSPECTOR_MENU_START,
    SEPARATOR,
    VIEW_MENU,
    Entry,
    InspectorActions,
    add_menu,
    menu_of,
)
from minesweeper_qt.gui.window.dialogs import BoardDialog, NumberField, answer
from minesweeper_qt.model import Position
from minesweeper_qt.model.board.examples import COURSE, EXAMPLES, PATTERNS

EDITING = (
    Entry("new", "&New Empty…", "Ctrl+N", "Choose the size of an empty board", "new-game"),
    Entry("open", "&Open…", "Ctrl+O", "Read a position from a text file"),
    Entry("save", "&Save As…", "Ctrl+S", "Write the position to a text file"),
    Entry("copy", "&Copy Position", "Ctrl+C", "Copy the position as text, which other solvers read too", "copy"),
    Entry("paste", "&Paste Position", "Ctrl+V", "Replace the position by the one whose text was copied", "paste"),
    Entry("close", "C&lose", "Ctrl+W", "Close the sandbox; its position stays until the program ends", in_pause=True),
    Entry("undo", "&Undo", "Ctrl+Z", "Take the last edit back", "undo"),
    Entry("redo", "&Redo", "Ctrl+Shift+Z Ctrl+Y", "Repeat the edit that was taken back", "redo"),
    Entry("clear", "&Clear", "Ctrl+Delete", "Cover all cells", "clear"),
    Entry("tell_mines", "Tell AI the &Number of Mines", "Ctrl+M", "Let the AI use the number of mines", checkable=True),
    Entry("quit", "&Quit", "Ctrl+Q", "Close all windows", "quit", in_pause=True),
    Entry("help", "&Help", "F1", "Show the chapter about the part with the focus", "help", in_pause=True),
    Entry("keys", "&Mouse and Keys", "", "What mouse and keys do", in_pause=True),
)

BRUSHES = {
    COVERED: ("&Covered", "Delete", "a covered cell"),
    **{str(clue): (f"Clue &{clue}", str(clue), f"a {clue}") for clue in range(9)},
    MINE: ("&Mine", "M", "a cell taken for a mine"),
    FLAG: ("&Flag", "F", "a flag, which says nothing to the AI"),
}
"""The marks that a brush can write, each with the brush's name, its key on the board and a description."""

_SIDE = 24
"""Side of a brush's icon, in pixels."""


class SandboxActions(InspectorActions):
    """The sandbox's actions by name.

    Attributes besides those of ``InspectorActions``: ``brushes``, the actions that choose a brush, by the mark that it
    writes; ``examples``, the actions that show an example, by its name; the groups of both.
    """

    def __init__(self, window: QWidget) -> None:
        self.brushes: dict[str, QAction] = {}
        super().__init__(window, (*INSPECTOR_ENTRIES, *EDITING))
        self.brush_group, self.example_group = QActionGroup(window), QActionGroup(window)
        self.resting_groups += [self.brush_group, self.example_group]
        for mark, (text, key, what) in BRUSHES.items():
            action = self.brushes[mark] = _choice(self.brush_group, mark, text, f"A click writes {what}")
            action.setToolTip(f"{action.statusTip()} (key on the board: {key})")
            action.setCheckable(True)
        self.examples = {
            example.name: _choice(self.example_group, example.name, example.title, example.description)
            for example in EXAMPLES
        }
        self.refresh_icons(window)

    def refresh_icons(self, window: QWidget) -> None:
        super().refresh_icons(window)
        for mark, action in self.brushes.items():
            action.setIcon(_picture(mark, window))


def _choice(group: QActionGroup, name: str, text: str, tip: str) -> QAction:
    action = group.addAction(text)
    action.setObjectName(name)
    action.setToolTip(tip)
    action.setStatusTip(tip)
    return action


def _picture(mark: str, window: QWidget) -> QIcon:
    """Draw a cell with ``mark`` as on the board, except that a 0 is written out, which is blank on the board."""
    faces = {COVERED: Face.COVERED, MINE: Face.MINE, FLAG: Face.FLAGGED}
    look = Look(faces[mark]) if mark in faces else Look(Face.REVEALED, int(mark))
    theme = themes.for_palette(window.palette())
    scale = window.devicePixelRatioF()
    pixmap = QPixmap(round(_SIDE * scale), round(_SIDE * scale))
    pixmap.setDevicePixelRatio(scale)
    pixmap.fill(Qt.GlobalColor.transparent)
    font = window.font()
    font.setBold(True)
    font.setPixelSize(round(_SIDE * 0.62))
    box = QRectF(0, 0, _SIDE, _SIDE)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_cell(painter, box, look, theme, font, pressed=False, hovered=False)
        if mark == "0":
            painter.setFont(font)
            painter.setPen(theme.controls.muted)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark)
    return QIcon(pixmap)


_BUTTONS_OF_FIELD = 40
"""The width of the buttons and the margins of a number field, in pixels."""


class SizeFields(QWidget):
    """Fields for rows, columns and mines of the position in ``editor``, which apply at once.

    Attributes: ``rows``, ``columns``, ``mines``.
    """

    def __init__(self, editor: PositionEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editor = editor
        self.rows = self._field("Rows", f"Rows of the board: 1 to {MAX_SIDE}", 1, MAX_SIDE)
        self.columns = self._field("Columns", f"Columns of the board: 1 to {MAX_SIDE}", 1, MAX_SIDE)
        self.mines = self._field("Mines", "", 0, 1)
        self._limits = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(metrics.GAP, 0, metrics.NARROW, 0)
        row.setSpacing(metrics.GAP)
        for text, field in (("Ro&ws:", self.rows), ("Col&umns:", self.columns), ("Mi&nes:", self.mines)):
            label = QLabel(text, self)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field)
        row.addWidget(self._limits)
        self._show_position()
        self.rows.valueChanged.connect(self._choose_size)
        self.columns.valueChanged.connect(self._choose_size)
        self.mines.valueChanged.connect(editor.set_mines)
        editor.edited.connect(self._show_position)

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether the limits of the mines are in the tool tip of their field only."""
        self._limits.setHidden(is_narrow)

    def _show_position(self) -> None:
        """Show the size and the mines of the position, without sending signals."""
        position = self._editor.position
        most = position.height * position.width
        fields, values = (self.rows, self.columns, self.mines), (position.height, position.width, position.mines)
        for field, value in zip(fields, values, strict=True):
            with QSignalBlocker(field):
                if field is self.mines:
                    field.setMaximum(most)
                field.setValue(value)
        self._limits.setText(f"(0 to {most})")
        _describe(self.mines, f"Mines on the whole board, with the cells taken for mines: 0 to {most}")

    def _choose_size(self) -> None:
        self._editor.set_size(self.rows.value(), self.columns.value())

    def _field(self, name: str, description: str, least: int, most: int) -> NumberField:
        field = NumberField(self)
        field.setRange(least, most)
        _describe(field, description)
        # With keyboard tracking, typing 100 would apply 1 and 10 first.
        field.setKeyboardTracking(False)
        # Qt would make room for twice as many digits.
        widest = str(MAX_SIDE * MAX_SIDE if name == "Mines" else MAX_SIDE)
        field.setFixedWidth(field.fontMetrics().horizontalAdvance(widest) + _BUTTONS_OF_FIELD)
        field.setAccessibleName(name)
        return field


class EmptyBoardDialog(BoardDialog):
    """Asks for the size and the mines of an empty board."""

    def __init__(self, start: Position, parent: QWidget | None = None) -> None:
        super().__init__((start.height, start.width, start.mines), parent, "&Make", least_side=1, least_mines=0)
        self.setWindowTitle("New Empty Board")

    @classmethod
    def ask(cls, start: Position, parent: QWidget) -> Position | None:
        """Show the dialog, filled with the size of ``start``; return the empty board, or ``None``."""
        dialog = cls(start, parent)
        return answer(dialog, lambda: Position(*dialog.board))


def _describe(field: NumberField, description: str) -> None:
    field.setAccessibleDescription(description)
    field.setToolTip(description)


class Caption(CutLabel):
    """A caption of one or two lines above the board: the description of an example, or the result of a command."""

    def __init__(self) -> None:
        super().__init__(wraps=True)
        self.setContentsMargins(12, 0, 12, 0)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # The height is fixed: the board must not jump when a text appears.
        self.setFixedHeight(self.fontMetrics().lineSpacing() * 2)

    def set_text(self, text: str) -> None:
        """Show ``text`` and announce it to screen readers."""
        if text != self.text():
            super().set_text(text)
            self.setAccessibleName(f"Note: {text}" if text else "")
            announce(self, text)


@guarded
class PositionBar(QToolBar):
    """The bar with ``fields`` and the edits, which leaves out texts where it is narrow."""

    def __init__(self, fields: SizeFields, window: QMainWindow) -> None:
        super().__init__("Position", window)
        self._fields = fields
        self.addWidget(fields)
        self.addSeparator()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        styles = Qt.ToolButtonStyle
        is_wide = self.width() >= metrics.WIDE_TOOL_BAR
        self.setToolButtonStyle(styles.ToolButtonTextBesideIcon if is_wide else styles.ToolButtonIconOnly)
        # With another style, Qt lets a bar be as low as it can.
        self.setFixedHeight(metrics.TOOL_BAR_HEIGHT)
        self._fields.set_narrow(self.width() < metrics.NARROW_TOOL_BAR)


def build_bars(window: QMainWindow, act: SandboxActions, fields: SizeFields) -> None:
    """Add the bar with the fields and the edits to ``window``, and the palette below it."""
    bar = PositionBar(fields, window)
    _add_bar(window, bar, "sandbox_position")
    for name in ("undo", "redo", "paste", "copy", "inspect"):
        act[name].setIconText(name.capitalize())
    act["why"].setIconText("Why?")
    bar.addActions([act["undo"], act["redo"], act["clear"]])
    bar.addSeparator()
    bar.addActions([act["paste"], act["copy"]])
    window.addToolBarBreak()
    palette = QToolBar("Palette", window)
    _add_bar(window, palette, "sandbox_palette")
    palette.addActions(list(act.brushes.values()))
    for mark, action in act.brushes.items():
        button = palette.widgetForAction(action)
        button.setAccessibleName(f"Brush: {action.text().replace('&', '')}")
        button.setAccessibleDescription(act.brushes[mark].toolTip())
    palette.addSeparator()
    for name in ("why", "inspect", "overlay", "risks", "levels"):
        palette.addAction(act[name])


def build_menus(window: QMainWindow, act: SandboxActions) -> None:
    """Add the menus to ``window``, with every action in one of them."""
    files = ("new", "open", "save", SEPARATOR, "copy", "paste", SEPARATOR, "close", "quit")
    add_menu(window, act, "&Position", *files)
    brushes = menu_of(window, "&Brush", act.brushes.values())
    add_menu(window, act, "&Edit", "undo", "redo", "clear", SEPARATOR, "tell_mines", SEPARATOR, brushes)
    examples = menu_of(window, "E&xamples")
    for title, group in (("The Course's Own", COURSE), ("Patterns", PATTERNS)):
        add_heading(examples, title)
        examples.addActions([act.examples[example.name] for example in group])
    window.menuBar().addMenu(examples)
    add_menu(window, act, "&View", *VIEW_MENU)
    add_menu(window, act, "&Inspector", *INSPECTOR_MENU_START, SEPARATOR, *INSPECTOR_MENU_END)
    add_menu(window, act, "&Help", "help", "keys")


def _add_bar(window: QMainWindow, bar: QToolBar, name: str) -> None:
    bar.setObjectName(name)
    bar.setMovable(False)
    bar.setIconSize(QSize(metrics.TOOL_ICON, metrics.TOOL_ICON))
    bar.setFixedHeight(metrics.TOOL_BAR_HEIGHT)
    window.addToolBar(bar)
    # Its fields and buttons are nowhere else, so the user must not be able to hide the bar by mistake.
    bar.toggleViewAction().setEnabled(False)
