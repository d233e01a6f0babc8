"""The sandbox's actions: those of every window with an inspector, edits, brushes and examples."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QAction, QActionGroup, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.presentation.look import Face, Look
from minesweeper_qt.gui.sandbox.sandbox_view import COVERED, FLAG, MINE
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.window.actions import INSPECTOR_ENTRIES, Entry, InspectorActions
from minesweeper_qt.model.board.examples import EXAMPLES

EDITING = (
    Entry("new", "&New Empty…", "Ctrl+N", "Choose the size of an empty board", "new-game"),
    Entry("open", "&Open…", "Ctrl+O", "Read a position from a text file"),
    Entry("save", "&Save As…", "Ctrl+S", "Write the position to a text file"),
    Entry("copy", "&Copy Position", "Ctrl+C", "Copy the position as text, which other solvers read too", "copy"),
    Entry("paste", "&Paste Position", "Ctrl+V", "Take up the position whose text was copied", "paste"),
    Entry("close", "C&lose", "Ctrl+W", "Close the sandbox; its position stays until the program ends", in_pause=True),
    Entry("undo", "&Undo", "Ctrl+Z", "Take the last edit back", "undo"),
    Entry("redo", "&Redo", "Ctrl+Shift+Z Ctrl+Y", "Make the edit again that was taken back", "redo"),
    Entry("clear", "&Clear", "Ctrl+Delete", "Cover all cells", "clear"),
    Entry(
        "tell_mines",
        "Tell AI the &Number of Mines",
        "Ctrl+M",
        "Let the AI use the number of mines",
        "",
        True,
    ),
    Entry("quit", "&Quit", "Ctrl+Q", "Close all windows", "quit", in_pause=True),
    Entry("help", "&Help", "F1", "The chapter about what has the focus", "help", in_pause=True),
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
    writes; ``examples``, the actions that show an example, by its name.
    """

    def __init__(self, window: QWidget) -> None:
        self.brushes: dict[str, QAction] = {}
        super().__init__(window, (*INSPECTOR_ENTRIES, *EDITING))
        group = QActionGroup(window)
        self.resting_groups.append(group)
        for mark, (text, key, what) in BRUSHES.items():
            action = QAction(text, group)
            action.setObjectName(mark)
            action.setCheckable(True)
            action.setToolTip(f"A click writes {what} (key on the board: {key})")
            action.setStatusTip(f"A click writes {what}")
            self.brushes[mark] = action
        self.examples: dict[str, QAction] = {}
        for example in EXAMPLES:
            action = self._resting.addAction(example.title)
            action.setObjectName(example.name)
            action.setToolTip(example.description)
            action.setStatusTip(example.description)
            self.examples[example.name] = action
        self.refresh_icons(window)

    def refresh_icons(self, window: QWidget) -> None:
        super().refresh_icons(window)
        for mark, action in self.brushes.items():
            action.setIcon(_picture(mark, window))


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
