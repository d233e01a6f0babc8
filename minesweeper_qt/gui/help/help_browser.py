"""The window of the help: the contents, the search, and the chapter that is read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QDesktopServices,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from minesweeper_qt.gui.help.chapters import EXAMPLE_SCHEME, Chapter, chapter_about, chapters
from minesweeper_qt.gui.help.page_format import heading_position
from minesweeper_qt.gui.help.pages import Pages
from minesweeper_qt.gui.help.search import find_hits, words_of
from minesweeper_qt.gui.help.visits import Visit, Visits
from minesweeper_qt.gui.widgets import assets, metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded

FIRST_SIZE = QSize(860, 500)
_CONTENTS_WIDTH = 240
_ROW_HEIGHT = 26
_KEYS = ("Alt+Left", "Alt+Right", "Ctrl+F", "F3", "Shift+F3", "Ctrl+W")


@guarded
class HelpBrowser(QDialog):
    """Shows the chapters of the help beside the window that opened it, without blocking that.

    Attributes: ``chapter``, the one that is shown; ``page``, its text; ``contents``, the list of chapters;
    ``search_edit``; ``found_label``, what the search found; the buttons ``back`` and ``forward``.

    Signal: ``example_requested`` with the name of an example that the user wants to open.
    """

    example_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._visits = Visits()
        self._hits: list[tuple[int, int]] = []
        self._hit = 0
        self._topic = ""
        """The topic about which the window was opened last."""
        self.chapter = chapters()[0]
        self.setWindowTitle("Minesweeper Help")
        self.back = self._button("page-back", "Back", "Alt+Left", self.go_back)
        self.forward = self._button("page-forward", "Forward", "Alt+Right", self.go_forward)
        self.search_edit = QLineEdit(self)
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
        self.page = QTextBrowser(self)
        self.page.setOpenLinks(False)
        self._pages = Pages(self.page)
        # A change of the theme comes as several events, in a round in which all widgets are styled anew.
        self._restyle_timer = QTimer(self)
        self._restyle_timer.setSingleShot(True)
        self._restyle_timer.setInterval(0)
        self._restyle_timer.timeout.connect(self._restyle)
        for chapter in chapters():
            item = QListWidgetItem(chapter.title)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            item.setToolTip(chapter.title)
            self.contents.addItem(item)
        self._arrange()
        self.search_edit.textChanged.connect(self._search)
        self.search_edit.returnPressed.connect(self.show_next_hit)
        self.contents.currentRowChanged.connect(self._on_row_changed)
        self.page.anchorClicked.connect(self._follow)
        acts = (self.go_back, self.go_forward, self._focus_search, self.show_next_hit, self.show_last_hit, self.close)
        for keys, act in zip(_KEYS, acts, strict=True):
            QShortcut(QKeySequence(keys), self).activated.connect(act)
        self._show(self.chapter)

    def _arrange(self) -> None:
        bar = QHBoxLayout()
        bar.setSpacing(metrics.GAP)
        for widget in (self.back, self.forward):
            bar.addWidget(widget)
        bar.addWidget(self.search_edit, 1)
        bar.addWidget(self.found_label)
        parts = QSplitter(Qt.Orientation.Horizontal, self)
        parts.addWidget(self.contents)
        parts.addWidget(self.page)
        parts.setStretchFactor(1, 1)
        parts.setChildrenCollapsible(False)
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
            self.visit(chapter_about(topic))
        self.activateWindow()
        self.page.setFocus()

    def visit(self, chapter: Chapter, anchor: str = "") -> None:
        """Go to ``chapter``, or to its heading ``anchor``; Back returns."""
        if chapter is not self.chapter or anchor:
            self._visits.leave(self._place())
        self._show(chapter)
        position = heading_position(self.page.document(), anchor) if anchor else None
        if position is not None:
            self._scroll_to(position, metrics.EDGE)

    @Slot()
    def go_back(self) -> None:
        """Return to the chapter that was read before this one."""
        self._return(self._visits.back(self._place()))

    @Slot()
    def go_forward(self) -> None:
        """Go to the chapter that ``go_back`` left."""
        self._return(self._visits.forward(self._place()))

    def _place(self) -> Visit:
        return Visit(self.chapter.topic, self.page.verticalScrollBar().value())

    def _return(self, visit: Visit | None) -> None:
        if visit is not None:
            self._show(chapter_about(visit.topic))
            self.page.verticalScrollBar().setValue(visit.scrolled)

    def _show(self, chapter: Chapter) -> None:
        self.chapter = chapter
        self._write()
        self._scroll_to(0, metrics.EDGE)
        self.page.setAccessibleName(f"Chapter: {chapter.title}")
        self.contents.blockSignals(True)
        self.contents.setCurrentRow(chapters().index(chapter))
        self.contents.blockSignals(False)
        self.back.setEnabled(self._visits.can_go_back)
        self.forward.setEnabled(self._visits.can_go_forward)
        self._mark_hits()

    def _write(self) -> None:
        """Show the text of the chapter."""
        theme = themes.for_palette(self.palette())
        self._pages.show(self.chapter, self.font(), theme)

    @Slot(int)
    def _on_row_changed(self, row: int) -> None:
        if row >= 0:
            self.visit(chapters()[row])

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        """Go to the chapter of a link, request an example, or open an address of the web in the system's browser."""
        if url.scheme() == EXAMPLE_SCHEME:
            self.example_requested.emit(url.path())
            return
        if url.scheme():
            QDesktopServices.openUrl(url)
            return
        name = url.fileName()
        chapter = next((chapter for chapter in chapters() if chapter.file == name), self.chapter)
        self.visit(chapter, url.fragment())

    @Slot()
    def _restyle(self) -> None:
        """Lay out the chapter in other colours or another font, and leave it where it is."""
        scrolled = self.page.verticalScrollBar().value()
        self._write()
        self._mark_hits()
        self.page.verticalScrollBar().setValue(scrolled)

    # -- searching

    @Slot(str)
    def _search(self, query: str) -> None:
        """Show how often each chapter has the words, and go to the first hit, in another chapter if need be."""
        words = words_of(query)
        counts = [len(find_hits(self._plain_text(chapter), words)) for chapter in chapters()]
        for row, (chapter, count) in enumerate(zip(chapters(), counts, strict=True)):
            item = self.contents.item(row)
            item.setText(f"{chapter.title} ({count})" if count else chapter.title)
            item.setHidden(bool(words) and not count)
        row = chapters().index(self.chapter)
        if any(counts) and not counts[row]:
            self.visit(chapters()[next(row for row, count in enumerate(counts) if count)])
        else:
            self._mark_hits()
        self._show_found(sum(counts), sum(map(bool, counts)), bool(words))

    def _show_found(self, places: int, found_in: int, searches: bool) -> None:
        in_chapters = f"{places} in {found_in} {'chapter' if found_in == 1 else 'chapters'}"
        text = "" if not searches else in_chapters if places else "Not found"
        self.found_label.setText(text)
        self.found_label.setVisible(bool(text))
        if text and QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.found_label, text))

    def _plain_text(self, chapter: Chapter) -> str:
        document = QTextDocument()
        document.setMarkdown(chapter.text)
        return document.toPlainText()

    def _mark_hits(self) -> None:
        """Mark the words of the search in the chapter, and show the first one."""
        self._hits = find_hits(self.page.document().toPlainText(), words_of(self.search_edit.text()))
        self._hit = 0
        self._show_hit()

    @Slot()
    def show_next_hit(self) -> None:
        """Show the next hit: in the next chapter with one after the last hit of this chapter."""
        self._step(1)

    @Slot()
    def show_last_hit(self) -> None:
        """Show the hit before: in the chapter before after the first hit of this chapter."""
        self._step(-1)

    def _step(self, by: int) -> None:
        if 0 <= self._hit + by < len(self._hits):
            self._hit += by
            self._show_hit()
            return
        rows = [row for row in range(self.contents.count()) if not self.contents.item(row).isHidden()]
        if self._hits and rows:
            here = rows.index(chapters().index(self.chapter))
            self.visit(chapters()[rows[(here + by) % len(rows)]])
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
            self._scroll_to(self._hits[self._hit][0], self.page.viewport().height() // 3)

    def _scroll_to(self, position: int, above: int) -> None:
        """Scroll to ``position`` in the text, and leave ``above`` pixels above it; the text cursor goes there too."""
        cursor = QTextCursor(self.page.document())
        cursor.setPosition(position)
        self.page.setTextCursor(cursor)
        bar = self.page.verticalScrollBar()
        bar.setValue(bar.value() + self.page.cursorRect(cursor).top() - above)

    @Slot()
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
        return button

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            for button in (self.back, self.forward):
                button.setIcon(assets.icon(button.objectName(), self.palette()))
            # A chapter is laid out when it is opened.
            if self.isVisible():
                self._restyle_timer.start()
