"""Tests of the laid-out chapters that are kept."""

from __future__ import annotations

from PySide6.QtGui import QFont, QTextDocument
from PySide6.QtWidgets import QTextBrowser
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.help.chapters import chapters
from minesweeper_qt.gui.help.pages import Pages
from minesweeper_qt.gui.widgets.theme import load

LIGHT = load("light")
DARK = load("dark")
LONG, SHORT = max(chapters(), key=lambda chapter: len(chapter.text)), min(chapters(), key=lambda page: len(page.text))


def shown(qtbot: QtBot) -> tuple[QTextBrowser, Pages]:
    browser = QTextBrowser()
    qtbot.addWidget(browser)
    browser.resize(500, 300)
    browser.show()
    return browser, Pages(browser)


def test_a_chapter_is_laid_out_once(qtbot: QtBot) -> None:
    browser, pages = shown(qtbot)
    pages.show(LONG, browser.font(), LIGHT)
    document = browser.document()
    pages.show(SHORT, browser.font(), LIGHT)
    assert browser.document() is not document
    sizes = []
    document.documentLayout().documentSizeChanged.connect(sizes.append)
    pages.show(LONG, browser.font(), LIGHT)
    assert browser.document() is document
    assert len(sizes) <= 1


def test_other_looks_are_laid_out_anew(qtbot: QtBot) -> None:
    browser, pages = shown(qtbot)
    large = QFont(browser.font())
    large.setPointSizeF(browser.font().pointSizeF() * 2)
    seen = []
    for font, colours in ((browser.font(), LIGHT), (browser.font(), DARK), (large, DARK)):
        pages.show(SHORT, font, colours)
        pages.show(LONG, font, colours)
        assert browser.document() not in seen
        assert browser.document().defaultFont() == font
        seen.append(browser.document())


def test_documents_that_nothing_shows_any_more_are_deleted(qtbot: QtBot) -> None:
    browser, pages = shown(qtbot)
    for colours in (LIGHT, DARK, LIGHT, DARK):
        for chapter in (LONG, SHORT):
            pages.show(chapter, browser.font(), colours)
    qtbot.waitUntil(lambda: len(browser.findChildren(QTextDocument)) == 2)


def test_a_long_chapter_scrolls_and_a_short_one_has_no_bar(qtbot: QtBot) -> None:
    browser, pages = shown(qtbot)
    browser.resize(700, 900)
    for chapter, scrolls in ((LONG, True), (SHORT, False), (LONG, True)):
        pages.show(chapter, browser.font(), LIGHT)
        qtbot.wait(1)
        assert browser.verticalScrollBar().isVisible() is scrolls
        assert (browser.verticalScrollBar().maximum() > 0) is scrolls
