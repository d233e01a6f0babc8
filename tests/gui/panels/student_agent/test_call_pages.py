"""Tests of the pages about calls: the output grows and follows its end; the times in words, and as bars."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from minesweeper_qt.gui.panels.student_agent.pages import NO_TIMES, OutputPage, TimesPage
from minesweeper_qt.gui.widgets import theme as themes
from tests.gui.support.shown import shown
from tests.gui.support.student_agents import call_time
from tests.gui.support.windows import LEFT


@pytest.fixture
def output(qtbot: QtBot, qapp: QApplication) -> OutputPage:
    return shown(qtbot, OutputPage(), 400, 150)


def test_only_what_is_new_is_added_until_another_output_takes_its_place(output: OutputPage) -> None:
    output.set_output("one\n")
    spy = QSignalSpy(output.field.document().contentsChange)
    output.set_output("one\ntwo\n")
    output.set_output("one\ntwo\n")
    assert output.field.toPlainText() == "one\ntwo\n"
    assert [change[1:] for change in (spy.at(row) for row in range(spy.count()))] == [[0, 4]]
    # Another output takes the place of the one before.
    output.set_output("")
    assert output.field.toPlainText() == ""
    assert not output.copy.isEnabled()
    output.set_output("other\n")
    assert output.field.toPlainText() == "other\n"


def test_it_follows_the_end_unless_the_user_has_scrolled(output: OutputPage) -> None:
    text = "".join(f"line {number}\n" for number in range(100))
    output.set_output(text)
    bar = output.field.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    bar.setValue(3)
    output.set_output(f"{text}more\n")
    assert bar.value() == 3
    bar.setValue(bar.maximum())
    output.set_output(f"{text}more\nand more\n")
    assert bar.value() == bar.maximum()


def test_of_a_mebibyte_the_last_lines_are_shown_and_a_very_long_one_is_broken(output: OutputPage) -> None:
    text = "".join(f"{number:07}\n" for number in range(2**17))
    output.set_output(text)
    assert output.field.toPlainText().endswith(f"{2**17 - 1:07}\n")
    assert output.field.blockCount() <= 4_000
    # The beginning of an output that grows beyond the limit is gone.
    output.set_output(f"{text[80:]}{'new':>7}\n" * 1)
    assert output.field.toPlainText().endswith(f"{2**17 - 1:07}\n    new\n")
    # A very long line is broken.
    output.set_output("x" * 100_000)
    assert max(map(len, output.field.toPlainText().split("\n"))) < 1000
    QTest.mouseClick(output.copy, LEFT)
    assert QGuiApplication.clipboard().text() == "x" * 100_000


# -- times


@pytest.fixture
def times_page(qtbot: QtBot, qapp: QApplication) -> TimesPage:
    return shown(qtbot, TimesPage(lambda learned: learned), 400, 150)


def columns_of(image: QImage, colour: QColor) -> list[int]:
    """Return the columns of ``image`` with a pixel of this colour."""
    return [x for x in range(image.width()) if any(image.pixelColor(x, y) == colour for y in range(image.height()))]


def test_the_slowest_and_the_median_are_named_and_of_thousands_of_calls_the_longest_is_never_left_out(
    times_page: TimesPage,
) -> None:
    assert times_page.summary.text() == NO_TIMES
    times_page.grab()
    times = [call_time(0.001, 1), call_time(0.5, 2), call_time(0.002, 3)]
    times_page.set_times(times)
    assert (
        times_page.summary.text()
        == "Slowest: add_knowledge at move 2, 500\N{NO-BREAK SPACE}ms. Median of 3 calls: 2.0\N{NO-BREAK SPACE}ms."
    )
    times.append(call_time(1.25, 4))
    times_page.set_times(times)
    assert times_page.summary.text().startswith("Slowest: add_knowledge at move 4, 1.2\N{NO-BREAK SPACE}s.")
    # No time at all is painted.
    times_page.set_times([call_time(0.0), call_time(0.0)])
    times_page.grab()
    assert times_page.summary.text().endswith("Median of 2 calls: 0.00\N{NO-BREAK SPACE}ms.")
    # The longest of thousands of calls is never left out.
    times = [0.001] * 10_000
    times[1234] = 0.9
    times_page.set_times([call_time(seconds) for seconds in times])
    assert max(times_page.bars(90)) == 0.9
    assert len(times_page.bars(90)) <= 90


def test_there_is_a_bar_for_each_call_and_the_slowest_has_another_colour(times_page: TimesPage) -> None:
    times_page.set_times([call_time(seconds) for seconds in (0.001, 0.004, 0.002)])
    assert times_page.bars(100) == [0.001, 0.004, 0.002]
    image = times_page.grab(times_page.rect().adjusted(0, times_page.summary.geometry().bottom() + 1, 0, 0)).toImage()
    colours = themes.for_palette(times_page.palette()).controls
    others = columns_of(image, colours.accent)
    assert len(others) == 16  # two bars of eight pixels
    slowest = [x for x in columns_of(image, colours.text) if x >= others[0]]
    assert others[0] < slowest[0] <= slowest[-1] < others[-1]
