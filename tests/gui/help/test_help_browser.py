"""Tests of the window of the help: contents, search, links, back and forward."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QSizeF, Qt, QUrl
from PySide6.QtGui import QAccessible, QColor, QDesktopServices, QTextCursor, QTextDocument
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.help.help_browser import FIRST_SIZE, HelpBrowser
from minesweeper_qt.gui.help.page import chapter_about, chapters, lay_out
from minesweeper_qt.gui.widgets import appearance, metrics
from minesweeper_qt.gui.widgets.appearance import Choices, ThemeChoice
from minesweeper_qt.gui.widgets.theme import load
from tests.gui.support.heard import Heard
from tests.gui.support.windows import CTRL, Key

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def browser(qtbot: QtBot) -> HelpBrowser:
    made = HelpBrowser()
    qtbot.addWidget(made)
    made.open_at("rules")
    qtbot.waitUntil(made.isActiveWindow)
    return made


def titles(browser: HelpBrowser) -> list[str]:
    """Return the titles in the contents that are not hidden."""
    items = [browser.contents.item(row) for row in range(browser.contents.count())]
    return [item.text() for item in items if not item.isHidden()]


def test_the_contents_lead_to_the_chapters_and_it_blocks_nothing(browser: HelpBrowser) -> None:
    room = browser.screen().availableSize()
    assert browser.width() <= min(FIRST_SIZE.width(), room.width())
    assert browser.height() <= min(FIRST_SIZE.height(), room.height())
    assert browser.minimumSizeHint().width() <= 600
    assert browser.minimumSizeHint().height() <= 400
    assert not browser.isModal()
    assert FIRST_SIZE.width() <= 860
    assert FIRST_SIZE.height() <= 500
    # The contents lead to the chapters.
    assert titles(browser) == [chapter.title for chapter in chapters()]
    browser.contents.setFocus()
    QTest.keyClick(browser.contents, Key.Key_Down)
    assert browser.page.chapter is chapters()[1]
    assert browser.page.accessibleName() == f"Chapter: {chapters()[1].title}"


@pytest.mark.slow
def test_a_chapter_begins_at_its_top(browser: HelpBrowser) -> None:
    for chapter in chapters():
        browser.open_at(chapter.topic)
        assert browser.page.verticalScrollBar().value() == 0
        assert browser.page.toPlainText().startswith(chapter.title)
        assert browser.contents.currentItem().text() == chapter.title


@pytest.mark.slow
def test_back_and_forward(browser: HelpBrowser) -> None:
    assert not browser.back.isEnabled()
    browser.page.visit(chapter_about("sandbox"))
    bar = browser.page.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    scrolled = bar.value()
    browser.page.visit(chapter_about("lab"))
    QTest.mouseClick(browser.back, Qt.MouseButton.LeftButton)
    assert (browser.page.chapter.topic, bar.value()) == ("sandbox", scrolled)
    QTest.keyClick(browser.page, Key.Key_Left, ALT)
    assert browser.page.chapter.topic == "rules"
    assert not browser.back.isEnabled()
    QTest.keyClick(browser.page, Key.Key_Right, ALT)
    QTest.mouseClick(browser.forward, Qt.MouseButton.LeftButton)
    assert browser.page.chapter.topic == "lab"
    assert not browser.forward.isEnabled()


def test_tab_to_a_field_selects_its_text(browser: HelpBrowser) -> None:
    browser.search_edit.setText("mine")
    browser.search_edit.setFocus(Qt.FocusReason.TabFocusReason)
    QApplication.processEvents()
    assert browser.search_edit.selectedText() == "mine"


def test_a_screen_reader_has_a_cursor_in_the_text_and_hears_the_links(browser: HelpBrowser, heard: Heard) -> None:
    text = QAccessible.queryAccessibleInterface(browser.page).textInterface()
    first = text.cursorPosition()
    QTest.keyClick(browser.page, Key.Key_Down)
    assert text.cursorPosition() > first
    heard.take()
    QTest.keyClick(browser.page, Key.Key_Tab)
    width = browser.page.width()
    (spoken,) = heard.take()
    assert spoken == f"{browser.page.textCursor().selectedText()}, link"
    assert browser.page.width() == width, "what speaks takes no room"


def test_links_lead_to_the_web_headings_and_examples(browser: HelpBrowser, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    browser.page.anchorClicked.emit(QUrl("https://cs50.harvard.edu/ai/"))
    assert [url.toString() for url in opened] == ["https://cs50.harvard.edu/ai/"]
    assert browser.page.chapter.topic == "rules"
    browser.page.anchorClicked.emit(QUrl("90-command-line.md#solve-a-position"))
    assert browser.page.chapter.topic == "command-line"
    top = browser.page.cursorForPosition(browser.page.viewport().rect().topLeft() + QPoint(20, metrics.NARROW))
    assert top.block().text() == "Solve a position"
    browser.page.visit(chapter_about("views"))
    QTest.keyClick(browser.page, Key.Key_Tab)
    QTest.keyClick(browser.page, Key.Key_Return)
    assert browser.page.chapter.topic == "knowledge"
    requested = QSignalSpy(browser.page.example_requested)
    browser.open_at("pattern-1-2-1")
    for _ in range(3):
        # The links before are those to other chapters.
        QTest.keyClick(browser.page, Key.Key_Tab)
    QTest.keyClick(browser.page, Key.Key_Return)
    assert [requested.at(0), browser.page.chapter.topic] == [["pattern-1-2-1"], "pattern-1-2-1"]


def test_pictures_of_examples_are_drawn_in_the_colours_of_the_theme(browser: HelpBrowser) -> None:
    browser.open_at("pattern-1-2")
    drawn = []
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        appearance.current().apply(Choices(theme))
        browser.page.visit(chapter_about("rules"))
        browser.page.visit(chapter_about("pattern-1-2"))
        found = browser.page.document().resource(QTextDocument.ResourceType.ImageResource, QUrl("example:pattern-1-2"))
        assert found.deviceIndependentSize() == QSizeF(6, 3) * metrics.PICTURE_CELL
        drawn.append(found)
    assert drawn[0] != drawn[1]


def test_a_search_marks_the_hits_and_counts_them_in_the_contents(browser: HelpBrowser) -> None:
    QTest.keyClick(browser.page, Key.Key_F, CTRL)
    assert browser.search_edit.hasFocus()
    QTest.keyClicks(browser.search_edit, "Dask")
    assert browser.page.chapter.topic == "lab"
    assert [title.rpartition(" ")[0] for title in titles(browser)] == ["The lab", "The command line"]
    marked = [selection.cursor.selectedText() for selection in browser.page.extraSelections()]
    assert {text.lower() for text in marked} == {"dask"}
    assert browser.found_label.text().endswith(" in 2 chapters")
    first = browser.page.chapter
    for _ in range(len(marked)):
        QTest.keyClick(browser.search_edit, Key.Key_Return)
    assert browser.page.chapter is not first
    browser.step(-1)
    assert browser.page.chapter is first
    browser.search_edit.clear()
    assert titles(browser) == [chapter.title for chapter in chapters()]
    assert browser.page.extraSelections() == []


def test_a_search_for_what_does_not_occur_and_for_several_words_in_one_chapter(browser: HelpBrowser) -> None:
    browser.search_edit.setText("xyzzy")
    assert titles(browser) == []
    assert browser.found_label.text() == "Not found"
    browser.step(1)
    assert browser.page.chapter.topic == "rules"
    browser.search_edit.setText("dask  SIGTERM")
    assert [title.rpartition(" ")[0] for title in titles(browser)] == ["The lab"]


def test_a_chapter_is_laid_out_few_times(browser: HelpBrowser) -> None:
    """The key tables took 0.9 s when each change of a cell led to another layout."""
    document = QTextDocument()
    changes = QSignalSpy(document.contentsChange)
    document.setMarkdown(chapter_about("mouse-and-keys").text)
    lay_out(document, browser.font(), load("light").controls)
    assert 1 <= changes.count() < 10


def test_it_follows_the_theme(browser: HelpBrowser, qtbot: QtBot) -> None:
    def link_colour() -> QColor:
        position = browser.page.toPlainText().index("mouse and keys")
        cursor = QTextCursor(browser.page.document())
        cursor.setPosition(position + 1)
        return cursor.charFormat().foreground().color()

    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        appearance.current().apply(Choices(theme))
        wanted = load(theme.value).controls.accent
        qtbot.waitUntil(lambda colour=wanted: bool(link_colour() == colour))
        assert browser.page.chapter.topic == "rules"
