"""The chapters ``resources/help/NUMBER-TOPIC.md``, and the page of one, in the colours of the window."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QFont,
    QImage,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
    QTextTableCellFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from minesweeper_qt.gui.board.tiles import paint_cell
from minesweeper_qt.gui.presentation.look import Face, Look, Mark
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets import theme as themes
from minesweeper_qt.gui.widgets.guarded import guarded
from minesweeper_qt.gui.widgets.speech import announce
from minesweeper_qt.gui.widgets.theme import Controls, Theme
from minesweeper_qt.model import Cell, reasoning_levels
from minesweeper_qt.model.board.examples import example_named
from minesweeper_qt.model.resources import resource, resource_names

_FOLDER = "help"
EXAMPLE_SCHEME = "example"
"""The scheme of the addresses of examples in the text of a chapter: of their pictures, and of the sandbox with them."""

_EXAMPLE_PICTURE = re.compile(r"(?<=\]\()\.\./screenshots/patterns/([\w-]+)\.png(?=\))")
_EXAMPLE_LINK = re.compile(r"(?<=\]\()[\w.-]+\)<!-- example ([\w-]+) -->")
_PICTURE_LINE = re.compile(rf"^!\[[^\]]*\]\((?!{EXAMPLE_SCHEME}:)[^)]*\)\n?", re.MULTILINE)
"""A picture in a line of its own. They are shown where the repository is, not in the window."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the help.

    ``topic`` names it in the program, ``file`` in links of other chapters, ``title`` in the contents. ``text`` is
    Markdown, without pictures of the window. Pictures of examples, and links that open one in the sandbox, have the
    address ``example:NAME`` there.
    """

    topic: str
    file: str
    title: str
    text: str


@cache
def chapters() -> tuple[Chapter, ...]:
    """Return all chapters in the order of the numbers of their files."""
    return tuple(_chapter(name) for name in resource_names(_FOLDER) if name.endswith(".md"))


def chapter_about(topic: str) -> Chapter:
    """Return the chapter about ``topic``; raises ``KeyError`` if there is none."""
    return {chapter.topic: chapter for chapter in chapters()}[topic]


def slug(heading: str) -> str:
    """Return the name by which a link leads to a heading, as on the pages of GitHub.

    >>> slug("Why? Proofs, and what nobody can know")
    'why-proofs-and-what-nobody-can-know'
    """
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def _chapter(file: str) -> Chapter:
    text = resource(f"{_FOLDER}/{file}").decode("utf-8").replace("\r\n", "\n")
    title = text.partition("\n")[0].removeprefix("# ")
    topic = file.removesuffix(".md").partition("-")[2]
    text = _EXAMPLE_PICTURE.sub(rf"{EXAMPLE_SCHEME}:\1", text)
    text = _EXAMPLE_LINK.sub(rf"{EXAMPLE_SCHEME}:\1)", text)
    return Chapter(topic, file, title, _PICTURE_LINE.sub("", text))


_SCHEME = "help"
"""The scheme of the addresses of chapters."""
_HEADING_SCALES = (1.4, 1.2, 1.0)
_CODE_SCALE = 0.9
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The character that stands for a picture in the text of a document."""
_LEADING = 120
"""The height of a line of text in percent of the font's."""


