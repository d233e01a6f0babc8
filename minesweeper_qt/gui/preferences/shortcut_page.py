"""The editor of shortcuts: all actions with their keys, and fields that change those of the chosen one."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QFont, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.window.preferences import Preferences
from minesweeper_qt.gui.window.shortcuts import KeyGroup, Shortcuts, is_valid, title_of

_NATIVE = QKeySequence.SequenceFormat.NativeText
_HELP = "Choose an action, click into the field, and press the new key."


class ShortcutPage(QWidget):
    """Lists the actions of all windows by group, and gives the chosen one other keys, unless anything else has them.

    Attributes: ``tree``, ``filter``, ``key`` (the field that takes a key), ``message``, and the buttons ``replace``,
    ``add``, ``clear``, ``reset`` and ``reset_all``.
    """

    def __init__(self, shortcuts: Shortcuts, preferences: Preferences) -> None:
        super().__init__()
        self._shortcuts = shortcuts
        self._rows: dict[tuple[str, str], QTreeWidgetItem] = {}
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText("Find an action or a key")
        self.filter.setClearButtonEnabled(True)
        self.filter.setAccessibleName("Find an action or a key")
        self.tree = QTreeWidget(self)
        self.tree.setHeaderLabels(["Action", "Keys"])
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(metrics.EDGE)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setAccessibleName("Actions and their keys")
        self.key = QKeySequenceEdit(self)
        self.key.setMaximumSequenceLength(1)
        # Without this attribute a widget that paints nothing itself has no frame from the style sheet.
        self.key.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.key.setAccessibleName("New key")
        field = self.key.findChild(QLineEdit)
        if field is not None:
            field.setPlaceholderText("New key")
        self.message = QLabel(_HELP, self)
        self.message.setWordWrap(True)
        self.message.setMinimumHeight(self.message.fontMetrics().lineSpacing() * 2)
        self.message.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.replace = QPushButton("&Use This Key", self)
        self.add = QPushButton("A&dd It", self)
        self.clear = QPushButton("&No Key", self)
        self.reset = QPushButton("De&fault", self)
        self.reset_all = QPushButton("Default for A&ll", self)
        self._lay_out()
        self._fill()
        self.filter.textChanged.connect(self._apply_filter)
        self.tree.currentItemChanged.connect(self._on_chosen)
        self.key.keySequenceChanged.connect(self._judge)
        self.replace.clicked.connect(self._replace)
        self.add.clicked.connect(self._add)
        self.clear.clicked.connect(self._clear)
        self.reset.clicked.connect(self._reset)
        self.reset_all.clicked.connect(self._reset_all)
        preferences.changed.connect(self._on_changed)
        self._on_chosen()

    def choose(self, group: str, name: str) -> None:
        """Choose the action ``name`` of the group with the name ``group``."""
        self.tree.setCurrentItem(self._rows[group, name])

    # -- the list

    def _lay_out(self) -> None:
        editing, buttons = QHBoxLayout(), QHBoxLayout()
        editing.addWidget(self.key, 1)
        for button in (self.replace, self.add):
            editing.addWidget(button)
        for button in (self.clear, self.reset):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.reset_all)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, 0)
        for row in (editing, buttons, column):
            row.setSpacing(metrics.GAP)
        column.addWidget(self.filter)
        column.addWidget(self.tree, 1)
        column.addLayout(editing)
        column.addWidget(self.message)
        column.addLayout(buttons)

    def _fill(self) -> None:
        for group in self._shortcuts.groups:
            head = QTreeWidgetItem(self.tree, [group.title])
            head.setFirstColumnSpanned(True)
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setFont(0, metrics.scaled(self.font(), 1, QFont.Weight.DemiBold))
            head.setSizeHint(0, QSize(0, metrics.ROW_HEIGHT))
            for entry in group.entries:
                row = QTreeWidgetItem(head, [title_of(entry)])
                row.setToolTip(0, entry.tip)
                row.setSizeHint(0, QSize(0, metrics.ROW_HEIGHT))
                row.setData(0, Qt.ItemDataRole.UserRole, (group, entry.name))
                self._rows[group.name, entry.name] = row
        self.tree.expandAll()
        self.tree.header().setStretchLastSection(True)
        text = self.fontMetrics()
        widest = max(text.horizontalAdvance(row.text(0)) for row in self._rows.values())
        self.tree.setColumnWidth(0, widest + metrics.WIDE + metrics.EDGE)
        self._show_keys()

    def _show_keys(self) -> None:
        for place, keys in self._shortcuts.table().items():
            self._rows[place].setText(1, "   ".join(key.toString(_NATIVE) for key in keys))

    @Slot(str)
    def _apply_filter(self, text: str) -> None:
        wanted = text.casefold()
        for row in self._rows.values():
            row.setHidden(wanted not in f"{row.text(0)} {row.text(1)}".casefold())
        for number in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(number)
            assert head is not None
            head.setHidden(all(row.isHidden() for row in self._rows.values() if row.parent() is head))

    @Slot(str)
    def _on_changed(self, name: str) -> None:
        if name == "keys":
            self._show_keys()

    # -- the chosen action

    @property
    def _chosen(self) -> tuple[KeyGroup, str] | None:
        row = self.tree.currentItem()
        return None if row is None else row.data(0, Qt.ItemDataRole.UserRole)

    @Slot()
    def _on_chosen(self) -> None:
        self.key.clear()
        for part in (self.key, self.clear, self.reset):
            part.setEnabled(self._chosen is not None)
        self._judge()

    @Slot()
    def _judge(self) -> None:
        """Allow the key in the field for the chosen action, or show what has it."""
        chosen, key = self._chosen, self.key.keySequence()
        is_given = chosen is not None and not key.isEmpty()
        problem = ""
        if chosen is not None and is_given:
            problem = self._problem(key, *chosen)
        self._show_message(problem)
        for button in (self.replace, self.add):
            button.setEnabled(is_given and not problem)

    def _problem(self, key: QKeySequence, group: KeyGroup, name: str) -> str:
        """Return why the action can't have ``key``; empty if it can."""
        found = self._shortcuts.conflict(key, group, name)
        if found:
            is_fixed = self._shortcuts.is_fixed(key, group, name)
            advice = "Press another." if is_fixed else "Take it off there first, or press another."
            return f"{key.toString(_NATIVE)} belongs to {found}. {advice}"
        return "" if is_valid(key) else "This key has no name. Press another."

    def _show_message(self, problem: str) -> None:
        """Show the ``problem``, or else how to choose a key."""
        self.message.setText(problem or _HELP)
        self.message.setProperty("problem", bool(problem))
        self.message.style().polish(self.message)
        if problem and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.message, problem))

    @Slot()
    def _replace(self) -> None:
        self._give((self.key.keySequence(),))

    @Slot()
    def _add(self) -> None:
        if self._chosen is not None:
            before = self._shortcuts.keys(*self._chosen)
            self._give((*(key for key in before if key != self.key.keySequence()), self.key.keySequence()))

    @Slot()
    def _clear(self) -> None:
        self._give(())

    def _give(self, keys: tuple[QKeySequence, ...]) -> None:
        if self._chosen is not None:
            self._shortcuts.choose(*self._chosen, keys)
            self.key.clear()

    @Slot()
    def _reset(self) -> None:
        if self._chosen is not None:
            problem = self._shortcuts.reset(*self._chosen)
            self.key.clear()
            if problem:
                self._show_message(f"{problem}. Take it off there first.")

    @Slot()
    def _reset_all(self) -> None:
        self._shortcuts.reset_all()
        self.key.clear()
