"""Tests of the page of the agent's output: it grows, follows its end, and takes in a mebibyte piece by piece."""

from __future__ import annotations

from time import perf_counter

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.agent.output_page import OutputPage, added_output
from tests.gui.support.windows import LEFT


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> OutputPage:
    made = OutputPage()
    qtbot.addWidget(made)
    made.resize(400, 150)
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_only_what_is_new_is_added(page: OutputPage) -> None:
    page.set_output("one\n")
    spy = QSignalSpy(page.field.document().contentsChange)
    page.set_output("one\ntwo\n")
    page.set_output("one\ntwo\n")
    assert page.field.toPlainText() == "one\ntwo\n"
    assert [change[1:] for change in (spy.at(row) for row in range(spy.count()))] == [[0, 4]]


def test_it_follows_the_end_unless_the_user_has_scrolled(page: OutputPage) -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    page.set_output(text)
    bar = page.field.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    page.set_output(f"{text}more\n")
    assert bar.value() == 3
    bar.setValue(bar.maximum())
    page.set_output(f"{text}more\nand more\n")
    assert bar.value() == bar.maximum()


def test_a_mebibyte_comes_in_pieces(qtbot: QtBot, page: OutputPage) -> None:
    text = "".join(f"{number:07}\n" for number in range(2**17))
    start = perf_counter()
    page.set_output(text)
    assert page.is_adding
    # One piece takes a few milliseconds; a busy machine takes longer.
    assert perf_counter() - start < 0.2
    qtbot.waitUntil(lambda: not page.is_adding, timeout=30_000)
    assert page.field.toPlainText().endswith(f"{2**17 - 1:07}\n")
    assert page.field.blockCount() <= 20_000
    # The beginning of an output that grows beyond the limit is gone.
    page.set_output(f"{text[80:]}{'new':>7}\n" * 1)
    qtbot.waitUntil(lambda: not page.is_adding)
    assert page.field.toPlainText().endswith(f"{2**17 - 1:07}\n    new\n")


def test_a_piece_has_few_lines_and_no_line_is_lost(qtbot: QtBot, page: OutputPage) -> None:
    text = "".join(f"{number % 10}\n" for number in range(1_000))
    page.set_output(text)
    # A line takes as long as hundreds of characters.
    assert page.field.blockCount() <= 401
    qtbot.waitUntil(lambda: not page.is_adding)
    assert page.field.toPlainText() == text
    page.set_output("x\n" * 300_000)
    assert len(page._rest) <= 40_000
    qtbot.waitUntil(lambda: not page.is_adding, timeout=30_000)
    assert page.field.blockCount() == 20_000


def test_a_very_long_line_is_broken(qtbot: QtBot, page: OutputPage) -> None:
    page.set_output("x" * 100_000)
    qtbot.waitUntil(lambda: not page.is_adding)
    assert max(map(len, page.field.toPlainText().split("\n"))) < 1000
    QTest.mouseClick(page.copy, LEFT)
    assert QGuiApplication.clipboard().text() == "x" * 100_000


def test_another_output_takes_the_place_of_the_one_before(page: OutputPage) -> None:
    page.set_output("one\n")
    page.set_output("")
    assert page.field.toPlainText() == ""
    assert not page.copy.isEnabled()
    page.set_output("other\n")
    assert page.field.toPlainText() == "other\n"


def test_a_hidden_page_adds_nothing(page: OutputPage) -> None:
    page.set_output("line\n" * 20_000)
    page.hide()
    page.stop()
    rest = page.is_adding
    QApplication.processEvents()
    assert rest == page.is_adding


@pytest.mark.parametrize(
    "before, now, added", [("", "a", "a"), ("ab", "abc", "c"), ("xab", "abc", None), ("ab", "", None)]
)
def test_what_is_added(before: str, now: str, added: str | None) -> None:
    assert added_output(before, now) == added