@guarded
class Page(QTextBrowser):
    """Shows one chapter after another; Qt keeps where the user was in each, for ``backward`` and ``forward``.

    Attribute: ``chapter``, the one that is shown. Signal: ``example_requested`` with the name of an example whose link
    was followed.
    """

    example_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, openLinks=False)
        # With a text cursor, which screen readers read from.
        self.setTextInteractionFlags(self.textInteractionFlags() | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.document().setDocumentMargin(metrics.EDGE)
        self.document().setIndentWidth(metrics.WIDE)
        # A change of the theme comes as several events, in a round in which all widgets are styled anew.
        self._restyle_timer = QTimer(self, singleShot=True)
        self._restyle_timer.timeout.connect(self._restyle)
        self.chapter = chapters()[0]
        self._is_new = False
        """Whether a chapter was loaded that is not laid out yet."""
        self.anchorClicked.connect(self._open)
        self.sourceChanged.connect(self._on_source_changed)

    def focusNextPrevChild(self, is_next: bool) -> bool:
        moved = super().focusNextPrevChild(is_next)
        if self.hasFocus() and (link := self.textCursor().selectedText()):
            announce(self, f"{link}, link")
        return moved

    def visit(self, chapter: Chapter) -> None:
        """Show ``chapter`` from its start."""
        self._go_to(QUrl(chapter.file))

    def _go_to(self, url: QUrl) -> None:
        self.setSource(QUrl(f"{_SCHEME}:/").resolved(url), QTextDocument.ResourceType.MarkdownResource)

    def _open(self, url: QUrl) -> None:
        """Go to the chapter of a link, request an example, or open an address of the web in the system's browser."""
        if url.scheme() == EXAMPLE_SCHEME:
            self.example_requested.emit(url.path())
        elif url.scheme() in ("", _SCHEME):
            self._go_to(url)
        else:
            QDesktopServices.openUrl(url)

    def _on_source_changed(self, url: QUrl) -> None:
        if self._is_new:
            self._is_new = False
            lay_out(self.document(), self.font(), themes.for_palette(self.palette()).controls)
            self.document().setLayoutEnabled(True)
            self.document().markContentsDirty(0, self.document().characterCount())
            self.chapter = _chapter_at(url)
            self.setAccessibleName(f"Chapter: {self.chapter.title}")
        # Before that, the headings had no names.
        self.scrollToAnchor(url.fragment())

    def _restyle(self) -> None:
        """Lay out the chapter in other colours or another font, and leave it where it is."""
        scrolled = self.verticalScrollBar().value()
        self.reload()
        self.verticalScrollBar().setValue(scrolled)

    # -- overrides of Qt

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        url = QUrl(name)
        if url.scheme() == EXAMPLE_SCHEME:
            theme = themes.for_palette(self.palette())
            return example_picture(url.path(), theme, self.font(), self.devicePixelRatioF())
        self._is_new = True
        self.document().setLayoutEnabled(False)
        return _chapter_at(url).text

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._restyle_timer.start()


def _chapter_at(url: QUrl) -> Chapter:
    return next(chapter for chapter in chapters() if chapter.file == url.fileName())


# -- pictures of examples


def example_picture(name: str, theme: Theme, font: QFont, scale: float) -> QImage:
    """Return the picture of the example with this ``name``, with all that follows from its position marked.

    ``scale``: pixels per unit of length. Raises ``KeyError`` if there is no such example.
    """
    board = example_named(name).position.board
    side = metrics.PICTURE_CELL
    picture = QImage(QSize(board.width, board.height) * side * scale, QImage.Format.Format_ARGB32)
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for (row, column), look in _looks(name).items():
            box = QRectF(column * side, row * side, side, side)
            paint_cell(painter, box, look, theme, font, pressed=False, hovered=False)
    return picture


@cache
def _looks(name: str) -> dict[Cell, Look]:
    """Return the looks of the cells of an example: its clues, and the marks of the cells that are certain."""
    position = example_named(name).position
    levels = reasoning_levels(position)
    looks = {}
    for cell in position.board.cells:
        if cell in position.clues:
            looks[cell] = Look(Face.REVEALED, position.clues[cell])
        else:
            mark = Mark.NONE if cell not in levels else Mark.MINE if cell in levels.mines else Mark.SAFE
            looks[cell] = Look(Face.COVERED, mark=mark)
    return looks


# -- layout


def lay_out(document: QTextDocument, font: QFont, colours: Controls) -> None:
    """Give headings, code, links and tables their sizes and colours, and headings the names that links have."""
    # As one edit: the document would be laid out anew after each of the changes.
    edit = QTextCursor(document)
    edit.beginEditBlock()
    block = document.begin()
    while block.isValid():
        _lay_out_block(block, font, colours)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _lay_out_table(frame, colours)
    edit.endEditBlock()
    document.clearUndoRedoStacks()


def _lay_out_block(block: QTextBlock, font: QFont, colours: Controls) -> None:
    shape, letters = QTextBlockFormat(), QTextCharFormat()
    level = block.blockFormat().headingLevel()
    cursor = QTextCursor(block)
    if level:
        shape.setTopMargin(metrics.MARGIN if block.position() else 0)
        shape.setBottomMargin(metrics.NARROW)
        scale = _HEADING_SCALES[min(level, len(_HEADING_SCALES)) - 1]
        letters.setFont(metrics.scaled(font, scale, QFont.Weight.Bold))
        name = QTextCharFormat()
        name.setAnchor(True)
        name.setAnchorNames([slug(block.text())])
        cursor.mergeBlockCharFormat(name)
    elif _is_code(block):
        shape.setLeftMargin(metrics.EDGE)
        shape.setTopMargin(0 if _continues(block.previous(), block) else metrics.NARROW)
        shape.setBottomMargin(0 if _continues(block, block.next()) else metrics.GAP)
        letters.setFontPointSize(font.pointSizeF() * _CODE_SCALE)
    elif cursor.currentTable() is None:
        # In a line with a picture, its height would be that of the picture.
        if _PICTURE not in block.text():
            shape.setLineHeight(_LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setTopMargin(metrics.HAIR)
        shape.setBottomMargin(metrics.GAP if block.textList() is None else metrics.NARROW)
    cursor.mergeBlockFormat(shape)
    linked = QTextCharFormat()
    linked.setForeground(colours.accent)
    linked.setFontUnderline(True)
    for part in list(_fragments(block)):
        part.mergeCharFormat(letters)
        if part.charFormat().isAnchor():
            part.mergeCharFormat(linked)


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _continues(block: QTextBlock, after: QTextBlock) -> bool:
    """Return whether two blocks, one after the other, are lines of the same code."""
    language = QTextFormat.Property.BlockCodeLanguage
    both = _is_code(block) and _is_code(after)
    return both and block.blockFormat().property(language) == after.blockFormat().property(language)


def _fragments(block: QTextBlock) -> Iterator[QTextCursor]:
    """Yield a selection of each part of ``block`` that has one format."""
    place = block.begin()
    while not place.atEnd():
        part = place.fragment()
        cursor = QTextCursor(block.document())
        cursor.setPosition(part.position())
        cursor.setPosition(part.position() + part.length(), QTextCursor.MoveMode.KeepAnchor)
        yield cursor
        place += 1


def _lay_out_table(table: QTextTable, colours: Controls) -> None:
    shape = table.format()
    shape.setBorder(0)
    shape.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_None)
    shape.setCellSpacing(0)
    shape.setCellPadding(metrics.NARROW)
    shape.setTopMargin(metrics.NARROW)
    shape.setBottomMargin(metrics.EDGE)
    # A table as wide as the page is a pixel wider than that, for which the page would get a scroll bar.
    shape.setWidth(QTextLength(QTextLength.Type.PercentageLength, 99))
    shape.setBorderCollapse(True)
    table.setFormat(shape)
    for row in range(table.rows()):
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            edge = QTextTableCellFormat(cell.format().toTableCellFormat())
            edge.setBottomBorder(1)
            edge.setBottomBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
            edge.setBottomBorderBrush(colours.border)
            edge.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignTop)
            if row == 0:
                edge.setBackground(colours.sunken)
            cell.setFormat(edge)
