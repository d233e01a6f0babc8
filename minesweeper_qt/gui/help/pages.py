"""The chapters as documents that are laid out, kept for the next visit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QTextBrowser

from minesweeper_qt.gui.help.chapters import Chapter
from minesweeper_qt.gui.help.page_format import fill
from minesweeper_qt.gui.widgets.theme import Theme

_SURELY_SCROLLS = 1.5
"""The height of a line for each paragraph, in heights of the page, beyond which a chapter scrolls.

Most paragraphs take more than one line, but the cells of a table stand side by side.
"""


class Pages:
    """Lays out each chapter when it is first shown in ``browser``.

    A document that is shown while it is filled is laid out after each change, which takes three times as long; and a
    long chapter takes 25 ms even so.
    """

    def __init__(self, browser: QTextBrowser) -> None:
        self._browser = browser
        self._looks: tuple[QFont, Theme] | None = None
        self._documents: dict[Chapter, QTextDocument] = {}

    def show(self, chapter: Chapter, font: QFont, theme: Theme) -> None:
        """Show ``chapter`` in the browser."""
        old = []
        if self._looks != (font, theme):
            self._looks = QFont(font), theme
            old = list(self._documents.values())
            self._documents.clear()
        document = self._documents.get(chapter)
        if document is None:
            document = self._documents[chapter] = QTextDocument(self._browser)
            fill(document, chapter.text, font, theme, self._browser.devicePixelRatioF())
        if document is not self._browser.document():
            self._set_document(document)
        for unused in old:
            unused.deleteLater()

    def _set_document(self, document: QTextDocument) -> None:
        """Show ``document``; if it will scroll, with a scroll bar from the start: else Qt would lay it out twice.

        Its height is not known before it is laid out. Where the guess is wrong, Qt lays it out once more.
        """
        browser = self._browser
        lines = document.blockCount() * browser.fontMetrics().lineSpacing()
        if lines > _SURELY_SCROLLS * browser.viewport().height():
            browser.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        browser.setDocument(document)
        browser.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
