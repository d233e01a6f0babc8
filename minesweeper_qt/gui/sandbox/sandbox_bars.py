"""Builds the sandbox's menus, the bar with size fields and edits, and the palette of brushes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMainWindow, QSizePolicy, QToolBar, QWidget

from minesweeper_qt.gui.sandbox.position_editor import MAX_SIDE
from minesweeper_qt.gui.sandbox.sandbox_actions import SandboxActions
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.menu_heading import add_heading
from minesweeper_qt.gui.widgets.number_field import NumberField
from minesweeper_qt.gui.window.menus import (
    INSPECTOR_MENU_END,
    INSPECTOR_MENU_START,
    SEPARATOR,
    VIEW_MENU,
    add_menu,
    add_sub_menu,
)
from minesweeper_qt.model import Position
from minesweeper_qt.model.board.examples import COURSE, PATTERNS

_BUTTONS_OF_FIELD = 40
"""The width of the buttons and the margins of a number field, in pixels."""


class SizeFields(QWidget):
    """Fields for rows, columns and mines, which apply at once.

    Attributes: ``rows``, ``columns``, ``mines``. Signals, sent only for choices of the user:
    ``size_chosen(height, width)``, ``mines_chosen(mines)``.
    """

    size_chosen = Signal(int, int)
    mines_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self.rows.valueChanged.connect(self._choose_size)
        self.columns.valueChanged.connect(self._choose_size)
        self.mines.valueChanged.connect(self.mines_chosen)

    def set_narrow(self, is_narrow: bool) -> None:
        """Set whether the limits of the mines are in the tool tip of their field only."""
        self._limits.setHidden(is_narrow)

    def show_position(self, position: Position) -> None:
        """Show the size and the mines of ``position``, without sending signals."""
        most = position.height * position.width
        for field, value in (
            (self.rows, position.height),
            (self.columns, position.width),
            (self.mines, position.mines),
        ):
            before = field.blockSignals(True)
            if field is self.mines:
                field.setMaximum(most)
            field.setValue(value)
            field.blockSignals(before)
        self._limits.setText(f"of 0 to {most}")
        self._explain(self.mines, f"Mines on the whole board, those taken for mines too: 0 to {most}")

    @Slot()
    def _choose_size(self) -> None:
        self.size_chosen.emit(self.rows.value(), self.columns.value())

    def _field(self, name: str, description: str, least: int, most: int) -> NumberField:
        field = NumberField(self)
        # With keyboard tracking, typing 100 would apply 1 and 10 first.
        field.setKeyboardTracking(False)
        field.setRange(least, most)
        # Qt would make room for twice as many digits.
        widest = str(MAX_SIDE * MAX_SIDE if name == "Mines" else MAX_SIDE)
        field.setFixedWidth(field.fontMetrics().horizontalAdvance(widest) + _BUTTONS_OF_FIELD)
        field.setAccessibleName(name)
        self._explain(field, description)
        return field

    @staticmethod
    def _explain(field: NumberField, description: str) -> None:
        field.setAccessibleDescription(description)
        field.setToolTip(description)


class Caption(QLabel):
    """A caption of one or two lines above the board: the description of an example, or the result of a command."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setContentsMargins(12, 0, 12, 0)
        self.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        # The height is fixed: the board must not jump when a text appears.
        self.setFixedHeight(self.fontMetrics().lineSpacing() * 2)

    def set_text(self, text: str) -> None:
        """Show ``text`` and announce it to screen readers."""
        if text != self.text():
            self.setText(text)
            self.setToolTip(text)
            self.setAccessibleName(f"Note: {text}" if text else "")
            if text and QAccessible.isActive():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))


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
    for name, text in (("paste", "Paste"), ("copy", "Copy"), ("why", "Why?"), ("inspect", "Inspect")):
        act[name].setIconText(text)
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
    edit = add_menu(window, act, "&Edit", "undo", "redo", "clear", SEPARATOR, "tell_mines", SEPARATOR)
    add_sub_menu(window, edit, "&Brush").addActions(list(act.brushes.values()))
    examples = add_menu(window, act, "E&xamples")
    for title, group in (("The Course's Own", COURSE), ("Patterns", PATTERNS)):
        add_heading(examples, title)
        examples.addActions([act.examples[example.name] for example in group])
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
