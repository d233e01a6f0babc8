"""The parts that dialogs share: margins, rows of fields, buttons. The style sheet puts the main button at the right."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QMessageBox, QVBoxLayout

from minesweeper_qt.gui.widgets import metrics


def dialog_column(dialog: QDialog) -> QVBoxLayout:
    """Return the layout of ``dialog``: a column with the margins of all dialogs."""
    column = QVBoxLayout(dialog)
    column.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
    column.setSpacing(metrics.EDGE)
    return column


def field_rows() -> QFormLayout:
    """Return a layout for fields with a label beside each."""
    form = QFormLayout()
    form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    form.setHorizontalSpacing(metrics.EDGE)
    form.setVerticalSpacing(metrics.GAP)
    return form


def centre_labels(form: QFormLayout) -> None:
    """Make each label of ``form`` as high as its field: the form puts it at the top, and its text in its middle."""
    for row in range(form.rowCount()):
        label = form.itemAt(row, QFormLayout.ItemRole.LabelRole)
        field = form.itemAt(row, QFormLayout.ItemRole.FieldRole)
        widget = label.widget() if label is not None else None
        # A label without text would only keep a note beside it from becoming lower.
        if isinstance(widget, QLabel) and widget.text() and field is not None:
            widget.setMinimumHeight(field.sizeHint().height())


def ok_and_cancel(dialog: QDialog, main: str) -> QDialogButtonBox:
    """Return the buttons that accept and reject ``dialog``; ``main`` is the text of the one that accepts it."""
    standard = QDialogButtonBox.StandardButton
    buttons = QDialogButtonBox(standard.Ok | standard.Cancel, dialog)
    accepting = buttons.button(standard.Ok)
    accepting.setText(main)
    accepting.setDefault(True)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons


def arrange_message(box: QMessageBox) -> None:
    """Give a message the margins of all dialogs."""
    layout = box.layout()
    assert layout is not None
    layout.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
