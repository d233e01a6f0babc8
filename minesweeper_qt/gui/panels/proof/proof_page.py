"""The widgets of the proof panel and the methods that fill them, without any search for proofs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QGuiApplication,
    QKeySequence,
    QPalette,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.panels.proof.proof_list import ProofList
from minesweeper_qt.gui.panels.proof.proof_model import ProofModel
from minesweeper_qt.gui.panels.proof.undecided_view import UndecidedView
from minesweeper_qt.gui.presentation import proof_panel_text
from minesweeper_qt.gui.presentation.proof_rows import ProofRow
from minesweeper_qt.gui.widgets.empty_state import EmptyState
from minesweeper_qt.gui.widgets.guarded import guarded

if TYPE_CHECKING:
    from minesweeper_qt.model import Undecided


@guarded
class ProofPage(QWidget):
    """A heading, and below it the lines of a proof, two layouts, or nothing.

    Attributes: ``heading``; ``note``, a note below it; ``why_not``, why an agent has not settled the cell;
    ``steps``, the list of lines; ``undecided``, the view of two layouts; ``back_button``, ``stop_button``,
    ``previous_button``, ``next_button``, ``play_button``, ``copy_button``; ``model``, the item model of the lines. The
    widgets are public for scripts and tests.

    Signal: ``topic_requested(str)``, the user followed the link of the heading to a chapter of the help.
    """

    topic_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Proof")
        self.model = ProofModel(self)
        self.heading = self._label("What is proved")
        self.heading.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.heading.linkActivated.connect(self.topic_requested)
        self.note = self._label("Which position it is about")
        self.why_not = self._label("Why the agent has not settled it")
        self.back_button = self._button("Back", "Back to the proof before", "Go back to the proof before (Alt+Left)")
        self.back_button.hide()
        self.steps = ProofList(self.model, self)
        self.undecided = UndecidedView(self)
        self._blank = QWidget(self)
        self._empty = EmptyState("why", *proof_panel_text.EMPTY, self)
        self._buttons = QWidget(self)
        self._pages = QStackedWidget(self)
        for page in (self._blank, self._empty, self.steps, self.undecided):
            self._pages.addWidget(page)
        self.stop_button = QPushButton("Stop", self)
        self.stop_button.setToolTip("Stop looking for a proof (Esc)")
        self.stop_button.setAccessibleDescription("Stop looking for a proof")
        self.stop_button.hide()
        self.previous_button = self._button("Previous", "Previous step", "Go to the step before (Up)")
        self.next_button = self._button("Next", "Next step", "Go to the next step (Down)")
        self.play_button = self._button("Play", "Play the proof", "Run through the steps, one a second")
        self.copy_button = self._button("Copy", "Copy the proof", "Copy all of it as text")
        self.copy_button.clicked.connect(self.copy_all)
        self._all_text = ""
        """What is shown besides a student's words, as text; of a proof, the heading alone."""
        self._heading = self._agent_words = ""
        """What is proved, and what a student's agent states of it; both are in the heading."""
        self._topic: tuple[str, str] = ("", "")
        """Words in the heading, and the topic of the help that they are a link to."""
        self._add_copy_action()
        self._lay_out()

    # -- content

    def show_message(self, text: str, can_copy: bool = False) -> None:
        """Show only ``text``, as the heading; with ``can_copy`` the copy button copies it."""
        self._show(self._blank, text, text if can_copy else "")

    def show_empty(self) -> None:
        """Show how to ask for a proof."""
        self._show(self._empty, proof_panel_text.NOTHING_ASKED, "")

    def show_rows(
        self,
        heading: str,
        rows: Sequence[ProofRow],
        topic: tuple[str, str] = ("", ""),
        opened: Collection[ProofRow] | None = None,
    ) -> None:
        """Show the rows of a proof below a heading.

        ``topic``: words in the heading, and the topic of the help about them; ``opened``: the rows to open, ``None``
        for those that are open now.
        """
        self.model.set_rows(rows, opened)
        self._show(self.steps, heading, heading, topic)

    def show_undecided(self, found: Undecided) -> None:
        """Show the two layouts of ``found``, below its reason as the heading."""
        self.undecided.show_undecided(found)
        self._show(self.undecided, found.reason, str(found))

    def _show(self, page: QWidget, heading: str, text: str, topic: tuple[str, str] = ("", "")) -> None:
        if page is not self.steps:
            with QSignalBlocker(self.steps):
                self.model.set_rows(())
        # The new page takes over the focus of the previous one.
        self._pages.setCurrentWidget(page)
        self._blank.setAccessibleName(heading)
        self._all_text = text
        self._heading, self._agent_words, self._topic = heading, "", topic
        self.show_note("")
        self.show_why_not("")
        font = self.heading.font()
        font.setBold(page in (self.steps, self.undecided))
        self.heading.setFont(font)
        self.heading.setHidden(page is self._empty)
        # Buttons that can do nothing here would only take room.
        self._buttons.setVisible(bool(text))
        self._write_heading()
        self.enable_buttons()
        for button in (self.previous_button, self.next_button, self.play_button):
            button.setVisible(page is self.steps)

    @property
    def heading_text(self) -> str:
        """The heading without links, after what a student's agent states."""
        return "\n".join(filter(None, (self._agent_words, self._heading)))

    def _write_heading(self) -> None:
        """Write the heading, with the link in the colour of text: a palette's own may be made for another ground."""
        text = proof_panel_text.with_unbroken_cells(self.heading_text)
        words, topic = self._topic
        if words:
            ink = self.palette().color(QPalette.ColorRole.WindowText).name()
            text = proof_panel_text.linked(text, words, topic, ink)
        self.heading.setTextFormat(Qt.TextFormat.RichText if words else Qt.TextFormat.PlainText)
        self.heading.setText(text)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt may send the event before the attributes are there.
        if event.type() is QEvent.Type.PaletteChange and vars(self).get("_topic", ("", ""))[0]:
            self._write_heading()

    def announce(self, text: str) -> None:
        """Let screen readers read ``text``, which the user asked for while the focus was elsewhere."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def show_agent_words(self, words: str) -> None:
        """Show what a student's agent states of the cell, before the heading of the answer that is shown."""
        if words != self._agent_words:
            self._agent_words = words
            self._write_heading()

    @property
    def page(self) -> QWidget:
        """The widget below the heading that is shown: keys should go there."""
        page = self._pages.currentWidget()
        assert page is not None
        return page

    @property
    def is_undecided(self) -> bool:
        """True while two layouts are shown."""
        return self.page is self.undecided

    def show_note(self, text: str) -> None:
        """Show a note below the heading; hide it when ``text`` is empty."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def show_why_not(self, text: str) -> None:
        """Show why an agent's rules have not found the verdict, above its proof; hide it when ``text`` is empty."""
        self.why_not.setText(proof_panel_text.with_unbroken_cells(text))
        self.why_not.setVisible(bool(text))

    @Slot(bool)
    def show_playing(self, playing: bool) -> None:
        """Label the play button for a proof that is being played, or for one that is not."""
        self.play_button.setText("Pause" if playing else "Play")
        self.play_button.setAccessibleName("Pause the proof" if playing else "Play the proof")

    def enable_buttons(self) -> None:
        """Enable the buttons that have an effect now, and disable the others."""
        row, count = self.steps.row, self.steps.count
        for button, is_useful in (
            (self.previous_button, row >= 0),
            (self.next_button, row < count - 1),
            (self.play_button, count > 1),
            (self.copy_button, bool(self._all_text)),
        ):
            if button.hasFocus() and not is_useful:
                # Otherwise the focus would go to another button, and the next key would press that one.
                self.steps.setFocus()
            button.setEnabled(is_useful)

    # -- copying

    @Slot()
    def copy_all(self) -> None:
        """Copy everything that is shown to the clipboard, as text."""
        if self._all_text:
            why_not = self.why_not.text().replace("\N{NO-BREAK SPACE}", " ")
            texts = (self._agent_words, self._all_text, why_not, *map(_indented, self.model.rows))
            QGuiApplication.clipboard().setText("\n".join(filter(None, texts)))

    @Slot()
    def copy_lines(self) -> None:
        """Copy the selected lines to the clipboard, or everything when no line is selected."""
        rows = self.steps.selected_rows()
        if rows:
            QGuiApplication.clipboard().setText("\n".join(_indented(self.model.rows[row]) for row in rows))
        else:
            self.copy_all()

    def _add_copy_action(self) -> None:
        action = QAction("&Copy", self)
        action.setShortcut(QKeySequence.StandardKey.Copy)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        action.triggered.connect(self.copy_lines)
        self.addAction(action)
        self.steps.addAction(action)
        self.steps.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    # -- making the widgets

    def _label(self, purpose: str) -> QLabel:
        # No accessible name: a screen reader then reads the text of the label.
        label = QLabel(self)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        label.setAccessibleDescription(purpose)
        return label

    def _button(self, text: str, name: str, purpose: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(purpose)
        button.setAccessibleName(name)
        button.setAccessibleDescription(purpose)
        return button

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        top = QHBoxLayout()
        top.addWidget(self.back_button, 0, Qt.AlignmentFlag.AlignTop)
        top.addWidget(self.heading, 1)
        layout.addLayout(top)
        layout.addWidget(self.note)
        layout.addWidget(self.why_not)
        layout.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._pages, 1)
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(0, 0, 0, 0)
        for button in (self.previous_button, self.next_button, self.play_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.copy_button)
        layout.addWidget(self._buttons)


def _indented(row: ProofRow) -> str:
    return "  " * row.depth + row.plain_text
