"""The window of the help: the contents, the search, and the chapter that is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QKeySequence, QShortcut, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSplitter,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.help.page import Chapter, Page, chapter_about, chapters
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.metrics import ROW, filled
from minesweeper_qt.gui.widgets.speech import Field, announce

FIRST_SIZE = QSize(860, 500)
_CONTENTS_WIDTH = 240
_ROW_HEIGHT = 26


@guarded
class HelpBrowser(QDialog):
    """Shows the chapters of the help beside the window that opened it, without blocking that.

    Attributes: ``page``, the text of a chapter; ``contents``, the list of chapters; ``search_edit``; ``found_label``,
    what the search found; the buttons ``back`` and ``forward``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hits: list[tuple[int, int]] = []
        self._hit = 0
        self._topic = ""
        """The topic about which the window was opened last."""
        self.setWindowTitle("Minesweeper Help")
        self.page = Page(self)
        self.back = self._button("page-back", "Back", "Alt+Left", self.page.backward)
        self.forward = self._button("page-forward", "Forward", "Alt+Right", self.page.forward)
        self.search_edit = Field(self)
        self.search_edit.setPlaceholderText("Search all chapters")
        self.search_edit.setAccessibleName("Search all chapters")
        self.search_edit.setClearButtonEnabled(True)
        self.found_label = QLabel(self)
        self.found_label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.found_label.hide()
        self.contents = QListWidget(self)
        self.contents.setObjectName("chapters")
        self.contents.setAccessibleName("Chapters")
        self.contents.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.contents.setMinimumWidth(120)
        self.contents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for chapter in chapters():
            item = QListWidgetItem(chapter.title)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            item.setToolTip(chapter.title)
            self.contents.addItem(item)
        self._arrange()
        self.search_edit.textChanged.connect(self._search)
        self.search_edit.returnPressed.connect(partial(self.step, 1))
        self.contents.currentRowChanged.connect(self._on_row_changed)
        self.page.sourceChanged.connect(self._on_page_changed)
        self.page.backwardAvailable.connect(self.back.setEnabled)
        self.page.forwardAvailable.connect(self.forward.setEnabled)
        for keys, act in (
            ("Alt+Left", self.page.backward),
            ("Alt+Right", self.page.forward),
            ("Ctrl+F", self._focus_search),
            ("F3", partial(self.step, 1)),
            ("Shift+F3", partial(self.step, -1)),
            ("Ctrl+W", self.close),
        ):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        self.page.visit(chapters()[0])

    def _arrange(self) -> None:
        bar = filled(ROW, metrics.GAP, self.back, self.forward, self.search_edit, self.found_label)
        parts = QSplitter(Qt.Orientation.Horizontal, self, childrenCollapsible=False)
        parts.addWidget(self.contents)
        parts.addWidget(self.page)
        parts.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(metrics.MARGIN, metrics.MARGIN, metrics.MARGIN, metrics.MARGIN)
        column.setSpacing(metrics.EDGE)
        column.addLayout(bar)
        column.addWidget(parts, 1)
        room = self.screen().availableSize() - QSize(metrics.WIDE, 2 * metrics.WIDE)
        self.resize(FIRST_SIZE.boundedTo(room))
        contents = min(_CONTENTS_WIDTH, self.width() * 3 // 10)
        parts.setSizes([contents, self.width() - contents])

    # -- going to chapters

    def open_at(self, topic: str, *, resumes: bool = False) -> None:
        """Bring the window to the front, with the chapter about ``topic``, its text having the focus.

        If it ``resumes``, and was closed after it had been opened about the same topic, it shows what was read last.
        """
        is_read_on = resumes and topic == self._topic and not self.isVisible()
        self._topic = topic
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        if not is_read_on:
            self.page.visit(chapter_about(topic))
        self.activateWindow()
        self.page.setFocus()

    def _on_page_changed(self) -> None:
        with QSignalBlocker(self.contents):
            self.contents.setCurrentRow(chapters().index(self.page.chapter))
        self._mark_hits()

    def _on_row_changed(self, row: int) -> None:
        if row >= 0:
            self.page.visit(chapters()[row])

    # -- searching

    def _search(self, query: str) -> None:
        """Show how often each chapter has the words, and go to the first hit, in another chapter if need be."""
        counts = [len(_find_hits(_plain_text(chapter), query)) for chapter in chapters()]
        for row, (chapter, count) in enumerate(zip(chapters(), counts, strict=True)):
            item = self.contents.item(row)
            item.setText(f"{chapter.title} ({count})" if count else chapter.title)
            item.setHidden(bool(query.split()) and not count)
        if any(counts) and not counts[chapters().index(self.page.chapter)]:
            self.page.visit(chapters()[next(row for row, count in enumerate(counts) if count)])
        else:
            self._mark_hits()
        found_in = sum(map(bool, counts))
        found = f"{sum(counts)} in {found_in} {'chapter' if found_in == 1 else 'chapters'}" if found_in else "Not found"
        text = found if query.split() else ""
        self.found_label.setText(text)
        self.found_label.setVisible(bool(text))
        announce(self.found_label, text)

    def _mark_hits(self) -> None:
        """Mark the words of the search in the chapter, and show the first one."""
        self._hits = _find_hits(self.page.toPlainText(), self.search_edit.text())
        self._hit = 0
        self._show_hit()

    def step(self, by: int) -> None:
        """Mark the next hit as the present one, or the one before if ``by`` is -1, also in another chapter."""
        if 0 <= self._hit + by < len(self._hits):
            self._hit += by
            self._show_hit()
            return
        rows = [row for row in range(self.contents.count()) if not self.contents.item(row).isHidden()]
        if self._hits and rows:
            here = rows.index(chapters().index(self.page.chapter))
            self.page.visit(chapters()[rows[(here + by) % len(rows)]])
            self._hit = 0 if by > 0 else len(self._hits) - 1
            self._show_hit()

    def _show_hit(self) -> None:
        colours = themes.for_palette(self.palette()).controls
        marks = []
        for number, (start, end) in enumerate(self._hits):
            mark = QTextEdit.ExtraSelection()
            shape = QTextCharFormat()
            shape.setBackground(colours.accent if number == self._hit else colours.accent_soft)
            shape.setForeground(colours.accent_ink if number == self._hit else colours.text)
            mark.format = shape
            mark.cursor = QTextCursor(self.page.document())
            mark.cursor.setPosition(start)
            mark.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            marks.append(mark)
        self.page.setExtraSelections(marks)
        if self._hits:
            cursor = QTextCursor(self.page.document())
            cursor.setPosition(self._hits[self._hit][0])
            self.page.setTextCursor(cursor)
            bar = self.page.verticalScrollBar()
            bar.setValue(bar.value() + self.page.cursorRect(cursor).top() - self.page.viewport().height() // 3)

    def _focus_search(self) -> None:
        self.search_edit.setFocus()
        self.search_edit.selectAll()

    # -- the look

    def _button(self, icon: str, text: str, keys: str, act: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(icon)
        button.setIconSize(QSize(metrics.TOOL_ICON, metrics.TOOL_ICON))
        button.setIcon(assets.icon(icon, self.palette()))
        shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(f"{text} ({shown})")
        button.setAccessibleName(text)
        button.clicked.connect(act)
        button.setEnabled(False)
        return button

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            for button in (self.back, self.forward):
                button.setIcon(assets.icon(button.objectName(), self.palette()))


@cache
def _plain_text(chapter: Chapter) -> str:
    document = QTextDocument()
    document.setMarkdown(chapter.text)
    return document.toPlainText()


def _find_hits(text: str, query: str) -> list[tuple[int, int]]:
    """Return start and end of each occurrence of a word of ``query`` in ``text``; none unless every word occurs.

    >>> _find_hits("A mine, a mine and a risk", "mine  Risk")
    [(2, 6), (10, 14), (21, 25)]
    >>> _find_hits("A mine", "mine risk")
    []
    """
    words, lowered = query.lower().split(), text.lower()
    if not words or not all(word in lowered for word in words):
        return []
    return [found.span() for found in re.finditer("|".join(map(re.escape, words)), lowered)]
