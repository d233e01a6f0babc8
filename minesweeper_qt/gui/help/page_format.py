"""Lays out a chapter: turns its Markdown into a document in the colours and sizes of the window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import (
    QFont,
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

from minesweeper_qt.gui.help.chapters import slug
from minesweeper_qt.gui.help.example_pictures import add_pictures
from minesweeper_qt.gui.widgets import metrics
from minesweeper_qt.gui.widgets.theme import Controls, Theme

_HEADING_SCALES = (1.4, 1.2, 1.0)
_CODE_SCALE = 0.9
_PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""The character that stands for a picture in the text of a document."""
_LEADING = 120
"""The height of a line of text in percent of the font's."""


def fill(document: QTextDocument, markdown: str, font: QFont, theme: Theme, scale: float = 1.0) -> None:
    """Show ``markdown`` in ``document``; pictures get ``scale`` pixels per unit of length."""
    colours = theme.controls
    document.setDefaultFont(font)
    document.setDocumentMargin(metrics.EDGE)
    document.setIndentWidth(metrics.WIDE)
    document.setMarkdown(markdown, QTextDocument.MarkdownFeature.MarkdownDialectGitHub)
    # The Markdown takes the place of what the document had, its pictures too.
    add_pictures(document, markdown, theme, font, scale)
    # As one edit: the document would be laid out anew after each of the changes.
    edit = QTextCursor(document)
    edit.beginEditBlock()
    for block in blocks(document):
        _format_block(block, font, colours)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _format_table(frame, colours)
    edit.endEditBlock()
    document.clearUndoRedoStacks()


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    """Yield the paragraphs, headings and lines of code of ``document``."""
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def heading_position(document: QTextDocument, anchor: str) -> int | None:
    """Return the position of the heading to which ``anchor`` leads, ``None`` if there is none."""
    return next(
        (
            block.position()
            for block in blocks(document)
            if block.blockFormat().headingLevel() and slug(block.text()) == anchor
        ),
        None,
    )


def _format_block(block: QTextBlock, font: QFont, colours: Controls) -> None:
    shape = QTextBlockFormat()
    level = block.blockFormat().headingLevel()
    cursor = QTextCursor(block)
    cursor.select(QTextCursor.SelectionType.BlockUnderCursor)
    if level:
        shape.setTopMargin(metrics.MARGIN if block.position() else 0)
        shape.setBottomMargin(metrics.NARROW)
        heading = QTextCharFormat()
        scale = _HEADING_SCALES[min(level, len(_HEADING_SCALES)) - 1]
        heading.setFont(metrics.scaled(font, scale, QFont.Weight.Bold))
        _each_fragment(block, heading)
    elif _is_code(block):
        shape.setLeftMargin(metrics.EDGE)
        shape.setTopMargin(0 if _continues(block.previous(), block) else metrics.NARROW)
        shape.setBottomMargin(0 if _continues(block, block.next()) else metrics.GAP)
        code = QTextCharFormat()
        code.setFontPointSize(font.pointSizeF() * _CODE_SCALE)
        _each_fragment(block, code)
    elif cursor.currentTable() is None:
        # In a line with a picture, its height would be that of the picture.
        if _PICTURE not in block.text():
            shape.setLineHeight(_LEADING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setTopMargin(metrics.HAIR)
        shape.setBottomMargin(metrics.GAP if block.textList() is None else metrics.NARROW)
    QTextCursor(block).mergeBlockFormat(shape)
    _colour_links(block, colours)


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


def _each_fragment(block: QTextBlock, shape: QTextCharFormat) -> None:
    for cursor in list(_fragments(block)):
        cursor.mergeCharFormat(shape)


def _colour_links(block: QTextBlock, colours: Controls) -> None:
    linked = QTextCharFormat()
    linked.setForeground(colours.accent)
    linked.setFontUnderline(True)
    for cursor in list(_fragments(block)):
        if cursor.charFormat().isAnchor():
            cursor.mergeCharFormat(linked)


def _format_table(table: QTextTable, colours: Controls) -> None:
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
