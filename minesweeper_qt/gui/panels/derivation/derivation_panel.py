"""The derivation panel: the premises and the consequences of a sentence or verdict, as trees."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication, QHideEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from minesweeper_qt.gui.board.highlight_source import HighlightSource
from minesweeper_qt.gui.panels.derivation.consequences import Consequences
from minesweeper_qt.gui.panels.derivation.derivation_model import DerivationModel
from minesweeper_qt.gui.panels.derivation.derivation_tree import DerivationTree
from minesweeper_qt.gui.presentation.derivation_text import highlight_of, reason_in_words, short_text
from minesweeper_qt.gui.presentation.look import Highlight
from minesweeper_qt.gui.presentation.proof_panel_text import with_unbroken_cells
from minesweeper_qt.gui.session.board_source import BoardSource, Selection
from minesweeper_qt.gui.widgets.empty_state import EmptyState
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.model import Cell, Derivation

EMPTY = ("No sentence is chosen.", "Choose one in the table, or a cell of the board, to see what it was derived from.")
"""What an empty panel shows: a sentence, and what to do."""
NOTHING_SELECTED = "Select a sentence in the table, or a cell of the board, to see what it was derived from."
NOT_SETTLED = "The AI has not settled {}. Why? may prove it all the same."
PREMISES = "What it was derived from"
CONSEQUENCES = "What was derived from it"
MENTIONS = "Sentences that mention it"


@guarded
class DerivationPanel(QWidget):
    """Shows the selected derivation, down to clues, and its consequences; the board highlights them.

    When a cell is selected, the panel selects the derivation of that cell.

    Attributes: ``highlight_source``, which requests the highlight; for scripts and tests ``heading``, ``tree``,
    ``back_button``, ``copy_button``.

    Signal: ``derivation_selected(Derivation)``, the derivation of the row that the user went to.
    """

    derivation_selected = Signal(object)

    def __init__(self, source: BoardSource, selection: Selection, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._selection = selection
        self._shown: tuple[Cell | None, Derivation | None] = (None, None)
        """The cell and the derivation that the trees are about, which differ from the selected ones only until the
        signal about those arrives."""
        self._is_about_cell = False
        """True while the derivation of the selected cell, or the lack of one, is shown; false after the user has gone
        to a sentence."""
        self._trail: list[Derivation] = []
        """The derivations that Back returns to; the last one comes first."""
        self._consequences = Consequences(source)
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.timeout.connect(self._refresh)
        self.highlight_source = HighlightSource(self)
        self._model = DerivationModel(self, source.move_of)
        self.setAccessibleName("Derivation")
        self.heading = QLabel(self)
        self.heading.setWordWrap(True)
        self.heading.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.heading.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.heading.setAccessibleDescription("What the tree is about")
        self.tree = DerivationTree(self._model, self)
        self._empty = EmptyState.within(self.tree, "knowledge", *EMPTY)
        self._buttons = QWidget(self)
        self.back_button = self._button("Back", "Go back to the sentence before (Backspace)")
        self.copy_button = self._button("Copy", "Copy the open rows as indented text")
        self._lay_out()
        self._add_copy_action()
        self.tree.derivation_entered.connect(self._go_to)
        self.tree.back_requested.connect(self.go_back)
        self.tree.derivation_changed.connect(self._on_derivation)
        self.back_button.clicked.connect(self.go_back)
        self.copy_button.clicked.connect(self.copy_all)
        selection.cell_changed.connect(self._on_cell_selected)
        selection.derivation_changed.connect(self._on_derivation_selected)
        source.game_started.connect(self._on_game_started)
        source.knowledge_reset.connect(self._on_knowledge_reset)
        source.updated.connect(self._on_updated)
        self._show(None)

    # -- choosing a derivation

    @property
    def derivation(self) -> Derivation | None:
        """The selected derivation, which is shown, or ``None``."""
        return self._selection.derivation

    @property
    def _cell(self) -> Cell | None:
        """The selected cell if the panel is about it, else ``None``."""
        return self._selection.cell if self._is_about_cell else None

    @Slot(object)
    def show_derivation(self, derivation: Derivation | None) -> None:
        """Select ``derivation``, and show its premises and consequences from the top; clear the panel for ``None``."""
        self._is_about_cell = False
        self._trail.clear()
        self._show(derivation)

    @Slot(object)
    def _on_derivation_selected(self, derivation: Derivation | None) -> None:
        if derivation is not self._shown[1]:
            self.show_derivation(derivation)

    @Slot(object)
    def _on_cell_selected(self, cell: Cell | None) -> None:
        """Show how ``cell`` was settled, or the sentence of its clue; clear the panel for ``None``."""
        self._is_about_cell = True
        self._trail.clear()
        if cell is None:
            self._show(None)
        else:
            self._refresh()

    @Slot()
    def go_back(self) -> None:
        """Show the derivation from which the user went to the current one."""
        if self._trail:
            self._show(self._trail.pop())

    @Slot(object)
    def _go_to(self, derivation: Derivation) -> None:
        if derivation is not self.derivation:
            if self.derivation is not None:
                self._trail.append(self.derivation)
            self._is_about_cell = False
            self._show(derivation)
            self.derivation_selected.emit(derivation)

    def _derivation_of(self, cell: Cell) -> Derivation | None:
        """Return the sentence of a revealed cell's clue, if anything rests on it, or else the verdict on the cell."""
        stated = self._consequences.clue_sentence(cell) if cell in self._source.view.position.clues else None
        return stated or self._source.view.settled.get(cell)

    def _mentioning(self, cell: Cell) -> list[Derivation]:
        return [derivation for derivation in self._source.view.sentences if cell in derivation.cells]

    # -- showing the derivation

    def _show(self, derivation: Derivation | None) -> None:
        self._shown = (self._cell, derivation)
        self._selection.select_derivation(derivation)
        had_focus = self.back_button.hasFocus()
        self.back_button.setEnabled(bool(self._trail))
        if had_focus and not self._trail:
            self.tree.setFocus()
        if derivation is not None:
            if not self._consequences.catch_up():
                self._refresh_timer.start(0)
            self._model.show_branches(
                (
                    (PREMISES, derivation.premises, _premises),
                    (CONSEQUENCES, self._consequences.of(derivation), self._consequences.of),
                )
            )
        elif self._cell is not None:
            self._model.show_branches(((MENTIONS, self._mentioning(self._cell), _premises),))
        else:
            self._model.show_branches(())
        self.tree.open_branches()
        self.heading.setText(with_unbroken_cells(self._heading()))
        self.copy_button.setEnabled(self._model.rowCount() > 0)
        is_empty = derivation is None and self._cell is None
        self._empty.setVisible(is_empty)
        for widget in (self.heading, self._buttons):
            widget.setHidden(is_empty)
        self.highlight_source.set_highlight(self._whole_highlight())

    def _heading(self) -> str:
        if self.derivation is not None:
            move = self._source.move_of(self.derivation)
            yet = "" if self._is_known_yet() else "not yet known here: "
            return f"{short_text(self.derivation)}\n{yet}{reason_in_words(self.derivation)}, since move {move}"
        return NOTHING_SELECTED if self._cell is None else NOT_SETTLED.format(self._cell)

    def _is_known_yet(self) -> bool:
        """Return whether the derivation is known at the shown moment of the game, not only later."""
        return self.derivation is None or self.derivation.move <= len(self._source.view.position.clues)

    def _whole_highlight(self) -> Highlight | None:
        """Return the highlight that the panel has while no row with a derivation is current."""
        if not self._is_known_yet():
            return None
        if self.derivation is not None:
            return highlight_of(self.derivation)
        return None if self._cell is None else Highlight(undecided=frozenset((self._cell,)))

    @Slot(object)
    def _on_derivation(self, derivation: Derivation | None) -> None:
        self._highlight(derivation)
        if derivation is not None and self.tree.hasFocus():
            self.derivation_selected.emit(derivation)

    def _highlight(self, derivation: Derivation | None) -> None:
        """Highlight ``derivation``, or for ``None`` what the panel as a whole is about."""
        self.highlight_source.set_highlight(
            self._whole_highlight() if derivation is None or not self._is_known_yet() else highlight_of(derivation)
        )

    # -- changes

    @Slot()
    def _on_game_started(self) -> None:
        self._consequences.clear()
        self._on_cell_selected(None)

    @Slot()
    def _on_knowledge_reset(self) -> None:
        # The shown derivations belong to an agent that has been replaced.
        self._consequences.clear()
        self._trail.clear()
        self._show(None)
        self._refresh()

    @Slot()
    def _on_updated(self) -> None:
        self._consequences.expire()
        if self.isVisible():
            self._refresh()

    @Slot()
    def _refresh(self) -> None:
        """Update the panel to the current knowledge: at once, or after some more events if much has changed."""
        if self._consequences.catch_up():
            self._refresh_timer.stop()
            self._update()
        else:
            self._refresh_timer.start(0)

    def _update(self) -> None:
        """Update the panel to the current knowledge; the current row stays current while it exists."""
        if self._cell is not None:
            derivation = self._derivation_of(self._cell)
            if (self._cell, derivation) != self._shown:
                self._show(derivation)
                return
        self.heading.setText(with_unbroken_cells(self._heading()))
        self._highlight(self._model.derivation(self.tree.currentIndex()))
        if self.derivation is not None:
            self._model.update_branch(1, self._consequences.of(self.derivation))
        elif self._cell is not None:
            self._model.update_branch(0, self._mentioning(self._cell))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._consequences.is_current:
            self._refresh()
        self.highlight_source.set_active(on=True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.highlight_source.set_active(on=False)

    # -- copying

    @Slot()
    def copy_all(self) -> None:
        """Copy the heading and all open rows to the clipboard, as indented text."""
        if self._model.rowCount():
            heading = self._heading() if self.derivation is None else str(self.derivation)
            QGuiApplication.clipboard().setText(f"{heading}\n{self.tree.text()}")

    def _add_copy_action(self) -> None:
        action = QAction("&Copy", self)
        action.setShortcut(QKeySequence.StandardKey.Copy)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(self.copy_all)
        self.tree.addAction(action)
        self.tree.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    # -- making the widgets

    def _button(self, text: str, purpose: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(purpose)
        button.setAccessibleName(text)
        button.setAccessibleDescription(purpose)
        return button

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.addWidget(self.heading)
        layout.addWidget(self.tree, 1)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.back_button)
        row.addStretch(1)
        row.addWidget(self.copy_button)
        layout.addWidget(self._buttons)


def _premises(derivation: Derivation) -> Sequence[Derivation]:
    return derivation.premises
