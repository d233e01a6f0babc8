"""The buttons above the table that show only rows of some kinds, with the number of rows of each kind."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from minesweeper_qt.gui.presentation.comparison_text import COUNTED, MEANINGS, SIGNS, TITLES
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model.student.knowledge_comparison import RowKind
from minesweeper_qt.model.text.number_text import counted


@guarded
class KindChips(QWidget):
    """A checkable button for each kind of row, and one for all; several kinds can be checked at once.

    Where they don't fit with their words, they have only signs and numbers. The button of the kind ``further`` is shown
    only where there are such rows, or it is checked.

    Attributes: ``all``, the button for all rows; ``buttons``, that of each kind. Signal: ``changed()``, emitted when
    the user has pressed one; ``kinds`` are then the chosen ones.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counts: Mapping[RowKind, int] = dict.fromkeys(RowKind, 0)
        self.kinds: frozenset[RowKind] = frozenset()
        self.all = self._make_button("Show the rows of every kind")
        self.buttons = {kind: self._make_button(f"Show only rows of this kind: {MEANINGS[kind]}") for kind in COUNTED}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        for button in (self.all, *self.buttons.values()):
            self._row.addWidget(button)
        self._row.addStretch(1)
        self.all.clicked.connect(self._on_all)
        for button in self.buttons.values():
            button.clicked.connect(self._on_kind)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Kinds of rows")
        self.show_kinds(self._counts, ())

    def _make_button(self, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setCheckable(True)
        button.setToolTip(tip)
        # Narrower than its text when not even the short texts fit.
        button.setMinimumWidth(1)
        return button

    def show_kinds(self, counts: Mapping[RowKind, int], kinds: Collection[RowKind]) -> None:
        """Show the numbers of rows of each kind, and check the chosen ``kinds``, or *All* where there are none."""
        self._counts = counts
        self.kinds = frozenset(kinds)
        self.all.setChecked(not self.kinds)
        number = sum(counts.values())
        self.all.setAccessibleName(f"All {counted(number, 'row')}")
        for kind, button in self.buttons.items():
            button.setChecked(kind in self.kinds)
            button.setAccessibleName(f"{TITLES[kind]}: {counted(counts[kind], 'row')}")
            button.setAccessibleDescription(MEANINGS[kind])
        is_shown = bool(counts[RowKind.FURTHER]) or RowKind.FURTHER in self.kinds
        self.buttons[RowKind.FURTHER].setVisible(is_shown)
        self._fit()

    def _fit(self) -> None:
        """Show the words of the kinds if all buttons fit with them."""
        self.all.setText(f"All {sum(self._counts.values())}")
        for has_words in (True, False):
            self._row.setSpacing(metrics.GAP if has_words else metrics.NARROW)
            for kind, button in self.buttons.items():
                parts = [SIGNS[kind], *([TITLES[kind]] if has_words else []), str(self._counts[kind])]
                button.setText(" ".join(parts))
            if self._row.sizeHint().width() <= self.width():
                return

    @Slot()
    def _on_all(self) -> None:
        self.kinds = frozenset()
        self.all.setChecked(True)
        self.changed.emit()

    @Slot()
    def _on_kind(self) -> None:
        self.kinds = frozenset(kind for kind, button in self.buttons.items() if button.isChecked())
        self.changed.emit()

    # -- overrides of Qt

    def minimumSizeHint(self) -> QSize:
        # The width of the panel must not depend on the numbers.
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()
