"""The parts that dialogs share: a column with the margins of all dialogs, and buttons with the main one at the right."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QVBoxLayout

MARGIN = 16
SPACING = 12

_MAIN_AT_THE_RIGHT = "button-layout: 3"
"""The order of buttons of GNOME, which the style sheet calls so; most styles have another one of their own."""


def dialog_column(dialog: QDialog) -> QVBoxLayout:
    """Return the layout of ``dialog``: a column with the margins of all dialogs."""
    column = QVBoxLayout(dialog)
    column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
    column.setSpacing(SPACING)
    return column


def ok_and_cancel(dialog: QDialog, main: str) -> QDialogButtonBox:
    """Return the buttons that accept and reject ``dialog``; ``main`` is the text of the one that accepts it."""
    standard = QDialogButtonBox.StandardButton
    buttons = QDialogButtonBox(standard.Ok | standard.Cancel, dialog)
    buttons.setStyleSheet(_MAIN_AT_THE_RIGHT)
    accepting = buttons.button(standard.Ok)
    accepting.setText(main)
    accepting.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def arrange_message(box: QMessageBox) -> None:
    """Give a message the margins of all dialogs, and put its main button at the right."""
    box.setStyleSheet(f"QMessageBox {{ {_MAIN_AT_THE_RIGHT} }}")
    layout = box.layout()
    assert layout is not None
    layout.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
